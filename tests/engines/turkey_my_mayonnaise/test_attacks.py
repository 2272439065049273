"""rules.md, 5. Attacks and 6. Answers."""

import pytest

from engines.turkey_my_mayonnaise.state import ANSWER, DRAW
from tests.engines.tables import refusal
from tests.engines.turkey_my_mayonnaise.positions import (
    discarded,
    hand,
    listed,
    out,
    play,
    position,
)


def test_ruling_9_a_penalty_lies_on_any_opponents_recipe_without_limit() -> None:
    table = position("A R01", "B R02 penalty-5", "C R03", seats=3, A="penalty-5 ham")
    assert listed(table, "penalize") == [
        "penalize penalty-5 on=R02", "penalize penalty-5 on=R03",
    ]  # fmt: skip
    play(table, "penalize penalty-5 on=R02")
    assert (out(table, "B"), discarded(table), table.to_act) == (
        ["R02 penalty-5 penalty-5"], "", "B",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text", ["penalize penalty-5 on=R01", "steal ham from=R01 to=R01", "spoil fridge ham from=R01"]
)
def test_an_own_recipe_is_not_attacked_nor_one_that_is_not_out(text: str) -> None:
    table = position("A R01 ham", A="penalty-5 steal fridge")
    refusal(table, text, "opponents-recipe", "R01")
    illegal = refusal(table, text.replace("R01", "R02"), "opponents-recipe", "R02")
    assert illegal.reason.message == "R02 is not out"


def test_a_partners_recipe_is_not_attacked() -> None:
    table = position("D R01 ham", teams=True, seats=6, A="penalty-5 steal fridge tmm")
    assert listed(table, "penalize", "steal", "spoil", "tmm take") == []
    refusal(table, "penalize penalty-5 on=R01", "opponents-recipe", "R01")


def test_ruling_9_without_a_target_there_is_no_attack() -> None:
    table = position("A R01", "B R02 ham bonus-5", A="steal spoil-cheese penalty-10 fridge")
    assert listed(table, "penalize", "steal", "spoil") == [
        "penalize penalty-10 on=R02", "steal ham from=R02 to=R01", "spoil fridge ham from=R02",
    ]  # fmt: skip
    table = position("A R01", A="steal spoil-cheese penalty-10 fridge")
    assert listed(table, "penalize", "steal", "spoil") == []


def test_ruling_9_a_stolen_ingredient_comes_at_once_to_an_own_fitting_recipe() -> None:
    table = position("A R01 bonus-5 tofu", "A R02", "B R05 brie ham", A="steal", discard="R09")
    assert listed(table, "steal") == [
        "steal ham from=R05 to=R01", "steal ham from=R05 to=R02",
        "steal brie from=R05 to=R01", "steal brie from=R05 to=R02",
    ]  # fmt: skip
    play(table, "steal brie from=R05 to=R01")
    assert (out(table, "A"), out(table, "B")) == (["R01 bonus-5 tofu brie", "R02"], ["R05 ham"])
    assert discarded(table) == "R09 steal"


def test_ruling_9_a_steal_needs_a_free_slot() -> None:
    table = position("A R01 bacon", "B R05 ham", A="steal")
    assert listed(table, "steal") == []
    refusal(table, "steal ham from=R05 to=R01", "no-slot", "R01")
    refusal(table, "steal ham from=R05 to=R05", "own-recipe", "R05")
    refusal(table, "steal ham from=R05 to=R02", "own-recipe", "R02")


def test_a_steal_hits_ingredients_only_tofu_included() -> None:
    table = position("A R01", "B R05 tofu bonus-5 penalty-5", A="steal")
    assert listed(table, "steal") == ["steal tofu from=R05 to=R01"]
    refusal(table, "steal bonus-5 from=R05 to=R01", "no-prey", "bonus-5")
    refusal(table, "steal penalty-5 from=R05 to=R01", "no-prey", "penalty-5")
    refusal(table, "steal R05 from=R05 to=R01", "not-there", "R05")
    refusal(table, "steal ham from=R05 to=R01", "not-there", "ham")


def test_a_stolen_double_fills_one_slot_unless_written_otherwise() -> None:
    table = position("A R17", "A R01", "B R05 double-meat-5*", A="steal")
    assert listed(table, "steal") == [
        "steal double-meat-5 from=R05 to=R01",
        "steal double-meat-5 from=R05 to=R17",
        "steal double-meat-5 from=R05 to=R17 as=double",
    ]
    single = table.copy()
    play(single, "steal double-meat-5 from=R05 to=R17")
    assert out(single, "A")[0] == "R17 double-meat-5"
    play(table, "steal double-meat-5 from=R05 to=R17 as=double")
    assert out(table, "A")[0] == "R17 double-meat-5*"


def test_ruling_4_both_slots_of_a_doubled_card_that_goes_are_free_again() -> None:
    table = position("A R01", "B R05 double-meat-5* blue", A="steal", B="ham bacon", deck="tofu")
    assert table.out["R05"].missing == (0, 0, 0, 0)
    play(table, "steal double-meat-5 from=R05 to=R01", "draw")
    assert table.out["R05"].missing == (2, 0, 0, 0)
    play(table, "add ham to=R05")
    assert table.out["R05"].missing == (1, 0, 0, 0)


def test_ruling_9_a_spoil_discards_one_ingredient_of_its_category() -> None:
    table = position("B R05 ham double-meat-3* brie tofu bonus-5", A="spoil-meat", discard="R09")
    assert listed(table, "spoil") == [
        "spoil spoil-meat ham from=R05", "spoil spoil-meat double-meat-3 from=R05",
    ]  # fmt: skip
    for card in ("brie", "tofu", "bonus-5"):
        refusal(table, f"spoil spoil-meat {card} from=R05", "no-prey", card)
    play(table, "spoil spoil-meat double-meat-3 from=R05")
    assert out(table, "B") == ["R05 ham brie tofu bonus-5"]
    assert discarded(table) == "R09 spoil-meat double-meat-3"


def test_ruling_5_the_fridge_spoils_any_ingredient_tofu_included() -> None:
    table = position("B R05 tofu brie bonus-5", A="fridge")
    assert listed(table, "spoil") == [
        "spoil fridge brie from=R05", "spoil fridge tofu from=R05",
    ]  # fmt: skip
    refusal(table, "spoil fridge bonus-5 from=R05", "no-prey", "bonus-5")
    play(table, "spoil fridge tofu from=R05")
    assert discarded(table) == "fridge tofu"


def test_of_like_ingredients_the_first_that_came_spoils() -> None:
    table = position("B R05 ham bonus-5 ham", A="spoil-meat")
    assert listed(table, "spoil") == ["spoil spoil-meat ham from=R05"]
    play(table, "spoil spoil-meat ham from=R05")
    assert out(table, "B") == ["R05 bonus-5 ham"]


def test_ruling_10_a_swatter_cancels_and_goes_first() -> None:
    table = position("B R05 ham", A="spoil-meat", B="swatter brie", discard="R09")
    play(table, "spoil spoil-meat ham from=R05")
    assert (table.to_act, table.phase, listed(table)) == ("B", ANSWER, ["swat", "pass"])
    assert table.played.cards == ("spoil-meat",)
    play(table, "swat")
    assert (out(table, "B"), discarded(table)) == (["R05 ham"], "R09 swatter spoil-meat")
    assert (table.to_act, table.phase, hand(table, "B")) == ("B", DRAW, "brie")


def test_a_swatted_penalty_is_discarded() -> None:
    table = position("B R05 ham", A="penalty-5", B="swatter")
    play(table, "penalize penalty-5 on=R05", "swat")
    assert (out(table, "B"), discarded(table)) == (["R05 ham"], "swatter penalty-5")


def test_an_answer_may_be_declined() -> None:
    table = position("B R05 ham", A="spoil-meat", B="swatter send-back")
    play(table, "spoil spoil-meat ham from=R05")
    assert listed(table) == ["swat", "sendback", "pass"]
    play(table, "pass")
    assert (out(table, "B"), discarded(table)) == (["R05"], "spoil-meat ham")
    assert hand(table, "B") == "swatter send-back"


def test_only_the_attacked_seat_is_asked() -> None:
    table = position("B R05 ham", seats=3, A="penalty-5", C="swatter send-back", B="inspector")
    play(table, "penalize penalty-5 on=R05")
    assert out(table, "B") == ["R05 ham penalty-5"]


def test_ruling_10_a_penalty_is_sent_back_to_a_recipe_of_the_attacker() -> None:
    table = position(
        "A R01", "A R02", "B R05", "C R03", seats=3, A="penalty-5", B="send-back", discard="R09"
    )
    play(table, "penalize penalty-5 on=R05")
    assert listed(table) == ["sendback on=R01", "sendback on=R02", "pass"]
    play(table, "sendback on=R02")
    assert out(table, "A") == ["R01", "R02 penalty-5"]
    assert (discarded(table), table.to_act) == ("R09 send-back", "B")


def test_ruling_10_a_steal_is_sent_back_as_a_steal_of_the_blocker() -> None:
    table = position(
        "A R01 ham double-meat-3", "B R05 brie", "B R17", "C R03 blue", seats=3,
        A="steal", B="send-back",
    )  # fmt: skip
    play(table, "steal brie from=R05 to=R01")
    assert listed(table) == [
        "sendback ham from=R01 to=R05",
        "sendback ham from=R01 to=R17",
        "sendback double-meat-3 from=R01 to=R05",
        "sendback double-meat-3 from=R01 to=R05 as=double",
        "sendback double-meat-3 from=R01 to=R17",
        "sendback double-meat-3 from=R01 to=R17 as=double",
        "pass",
    ]
    play(table, "sendback double-meat-3 from=R01 to=R17 as=double")
    assert (out(table, "A"), out(table, "B")) == (["R01 ham"], ["R05 brie", "R17 double-meat-3*"])
    assert discarded(table) == "send-back steal"


def test_ruling_10_a_spoil_is_sent_back_to_a_card_that_it_hits() -> None:
    table = position("A R01 ham brie", "B R05 bacon", A="spoil-meat", B="send-back")
    play(table, "spoil spoil-meat bacon from=R05")
    assert listed(table) == ["sendback ham from=R01", "pass"]
    refusal(table, "sendback brie from=R01", "no-prey", "brie")
    play(table, "sendback ham from=R01")
    assert discarded(table) == "send-back spoil-meat ham"
    assert (out(table, "A"), out(table, "B")) == (["R01 brie"], ["R05 bacon"])


def test_ruling_10_what_is_sent_back_can_be_blocked_in_turn() -> None:
    table = position(
        "A R01", "B R05", A="penalty-5 send-back swatter", B="send-back send-back", discard="R09"
    )
    play(table, "penalize penalty-5 on=R05", "sendback on=R01")
    assert (table.to_act, listed(table)) == ("A", ["swat", "sendback on=R05", "pass"])
    play(table, "sendback on=R05")
    assert (table.to_act, listed(table)) == ("B", ["sendback on=R01", "pass"])
    play(table, "sendback on=R01", "swat")
    assert (out(table, "A"), out(table, "B")) == (["R01"], ["R05"])
    assert discarded(table) == "R09 send-back send-back send-back swatter penalty-5"
    assert (table.to_act, table.phase) == ("B", DRAW)


def test_ruling_10_without_a_target_it_fizzles_and_nothing_answers() -> None:
    table = position("B R05", A="penalty-5 swatter send-back", B="send-back")
    play(table, "penalize penalty-5 on=R05")
    assert listed(table) == ["sendback", "pass"]
    play(table, "sendback")
    assert (out(table, "B"), discarded(table)) == (["R05"], "send-back penalty-5")
    assert table.to_act == "B"
    assert table.phase is DRAW


def test_a_target_is_named_where_there_is_one() -> None:
    table = position("A R01", "B R05", A="penalty-5", B="send-back")
    play(table, "penalize penalty-5 on=R05")
    illegal = refusal(table, "sendback", "send-back-target")
    assert illegal.reason.message == (
        "penalty-5 is sent back with `sendback on=RECIPE`, or without a target if A has none"
    )
    assert illegal.reason.table == "sees of A: R01 (meat spread + cheese veggie) with no cards"


@pytest.mark.parametrize(
    "text",
    [
        "sendback ham from=R01",
        "sendback ham from=R01 to=R05",
        "sendback ham on=R01",
        "sendback ham",
    ],
)
def test_a_penalty_is_sent_back_with_on_alone(text: str) -> None:
    table = position("A R01 ham", "B R05", A="penalty-5", B="send-back")
    play(table, "penalize penalty-5 on=R05")
    refusal(table, text, "send-back-target")


@pytest.mark.parametrize("text", ["sendback on=R01", "sendback ham from=R01", "sendback"])
def test_a_steal_is_sent_back_with_card_from_and_to(text: str) -> None:
    table = position("A R01 ham", "B R05 brie", A="steal", B="send-back")
    play(table, "steal brie from=R05 to=R01")
    refusal(table, text, "send-back-target")
    refusal(table, "sendback ham from=R01 to=R05 as=double", "only-doubles", "double")
    refusal(table, "sendback ham from=R01 to=R01", "own-recipe", "R01")


def test_a_spoil_is_sent_back_with_card_and_from() -> None:
    table = position("A R01 ham", "B R05 bacon", A="spoil-meat", B="send-back")
    play(table, "spoil spoil-meat bacon from=R05")
    refusal(table, "sendback ham from=R01 to=R05", "send-back-target")
    refusal(table, "sendback ham from=R01 as=double", "send-back-target")
    refusal(table, "sendback bacon from=R01", "not-there", "bacon")


def test_the_new_target_is_the_attackers() -> None:
    table = position("A R01", "B R05", "C R03", seats=3, A="penalty-5", B="send-back")
    play(table, "penalize penalty-5 on=R05")
    illegal = refusal(table, "sendback on=R03", "send-back-target", "R03")
    assert illegal.reason.message == "R03 is not a recipe of A, who attacked"
    refusal(table, "sendback on=R05", "send-back-target", "R05")
    refusal(table, "sendback on=R09", "send-back-target", "R09")


def test_ruling_10_in_team_play_either_partner_answers_in_turn_order_from_the_attacker() -> None:
    table = position(
        "B R05", "A R01", teams=True, seats=6, C="penalty-5", B="swatter", E="swatter send-back"
    )
    table.turn = table.to_act = "C"
    play(table, "penalize penalty-5 on=R05")
    assert (table.to_act, listed(table)) == ("E", ["swat", "sendback", "pass"])
    play(table, "pass")
    assert table.to_act == "B"
    play(table, "swat")
    assert (table.to_act, discarded(table)) == ("D", "swatter penalty-5")


def test_in_team_play_what_is_sent_back_is_answered_by_either_partner_of_the_attacker() -> None:
    table = position(
        "B R05 brie",
        "A R01 ham",
        teams=True,
        seats=6,
        A="steal swatter",
        D="swatter",
        E="send-back",
    )
    play(table, "steal brie from=R05 to=R01")
    assert table.to_act == "E"
    play(table, "sendback ham from=R01 to=R05")
    assert table.to_act == "A"
    play(table, "pass")
    assert table.to_act == "D"
    play(table, "pass")
    assert (out(table, "A"), out(table, "B")) == (["R01"], ["R05 brie ham"])


def test_an_attack_waits_for_the_seats_asked() -> None:
    table = position("A R01", "B R05 ham", A="penalty-5", B="swatter inspector ham")
    refusal(table, "swat", "no-answer-due")
    refusal(table, "sendback on=R05", "no-answer-due")
    play(table, "penalize penalty-5 on=R05")
    illegal = refusal(table, "discard ham", "answer-due")
    assert illegal.reason.message == (
        "the penalty-5 against R05 waits for an answer: swat, sendback or pass"
    )
    for text in (
        "draw",
        "inspect",
        "end",
        "bank R05",
        "scrap R05",
        "refresh ham,swatter,inspector",
    ):
        refusal(table, text, "answer-due")
    refusal(table, "sendback on=R01", "not-held")


def test_an_answer_is_shown_from_the_own_hand() -> None:
    table = position("A R01", "B R05 ham", A="penalty-5", B="send-back")
    play(table, "penalize penalty-5 on=R05")
    refusal(table, "swat", "not-held")


def test_after_an_attack_the_attacker_may_bank() -> None:
    table = position("A R01 ham ketchup", "B R05 brie", A="spoil-cheese", B="swatter")
    play(table, "spoil spoil-cheese brie from=R05", "swat")
    assert (table.to_act, listed(table)) == ("A", ["bank R01", "end"])


def test_a_theft_may_complete_a_recipe_to_be_banked() -> None:
    table = position("A R01 ham", "B R05 ketchup", A="steal")
    play(table, "steal ketchup from=R05 to=R01")
    assert listed(table) == ["bank R01", "end"]
