"""The layout of a game: which of its zones and counters lie where, in which shape, and their words.

It is data, in `layout.toml` beside the game, for pages and terminals. A game without one is drawn
as plain zones.
"""

from functools import cache
from itertools import chain
from pathlib import Path
from re import fullmatch
from typing import Literal, TypeAlias

from msgspec import Struct

from engines.toml_file import read_file

SHAPES = frozenset(
    {
        *("pile", "cards", "strips", "in_play", "offer", "slot", "scoring", "tally", "lines"),
        *("sheet", "numbers", "notes", "sums"),
        *("tile", "sets", "sandwiches", "basket", "shelves", "bids", "tasks"),
    }
)
"""The shapes. docs/adding-a-game.md says what each draws."""

_COLOUR = "#[0-9a-fA-F]{6}"
_CLASS = "[A-Za-z0-9_-]+"
"""The kinds of cards that a style can name."""

Group: TypeAlias = tuple[str, ...]
"""Areas that lie together, each `pattern:shape`. A pattern is of names, or several with `|`."""


class Label(Struct, frozen=True, forbid_unknown_fields=True):
    """How smaller pictures lie on a picture.

    Attributes:
        at: left, top and size of each.
        behind: whether the picture hides part of them.
        rounding: how round the corners of the white ground below each are; None: there is none.
    """

    at: tuple[tuple[float, float, float], ...]
    behind: bool = False
    rounding: float | None = None


class ShelfLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """A shelf: its title, the kinds of cards on it, by points; without kinds, all others."""

    title: str
    kinds: tuple[str, ...] = ()


class Terminal(Struct, frozen=True, forbid_unknown_fields=True):
    """What is different in a terminal, where areas lie on lines.

    Attributes:
        shared: the areas that belong to nobody, line by line; empty: those of a page, a line each
            group. An area without a shape has that of the page.
        seat: those of each seat, likewise; the first line also has the seat's head. Empty: those of
            a page, below the head, each on a line.
        hidden: the names of zones that are left out.
        head: the least width of a seat's head.
        close: whether seats follow each other without a blank line, unless there is room to spare.
        kinds: the kinds of recipes that follow their names, `in_full` those where there is room.
        short: which words of the cards are cut if there is little room: their `kind` or `fruits`.
        due: short words for what is due, by phase.
    """

    shared: tuple[Group, ...] = ()
    seat: tuple[Group, ...] = ()
    hidden: tuple[str, ...] = ()
    head: int = 0
    close: bool = False
    kinds: tuple[str, ...] = ()
    in_full: tuple[str, ...] = ()
    short: Literal["", "kind", "fruits"] = ""
    due: dict[str, str] = {}


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a page shows the zones and counters of a game.

    Attributes:
        back: the colour of the backs of cards.
        cloth: the colours of the table, in a light and a dark scheme; empty: as panels have it.
        swatch: the picture of the game in a list: three symbols, or figures of cards. Empty: those
            of the first kinds of cards.
        face: how the face of a card is drawn: as a `figure`, a `recipe`, a `strip` of its name and
            points, or a `picture` with its name.
        unit: the unit of scores; `{most}` stands for the most that the counters of a seat
            can reach together.
        shared: the groups of areas that belong to nobody.
        seat: those of each seat.
        hidden: the names of zones and counters that are not drawn.
        hide_empty: the names of zones that are not drawn while they are empty.
        lines: the lines of a score that belong to no card.
        lost: the line of a score for cards that are in no set.
        extra: the kind of cards that are no part of a set by themselves.
        shelves: the shelves of a seat, from the first on.
        sums: the kinds of cards whose points a score sheet sums up, each with a title.
        other_sums: the title of the lines of no such kind; empty: they are not summed up.
        legend: the signs on a table and what they mean; a sign is a character or a state of a card.
        signed: the kinds of cards whose points are added to those of others, or taken away.
        captions: what counters, and zones on a line, are called, if not by their names.
        columns: whether each shared group is a column.
        side_by_side: whether seats stay side by side on a phone.
        colours: for each colour of a card its ground and its ink.
        labels: how the fruits of a recipe lie on its picture.
        places: the zones in which the cards lie that a move names, by `verb.field`, as patterns of
            names or keys joined by `|`. `{partner}` stands for the seat that the field `partner`
            names. Of others, the hand is searched first, then what lies before the seat, in the
            middle, and before others.
        terminal: what is different in a terminal.
    """

    back: str = "#4a5560"
    cloth: tuple[str, ...] = ()
    swatch: tuple[str, ...] = ()
    face: Literal["figure", "picture", "recipe", "strip"] = "picture"
    unit: str = "points"
    shared: tuple[Group, ...] = ()
    seat: tuple[Group, ...] = ()
    hidden: tuple[str, ...] = ()
    hide_empty: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    lost: str = ""
    extra: str = ""
    shelves: tuple[ShelfLayout, ...] = ()
    sums: dict[str, str] = {}
    other_sums: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    signed: tuple[str, ...] = ()
    captions: dict[str, str] = {}
    columns: bool = False
    side_by_side: bool = False
    colours: dict[str, tuple[str, str]] = {}
    labels: dict[str, Label] = {}
    places: dict[str, str] = {}
    terminal: Terminal = Terminal()

    def __post_init__(self) -> None:
        """Raise ValueError if an area has no shape, or one that there is not; likewise a colour."""
        areas = chain(*self.shared, *self.seat, *self.terminal.shared, *self.terminal.seat)
        for area in areas:
            pattern, _, shape = area.partition(":")
            if (shape or self.shapes.get(pattern)) not in SHAPES:
                shapes = ", ".join(sorted(SHAPES))
                raise ValueError(f"`{area}` has no shape; there are {shapes}")
        for colour in (self.back, *self.cloth, *chain.from_iterable(self.colours.values())):
            if fullmatch(_COLOUR, colour) is None:
                raise ValueError(f"`{colour}` is no colour; write it as in #4a5560")
        for kind in self.colours:
            if fullmatch(_CLASS, kind) is None:
                raise ValueError(f"`{kind}` cannot have colours; use letters, digits, - and _")
        if len(self.cloth) not in (0, 2):
            raise ValueError("`cloth` has two colours, one in a light and one in a dark scheme")

    @property
    def ground(self) -> str:
        """The colour of the table in CSS."""
        return f"light-dark({','.join(self.cloth)})" if self.cloth else "var(--surface)"

    def called(self, name: str) -> str:
        """What a counter or a zone is called."""
        return self.captions.get(name, name.replace("-", " "))

    @property
    def shapes(self) -> dict[str, str]:
        """The shape of each pattern on a page."""
        items = chain.from_iterable((*self.shared, *self.seat))
        return {item.partition(":")[0]: item.partition(":")[2] for item in items}


@cache
def load_layout(file: Path) -> Layout:
    """The layout in a file; the plain one without it. Raises BadFile if the file does not fit."""
    return read_file(file, Layout)
