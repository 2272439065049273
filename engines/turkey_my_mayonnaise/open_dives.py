"""The open dives, which may be nested (section 8 of rules.md)."""

from collections.abc import Sequence
from typing import Self

from engines.zone import Zone


class OpenDives:
    """The open dives, each with the cards it turned up that are not played.

    Attributes:
        zone: from the bottom, the outermost dive, its cards in the order turned up, the dive
            chosen from them, and so on.
        sizes: how many cards of each dive lie there, the outermost first.
        cards: those of the innermost dive in the order turned up: the ones to choose from.
    """

    __slots__ = ("cards", "sizes", "zone")

    def __init__(self, zone: Zone, sizes: Sequence[int] = ()) -> None:
        self.zone = zone
        self.sizes = list(sizes)
        self.cards = zone.cards[: sizes[-1]][::-1] if sizes else ()

    def open(self, dive: str, cards: Sequence[str]) -> None:
        """Lay a dive open with the cards it turns up."""
        self.zone.put(dive)
        self._lay(cards)

    def take(self, card: str) -> None:
        """Remove a card of the innermost dive; of like ones the first turned up."""
        cards = self._lift()
        cards.remove(self.zone.pick(cards, card))
        self._lay(cards)

    def close(self, discard: Zone) -> list[str]:
        """Discard what is left of every dive, then the dive itself, the innermost ones first.

        Returns what was left of them.
        """
        left: list[str] = []
        while self.sizes:
            cards = self._lift()
            discard.put_all(cards)
            discard.put(self.zone.draw())
            left += cards
        self.cards = ()
        return left

    def _lay(self, cards: Sequence[str]) -> None:
        self.zone.put_all(cards)
        self.sizes.append(len(cards))
        self.cards = tuple(cards)

    def _lift(self) -> list[str]:
        """Remove the cards of the innermost dive, in the order turned up."""
        return self.zone.draw_top(self.sizes.pop())[::-1]

    def copy(self, zone: Zone) -> Self:
        """An independent copy of the dives, with this copy of their zone."""
        return type(self)(zone, self.sizes)
