"""The layout of a game: which of its zones and counters lie where on a page, and in which shape.

It is data, in `layout.toml` beside the game. A game without one is drawn as plain zones.
"""

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.toml import decode

from engines.game import Game
from notation.typed_json import convert_to
from replays.view.frames import Frame
from replays.view.zone_views import CounterView, ZoneView

Named = TypeVar("Named", ZoneView, CounterView)

Group: TypeAlias = tuple[str, ...]
"""Areas that lie together, each `pattern:shape`. A pattern is of names, or several with `|`."""

GROUPED = frozenset(
    {"in_play", "legend", "lines", "notes", "numbers", "sandwiches", "sheet", "shelves"}
)
"""The shapes that draw everything of their pattern in one region; others make a region a zone."""


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


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a page shows the zones and counters of a game.

    Attributes:
        back: the colour of the backs of cards.
        cloth: the colours of the table, in a light and a dark scheme; empty: as panels have it.
        swatch: the picture of the game in a list: three symbols, or figures of cards.
        face: how the face of a card is drawn: `figure`, `recipe`, or `picture` with its name.
        unit: the unit of scores; `{most}` stands for the most that the counters of a seat
            can reach together.
        shared: the groups of areas that belong to nobody.
        seat: those of each seat.
        hidden: the names of zones and counters that are not drawn.
        hide_empty: the names of zones that are not drawn while they are empty.
        lines: the lines of a score that belong to no card.
        columns: whether each shared group is a column.
        three_columns: whether seats stay in columns on a screen of middle width.
        side_by_side: whether seats stay side by side on a phone.
        colours: for each colour of a card its ground and its ink.
        labels: how the fruits of a recipe lie on its picture.
    """

    back: str = "#4a5560"
    cloth: tuple[str, ...] = ()
    swatch: tuple[str, ...] = ()
    face: str = "picture"
    unit: str = "points"
    shared: tuple[Group, ...] = ()
    seat: tuple[Group, ...] = ()
    hidden: tuple[str, ...] = ()
    hide_empty: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    columns: bool = False
    three_columns: bool = False
    side_by_side: bool = False
    colours: dict[str, tuple[str, str]] = {}
    labels: dict[str, Label] = {}

    @property
    def ground(self) -> str:
        """The colour of the table in CSS."""
        return f"light-dark({','.join(self.cloth)})" if self.cloth else "var(--surface)"


class Area(Struct, frozen=True):
    """A part of the table in one shape: zones, or counters."""

    key: str
    shape: str
    owner: str | None
    zones: tuple[ZoneView, ...] = ()
    counters: tuple[CounterView, ...] = ()


class Placed(Struct, frozen=True):
    """All areas of a table: the shared groups, and those of each seat."""

    shared: tuple[tuple[Area, ...], ...]
    seats: dict[str, tuple[tuple[Area, ...], ...]]

    def areas(self) -> Iterator[Area]:
        """Every area."""
        for groups in (self.shared, *self.seats.values()):
            yield from chain.from_iterable(groups)


def layout_of(game: Game) -> Layout:
    """The layout of a game. Raises msgspec.ValidationError if its file does not fit."""
    return _read(game.folder / "layout.toml")


@cache
def _read(file: Path) -> Layout:
    return convert_to(Layout, decode(file.read_bytes())) if file.exists() else Layout()


def placed(layout: Layout, frame: Frame, owners: Iterable[str]) -> Placed:
    """The areas of a position; zones and counters that the layout does not name come last, plain.

    `owners` are the seats that have zones and counters of their own, in turn order.
    """
    seats = {owner: _groups(layout, layout.seat, frame, owner) for owner in owners}
    return Placed(_groups(layout, layout.shared, frame, None), seats)


def _groups(
    layout: Layout, groups: Sequence[Group], frame: Frame, owner: str | None
) -> tuple[tuple[Area, ...], ...]:
    zones = [zone for zone in frame.zones if zone.owner == owner and zone.name not in layout.hidden]
    counters = [
        counter
        for counter in frame.counters
        if counter.owner == owner and counter.name not in layout.hidden
    ]
    named = [tuple(_areas(group, zones, counters, owner)) for group in groups]
    return tuple([group for group in (*named, _plain(zones, counters, owner)) if group])


def _areas(
    group: Group, zones: list[ZoneView], counters: list[CounterView], owner: str | None
) -> Iterator[Area]:
    """The areas of a group. What they hold is taken out of the lists."""
    for item in group:
        pattern, shape = item.split(":")
        own_zones = tuple(_taken(zones, pattern))
        own_counters = tuple(_taken(counters, pattern))
        if shape in GROUPED:
            yield Area(_key(pattern, owner), shape, owner, own_zones, own_counters)
        else:
            yield from (Area(_key(zone.name, owner), shape, owner, (zone,)) for zone in own_zones)


def _taken(items: list[Named], pattern: str) -> list[Named]:
    patterns = pattern.split("|")
    matching = [item for item in items if any(fnmatchcase(item.name, one) for one in patterns)]
    items[:] = [item for item in items if item not in matching]
    return matching


def _plain(
    zones: Sequence[ZoneView], counters: Sequence[CounterView], owner: str | None
) -> tuple[Area, ...]:
    """Areas for zones and counters that the layout does not name."""
    areas = [Area(_key(zone.name, owner), _shape(zone), owner, (zone,)) for zone in zones]
    if counters:
        areas.append(Area(_key("counters", owner), "numbers", owner, (), tuple(counters)))
    return tuple(areas)


def _shape(zone: ZoneView) -> str:
    return "pile" if zone.ordered and not zone.spread and zone.owner is None else "cards"


def _key(name: str, owner: str | None) -> str:
    """The id of an area on a page.

    >>> _key("row-*", "A"), _key("left", None)
    ('zone-row-A', 'zone-left')
    """
    plain = name.partition("|")[0].replace("*", "").strip("-")
    return f"zone-{plain}-{owner}" if owner else f"zone-{plain}"
