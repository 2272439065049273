"""A seat's completed recipes: the settled ones, and the fresh ones with their ingredients on them.

The numbers in brackets are the sections of rules.md.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from msgspec import Struct

from engines.zone import Zone


class Recipe(Struct, frozen=True):
    """A completed recipe that changes hands: its age, and the ingredients that lie on it."""

    card: str
    age: int
    under: Sequence[str]


class _Mark(Struct, frozen=True):
    """A fresh recipe: its age, the turn of its arrival at the seat, and its ingredients."""

    age: int
    turn: int
    ingredients: int


class Pantry:
    """The completed recipes of a seat.

    Attributes:
        recipes: the settled ones, whose ingredients are in the basket; in travel a face-down pile.
        fresh: the others, the one completed last on top.
        under: the ingredients that lie on the fresh ones, face down, in the same order.

    A recipe's age is the number of the turn in which it was completed. Of several like recipes,
    the oldest is always meant (7), which lies lowest.
    """

    __slots__ = ("_ages", "_marks", "fresh", "recipes", "under")

    def __init__(
        self,
        recipes: Zone,
        fresh: Zone,
        under: Zone,
        ages: Iterable[int] = (),
        marks: Iterable[_Mark] = (),
    ) -> None:
        self.recipes = recipes
        self.fresh = fresh
        self.under = under
        self._ages = list(ages)
        """The ages of the settled recipes, from the bottom of their zone."""
        self._marks = list(marks)
        """The marks of the fresh recipes, likewise."""

    def copy(self, recipes: Zone, fresh: Zone, under: Zone) -> Self:
        """The same recipes in copies of their zones."""
        return type(self)(recipes, fresh, under, self._ages, self._marks)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every completed recipe, the settled ones first."""
        return self.recipes.cards + self.fresh.cards

    @property
    def zones(self) -> tuple[Zone, Zone]:
        """Where the completed recipes lie."""
        return self.recipes, self.fresh

    def __contains__(self, card: str) -> bool:
        return card in self.recipes or card in self.fresh

    def count(self, card: str) -> int:
        """How many of this recipe are here."""
        return self.recipes.count(card) + self.fresh.count(card)

    def complete(self, card: str, ingredients: Sequence[str], turn: int) -> None:
        """Lay a recipe completed in this turn, with its ingredients on it."""
        self.fresh.put(card)
        self.under.put_all(ingredients)
        self._marks.append(_Mark(turn, turn, len(ingredients)))

    def take(self, card: str) -> Recipe:
        """Remove and return a recipe with its ingredients. Raises ValueError if it is not here."""
        if card in self.fresh:
            at = self.fresh.index(card)
            if card not in self.recipes or self._marks[at].age < self._settled_age(card):
                return self._take_fresh(at)
        age = self._ages.pop(self.recipes.index(card))
        return Recipe(self.recipes.take(card), age, ())

    def _settled_age(self, card: str) -> int:
        return self._ages[self.recipes.index(card)]

    def _take_fresh(self, at: int) -> Recipe:
        (card,) = self.fresh.pull(at, 1)
        start = self._ingredients_before(at)
        mark = self._marks.pop(at)
        return Recipe(card, mark.age, self.under.pull(start, mark.ingredients))

    def add(self, recipe: Recipe, turn: int) -> None:
        """Lay a recipe that came by a trade, with its ingredients (6)."""
        if not recipe.under:
            self._settle(recipe.card, recipe.age)
            return
        at = bisect(self._marks, recipe.age, key=lambda mark: mark.age)
        self.fresh.slip(at, (recipe.card,))
        self.under.slip(self._ingredients_before(at), recipe.under)
        self._marks.insert(at, _Mark(recipe.age, turn, len(recipe.under)))

    def _ingredients_before(self, at: int) -> int:
        return sum([mark.ingredients for mark in self._marks[:at]])

    def settle(self, turn: int) -> list[str]:
        """Settle the fresh recipes that did not come this turn; return their ingredients (8)."""
        discarded: list[str] = []
        kept: list[_Mark] = []
        at = under = 0
        for mark in self._marks:
            if mark.turn == turn:
                kept.append(mark)
                at += 1
                under += mark.ingredients
            else:
                self._settle(self.fresh.pull(at, 1)[0], mark.age)
                discarded += self.under.pull(under, mark.ingredients)
        self._marks = kept
        return discarded

    def _settle(self, card: str, age: int) -> None:
        """Lay a recipe on top of the settled ones; of like ones, the older one is lower."""
        ages = self._ages
        ages.append(age)
        if card in self.recipes:
            below = enumerate(reversed(self.recipes.cards))
            places = [*(at for at, other in below if other == card), len(self.recipes)]
            for at, age_there in zip(places, sorted([ages[at] for at in places]), strict=True):
                ages[at] = age_there
        self.recipes.put(card)

    def lying_on(self) -> tuple[int, ...]:
        """For each ingredient, top first, the index of its recipe among the fresh ones."""
        top = len(self._marks) - 1
        return tuple(
            [top - at for at in range(top, -1, -1) for _ in range(self._marks[at].ingredients)]
        )

    def arrivals(self, turn: int) -> int:
        """A bit for each fresh recipe, the lowest for the oldest: 1 if it came this turn."""
        return sum([1 << at for at, mark in enumerate(self._marks) if mark.turn == turn])

    def ages(self) -> Iterator[tuple[str, int, bool]]:
        """Every recipe with its age, and whether it is fresh."""
        for card, age in zip(reversed(self.recipes.cards), self._ages, strict=True):
            yield card, age, False
        for card, mark in zip(reversed(self.fresh.cards), self._marks, strict=True):
            yield card, mark.age, True
