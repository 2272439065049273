"""rules.md, 3: whether a hand with unseen cards gives the fruit of a jam, or its recipe."""

from types import SimpleNamespace
from typing import Any

import pytest

from engines.the_jam.moves import Jam
from engines.the_jam.rules.checks import has_fruit


@pytest.mark.parametrize(
    ("offered", "may_hold", "absent", "fruit"),
    [
        ("recipe", "fruit", "recipe", True),
        ("recipe", "fruit", "", False),  # it may hold the recipe too
        ("recipe", "", "recipe", False),  # it cannot hold the fruit
        ("", "fruit", "recipe", False),  # the basket does not offer the recipe
    ],
)
def test_the_hand_gives_the_fruit_if_it_cannot_hold_the_recipe(
    offered: str, may_hold: str, absent: str, *, fruit: bool
) -> None:
    basket = SimpleNamespace(offers=lambda card: card == offered, zone=None)
    unseen = SimpleNamespace(
        may_hold=lambda _hand, card, _zone: card == may_hold,
        is_absent=lambda _hand, card, _zone: card == absent,
    )
    table: Any = SimpleNamespace(hands={"A": None}, basket=basket, unseen=unseen)
    assert has_fruit(table, "A", Jam("recipe", "fruit")) == fruit
    table.unseen = None
    assert not has_fruit(table, "A", Jam("recipe", "fruit"))
