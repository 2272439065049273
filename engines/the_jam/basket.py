"""The basket, where ingredients lie. The numbers in brackets are the sections of rules.md."""

from engines.the_jam.cards import Cards
from engines.zone import Visibility, Zone


class Basket:
    """Ingredients side by side, all of them to be used (1)."""

    def __init__(self, *, ordered: bool = False) -> None:
        self.zone = Zone("basket", Visibility.EVERYONE, ordered=ordered, spread=True)

    def offers(self, card: str) -> bool:
        """Whether this card lies here, to be used."""
        return card in self.zone

    def usable(self) -> list[str]:
        """Every card to be used."""
        return list(self.zone.cards)

    def take(self, card: str) -> None:
        """Remove a card that the basket offers."""
        self.zone.take(card)

    def put(self, card: str) -> None:
        """Lay a card in the basket."""
        self.zone.put(card)


class Stacks(Basket):
    """Ingredients in stacks, one for each fruit, of which the top card is to be used (11).

    One zone holds them all: of two cards of a stack the upper one lies nearer to the top.
    """

    def __init__(self, cards: Cards) -> None:
        super().__init__(ordered=True)
        self._cards = cards

    def top(self, fruit: str) -> str | None:
        """The top card of a fruit's stack."""
        of = self._cards.of
        return next((card for card in self.zone.cards if of[card].below == fruit), None)

    def offers(self, card: str) -> bool:
        """Whether this card is the top of its stack."""
        return card in self.zone and self.top(self._cards.of[card].below) == card

    def usable(self) -> list[str]:
        """The top of each stack."""
        of = self._cards.of
        tops = {of[card].below: card for card in reversed(self.zone.cards)}
        return list(tops.values())

    def take(self, card: str) -> None:
        """Remove a card that the basket offers."""
        cards = [*self.zone.cards]
        self.zone.gather()
        cards.remove(card)
        self.zone.lay(cards)

    def put(self, card: str) -> None:
        """Lay a card on its stack; a salad card goes to the bottom."""
        if self._cards.of[card].kind != "salad":
            self.zone.put(card)
            return
        others = self.zone.gather()
        self.zone.put(card)
        self.zone.put_all(others)
