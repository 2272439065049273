"""The catalogue of Grab Your Breakfast. Knows no table."""

from engines.catalogue import CardKind, Catalogue
from engines.grab_your_breakfast.cards import ITEM_OF, TILES, Cards
from engines.grab_your_breakfast.moves import ITEMS
from engines.grab_your_breakfast.words import title

BONUS = "bonus"
"""The kind of the tiles that belong to no item."""


def describe(cards: Cards) -> Catalogue:
    """The hand cards and tiles: kinds are the items, and `bonus`. Every one has a symbol."""
    del cards
    return {code: _card(code) for code in (*ITEMS, *TILES)}


def _card(code: str) -> CardKind:
    kind = code if code in ITEMS else ITEM_OF.get(code, BONUS)
    name = title(code)
    return CardKind(name, name.split()[-1], kind, code)
