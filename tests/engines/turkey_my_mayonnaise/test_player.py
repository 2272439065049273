"""What the sensible player thinks of a move, compared with others."""

import pytest

from engines.turkey_my_mayonnaise import GAME
from engines.turkey_my_mayonnaise.players import _WORTH
from engines.turkey_my_mayonnaise.state import Turkey
from tests.engines.turkey_my_mayonnaise.positions import CARDS, play, position

READY = "R01 bacon ketchup"


def worth(table: Turkey, text: str) -> int:
    move = GAME.moves.parse(text)
    return _WORTH[type(move)](table, move)


def test_a_recipe_is_worth_more_with_each_ingredient_that_it_needs_in_hand() -> None:
    hands = ("R01", "R01 bacon", "R01 bacon ketchup", "R01 bacon ham ketchup")
    alone, *others = [worth(position(A=hand), "recipe R01") for hand in hands]
    assert [other - alone for other in others] == [1, 2, 2]


def test_a_replacement_is_worth_what_it_has_more_than_the_card_and_the_play() -> None:
    table = position("A R01 ham", A="bacon double-meat-3")
    more = CARDS.worth["bacon"] - CARDS.worth["ham"]
    assert worth(table, "replace bacon over=ham on=R01") == more - 1
    single = worth(table, "replace double-meat-3 over=ham on=R01")
    double = worth(table, "replace double-meat-3 over=ham on=R01 as=double")
    assert double - single == CARDS.worth["double-meat-3"]


def test_a_card_moved_is_a_loss_unless_the_hand_can_take_its_place() -> None:
    text = "tmm move brie from=R05 to=R03"
    lost, kept = (
        worth(position("A R05 brie", "A R03", A=hand), text) for hand in ("tmm", "tmm blue")
    )
    assert kept - lost == CARDS.worth["brie"]


def test_taking_a_card_with_the_wild_card_is_worth_less_than_stealing_it() -> None:
    table = position("A R05", "B R03 brie", A="tmm steal")
    assert worth(table, "tmm take brie from=R03 to=R05") < worth(
        table, "steal brie from=R03 to=R05"
    )


@pytest.mark.parametrize("penalty", [5, 10])
def test_a_block_saves_the_penalty_but_no_more_than_the_recipe_is_worth(penalty: int) -> None:
    table = position("A R02", f"B {READY}", A=f"penalty-{penalty}", B="swatter send-back")
    play(table, f"penalize penalty-{penalty} on=R01")
    nothing = position("A R02", "B R01", A="penalty-5", B="swatter")
    play(nothing, "penalize penalty-5 on=R01")
    saved = worth(table, "swat") - worth(nothing, "swat")
    assert saved == min(penalty, 9)


def test_sending_a_penalty_back_adds_half_of_what_the_recipe_there_is_worth() -> None:
    table = position("A R01 bacon ketchup", "B R05 ham", A="penalty-5", B="swatter send-back")
    play(table, "penalize penalty-5 on=R05")
    assert worth(table, "sendback on=R01") - worth(table, "swat") == 9 // 2
