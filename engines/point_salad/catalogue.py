"""The catalogue of Point Salad. Knows no table."""

from engines.catalogue import CardKind, Catalogue
from engines.point_salad.cards import Cards

PICTURES = frozenset(("cabbage", "carrot", "lettuce", "onion", "pepper", "tomato"))
"""The veggies that have a symbol."""


def describe(cards: Cards) -> Catalogue:
    """The cards of a deck: titles say the point side, kinds are the veggies on the other side.

    The face is the rule of the point side.
    """
    return {code: _card(cards, code) for code in cards.sides}


def _card(cards: Cards, code: str) -> CardKind:
    veggie = cards.veggie_of[code]
    picture = veggie if veggie in PICTURES else None
    return CardKind(cards.texts[code], cards.faces[code], veggie, picture, face=cards.sides[code])
