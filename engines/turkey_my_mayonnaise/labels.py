"""What a card shows on the table, in a few characters."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engines.turkey_my_mayonnaise.cards import CATEGORIES, Recipe

if TYPE_CHECKING:
    from engines.turkey_my_mayonnaise.sandwich import Sandwich
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise
    from engines.zone import Zone


def label(table: "TurkeyMyMayonnaise", zone: "Zone", card: str) -> str:
    """A card's code with what it is worth; a recipe's with what it needs, or still needs."""
    place = next((place for place in table.out.values() if place.zone is zone), None)
    recipe, ingredient = table.cards.recipes.get(card), table.cards.ingredients.get(card)
    if recipe is not None:
        return f"{card} {still_needed(place) if place else needed(recipe)}"
    if ingredient is not None and not ingredient.double:
        return f"{card} {ingredient.points}"
    return f"{card} doubled" if place is not None and place.doubles(card) else card


def needed(recipe: Recipe) -> str:
    """What a recipe needs, and what else it takes.

    >>> needed(Recipe((2, 1, 0, 0, 0), (2, 1, 1, 0, 4)))
    'meat meat cheese + veggie'
    """
    extras = [slots - need for slots, need in zip(recipe.slots, recipe.need, strict=True)]
    more = _named(extras)
    return f"{_named(recipe.need)} + {more}" if more else _named(recipe.need)


def still_needed(place: "Sandwich") -> str:
    """What a recipe that is out lacks, tofu counted in, or that it is ready."""
    missing, tofu = place.missing, place.tofu
    if place.complete:
        return "ready"
    return f"{sum(missing) - tofu} of {_named(missing)}" if tofu else _named(missing)


def _named(counts: Iterable[int]) -> str:
    """The names of the categories, each so often.

    >>> _named((2, 0, 1, 0))
    'meat meat veggie'
    """
    pairs = zip(CATEGORIES, counts, strict=False)
    return " ".join(name for name, count in pairs for _ in range(count))
