"""Cards that know their places in shuffles, by which redaction finds them again."""

from typing import Self, TypeAlias

from notation.chance import Chance, Shows

CardPlace: TypeAlias = tuple[int, int]
"""A place in the order of a shuffle: the shuffle's number in the game, and the index there."""


class MarkedCard(str):
    """A card that knows its place in the last shuffle that it was part of.

    A card that is made anew has no place, so that it counts as hidden.
    """

    __slots__ = ("place",)

    place: CardPlace

    def __new__(cls, card: str, place: CardPlace) -> Self:
        """The card at this place."""
        marked = str.__new__(cls, card)
        marked.place = place
        return marked


class Marking(Chance):
    """Chance that marks every card with its place. The shuffles that it notes have no marks."""

    def __init__(self, seed: str | None = None) -> None:
        super().__init__(seed)
        self._made = 0

    def shuffle(self, name: str, cards: list[str], shows: Shows | None = None) -> list[str]:
        """The cards in their order, marked."""
        plain = [*map(str, cards)]
        order = super().shuffle(name, plain, shows)
        if order is plain:
            return cards
        number, self._made = self._made, self._made + 1
        return [MarkedCard(card, (number, at)) for at, card in enumerate(order)]

    def copy(self) -> Self:
        """An independent copy at the same point."""
        other = super().copy()
        other._made = self._made  # noqa: SLF001 - of its own class
        return other
