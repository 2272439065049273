"""A recipe that is out, and the cards on it: what fits, and when it is complete (3)."""

from copy import deepcopy
from typing import TYPE_CHECKING, Self

from engines.turkey_my_mayonnaise.cards import WILD, Cards, Ingredient, Recipe
from engines.zone import Visibility, Zone

if TYPE_CHECKING:
    from engines.turkey_my_mayonnaise.sides import Seat, Team

_NO_RECIPE = Recipe((0,) * (WILD + 1), (0,) * (WILD + 1))


class Sandwich:
    """A place for a recipe, and the sandwich built there: of at most one recipe at a time.

    Slots are not named. The cards fit as long as no category has more of them than slots, and
    all cards together, tofu included, no more than there are; so counting is enough.

    Attributes:
        team: whose place it is.
        zone: the recipe card, and above it its cards in the order in which they came.
        doubled: for each of these cards whether it lies doubled.
        complete: whether the need part is covered (4).
        stopped: the seat whose bank of this recipe was stopped, until it has missed its turn.
    """

    __slots__ = (
        "_cards",
        "_filled",
        "_free",
        "_recipe",
        "complete",
        "doubled",
        "stopped",
        "team",
        "zone",
    )

    def __init__(self, cards: Cards, team: "Team", name: str) -> None:
        self._cards = cards
        self.team = team
        self.zone = Zone(name, Visibility.EVERYONE, owner=team.letter)
        self._clear()

    def _clear(self) -> None:
        self._recipe = _NO_RECIPE
        self._filled = [0] * (WILD + 1)
        self._free = 0
        self.doubled: list[bool] = []
        self.complete = False
        self.stopped: Seat | None = None

    def start(self, recipe: str) -> None:
        """Lay a recipe card into this empty place."""
        self.zone.put(recipe)
        self._recipe = self._cards.recipes[recipe]
        self._free = self._recipe.slots[WILD]

    def takes(self, ingredient: Ingredient, *, double: bool) -> bool:
        """Whether an ingredient fits here beside the others: in one slot, or doubled in two."""
        if double and not ingredient.double:
            return False
        category, size = ingredient.category, 2 if double else 1
        return self._free >= size and self._filled[category] + size <= self._recipe.slots[category]

    def swaps(self, old: str, ingredient: Ingredient, *, double: bool) -> bool:
        """Whether an ingredient can lie in the place of a card here that is worth less (3)."""
        replaced = self._cards.ingredients.get(old)
        if (
            replaced is None
            or replaced.category != ingredient.category
            or replaced.category == WILD
            or replaced.points >= ingredient.points
            or old not in self.zone
        ):
            return False
        return not double or self._takes_doubled_for(old, ingredient)

    def _takes_doubled_for(self, old: str, ingredient: Ingredient) -> bool:
        if not ingredient.double:
            return False
        more = 1 - self.doubled[self._index(old)]
        filled = self._filled[ingredient.category]
        return self._free >= more and filled + more <= self._recipe.slots[ingredient.category]

    def put(self, card: str, *, double: bool = False) -> None:
        """Lay an ingredient, bonus or penalty on top."""
        self.zone.put(card)
        self.doubled.append(double)
        ingredient = self._cards.ingredients.get(card)
        if ingredient is not None:
            self._fill(ingredient.category, 2 if double else 1)

    def take(self, card: str) -> None:
        """Remove a card; of like ones the first that came. Its slots are free again."""
        double = self.doubled.pop(self._index(card))
        self.zone.take(card)
        ingredient = self._cards.ingredients.get(card)
        if ingredient is not None:
            self._fill(ingredient.category, -2 if double else -1)

    def _index(self, card: str) -> int:
        return self.cards.index(card)

    def _fill(self, category: int, slots: int) -> None:
        filled = self._filled
        filled[category] += slots
        self._free -= slots
        missing = 0
        for need, found in zip(self._recipe.need, filled, strict=True):
            if need > found:
                missing += need - found
        self.complete = missing <= filled[WILD]

    def clear(self) -> list[str]:
        """Remove and return the recipe and its cards, in the order in which they came."""
        self._clear()
        return self.zone.gather()

    def move_to(self, other: "Sandwich") -> None:
        """Bring a sandwich without ingredients, and what is known of it, to an empty place."""
        stopped = self.stopped
        recipe, *cards = self.clear()
        other.start(recipe)
        other.stopped = stopped
        for card in cards:
            other.put(card)

    @property
    def recipe(self) -> str | None:
        """The recipe that lies here, if one does."""
        return self.zone.cards[-1] if self.zone else None

    @property
    def cards(self) -> list[str]:
        """The cards on the recipe, in the order in which they came."""
        return list(self.zone.cards[-2::-1])

    @property
    def bare(self) -> bool:
        """Whether no ingredient lies on the recipe."""
        return not any(self._filled)

    @property
    def tofu(self) -> int:
        """How many tofu cards lie on the recipe."""
        return self._filled[WILD]

    def doubles(self, card: str) -> bool:
        """Whether such a card lies here doubled."""
        return (card, True) in zip(self.cards, self.doubled, strict=True)

    @property
    def missing(self) -> tuple[int, ...]:
        """For each category how many slots of the need part no card of it fills."""
        pairs = zip(self._recipe.need, self._filled, strict=True)
        return tuple(max(need - found, 0) for need, found in pairs)[:WILD]

    def value(self) -> int:
        """What it banks: ingredients and bonuses less penalties, but not less than 0 (4)."""
        known, points = self._cards, self._cards.recipe_points
        for card, double in zip(self.cards, self.doubled, strict=True):
            if card in known.ingredients:
                points += known.ingredients[card].points * (2 if double else 1)
            else:
                points += known.bonuses.get(card, 0) - known.penalties.get(card, 0)
        return max(points, 0)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """What `deepcopy` gives, in a third of the time: a table has up to forty of these."""
        other = object.__new__(type(self))
        memo[id(self)] = other
        other._cards, other._recipe, other._free = self._cards, self._recipe, self._free
        other._filled, other.doubled = self._filled.copy(), self.doubled.copy()
        other.complete = self.complete
        other.zone = deepcopy(self.zone, memo)
        other.team = deepcopy(self.team, memo)
        other.stopped = deepcopy(self.stopped, memo)
        return other
