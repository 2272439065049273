"""The basket of ingredients. The numbers in brackets are the sections of rules.md."""

from collections.abc import Mapping
from typing import ClassVar

from engines.the_jam.cards import Card
from engines.zone import Zone


class Basket:
    """Ingredients side by side, all of which can be used (1).

    Args:
        zone: where they are.
        of: the recipe cards of the deck, by code.
    """

    __slots__ = ("_of", "zone")

    ordered: ClassVar[bool] = False
    """Whether their order matters."""

    def __init__(self, zone: Zone, of: Mapping[str, Card]) -> None:
        self.zone = zone
        self._of = of

    def offers(self, card: str) -> bool:
        """Whether this card is here and can be used."""
        return card in self.zone

    def usable(self) -> tuple[str, ...]:
        """Every card that can be used."""
        return self.zone.cards

    def take(self, card: str) -> None:
        """Remove a card that the basket offers."""
        self.zone.take(card)

    def put(self, card: str) -> None:
        """Lay a card in the basket."""
        self.zone.put(card)


class Stacks(Basket):
    """Ingredients in stacks, one for each fruit, whose top cards can be used (11).

    One zone holds them all: of two cards of a stack, the upper one is nearer to the zone's top.
    """

    __slots__ = ()

    ordered = True

    def offers(self, card: str) -> bool:
        """Whether this card is the top of its stack."""
        if card not in self.zone:
            return False
        of = self._of
        fruit = of[card].below
        for top in self.zone.cards:
            if of[top].below == fruit:
                break
        return top == card

    def usable(self) -> tuple[str, ...]:
        """The top of each stack."""
        of = self._of
        tops = {of[card].below: card for card in reversed(self.zone.cards)}
        return tuple(tops.values())

    def take(self, card: str) -> None:
        """Remove a card that the basket offers."""
        above = self.zone.draw_top(self.zone.cards.index(card))
        self.zone.draw()
        self.zone.lay(above)

    def put(self, card: str) -> None:
        """Lay a card on its stack; a salad card goes to the bottom."""
        if self._of[card].kind != "salad":
            self.zone.put(card)
            return
        others = self.zone.gather()
        self.zone.put(card)
        self.zone.put_all(others)
