"""Which cards may come with the deal of a game with real cards."""

import pytest

from engines.registry import load_game
from replays.opening import Opening, opening_of


def opening(name: str) -> Opening:
    """What the deal of a game with two seats turns up."""
    found = opening_of(load_game(name), 2, {})
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "kinds"), [("triggs", 12), ("point_salad", 108)])
def test_every_card_may_come_that_could_be_in_the_pile(name: str, kinds: int) -> None:
    assert len(opening(name).faces) == kinds


def test_no_task_of_the_jam_may_come_from_its_deck() -> None:
    kinds = {load_game("the_jam").catalogue[code].kind for code in opening("the_jam").faces}
    assert kinds == {"jam", "pie", "salad", "guest"}


@pytest.mark.parametrize("name", ["grab_your_breakfast", "turkey_my_mayonnaise"])
def test_a_deal_may_turn_up_nothing(name: str) -> None:
    assert opening_of(load_game(name), 2, {}) is None
