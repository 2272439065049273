"""rules.md, 9. The position: its counters, one by one."""

from engines.turkey_my_mayonnaise.details import SandwichDetails
from engines.turkey_my_mayonnaise.state import Turkey
from tests.engines.turkey_my_mayonnaise.positions import play, position

READY = "R01 bacon ketchup"


def numbers(table: Turkey) -> dict[str, int]:
    """The counters that are not 0."""
    return {counter.key: counter.value for counter in table.counters() if counter.value}


def test_counters_have_the_cards_that_lie_doubled() -> None:
    table = position("B R05 ham double-meat-3* brie*")
    assert numbers(table)["recipe-1-doubled.B"] == 2 + 4


def test_counters_have_the_seat_that_must_miss_a_turn_before_a_recipe_is_banked() -> None:
    table = position("B R02", f"B {READY}", A="inspector", B="tofu")
    table.turn = table.to_act = "B"
    play(table, "bank R01")
    assert numbers(table) == {"turn": 2, "due": 5, "banking": 5, "resume": 1}
    play(table, "inspect")
    assert numbers(table) == {"recipe-2-stopped.B": 2, "misses-turn.B": 1, "turn": 2, "due": 1}
    shown = [table.details(None)[f"recipe-{place}.B"] for place in (1, 2)]
    assert [isinstance(one, SandwichDetails) and one.stopped for one in shown] == [None, "B"]


def test_tofu_is_shown_in_an_open_slot_and_not_doubled() -> None:
    table = position("A R01 tofu")
    shown = table.details(None)["recipe-1.A"]
    assert isinstance(shown, SandwichDetails)
    assert [(slot.card, slot.doubled) for slot in (*shown.need, *shown.extras)].count(
        ("tofu", False)
    ) == 1


def test_counters_have_the_attack_under_way() -> None:
    table = position("A R01 ham double-meat-3", "B R05 blue brie", "B R17",
                     A="steal send-back", B="send-back")  # fmt: skip
    play(table, "steal brie from=R05 to=R01")
    attack = {"attack-by": 1, "attack-at": 4, "attack-prey": 2, "attack-onto": 1}
    assert numbers(table) == {"turn": 1, "due": 4, **attack}
    play(table, "sendback double-meat-3 from=R01 to=R17 as=double")
    attack = {"attack-by": 2, "attack-at": 1, "attack-prey": 2, "attack-onto": 5}
    assert numbers(table) == {"turn": 1, "due": 4, **attack, "attack-double": 1}
