"""The sensible player of Point Salad: it drafts what helps its tableau most, now and by the end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.players import Choose
from engines.point_salad.moves import Point, Veg
from engines.point_salad.scoring import Counts
from engines.point_salad.state import PointSalad
from notation.moves import Move

_SHARE = 9
"""Of nine cards that a seat will still get, it expects one of each of the six veggies."""


def drafter(table: PointSalad, choose: Choose) -> Move:
    """The draft worth most to the seat to act, with the flip that gains most, if one gains.

    If several drafts are worth the same, one by `choose`. Raises ValueError once the game is over.
    """
    outlook = _Outlook(table)
    drafts = list(outlook.drafts())
    worths = [outlook.worth(draft) for draft in drafts]
    most = max(worths)
    likely = [draft for draft, worth in zip(drafts, worths, strict=True) if worth == most]
    draft = likely[choose(len(likely))]
    return max(outlook.with_flips(draft), key=outlook.worth)


class _Outlook:
    """What the seat to act considers: its tableau, the others' veggies, and how much is to come."""

    def __init__(self, table: PointSalad) -> None:
        self._table = table
        self._cards = table.cards
        seat = table.to_act or table.seats[0]
        self._points, self._veggies = table.points[seat].cards, table.veggies[seat].cards
        left = sum(map(len, (*table.piles.values(), *table.market.values())))
        self._ahead = left // (_SHARE * len(table.seats))
        others = [zone for other, zone in table.veggies.items() if other != seat]
        self._others = [self._cards.count(zone.cards) for zone in others]

    def drafts(self) -> Iterator[Point | Veg]:
        """Every draft without a flip; none once the game is over."""
        yield from [Point(name) for name, pile in self._table.piles.items() if pile]
        yield from [Veg(slots) for slots in self._table.pairs()]

    def with_flips(self, draft: Point | Veg) -> Iterator[Point | Veg]:
        """A draft without a flip, then with each in deck order."""
        yield draft
        for card in self._cards.in_order(self._after(draft)[0]):
            yield replace(draft, flip=card)

    def worth(self, move: Point | Veg) -> int:
        """The score of the tableau after a move: now, plus with the veggies all seats expect."""
        points, veggies = self._after(move)
        seats = [self._cards.count(veggies), *self._others]
        worth = self._score(points, seats)
        if self._ahead:
            later = [{name: n + self._ahead for name, n in seat.items()} for seat in seats]
            worth += self._score(points, later)
        return worth

    def _after(self, move: Point | Veg) -> tuple[list[str], list[str]]:
        """The point cards and the veggies of the tableau after a move."""
        points, veggies = [*self._points], [*self._veggies]
        if isinstance(move, Point):
            points += self._table.piles[move.pile].cards[:1]
        else:
            veggies += [card for slot in move.slots for card in self._table.market[slot].cards]
        if move.flip is not None:
            points.remove(move.flip)
            veggies.append(move.flip)
        return points, veggies

    def _score(self, points: Sequence[str], seats: Sequence[Counts]) -> int:
        return sum([self._cards.sides[card].score(seats[0], seats) for card in points])
