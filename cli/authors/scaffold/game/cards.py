"""The cards of My Game, from the facts of a deck file."""

from collections.abc import Mapping
from typing import Annotated, Any

from cgn.authoring import BadDeck, PlayingCard, fit, playing_cards
from msgspec import Meta, Struct

SEATS = (2, 3, 4)
"""How many can play."""


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What a deck file has: cards in a hand, and what the pack is made of."""

    hand: Annotated[int, Meta(ge=1, le=13)]
    suits: tuple[str, ...]
    ranks: tuple[str, ...]


class Cards(Struct, frozen=True):
    """What the rules need of a deck: `pack` has its cards by their codes, in deck order."""

    hand: int
    pack: Mapping[str, PlayingCard]


def read_cards(facts: Mapping[str, Any]) -> Cards:
    """The cards of a deck. Raises BadDeck if the game cannot be played with them."""
    deck = fit(facts, DeckFile)
    pack = playing_cards(deck.suits, deck.ranks)
    if len(pack) < SEATS[-1] * deck.hand:
        raise BadDeck("hand: there are too few cards for four hands")
    return Cards(deck.hand, pack)
