"""Numbers the cards of each position as a view can follow them, and lists the cards that moved.

A card keeps its number as long as the view sees its face, and in a face-down pile as long as the
pile is not shuffled. If the view sees neither face nor order, a number stands for any card.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from engines.zone import Zone, open_faces
from notation.json_shape import doc
from replays.natural import natural_order
from replays.view.watching import Change, Changes, Layout, Lying


class Spot(Struct, frozen=True, gc=False):
    """Where a card lay, or lies."""

    zone: Annotated[str, doc("The key of the zone.", "hand.A")]
    index: Annotated[
        int | None, doc("Its index among the zone's cards; null where the view does not see it.")
    ]


class Moved(Struct, frozen=True, gc=False, rename={"from_": "from"}):
    """A card that the last ply moved from one zone to another."""

    number: Annotated[int, doc("Its number now.", 37)]
    card: Annotated[str | None, doc("Its code; null where the view did not see it.", "11")]
    from_: Spot
    to: Spot


class Numbered(Struct, frozen=True, gc=False):
    """The cards of a zone as a view sees them, in the order in which it does.

    Attributes:
        cards: their numbers at the table.
        numbers: the numbers by which the view knows them.
        is_open: whether it sees their faces.
        codes: their codes, if known.
    """

    cards: Sequence[int]
    numbers: Sequence[int]
    is_open: Sequence[bool]
    codes: Sequence[str | None]


class Numbers(NamedTuple):
    """The numbers of all cards at a position, the highest number so far, and what moved.

    `moved` lists the cards that the last ply moved when it is called: between the plies that are
    shown, nobody asks.
    """

    zones: tuple[Numbered, ...]
    highest: int
    moved: Callable[[], tuple[Moved, ...]]


class _Left(Struct, frozen=True, order=True, gc=False):
    """The last place of a card that left a zone: the index of the zone, the place, the card."""

    zone: int
    place: int
    number: int
    is_open: bool
    code: str | None


_AllLeft: TypeAlias = Mapping[int, _Left]


class Numbering:
    """Numbers the cards in one view, position after position."""

    def __init__(self, zones: Iterable[Zone], view: str | None) -> None:
        self._zones = [(zone.key, zone.owner, zone.ordered) for zone in zones]
        self._view = view
        self._known: dict[int, int] = {}
        """For each card, by its number at the table, the one by which the view knows it now."""

    def first(self, layout: Layout) -> Numbers:
        """The numbers of the first position."""
        new, zones = count(1), []
        for at, lying in enumerate(layout):
            cards, is_open, codes = self._seen(at, lying)
            self._known |= zip(cards, new, strict=False)
            zones.append(Numbered(cards, self._numbers(cards), is_open, codes))
        return Numbers(tuple(zones), next(new) - 1, tuple)

    def after(self, last: Numbers, changes: Changes) -> Numbers:
        """The numbers of the position after the newest, which had these."""
        if not changes.zones:
            return last._replace(moved=tuple)
        left: dict[int, _Left] = {}
        for at, change in changes.zones.items():
            if change.left:
                left |= _left(at, last.zones[at], change.left)
        new = count(last.highest + 1)
        numbered = list(last.zones)
        for at, change in changes.zones.items():
            numbered[at] = self._number(at, change, last.zones[at], left, new)
        zones = tuple(numbered)
        return Numbers(zones, next(new) - 1, partial(self._all_moved, changes, zones, left))

    def _all_moved(
        self, changes: Changes, zones: Sequence[Numbered], left: _AllLeft
    ) -> tuple[Moved, ...]:
        found: list[Moved] = []
        for at, change in changes.zones.items():
            if change.came:
                found += self._moved(at, zones[at], change.came, left, changes.shuffled)
        return tuple(found)

    def _seen(
        self, at: int, lying: Lying
    ) -> tuple[Sequence[int], Sequence[bool], Sequence[str | None]]:
        """The cards of a zone in the order in which they are shown."""
        _, owner, ordered = self._zones[at]
        size = len(lying.cards)
        if self._view is None:
            is_open: Sequence[bool] = (True,) * size
        else:
            is_open = open_faces(lying.visibility, owner, size, self._view)
        if ordered or not all(is_open):
            return lying.cards, is_open, lying.codes
        order = natural_order(lying.codes)
        cards, codes = map(lying.cards.__getitem__, order), map(lying.codes.__getitem__, order)
        return tuple(cards), is_open, tuple(codes)

    def _number(
        self, at: int, change: Change, last: Numbered, left: _AllLeft, new: Iterator[int]
    ) -> Numbered:
        """A zone that changed."""
        cards, is_open, codes = self._seen(at, change.lying)
        known, came = self._known, change.came
        if not (self._zones[at][2] or (all(is_open) and all(last.is_open))):
            before = {*last.cards}
            rows = zip(cards, is_open, strict=True)
            stayed = [card for card, seen in rows if not seen and card in before]
            known |= zip(stayed, last.numbers, strict=False)  # any of them
            came = {*cards}.difference(stayed)
        if came:
            for index, card in enumerate(cards):
                if card in came:
                    where = left.get(card)
                    seen = where is not None and where.is_open and is_open[index]
                    known[card] = where.number if where and seen else next(new)
        return Numbered(cards, self._numbers(cards), is_open, codes)

    def _numbers(self, cards: Iterable[int]) -> tuple[int, ...]:
        return tuple(map(self._known.__getitem__, cards))

    def _moved(
        self,
        at: int,
        zone: Numbered,
        came: Container[int],
        left: _AllLeft,
        shuffled: Mapping[int, int],
    ) -> Iterator[Moved]:
        """The cards that came to a zone.

        Nothing says which is which of the cards shuffled into a face-down pile; nor which
        of them are still there, if others went on from there.
        """
        mixed: list[int] = []
        origins: list[_Left] = []
        for index, card in [(index, card) for index, card in enumerate(zone.cards) if card in came]:
            where = left.get(shuffled.get(card, card))
            if where is None:
                continue
            if card in shuffled and not zone.is_open[index]:
                mixed.append(index)
                origins.append(where)
            elif where.zone != at:
                yield self._move(at, zone, index, where, known=card not in shuffled)
        others = [where for where in sorted(origins) if where.zone != at]
        if others and not shuffled.keys() <= {*zone.cards}:
            others = [replace(where, is_open=False) for where in others]
        for index, where in zip(mixed, others, strict=False):
            yield self._move(at, zone, index, where)

    def _move(
        self, at: int, zone: Numbered, index: int, where: _Left, *, known: bool = True
    ) -> Moved:
        """Note that a card came from a zone, and from which place, unless it was shuffled."""
        seen = zone.is_open[index]
        code = zone.codes[index] if seen else where.code if where.is_open else None
        start = where.place if where.is_open and known else None
        return Moved(
            zone.numbers[index],
            code,
            Spot(self._zones[where.zone][0], start),
            Spot(self._zones[at][0], index if seen else None),
        )


def _left(at: int, zone: Numbered, left: Container[int]) -> _AllLeft:
    """The cards that left a zone."""
    return {
        card: _Left(at, place, zone.numbers[place], zone.is_open[place], zone.codes[place])
        for place, card in enumerate(zone.cards)
        if card in left
    }
