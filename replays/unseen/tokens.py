"""Unseen cards, and the shuffles from which they came."""

from collections import Counter
from collections.abc import Sequence
from typing import Self

from engines.unseen import UnseenCard
from notation.record import UNKNOWN_CARD, Where


class Token(UnseenCard):
    """An unseen card. As text it is `_`, but it equals only the same card of the same line.

    Attributes:
        number: its number among the tokens of the line.
        bag: the shuffle from which it came.
        code: the code of the card, once it is known.
        guess: the code that is tried for it.
        beginning: the beginning of its code, if it was seen in part; else empty.
        banned: the codes that it cannot have.
        told: the steps to the word of the record that tells most about it; empty if none does.
    """

    __slots__ = ("bag", "banned", "beginning", "code", "guess", "number", "told")

    number: int
    bag: "Bag"
    code: str | None
    guess: str | None
    beginning: str
    banned: set[str]
    told: Where

    def __new__(cls, number: int, bag: "Bag") -> Self:
        """The unseen card with this number."""
        token = str.__new__(cls, UNKNOWN_CARD)
        token.number, token.bag = number, bag
        token.code, token.guess, token.beginning = None, None, ""
        token.banned = set()
        token.told = ()
        return token

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and other.number == self.number

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return self.number

    def may_be(self, code: str) -> bool:
        """Whether it may be this card, by all that is known."""
        if self.code is not None:
            return self.code == code
        if code in self.banned or code not in self.bag.kinds:
            return False
        return not self.beginning or code.startswith(self.beginning)

    def kinds(self) -> list[str]:
        """The cards that it may be, in the order of the cards that were shuffled."""
        if self.code is not None:
            return [self.code]
        return [code for code in self.bag.kinds if self.may_be(code)]


class Bag:
    """The cards of one shuffle: known ones, and tokens of earlier shuffles.

    Attributes:
        known: the number of each known card.
        tokens: the unseen cards that were shuffled again.
        kinds: the codes of cards that can be in it, as keys.
        order: the cards in their new order, top first.
        mixed: true if this was no shuffle, but some cards were passed on without being named.
    """

    __slots__ = ("kinds", "known", "mixed", "number", "order", "tokens")

    def __init__(self, number: int, cards: Sequence[str], *, mixed: bool = False) -> None:
        self.number = number
        self.mixed = mixed
        faces = [face(card) for card in cards]
        self.known = Counter([card for card in faces if not isinstance(card, Token)])
        self.tokens = [card for card in faces if isinstance(card, Token)]
        self.kinds = dict.fromkeys(self.known)
        for bag in dict.fromkeys([token.bag for token in self.tokens]):
            self.kinds |= bag.kinds
        self.order: list[str] = []

    def __hash__(self) -> int:
        return self.number


def spelled(card: str) -> str | None:
    """A card as it was seen: its code, `PE_` if it was seen in part, None if not at all."""
    card = face(card)
    if isinstance(card, Token):
        return f"{card.beginning}{UNKNOWN_CARD}" if card.beginning else None
    return card


def face(card: str) -> str:
    """The face of a card: its code, if that is known or guessed, or else the token."""
    if isinstance(card, Token):
        return card.code or card.guess or card
    return card
