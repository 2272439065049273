"""A seat's completed recipes: those settled, and those with their ingredients still on them.

The numbers in brackets are the sections of rules.md.
"""

from bisect import bisect, insort
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from engines.zone import Visibility, Zone


class Recipe(NamedTuple):
    """A completed recipe that changes hands: its age, and the ingredients that lie on it."""

    card: str
    age: int
    under: Sequence[str]


class _Mark(NamedTuple):
    """A fresh recipe: its age, the turn in which it came to its seat, and its ingredients."""

    age: int
    turn: int
    ingredients: int


class Pantry:
    """The completed recipes of a seat.

    Attributes:
        recipes: those whose ingredients have gone to the basket; in travel a face-down pile.
        fresh: the others, the one completed last on top.
        under: the ingredients that lie on the fresh ones, face down, in the same order.

    A recipe's age is the number of recipes completed before it in the game. Where several are
    alike, the oldest is always meant (7).
    """

    __slots__ = ("_ages", "_marks", "fresh", "recipes", "under")

    def __init__(self, seat: str, *, travel: bool) -> None:
        settled = Visibility.OWNER if travel else Visibility.EVERYONE
        self.recipes = Zone("recipes", settled, owner=seat, ordered=False)
        self.fresh = Zone("fresh", Visibility.EVERYONE, owner=seat)
        self.under = Zone("under", Visibility.NOBODY, owner=seat)
        self._ages: dict[str, list[int]] = {}
        self._marks: list[_Mark] = []

    def __contains__(self, card: str) -> bool:
        return card in self._ages

    def __iter__(self) -> Iterator[str]:
        """Every completed recipe, like ones together."""
        return chain.from_iterable([card] * len(ages) for card, ages in self._ages.items())

    def holds(self, cards: Sequence[str]) -> bool:
        """Whether all these recipes are here, each as often as it is named."""
        ages = self._ages
        return all(len(ages.get(card, ())) >= cards.count(card) for card in cards)

    def complete(self, card: str, ingredients: Sequence[str], age: int, turn: int) -> None:
        """Lay a recipe just completed, the youngest there is, with its ingredients on it."""
        self.fresh.put(card)
        self.under.put_all(ingredients)
        self._marks.append(_Mark(age, turn, len(ingredients)))
        self._ages.setdefault(card, []).append(age)

    def take(self, card: str) -> Recipe:
        """Remove and return a recipe with what lies on it. Raises KeyError where it is not here."""
        ages = self._ages[card]
        age = ages.pop(0)
        if not ages:
            del self._ages[card]
        for at, mark in enumerate(self._marks):
            if mark.age == age:
                return self._take_fresh(card, at)
        return Recipe(self.recipes.take(card), age, ())

    def _take_fresh(self, card: str, at: int) -> Recipe:
        start = self._ingredients_before(at)
        mark = self._marks.pop(at)
        under = self.under.gather()
        taken = under[start : start + mark.ingredients]
        self.under.put_all(under[:start] + under[start + mark.ingredients :])
        return Recipe(self.fresh.take(card), mark.age, taken)

    def add(self, recipe: Recipe, turn: int) -> None:
        """Lay a recipe that came by a trade, with what lies on it (6)."""
        card, age, ingredients = recipe
        insort(self._ages.setdefault(card, []), age)
        if not ingredients:
            self.recipes.put(card)
            return
        at = bisect(self._marks, age, key=lambda mark: mark.age)
        start = self._ingredients_before(at)
        fresh, under = self.fresh.gather(), self.under.gather()
        self.fresh.put_all([*fresh[:at], card, *fresh[at:]])
        self.under.put_all([*under[:start], *ingredients, *under[start:]])
        self._marks.insert(at, _Mark(age, turn, len(ingredients)))

    def _ingredients_before(self, at: int) -> int:
        return sum(mark.ingredients for mark in self._marks[:at])

    def settle(self, turn: int) -> Sequence[str]:
        """Settle the fresh recipes but those that came this turn; the ingredients discarded (8)."""
        marks = self._marks
        if not marks or all(mark.turn == turn for mark in marks):
            return ()
        self._marks = []
        discarded: list[str] = []
        fresh, under = self.fresh.gather(), self.under.gather()
        start = 0
        for card, mark in zip(fresh, marks, strict=True):
            ingredients = under[start : start + mark.ingredients]
            start += mark.ingredients
            if mark.turn == turn:
                self.fresh.put(card)
                self.under.put_all(ingredients)
                self._marks.append(mark)
            else:
                self.recipes.put(card)
                discarded += ingredients
        return discarded

    def arrivals(self, turn: int) -> int:
        """Which fresh recipes came this turn: a binary digit for each, the lowest the oldest."""
        return sum(1 << at for at, mark in enumerate(self._marks) if mark.turn == turn)

    def ages(self) -> Iterator[tuple[str, int, bool]]:
        """Every recipe with its age, and whether it is fresh."""
        fresh = {mark.age for mark in self._marks}
        for card, ages in self._ages.items():
            for age in ages:
                yield card, age, age in fresh
