"""The names of the cards of Turkey My Mayonnaise, alone, in sentences and in the catalogue."""

from collections.abc import Sequence

from msgspec import Struct

from engines import wording
from engines.catalogue import CardKind, Catalogue
from engines.turkey_my_mayonnaise.cards import (
    CATEGORIES,
    DIVES,
    DUMPSTER,
    FRIDGE,
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
from engines.wording import Phrase, enumerate_parts, listed, number, seat

_TITLES = {
    FRIDGE: "Fridge on the Fritz",
    SWATTER: "Fly Swatter",
    SEND_BACK: "Send It Back",
    INSPECTOR: "Health Inspector",
    DUMPSTER: "Dumpster Dive",
    SPREE: "Shopping Spree",
    TMM: "Turkey My Mayonnaise",
}

_SPOIL, _PENALTY = "spoil-", "penalty-"
_WITH_ARTICLE = (
    "double-", "bonus-", _PENALTY, STEAL, FRIDGE, SWATTER, INSPECTOR, DUMPSTER, SPREE
)  # fmt: skip
"""Prefixes of the cards that take an article: `a double meat 7`, but `ham`."""


class OwnedRecipe(Struct, frozen=True):
    """A recipe that is out, and the seats that own it."""

    recipe: str
    seats: tuple[str, ...]


def title(code: str) -> str:
    """The name of a card.

    >>> title("double-meat-7"), title("roast-beef"), title("swatter"), title("spoil-meat")
    ('double meat 7', 'roast beef', 'Fly Swatter', 'Spoil Meat')
    """
    if code in _TITLES:
        return _TITLES[code]
    words = code.replace("-", " ")
    return words.title() if code.startswith(_SPOIL) else words


def place_title(number_: int) -> str:
    """The title of a place for a recipe."""
    return f"sandwich {number_}"


def titles(cards: Sequence[str | None]) -> str:
    """Cards in a short wording; `?` for a hidden one."""
    return ", ".join([title(code) if code else "?" for code in cards])


def takes_article(code: str) -> bool:
    """Whether the card takes an article: `a double meat 7`, but `ham`."""
    return code.startswith(_WITH_ARTICLE)


def card(code: str) -> Phrase:
    """A card."""
    return wording.card(code, title(code))


def a(code: str | None) -> Phrase:
    """A card with its indefinite article, if it takes one; `a card` if it is hidden."""
    if code is None:
        return wording.card(None, "")
    return wording.card(code, f"{'a ' if takes_article(code) else ''}{title(code)}")


def the(code: str) -> Phrase:
    """A card with its definite article, if it takes one."""
    return wording.card(code, f"{'the ' if takes_article(code) else ''}{title(code)}")


def attack(code: str) -> Phrase:
    """The card of an attack: `penalty` for each penalty."""
    return wording.card(code, "penalty" if code.startswith(_PENALTY) else title(code))


def some(cards: Sequence[str | None]) -> list[str | Phrase]:
    """Several cards; their number, if all of them are hidden."""
    if len(cards) > 1 and not any(cards):
        return [f"{number(len(cards))} cards"]
    return enumerate_parts([a(code) for code in cards])


def owners(recipe: OwnedRecipe) -> list[str | Phrase]:
    """The owners of a recipe: `B's`."""
    return [*enumerate_parts([seat(letter) for letter in recipe.seats]), "'s"]


def theirs(recipe: OwnedRecipe) -> list[str | Phrase]:
    """A recipe with its owners: `B's R26`."""
    return [*owners(recipe), " ", card(recipe.recipe)]


def prey(code: str, source: OwnedRecipe) -> list[str | Phrase]:
    """An ingredient with its recipe: `B's brie on R03`."""
    return [*owners(source), " ", card(code), " on ", card(source.recipe)]


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

_GROUPS = ("recipe", *CATEGORIES, "bonus", "penalty", "spoil")
"""The kinds that are printed on cards."""


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
    """The cards of a deck. The kind of an ingredient is its category, or `tofu`.

    A recipe is found by what it needs: its code is ours, and on no card.
    """
    return {code: _card(cards, code) for code in cards.rank}


def _card(cards: Cards, code: str) -> CardKind:
    kind, points, face = _facts(cards, code)
    symbol = _SYMBOLS.get(code, _SYMBOLS.get(kind))
    note = None
    if isinstance(face, RecipeFace):
        extras = f", extra {listed(face.extras)}" if face.extras else ""
        note = f"{listed(face.need)}{extras}"
    group = kind if kind in _GROUPS else None
    return CardKind(title(code), title(code), kind, symbol, points, face, group, note)


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
