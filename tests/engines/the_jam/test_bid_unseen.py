"""rules.md, 9: what a seat with unseen recipes must hold, since it was asked for a bid or not."""

from types import SimpleNamespace
from typing import Any

import pytest

from engines.the_jam.unseen import can_bid
from tests.engines.the_jam.positions import CARDS, CONE

APPLE = "apple-jam:cherry"


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("bid", [(), (CONE,), (APPLE,), (APPLE, CONE)])
@pytest.mark.parametrize("held", [(), (CONE,), (APPLE,), (APPLE, CONE, CONE)])
def test_jams_beat_the_last_bid_if_and_only_if_the_seat_is_asked(
    bid: tuple[str, ...], held: tuple[str, ...], *, asked: bool
) -> None:
    noted: list[Any] = []
    unseen = SimpleNamespace(
        is_asked=lambda *_: asked, must_hold=lambda _zones, off: noted.append(off)
    )
    table: Any = SimpleNamespace(
        unseen=unseen,
        cards=CARDS,
        bid=bid,
        hides_recipes=lambda _: True,
        pantries={"A": SimpleNamespace(zones=())},
    )
    assert can_bid(table, "A") == asked
    over = CARDS.points(held) - CARDS.points(bid)
    assert noted[0](held, ("cherry-pie:dogwood",)) == max(0, 1 - over if asked else over)
