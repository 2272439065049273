"""Which token is which card: cards are brought through one shuffle after another."""

from collections.abc import Sequence

from replays.unseen.supply import Demand, Supply
from replays.unseen.tokens import Bag, Token

_MANY = 1000


def bag(number: int, cards: Sequence[str], size: int) -> tuple[Bag, list[Token]]:
    """A shuffle of these cards, and so many tokens that came out of it."""
    made = Bag(number, cards)
    tokens = [Token(10 * number + at, made) for at in range(size)]
    made.order += tokens
    return made, tokens


def test_a_card_takes_another_way_though_one_through_the_same_shuffle_failed() -> None:
    """The first way takes the place of another card, for which there is no other."""
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


def test_asking_whether_a_card_could_be_found_takes_none() -> None:
    _, (one, other) = bag(1, ["x", "y"], 2)
    supply = Supply(joint=False, steps=_MANY)
    assert supply.could(Demand(["x"], [one, other]))
    assert not supply.carries
    assert supply.place(Demand(["x"], [one]))
    assert not supply.could(Demand(["x"], [other]))
