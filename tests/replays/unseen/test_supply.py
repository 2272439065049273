"""Matching tokens with cards through several shuffles."""

from collections.abc import Sequence

from replays.unseen.supply import Demand, Supply
from replays.unseen.tokens import Bag, Token

_MANY = 1000


def bag(number: int, cards: Sequence[str], size: int) -> tuple[Bag, list[Token]]:
    """A shuffle of these cards, and so many tokens drawn from it."""
    made = Bag(number, cards)
    tokens = [Token(10 * number + at, made) for at in range(size)]
    made.order += tokens
    return made, tokens


def test_a_card_may_take_another_path_through_the_same_shuffle() -> None:
    """The first path would displace a card that has no other place."""
    _, first = bag(1, ["x", "y"], 2)
    _, (left, right) = bag(2, first, 2)
    _, (named, other) = bag(3, [left, "k"], 2)
    _, (late,) = bag(4, [other], 1)
    _, (early,) = bag(5, [right], 1)
    _, (last, _) = bag(6, [late, early], 2)
    supply = Supply(joint=True, steps=_MANY)
    assert supply.place(Demand(["y"], [named]))
    assert supply.place(Demand(["x"], [last]))
    assert supply.carries[right][1] == "x"


def test_asking_for_a_card_takes_none() -> None:
    _, (one, other) = bag(1, ["x", "y"], 2)
    supply = Supply(joint=False, steps=_MANY)
    assert supply.could(Demand(["x"], [one, other]))
    assert not supply.carries
    assert supply.place(Demand(["x"], [one]))
    assert not supply.could(Demand(["x"], [other]))
