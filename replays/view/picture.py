"""The picture of a position: what lies where, in which shape, and what is in it.

It is computed from a frame and the layout of the game. Pages and terminals only draw it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import chain
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engines.catalogue import Catalogue
from engines.layout import Group, Layout
from engines.table import by_source
from notation.record import SEATS
from replays.view.frames import Frame
from replays.view.shapes import Area, Position
from replays.view.zone_views import CounterView, ZoneView

Named = TypeVar("Named", ZoneView, CounterView)

_GROUPED = frozenset(
    {"in_play", "lines", "notes", "numbers", "sandwiches", "sheet", "shelves", "sums"}
)
"""The shapes that draw everything of their pattern in one area; others make an area a zone."""


_SUM = "sums"
"""The shape that sums up zones which another area shows."""

Groups: TypeAlias = tuple[tuple[Area, ...], ...]


class Seat(Struct, frozen=True):
    """The head of a seat, or of the partners who share a score.

    Attributes:
        letter: the letter of the first.
        letters: all of them.
        due: what is asked of them; None if nothing is.
        phase: in which phase; None likewise.
        score: the part of the score that the view sees; None if unseen cards decide it.
        is_open: whether that is all of it.
        most: the score that wins, or the most that can be reached; None if there is neither.
        unit: what the score is counted in, with that number if there is one.
        wins: whether they have won.
    """

    letter: str
    letters: tuple[str, ...]
    due: str | None
    phase: str | None
    score: int | None
    is_open: bool
    most: int | None
    unit: str
    wins: bool


class Picture(Struct, frozen=True):
    """All areas of a table: the shared groups, and those of each seat."""

    shared: Groups
    seats: dict[str, Groups]

    def areas(self) -> Iterator[Area]:
        """Every area."""
        for groups in (self.shared, *self.seats.values()):
            yield from chain.from_iterable(groups)


def picture(layout: Layout, catalogue: Catalogue, frame: Frame) -> Picture:
    """The picture of a position for a page, in groups of areas.

    Zones and counters that the layout does not name come last, plain.
    """
    return _picture(Position(layout, catalogue, frame), layout.shared, layout.seat, layout.hidden)


def in_lines(layout: Layout, catalogue: Catalogue, frame: Frame) -> Picture:
    """The picture of a position for a terminal: a group is a line.

    The first group of a seat is beside its head, the others are below it.
    """
    own, shapes = layout.terminal, layout.shapes
    below = ((), *[(item,) for item in chain.from_iterable(layout.seat)])
    shared, seat = [
        [tuple([item if ":" in item else f"{item}:{shapes[item]}" for item in line]) for line in of]
        for of in (own.shared or layout.shared, own.seat or below)
    ]
    hidden = (*layout.hidden, *own.hidden)
    return _picture(Position(layout, catalogue, frame), shared, seat, hidden)


def _picture(
    at: Position, shared: Sequence[Group], seat: Sequence[Group], hidden: Collection[str]
) -> Picture:
    letters = SEATS[: len(at.frame.scores)]
    return Picture(
        _groups(at, shared, hidden, None),
        {letter: _groups(at, seat, hidden, letter) for letter in letters},
    )


def _groups(
    at: Position, groups: Sequence[Group], hidden: Collection[str], owner: str | None
) -> Groups:
    def own(items: Iterable[Named]) -> list[Named]:
        return [one for one in items if one.owner == owner and one.name not in hidden]

    zones, counters = own(at.frame.zones), own(at.frame.counters)
    named = [tuple(_areas(at, group, zones, counters, owner)) for group in groups]
    return (*named, tuple(_plain(zones, counters, owner)))


def _areas(
    at: Position,
    group: Group,
    zones: list[ZoneView],
    counters: list[CounterView],
    owner: str | None,
) -> Iterator[Area]:
    """The areas of a group. What they hold is taken out of the lists."""
    for item in group:
        pattern, shape = item.split(":")
        own_zones = tuple(_taken(zones, pattern, keep=shape == _SUM))
        own_counters = tuple(_taken(counters, pattern))
        if shape in _GROUPED:
            name = pattern.partition("|")[0].replace("*", "").strip("-")
            areas = [Area(name, shape, owner, own_zones, own_counters)]
        else:
            areas = [Area(zone.name, shape, owner, (zone,)) for zone in own_zones]
        for area in areas:
            yield replace(area, content=at.content(area))


def _taken(items: list[Named], pattern: str, *, keep: bool = False) -> list[Named]:
    patterns = pattern.split("|")
    matching = [item for item in items if any(fnmatchcase(item.name, one) for one in patterns)]
    if not keep:
        items[:] = [item for item in items if item not in matching]
    return matching


def _plain(
    zones: Sequence[ZoneView], counters: Sequence[CounterView], owner: str | None
) -> Iterator[Area]:
    """Areas for zones and counters that the layout does not name."""
    for zone in zones:
        is_pile = zone.ordered and not zone.spread and owner is None
        yield Area(zone.name, "pile" if is_pile else "cards", owner, (zone,))
    if counters:
        yield Area("counters", "numbers", owner, (), tuple(counters))


def score_sheet(frame: Frame, seats: Iterable[str]) -> dict[str, tuple[int | None, ...]]:
    """What each source of points gives these seats; None if a score has no such line."""
    columns = [by_source(frame.breakdown[SEATS.index(seat)]) for seat in seats]
    sources = dict.fromkeys(chain.from_iterable(columns))
    return {source: tuple([points.get(source) for points in columns]) for source in sources}


def seat_of(layout: Layout, frame: Frame, letters: tuple[str, ...]) -> Seat:
    """The head of a seat, or of partners."""
    first = SEATS.index(letters[0])
    score = frame.scores[first]
    due = frame.due if frame.due and not set(frame.due.seats).isdisjoint(letters) else None
    reach = sum([one.most or 0 for one in frame.counters if one.owner == letters[0]])
    unit = layout.unit.format(most=reach)
    return Seat(
        letter=letters[0],
        letters=letters,
        due=due.title if due else None,
        phase=due.phase if due else None,
        score=frame.open_scores[first] if score is None else score,
        is_open=score is not None,
        most=reach if unit != layout.unit else frame.target,
        unit=unit if frame.target is None else f"of {frame.target} {unit}",
        wins=not set(frame.winners).isdisjoint(letters),
    )
