"""The sentences of My Game. Knows no table."""

from cgn.authoring import (
    Catalogue,
    Sentence,
    card,
    describe_playing_cards,
    say,
    seat,
    zone,
)

from .cards import Cards


def describe(cards: Cards) -> Catalogue:
    """The catalogue of the pack."""
    return describe_playing_cards(cards.pack.values())


def playing(code: str) -> Sentence:
    """A card is played to the trick.

    >>> playing("QS").text
    'plays QS'
    """
    return say("plays ", card(code, code))


def winning(letter: str, code: str) -> Sentence:
    """A seat wins the trick with a card.

    >>> winning("B", "QS").text
    'B wins the trick with QS'
    """
    return say(seat(letter), " wins ", zone("trick", "the trick"), " with ", card(code, code))
