"""The page on which people end a game in progress."""

from collections.abc import Sequence

from msgspec import Struct

from notation.record import SEATS
from pages.environment import render

BY_RULES = "Its rules ended it"
"""What is not early at all, where only those at the table know."""

REASONS = {
    "resigned": "Somebody gave up",
    "time": "Time ran out",
    "adjudicated": "A referee decided",
    "abandoned": "We stop here",
}
"""Why a game ends early, in the words of the form."""


class EndForm(Struct, frozen=True):
    """A game in progress, for somebody who may end it.

    Attributes:
        own: the seat of the reader; empty: they own the table.
        is_dealt_to_all: whether each seat plays for itself, so that the owner decides nothing.
        is_owner_too: whether the reader, who has a seat, owns the table as well.
        is_over: whether the rules have ended it, and only those at the table know who won.
        may_be_over: whether they may have, since nobody knows whether somebody answers.
        scores: what is known of the scores, if their owner may say the others.
    """

    title: str
    version: int
    players: Sequence[str]
    own: str
    is_dealt_to_all: bool
    is_owner_too: bool
    is_over: bool
    may_be_over: bool
    scores: Sequence[int | None]

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The letter and the player of each seat."""
        return list(zip(SEATS, self.players, strict=False))


def end_page(root: str, address: str, form: EndForm, wrong: str) -> str:
    """The page that ends the game at `address`. `wrong` is why it did not end so."""
    reasons = {"": BY_RULES, **REASONS} if form.may_be_over else REASONS
    shown = {"form": form, "reasons": reasons, "wrong": wrong}
    return render("end.html", root=root, address=address, **shown)
