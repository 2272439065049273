"""Dumpster Dive and Shopping Spree, which may lie within one another (section 8 of rules.md)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.turkey_my_mayonnaise import refusals
from engines.turkey_my_mayonnaise.cards import DUMPSTER, REACTIONS, SPREE
from engines.turkey_my_mayonnaise.due import Due
from engines.turkey_my_mayonnaise.listing import can_choose
from engines.zone import Visibility, Zone

if TYPE_CHECKING:
    from engines.play import Reveals
    from engines.turkey_my_mayonnaise.moves import DumpsterDive, Keep, ShoppingSpree
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise

_DUG_UP = 5
_BOUGHT = 3


class Dives:
    """The open dives, each with the cards it turned up that are not played.

    `zone` holds, from the bottom, the outermost dive, its cards in the order turned up, the dive
    chosen from them, and so on. `sizes` are the numbers of cards, outermost first.
    """

    __slots__ = ("sizes", "zone")

    def __init__(self) -> None:
        self.zone = Zone("turned-up", Visibility.EVERYONE, spread=True)
        self.sizes: list[int] = []

    def open(self, dive: str, cards: Sequence[str]) -> None:
        """Lay a dive open with the cards it turns up."""
        self.zone.put(dive)
        self.zone.put_all(cards)
        self.sizes.append(len(cards))

    @property
    def cards(self) -> list[str]:
        """The cards of the innermost dive in the order turned up: those to choose from."""
        return list(self.zone.cards[: self.sizes[-1]][::-1]) if self.sizes else []

    def take(self, card: str) -> None:
        """Remove a card of the innermost dive; of like ones the first turned up."""
        cards = self._lift()
        cards.remove(card)
        self.zone.put_all(cards)
        self.sizes.append(len(cards))

    def close(self, discard: Zone) -> None:
        """Discard what is left of every dive, then the dive itself, the innermost ones first."""
        while self.sizes:
            discard.put_all(self._lift())
            discard.put(self.zone.draw())

    def _lift(self) -> list[str]:
        """Remove the cards of the innermost dive, in the order turned up."""
        return self.zone.draw_top(self.sizes.pop())[::-1]


def dumpster(table: "TurkeyMyMayonnaise", move: "DumpsterDive") -> "Reveals":
    """Turn up the five newest discards."""
    if not table.has(DUMPSTER):
        raise refusals.of_dumpster(table, move)
    table.use(DUMPSTER)
    count = min(_DUG_UP, len(table.discard))
    return _open(table, DUMPSTER, table.discard.draw_top(count))


def spree(table: "TurkeyMyMayonnaise", move: "ShoppingSpree") -> "Reveals":
    """Turn up the top three cards of the deck."""
    if not table.has(SPREE):
        raise refusals.of_spree(table, move)
    table.use(SPREE)
    return _open(table, SPREE, table.draw_cards(_BOUGHT))


def _open(table: "TurkeyMyMayonnaise", dive: str, cards: list[str]) -> "Reveals":
    """One of the cards must be played next; where none can be, the dive is over."""
    table.dives.open(dive, cards)
    if can_choose(table, cards):
        table.due = Due.CHOICE
    else:
        table.end_play()
    return [(card, None) for card in cards]


def keep(table: "TurkeyMyMayonnaise", move: "Keep") -> "Reveals":
    """Keep a card to answer with, and discard a card of the hand, which may be the same."""
    hand, card = table.turn.hand, move.card
    if (
        table.due is not Due.CHOICE
        or card not in REACTIONS
        or card not in table.dives.cards
        or (move.discard not in hand and move.discard != card)
    ):
        raise refusals.of_keep(table, move)
    table.dives.take(card)
    hand.put(card)
    table.discard.put(hand.take(move.discard))
    return table.end_play()
