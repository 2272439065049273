"""Numbers the cards of each position as a view can follow them, and tells which moved.

A card keeps its number as long as the view sees its face, and in a face-down pile as long as the
pile is not shuffled. Where the view sees neither face nor order, a number stands for any card.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Struct

from engines.zone import Zone, open_faces
from notation.json_shape import doc
from replays.natural import natural_order
from replays.watching import Changes, Layout, Lying


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


class Numbered(NamedTuple):
    """The cards of a zone as a view sees them, in the order in which it does.

    Attributes:
        lying: what lies there.
        cards: the cards by their numbers at the table.
        numbers: those that the view knows them by.
        is_open: whether it sees their faces.
        codes: their codes, if known.
    """

    lying: Lying
    cards: Sequence[int]
    numbers: list[int]
    is_open: Sequence[bool]
    codes: Sequence[str | None]


class Numbers(NamedTuple):
    """The numbers of all cards at a position, the highest number so far, and what moved."""

    zones: tuple[Numbered, ...]
    highest: int
    moved: tuple[Moved, ...]


class _Left(Struct, frozen=True, order=True, gc=False):
    """Where a card lay that left a zone: the number of the zone, the place, and what it was."""

    zone: int
    place: int
    number: int
    is_open: bool
    code: str | None


_AllLeft: TypeAlias = Mapping[int, _Left]


class Numbering:
    """Numbers the cards in one view."""

    def __init__(self, zones: Iterable[Zone], view: str | None) -> None:
        self._zones = [(zone.key, zone.owner, zone.ordered) for zone in zones]
        self._view = view

    def first(self, layout: Layout) -> Numbers:
        """The numbers of the first position."""
        new, found = count(1), []
        for at, lying in enumerate(layout):
            cards, is_open, codes = self._seen(at, lying)
            numbers = [next(new) for _ in cards]
            found.append(Numbered(lying, cards, numbers, is_open, codes))
        return Numbers(tuple(found), next(new) - 1, ())

    def after(self, last: Numbers, changes: Changes) -> Numbers:
        """The numbers of the position after one that had these."""
        changed = [
            at
            for at, (zone, lying) in enumerate(zip(last.zones, changes.layout, strict=True))
            if zone.lying is not lying
        ]
        if not changed:
            return last if not last.moved else last._replace(moved=())
        left: dict[int, _Left] = {}
        for at in changed:
            _note(at, last.zones[at], changes.layout[at], left)
        new = count(last.highest + 1)
        found = list(last.zones)
        moved: list[Moved] = []
        for at in changed:
            found[at] = self._number(at, changes.layout[at], last.zones[at], left, new)
            moved += self._moved(at, found[at], last.zones[at], left, changes.shuffled)
        return Numbers(tuple(found), next(new) - 1, tuple(moved))

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
        cards, codes = [lying.cards[i] for i in order], [lying.codes[i] for i in order]
        return cards, is_open, codes

    def _number(
        self, at: int, lying: Lying, last: Numbered, left: _AllLeft, new: Iterator[int]
    ) -> Numbered:
        """A zone that changed."""
        cards, is_open, codes = self._seen(at, lying)
        here = dict(zip(last.cards, last.numbers, strict=True))
        followed = self._zones[at][2] or (all(is_open) and all(last.is_open))
        any_of_them = iter(last.numbers)
        numbers = []
        for card, seen in zip(cards, is_open, strict=True):
            if card in here:
                number = here[card] if followed else None if seen else next(any_of_them)
            else:
                where = left.get(card)
                number = where.number if where is not None and where.is_open and seen else None
            numbers.append(number or next(new))
        return Numbered(lying, cards, numbers, is_open, codes)

    def _moved(
        self,
        at: int,
        zone: Numbered,
        last: Numbered,
        left: _AllLeft,
        shuffled: Mapping[int, int],
    ) -> Iterator[Moved]:
        """The cards that came to a zone.

        Of those shuffled into a face-down pile, nothing says which of them became which.
        """
        here = set(last.cards)
        mixed: list[int] = []
        for index, card in enumerate(zone.cards):
            if card in here:
                continue
            if card in shuffled and not zone.is_open[index]:
                mixed.append(index)
                continue
            where = left.get(shuffled.get(card, card))
            if where is not None and where.zone != at:
                yield self._move(at, zone, index, where, known=card not in shuffled)
        origins = sorted([left[shuffled[zone.cards[index]]] for index in mixed])
        came = [where for where in origins if where.zone != at]
        for index, where in zip(mixed, came, strict=False):
            yield self._move(at, zone, index, where)

    def _move(
        self, at: int, zone: Numbered, index: int, where: _Left, *, known: bool = True
    ) -> Moved:
        """A card came from somewhere; it is known from where exactly, unless it was shuffled."""
        seen = zone.is_open[index]
        code = zone.codes[index] if seen else where.code if where.is_open else None
        start = where.place if where.is_open and known else None
        return Moved(
            zone.numbers[index],
            code,
            Spot(self._zones[where.zone][0], start),
            Spot(self._zones[at][0], index if seen else None),
        )


def _note(at: int, zone: Numbered, lying: Lying, left: dict[int, _Left]) -> None:
    """Note the cards that left a zone."""
    here = set(lying.cards)
    for place, card in enumerate(zone.cards):
        if card not in here:
            left[card] = _Left(
                at, place, zone.numbers[place], zone.is_open[place], zone.codes[place]
            )
