"""The catalogue of Turkey My Mayonnaise. Knows no table."""

from msgspec import Struct

from engines.catalogue import CardKind, Catalogue
from engines.turkey_my_mayonnaise.cards import (
    CATEGORIES,
    DIVES,
    DUMPSTER,
    INSPECTOR,
    REACTIONS,
    SEND_BACK,
    SPREE,
    STEAL,
    SWATTER,
    TMM,
    TOFU,
    WILD,
    Cards,
    named,
)
from engines.turkey_my_mayonnaise.names import title

_SYMBOLS = {
    "bonus": "gift",
    "penalty": "fire",
    "spoil": "spoil",
    STEAL: "hand",
    SWATTER: "fly",
    SEND_BACK: "boomerang",
    INSPECTOR: "inspector",
    DUMPSTER: "bin",
    SPREE: "cart",
    TMM: "star",
    TOFU: TOFU,
    **{name: name for name in CATEGORIES},
}
"""Symbols, by the code of a card or else by its kind."""


class RecipeFace(Struct, frozen=True, tag="recipe", tag_field="of"):
    """A recipe: the category of each slot that it needs filled, and of each that it may have."""

    need: tuple[str, ...]
    extras: tuple[str, ...]


class IngredientFace(Struct, frozen=True, tag="ingredient", tag_field="of"):
    """An ingredient: its category, none for tofu, and whether it may fill two slots."""

    category: str | None
    double: bool


class SpoilFace(Struct, frozen=True, tag="spoil", tag_field="of"):
    """A spoil card: the category that it hits, none if it hits all of them."""

    category: str | None


def describe(cards: Cards) -> Catalogue:
    """The cards of a deck. The kind of an ingredient is its category, or `tofu`."""
    return {code: _card(cards, code) for code in cards.rank}


def _card(cards: Cards, code: str) -> CardKind:
    kind, points, face = _facts(cards, code)
    symbol = _SYMBOLS.get(code, _SYMBOLS.get(kind))
    return CardKind(title(code), title(code), kind, symbol, points, face)


def _facts(cards: Cards, code: str) -> tuple[str, int | None, Struct | None]:
    """The kind of a card, its points and its face."""
    if recipe := cards.recipes.get(code):
        extras = [slots - need for slots, need in zip(recipe.slots, recipe.need, strict=True)]
        face = RecipeFace(*[tuple(named(part).split()) for part in (recipe.need, extras[:WILD])])
        return "recipe", cards.recipe_points, face
    if ingredient := cards.ingredients.get(code):
        category = _category(ingredient.category)
        return category or TOFU, ingredient.points, IngredientFace(category, ingredient.double)
    if code in cards.spoils:
        return "spoil", None, SpoilFace(_category(cards.spoils[code]))
    if code in cards.worth:
        return "bonus" if code in cards.bonuses else "penalty", cards.worth[code], None
    if code in DIVES:
        return "dive", None, None
    return "answer" if code in REACTIONS else code, None, None


def _category(number: int) -> str | None:
    return None if number == WILD else CATEGORIES[number]
