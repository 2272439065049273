"""The cards of a standard pack, four suits of thirteen ranks, for games that use one."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from engines.catalogue import CardKind, Catalogue
from engines.deck import BadDeck

SUITS = ("clubs", "diamonds", "hearts", "spades")
"""The suits, in the order in which they lie before a shuffle."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks, from low to high."""

_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


class PlayingCard(Struct, frozen=True):
    """A card of a pack: its code is `QS` for the queen of spades, `10H` for the ten of hearts.

    `value` says how high its rank is in its pack, from 0.
    """

    code: str
    suit: str
    rank: str
    value: int

    @property
    def title(self) -> str:
        """Its name: `queen of spades`, `10 of hearts`."""
        return f"{_NAMES.get(self.rank, self.rank)} of {self.suit}"


def playing_cards(
    suits: Sequence[str] = SUITS, ranks: Sequence[str] = RANKS
) -> Mapping[str, PlayingCard]:
    """A pack by the codes of its cards, suit after suit, each from the first rank to the last.

    `ranks` are given from low to high, so seven of them make a pack of 28 cards, and others may be
    high. Raises BadDeck for a suit or a rank that a pack does not have, or has twice.

    >>> [*playing_cards(["hearts"], ["10", "K", "A"])]
    ['10H', 'KH', 'AH']
    >>> len(playing_cards())
    52
    """
    _check("suits", suits, SUITS)
    _check("ranks", ranks, RANKS)
    cards = [
        PlayingCard(f"{rank}{suit[0].upper()}", suit, rank, value)
        for suit in suits
        for value, rank in enumerate(ranks)
    ]
    return {card.code: card for card in cards}


def _check(place: str, given: Sequence[str], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            raise BadDeck(f'{place}: there is no "{name}"; there are {", ".join(known)}')
        if given.count(name) > 1:
            raise BadDeck(f'{place}: "{name}" is there twice')


def describe_playing_cards(cards: Iterable[PlayingCard]) -> Catalogue:
    """The catalogue of a pack: the kind of a card is its suit, and so is its picture.

    >>> describe_playing_cards([playing_cards()["QS"]])["QS"].title
    'queen of spades'
    """
    return {card.code: CardKind(card.title, card.code, card.suit, card.suit) for card in cards}
