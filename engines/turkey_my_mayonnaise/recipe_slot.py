"""A place for a recipe, and the cards on it: what fits, when it is complete, what it banks (3, 4).

Knows no table. The numbers in brackets are the sections of rules.md.
"""

from typing import Self

from engines.turkey_my_mayonnaise.cards import WILD, Cards, Ingredient, Recipe
from engines.zone import Zone

_NO_RECIPE = Recipe((0,) * (WILD + 1), (0,) * (WILD + 1))


class RecipeSlot:
    """A place for at most one recipe at a time.

    No card is assigned to a slot of the recipe: slots are only counted. Cards fit if each category
    fills at most its own slots, and all cards together, tofu included, at most all slots.

    Attributes:
        team: the team whose place it is.
        zone: the recipe card, and above it its cards in the order in which they came.
        recipe: the recipe here; None while the place is free.
        doubled: for each of the cards on it, whether it is doubled.
        complete: whether the need part is covered (4).
        stopped: the seat whose bank of this recipe was stopped, until it has missed its turn.
    """

    __slots__ = (
        "_cards",
        "_facts",
        "_filled",
        "_free",
        "_missing",
        "_points",
        "complete",
        "doubled",
        "recipe",
        "stopped",
        "team",
        "zone",
    )

    def __init__(self, cards: Cards, team: str, zone: Zone) -> None:
        self._cards = cards
        self.team = team
        self.zone = zone
        self._empty()

    def _empty(self) -> None:
        self.recipe: str | None = None
        self._facts = _NO_RECIPE
        self._filled = [0] * (WILD + 1)
        self._free = self._missing = self._points = 0
        self.doubled: list[bool] = []
        self.complete = False
        self.stopped: str | None = None

    def start(self, recipe: str) -> None:
        """Lay a recipe card into this free place."""
        self.zone.put(recipe)
        self.recipe = recipe
        self._facts = self._cards.recipes[recipe]
        self._free = self._facts.slots[WILD]
        self._missing = sum(self._facts.need)

    def takes(self, ingredient: Ingredient, *, double: bool, over: str = "") -> bool:
        """Whether an ingredient fits here with the others: in one slot, or doubled in two.

        `over` is the card of its category here that it replaces, if any.
        """
        size, category = 2 if double else 1, ingredient.category
        if over and self.has(over):
            size -= 1 + self.doubled[self.zone.index(over) - 1]
        return self._free >= size and self._filled[category] + size <= self._facts.slots[category]

    def put(self, card: str, *, double: bool = False) -> None:
        """Lay an ingredient, bonus or penalty on top."""
        self.zone.put(card)
        self.doubled.append(double)
        self._count(card, 2 if double else 1)

    def take(self, card: str) -> None:
        """Remove a card; of like ones the first that came. Its slots are free again."""
        double = self.doubled.pop(self.zone.index(card) - 1)
        self.zone.take(card)
        self._count(card, -2 if double else -1)

    def _count(self, card: str, slots: int) -> None:
        """Count a card that fills this many slots; a negative number frees them."""
        self._points += self._cards.worth[card] * slots
        ingredient = self._cards.ingredients.get(card)
        if ingredient is None:
            return
        filled, category = self._filled, ingredient.category
        lacked = self._facts.need[category] - filled[category]
        lacks = lacked - slots
        if lacked > 0:
            self._missing -= lacked
        if lacks > 0:
            self._missing += lacks
        filled[category] += slots
        self._free -= slots
        self.complete = self._missing <= filled[WILD]

    def clear(self) -> list[str]:
        """Remove and return the recipe and its cards, in the order in which they came."""
        self._empty()
        return self.zone.gather()

    def move_to(self, other: Self) -> None:
        """Move a recipe without ingredients, with all that belongs to it, to a free place."""
        stopped = self.stopped
        recipe, *cards = self.clear()
        other.start(recipe)
        other.stopped = stopped
        for card in cards:
            other.put(card)

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards on the recipe, in the order in which they came."""
        return self.zone.cards[-2::-1]

    def has(self, card: str) -> bool:
        """Whether such a card is on the recipe."""
        return card in self.zone and card != self.recipe

    @property
    def bare(self) -> bool:
        """Whether the recipe has no ingredients."""
        return not any(self._filled)

    @property
    def tofu(self) -> int:
        """How many tofu cards are on the recipe."""
        return self._filled[WILD]

    def doubles(self, card: str) -> bool:
        """Whether such a card is here doubled."""
        return (card, True) in zip(self.cards, self.doubled, strict=True)

    @property
    def missing(self) -> tuple[int, ...]:
        """For each category how many slots of the need part no card of it fills."""
        pairs = zip(self._facts.need, self._filled, strict=True)
        return tuple(max(need - filled, 0) for need, filled in pairs)[:WILD]

    def value(self) -> int:
        """The points it banks: ingredients and bonuses less penalties, but at least 0 (4)."""
        return max(self._cards.recipe_points + self._points, 0)

    def copy(self, zone: Zone) -> Self:
        """An independent copy of the place, with this copy of its zone."""
        other = object.__new__(type(self))
        other._cards, other._facts = self._cards, self._facts
        other._free, other._missing, other._points = self._free, self._missing, self._points
        other._filled, other.doubled = self._filled.copy(), self.doubled.copy()
        other.team, other.zone, other.recipe = self.team, zone, self.recipe
        other.complete, other.stopped = self.complete, self.stopped
        return other
