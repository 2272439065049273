"""The catalogue of Triggs. Knows no table."""

from engines.catalogue import CardKind, Catalogue
from engines.triggs.cards import VALUES, Cards


def describe(cards: Cards) -> Catalogue:
    """The cards of a deck: each is known by its value."""
    del cards
    return {value: CardKind(value, value, "number") for value in VALUES}
