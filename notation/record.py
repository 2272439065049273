"""A game as it was written down: header, plies, result. Knows neither the text form nor any rules.

Each struct has the shape of its JSON object, with the keys in their order. JSON writer, JSON reader
and JSON Schema all use the struct.
"""

from collections.abc import Iterator
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from notation.grammar import (
    CARD_TEXT,
    MARKS,
    MAX_SCORE,
    MAX_TIME,
    MOVE_TEXT,
    PILE_TEXT,
    portable,
)
from notation.json_shape import doc, fits, one_of

SEATS = "ABCDEFGHIJ"
"""Every seat letter, in turn order from the start seat."""

UNKNOWN_CARD = "_"
"""The sign for a card that the writer did not see, or for the unseen rest of a card's code."""

FORMAT_VERSION = "1"
"""The one CGN version this reader knows."""

TERMINATIONS = ("resigned", "time", "abandoned", "adjudicated")
"""The ways in which a game can end early."""


Text: TypeAlias = Annotated[str, fits(r"[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*")]
Texts: TypeAlias = tuple[Text, ...]
Seat: TypeAlias = Annotated[str, one_of(SEATS)]
Card: TypeAlias = Annotated[str, fits(portable(CARD_TEXT.pattern))]
Cards: TypeAlias = Annotated[tuple[Card, ...], Meta(min_length=1)]
Seconds: TypeAlias = Annotated[
    float,
    Meta(ge=0, le=MAX_TIME),
    doc("Seconds since the start, with at most three decimals."),
]
"""An integer if they are whole."""


class Shuffle(Struct, frozen=True, omit_defaults=True, rename={"pile": "shuffle"}):
    """The recorded outcome of one shuffle: the pile's name, and its cards, top first.

    An order whose last card is `_` may be shorter than the pile: it stands for all that follow.
    `reveals` are the cards that it turned up for everyone; empty if none were written.
    """

    pile: Annotated[str, fits(portable(PILE_TEXT.pattern))]
    order: Cards
    reveals: Cards = ()


class Ply(Struct, frozen=True, omit_defaults=True):
    """One choice by one seat, as it was written down.

    `move` has single spaces; `reveals` is empty if none were written; each variation replaces
    this ply.
    """

    seat: Seat
    move: Annotated[str, fits(portable(MOVE_TEXT.pattern))]
    reveals: Cards = ()
    irregular: Annotated[bool, Meta(extra_json_schema={"const": True})] = False
    mark: Annotated[str, one_of(MARKS)] = ""
    comments: Texts = ()
    at: Seconds | None = None
    variations: tuple[tuple["Ply | Shuffle", ...], ...] = ()


Entry: TypeAlias = Ply | Shuffle
"""One line of play: a choice of a seat, or a shuffle recorded where it happened."""


class Result(Struct, frozen=True):
    """The end line: the winners' seats (none: not finished) and one score a seat.

    A score is None if nobody at the table knew it.
    """

    winners: Annotated[tuple[Seat, ...], Meta(extra_json_schema={"uniqueItems": True})]
    scores: tuple[Annotated[int, Meta(ge=-MAX_SCORE, le=MAX_SCORE)] | None, ...]


class Record(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="cgn",
    tag=int(FORMAT_VERSION),
    rename={"seed_hash": "seedHash"},
):
    """One game as written down, the same whichever spelling it was read from.

    `seats` are the players' names, seat A first; `options` belong to the game, `tags` are
    free. `None` means that the header line is absent.
    """

    game: Text
    rules: Text
    deck: Text | None = None
    seats: Texts
    options: dict[str, Text] = {}
    seed: Text | None = None
    seed_hash: Text | None = None
    termination: Annotated[str, one_of(TERMINATIONS)] | None = None
    tags: dict[str, Text] = {}
    comments: Texts = ()
    plies: tuple[Entry, ...]
    result: Result | None = None

    @property
    def moves(self) -> tuple[Ply, ...]:
        """The plies of the main line, without its shuffles."""
        return tuple([entry for entry in self.plies if isinstance(entry, Ply)])

    def player(self, seat: str) -> str:
        """The name written for this seat letter."""
        return self.seats[SEATS.index(seat)]


Path: TypeAlias = tuple[int, ...]
"""The path of an entry: its index, then pairs of variation and index, from the main line down."""


def walk(entries: tuple[Entry, ...], start: Path = ()) -> Iterator[tuple[Path, Entry]]:
    """Every entry with its path, in the order in which the text form writes them.

    The variations of a ply follow the shuffle lines directly after it.

    >>> b = Ply("A", "draw", variations=((Ply("A", "pass"),),))
    >>> [path for path, _ in walk((b, Shuffle("deck", ("1", "2")), Ply("B", "draw")))]
    [(0,), (1,), (0, 0, 0), (2,)]
    """
    pending: tuple[Path, Ply] | None = None
    for index, entry in enumerate(entries):
        path = (*start, index)
        if isinstance(entry, Ply):
            yield from _variations(pending)
            pending = (path, entry)
        yield path, entry
    yield from _variations(pending)


def _variations(owner: tuple[Path, Ply] | None) -> Iterator[tuple[Path, Entry]]:
    if owner is not None:
        path, ply = owner
        for number, line in enumerate(ply.variations):
            yield from walk(line, (*path, number))


Where: TypeAlias = tuple[str | int, ...]
"""Steps from a record to one of its values, as in a JSON pointer: `("seats", 1)`."""


def where_of(path: Path) -> Where:
    """The steps to the entry at this path.

    >>> where_of((3, 0, 1))
    ('plies', 3, 'variations', 0, 1)
    """
    steps: list[str | int] = ["plies", path[0]]
    for variation, index in zip(path[1::2], path[2::2], strict=True):
        steps += ["variations", variation, index]
    return tuple(steps)


def path_of(where: Where) -> Path:
    """The path of the entry that contains the value at the end of these steps; empty if none does.

    >>> path_of(("plies", 3, "variations", 0, 1, "move")), path_of(("seats", 1))
    ((3, 0, 1), ())
    """
    return tuple(step for step in where[: _depth(where)] if isinstance(step, int))


def part_of(where: Where) -> Where:
    """The steps from the entry at `path_of` to the value.

    >>> part_of(("plies", 3, "variations", 0, 1, "reveals", 2)), part_of(("plies", 3))
    (('reveals', 2), ())
    """
    return where[_depth(where) :]


def _depth(where: Where) -> int:
    """The number of the steps that lead to an entry."""
    if where[:1] != ("plies",):
        return 0
    depth = 2
    while where[depth : depth + 1] == ("variations",):
        depth += 3
    return depth
