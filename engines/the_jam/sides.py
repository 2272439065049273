"""What lies before a seat."""

from typing import TYPE_CHECKING

from engines.the_jam.pantry import Pantry
from engines.zone import Visibility, Zone

if TYPE_CHECKING:
    from collections.abc import Iterator


class Side:
    """A seat's cards.

    Attributes:
        hand: the cards in hand.
        pantry: the completed recipes.
        guests: Karlsman and The Bear, where the seat has them.
        tasks: the tasks, kind by kind, those dealt first on top.
        given: in travel, what the seat gives in a trade that is not returned yet.
        given_ages: the ages of these recipes, in the same order.
        next: the side whose turn follows.
    """

    __slots__ = ("given", "given_ages", "guests", "hand", "next", "pantry", "seat", "tasks")

    next: "Side"

    def __init__(self, seat: str, *, travel: bool) -> None:
        self.seat = seat
        self.hand = Zone("hand", Visibility.OWNER, owner=seat, ordered=False)
        self.pantry = Pantry(seat, travel=travel)
        self.guests = Zone("guests", Visibility.EVERYONE, owner=seat, ordered=False)
        self.tasks = Zone("tasks", Visibility.OWNER, owner=seat)
        self.given = Zone("given", Visibility.OWNER, owner=seat)
        self.given_ages: list[int] = []

    def others(self) -> "Iterator[Side]":
        """The other sides, clockwise."""
        side = self.next
        while side is not self:
            yield side
            side = side.next
