"""A sensible player: drafts what helps its tableau most, now and by the end. Looks one ply deep."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engines.players import Choose
from engines.point_salad.moves import Point, Veg
from engines.point_salad.scoring import Counts
from engines.point_salad.table import PointSalad
from notation.moves import Move

_SHARE = 9
"""Of nine cards still to come to a seat, it reckons with one of each of the six veggies."""


class _Draft(NamedTuple):
    """A move without a flip, and the tableau after it."""

    move: Point | Veg
    points: tuple[str, ...]
    veggies: tuple[str, ...]


def drafter(table: PointSalad, choose: Choose) -> Move:
    """The draft worth most to the seat to act, with a flip where that gains more.

    Drafts worth the same are told apart by `choose`. Raises ValueError once the game is over.
    """
    outlook = _Outlook(table)
    drafts = list(outlook.drafts())
    worths = [outlook.worth(draft.points, draft.veggies) for draft in drafts]
    best = max(worths)
    likely = [draft for draft, worth in zip(drafts, worths, strict=True) if worth == best]
    return outlook.flipped(likely[choose(len(likely))], best)


class _Outlook:
    """What the seat to act goes by: its tableau, the others' veggies, and how much is to come."""

    def __init__(self, table: PointSalad) -> None:
        self._table = table
        self._cards = table.cards
        self._seat = table.to_act or table.seats[0]
        left = sum(map(len, (*table.piles.values(), *table.market.values())))
        self._ahead = left // (_SHARE * len(table.seats))
        self._others = [
            self._cards.count(zone.cards)
            for seat, zone in table.veggies.items()
            if seat != self._seat
        ]

    def drafts(self) -> Iterator[_Draft]:
        """Every draft without a flip; none once the game is over."""
        points = self._table.points[self._seat].cards
        veggies = self._table.veggies[self._seat].cards
        for name, pile in self._table.piles.items():
            if pile.top is not None:
                yield _Draft(Point(name), (*points, pile.top), veggies)
        for slots in self._table.drafts():
            taken = [card for slot in slots for card in self._table.market[slot].cards]
            yield _Draft(Veg(slots), points, (*veggies, *taken))

    def worth(self, points: tuple[str, ...], veggies: tuple[str, ...]) -> int:
        """What a tableau scores now, and again with some of each veggie for every seat."""
        own = self._cards.count(veggies)
        seats = [own, *self._others]
        worth = self._score(points, seats)
        if self._ahead:
            later: list[Counts] = [
                {name: count + self._ahead for name, count in s.items()} for s in seats
            ]
            worth += self._score(points, later)
        return worth

    def flipped(self, draft: _Draft, worth: int) -> Move:
        """The draft's move, with the flip that makes the tableau worth more, if one does."""
        move: Move = draft.move
        for card in self._cards.in_order(draft.points):
            rest = tuple(point for point in draft.points if point != card)
            gained = self.worth(rest, (*draft.veggies, card))
            if gained > worth:
                move, worth = replace(draft.move, flip=card), gained
        return move

    def _score(self, points: tuple[str, ...], seats: list[Counts]) -> int:
        return sum(self._cards.sides[card].score(seats[0], seats) for card in points)
