"""rules.md, 9: whether an unseen top card was obsolete, as far as the draws that follow tell."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from engines.triggs.flow import _was_obsolete
from engines.unseen import UnseenCard
from notation.record import Entry, Ply, Shuffle


class Top(UnseenCard):
    """An unseen card that may be a 3 or a 12."""

    __slots__ = ()

    def may_be(self, code: str) -> bool:
        return code in self.kinds()

    def kinds(self) -> list[str]:
        return ["3", "12"]


class Follows:
    """Knows the entries to come and the cards of a pile, and keeps what it is asked."""

    def __init__(self, entries: Sequence[Entry], cards: Sequence[str]) -> None:
        self._entries, self._cards = entries, cards
        self.asked: dict[str, bool] = {}

    def ahead(self, shuffles: int) -> Sequence[Entry]:
        del shuffles
        return self._entries

    def peek(self, zone: object) -> Sequence[str]:
        del zone
        return self._cards

    def is_one_of(self, *_: object, may: bool, must: bool) -> bool:
        self.asked = {"may": may, "must": must}
        return must


TOP = Top("_")
REFILL, OTHER = Shuffle("left", ("3",)), Shuffle("right", ("3",))


def draws(card: str, pile: str = "left") -> Ply:
    return Ply("A", f"draw {pile}", (card,))


@pytest.mark.parametrize(
    ("cards", "entries", "told"),
    [
        ([TOP, "5"], [draws("5")], (False, True)),  # only without it the 5 is drawn
        ([TOP, "5"], [draws("3"), REFILL], (False, False)),  # with it the 3 is
        ([TOP, "5"], [draws("_"), REFILL], (True, False)),  # a card too many for the draws
        ([TOP], [draws("_"), REFILL], (False, False)),  # as many cards as draws
        ([TOP], [draws("3", "right"), REFILL], (True, True)),  # the pile is refilled without a draw
        ([TOP, "5"], [OTHER, draws("_")], (False, False)),  # another pile is refilled
        ([TOP, "5"], [draws("_")], (False, False)),  # the pile is never refilled
    ],
)
def test_draws_until_the_pile_is_refilled_tell_of_an_obsolete_card(
    cards: list[str], entries: list[Entry], told: tuple[bool, bool]
) -> None:
    may, must = told
    follows = Follows(entries, cards)
    table: Any = SimpleNamespace(
        unseen=follows, chance=SimpleNamespace(shuffles=[]), obsolete=("12",)
    )
    pile: Any = SimpleNamespace(name="left", top=TOP)
    assert _was_obsolete(table, pile) == must
    assert follows.asked == {"may": may, "must": must}
