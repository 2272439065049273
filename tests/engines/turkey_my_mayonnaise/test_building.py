"""rules.md, 3. Recipes."""

import pytest

from tests.engines.tables import refusal
from tests.engines.turkey_my_mayonnaise.positions import (
    discarded,
    hand,
    listed,
    out,
    play,
    position,
    slots_of,
)

# R01 needs meat and spread, with cheese and veggie as extras; R05 needs two meat and a cheese,
# with a veggie; R10 two cheese and a veggie, with a spread; R17 two meat, a cheese and a veggie,
# with a spread; R15 one of each, with another meat.


def test_a_recipe_card_starts_a_recipe_in_the_first_free_place() -> None:
    table = position("A R01", "A R02", "A R03", A="R05", B="tofu")
    play(table, "scrap R02", "recipe R05")
    assert [place.recipe for place in slots_of(table, "A")] == ["R01", "R05", "R03"]
    assert table.to_act == "B"


def test_ruling_8_at_most_three_recipes_are_out() -> None:
    table = position("A R01", "A R02", "A R03", A="R05")
    assert listed(table, "recipe") == []
    illegal = refusal(table, "recipe R05", "recipe-limit", "R05")
    assert illegal.reason.message == "3 recipes are out, and that is the limit"
    play(table, "scrap R01", "recipe R05")
    assert out(table, "A") == ["R05", "R02", "R03"]


def test_ruling_8_a_team_shares_its_three_recipes_and_not_its_hands() -> None:
    table = position("A R01", "A R02", teams=True, seats=6, A="R03", D="R05 ham")
    play(table, "recipe R03")
    for _ in "BC":
        play(table, "draw", "pass")
    play(table, "draw")
    assert table.to_act == "D"
    refusal(table, "recipe R05", "recipe-limit", "R05")
    assert listed(table, "add") == ["add ham to=R01", "add ham to=R02", "add ham to=R03"]
    play(table, "add ham to=R01")
    assert out(table, "A") == ["R01 ham", "R02", "R03"]
    assert hand(table, "D") == "R05"


def test_ruling_6_without_a_recipe_out_no_ingredient_can_be_played() -> None:
    table = position("B R01", A="ham tofu")
    assert listed(table) == ["discard ham", "discard tofu"]
    illegal = refusal(table, "add ham to=R01", "own-recipe", "R01")
    assert illegal.reason.message == "R01 is a recipe of B"
    assert refusal(table, "add ham to=R02", "own-recipe", "R02").reason.message == "R02 is not out"
    refusal(table, "add ham to=R99", "no-such-card", "R99")
    refusal(table, "add ham to=brie", "wrong-kind", "brie")


def test_ruling_6_one_card_a_slot() -> None:
    table = position("A R01 ham", A="bacon ketchup brie lettuce")
    illegal = refusal(table, "add bacon to=R01", "no-slot", "R01")
    assert illegal.reason.message == "R01 does not have a slot for bacon"
    assert illegal.reason.table == "sees R01 (meat spread + cheese veggie) with ham"
    assert listed(table, "add") == ["add brie to=R01", "add lettuce to=R01", "add ketchup to=R01"]


def test_ruling_6_extras_may_be_filled_before_the_need() -> None:
    table = position("A R01", A="brie")
    play(table, "add brie to=R01")
    assert out(table, "A") == ["R01 brie"]
    assert not table.out["R01"].complete


def test_ruling_4_a_double_fills_one_slot_or_two_at_once() -> None:
    table = position("A R05", A="double-meat-7")
    assert listed(table, "add") == [
        "add double-meat-7 to=R05", "add double-meat-7 to=R05 as=double",
    ]  # fmt: skip
    once, twice = table.copy(), table
    play(once, "add double-meat-7 to=R05")
    play(twice, "add double-meat-7 to=R05 as=double")
    assert (out(once, "A"), once.out["R05"].value()) == (["R05 double-meat-7"], 7)
    assert (out(twice, "A"), twice.out["R05"].value()) == (["R05 double-meat-7*"], 14)


def test_ruling_4_a_doubled_card_may_lie_in_need_and_extras() -> None:
    table = position("A R15 brie lettuce ketchup", A="double-meat-3")
    play(table, "add double-meat-3 to=R15 as=double")
    assert table.out["R15"].complete
    assert table.out["R15"].value() == 8 + 2 + 2 + 6


def test_ruling_4_a_double_needs_two_free_slots_to_be_doubled() -> None:
    table = position("A R05 ham", "A R01", A="double-meat-7")
    assert listed(table, "add") == ["add double-meat-7 to=R01", "add double-meat-7 to=R05"]
    illegal = refusal(table, "add double-meat-7 to=R05 as=double", "no-slot", "R05")
    assert illegal.reason.message == "R05 does not have two slots for double-meat-7"


@pytest.mark.parametrize("card", ["ham", "tofu"])
def test_ruling_5_only_double_cards_are_doubled(card: str) -> None:
    table = position("A R05", A=card)
    refusal(table, f"add {card} to=R05 as=double", "only-doubles", "double")


def test_ruling_5_tofu_fits_any_slot_and_makes_way_within_the_recipe() -> None:
    table = position("A R01 tofu tofu tofu", A="ham brie bacon")
    assert listed(table, "add") == ["add ham to=R01", "add bacon to=R01", "add brie to=R01"]
    play(table, "add ham to=R01")
    assert table.out["R01"].complete


def test_ruling_5_tofu_needs_a_free_slot() -> None:
    table = position("A R01 tofu tofu tofu ham", A="tofu brie")
    assert listed(table, "add") == []
    refusal(table, "add tofu to=R01", "no-slot", "R01")
    refusal(table, "add brie to=R01", "no-slot", "R01")


def test_ruling_5_tofu_leaves_a_double_no_second_slot() -> None:
    table = position("A R05 tofu tofu tofu", A="double-meat-3")
    assert listed(table, "add") == ["add double-meat-3 to=R05"]


def test_a_slot_that_was_filled_names_the_ply() -> None:
    table = position("A R01", A="ham bacon", B="tofu", deck="brie blue")
    before = table.copy()
    play(table, "add ham to=R01", "draw", "discard tofu", "draw")
    cause = refusal(table, "add bacon to=R01", "no-slot", "R01")
    assert [cause.held_at(then) for then in (before, table)] == [False, True]


def test_ruling_7_a_better_ingredient_replaces_one_of_its_category() -> None:
    table = position("A R01 ham ketchup", A="bacon", discard="tofu")
    assert listed(table, "replace") == ["replace bacon over=ham on=R01"]
    play(table, "replace bacon over=ham on=R01")
    assert out(table, "A") == ["R01 ketchup bacon"]
    assert discarded(table) == "tofu ham"


@pytest.mark.parametrize("card", ["bologna", "ham", "brie"])
def test_ruling_7_a_card_of_another_category_or_no_more_points_does_not(card: str) -> None:
    table = position("A R01 ham ketchup", A=f"{card} double-meat-3")
    assert listed(table, "replace") == []
    other = refusal(table, f"replace {card} over=ham on=R01", "better-card", "ham")
    assert (other.reason.label == "of another category") == (card == "brie")
    refusal(table, "replace double-meat-3 over=ham on=R01", "better-card", "ham")


def test_ruling_7_tofu_neither_replaces_nor_is_replaced() -> None:
    table = position("A R01 tofu bologna bonus-5", A="bacon tofu")
    assert listed(table, "replace") == ["replace bacon over=bologna on=R01"]
    refusal(table, "replace bacon over=tofu on=R01", "better-card", "tofu")
    tofu = refusal(table, "replace tofu over=bologna on=R01", "better-card", "bologna")
    assert tofu.reason.label == "tofu neither replaces nor is replaced"
    bonus = refusal(table, "replace bacon over=bonus-5 on=R01", "better-card", "bonus-5")
    assert bonus.reason.label == "not an ingredient"


def test_a_card_that_is_replaced_lies_on_the_recipe() -> None:
    table = position("A R01 ham", "B R05 bologna", A="bacon")
    refusal(table, "replace bacon over=bologna on=R01", "not-there", "bologna")
    refusal(table, "replace bacon over=R01 on=R01", "not-there", "R01")
    refusal(table, "replace bacon over=hum on=R01", "no-such-card", "hum")
    refusal(table, "replace bacon over=bologna on=R05", "own-recipe", "R05")


def test_a_replacing_double_fills_one_slot_or_two_where_there_is_room() -> None:
    table = position("A R05 ham", "A R01 bologna", A="double-meat-5")
    assert listed(table, "replace") == [
        "replace double-meat-5 over=bologna on=R01",
        "replace double-meat-5 over=ham on=R05",
        "replace double-meat-5 over=ham on=R05 as=double",
    ]
    refusal(table, "replace double-meat-5 over=bologna on=R01 as=double", "no-slot", "R01")
    play(table, "replace double-meat-5 over=ham on=R05 as=double")
    assert out(table, "A")[0] == "R05 double-meat-5*"


def test_the_last_slot_for_a_replacing_double_names_the_ply_that_filled_it() -> None:
    table = position("A R05 ham", A="bacon double-meat-5", B="tofu", deck="brie blue")
    before = table.copy()
    play(table, "add bacon to=R05", "draw", "discard tofu", "draw")
    text = "replace double-meat-5 over=ham on=R05 as=double"
    illegal = refusal(table, text, "no-slot", "R05")
    assert [illegal.held_at(then) for then in (before, table)] == [False, True]


def test_a_single_card_is_no_double_in_a_replacement_either() -> None:
    table = position("A R05 ham", A="bacon")
    refusal(table, "replace bacon over=ham on=R05 as=double", "only-doubles", "double")


def test_face_values_are_compared_of_doubled_cards_too() -> None:
    table = position("A R05 double-meat-5* blue", A="turkey double-meat-7")
    assert listed(table, "replace") == [
        "replace turkey over=double-meat-5 on=R05",
        "replace double-meat-7 over=double-meat-5 on=R05",
        "replace double-meat-7 over=double-meat-5 on=R05 as=double",
    ]
    play(table, "replace turkey over=double-meat-5 on=R05")
    assert out(table, "A") == ["R05 blue turkey"]
    assert not table.out["R05"].complete


def test_of_like_cards_the_first_that_came_is_meant() -> None:
    table = position("A R05 ham bonus-5 ham", A="bacon")
    play(table, "replace bacon over=ham on=R05")
    assert out(table, "A") == ["R05 bonus-5 ham bacon"]


def test_any_number_of_bonuses_lie_on_a_recipe() -> None:
    table = position("A R01 bonus-5 bonus-10", "B R05", A="bonus-5 ham")
    assert listed(table, "bonus") == ["bonus bonus-5 to=R01"]
    refusal(table, "bonus bonus-5 to=R05", "own-recipe", "R05")
    refusal(table, "bonus ham to=R01", "wrong-kind", "ham")
    refusal(table, "bonus bonus-10 to=R01", "not-held", "bonus-10")
    play(table, "bonus bonus-5 to=R01")
    assert out(table, "A") == ["R01 bonus-5 bonus-10 bonus-5"]


def test_a_scrapped_recipe_is_discarded_first_then_its_cards_as_they_came() -> None:
    table = position("A R05 ham penalty-5 brie bonus-5", drawn=False, deck="tofu", discard="R07")
    play(table, "scrap R05")
    assert discarded(table) == "R07 R05 ham penalty-5 brie bonus-5"
    assert listed(table) == ["draw"]


def test_ruling_1_scrapping_is_free_before_the_play() -> None:
    table = position("A R01 ham", "A R02", "B R03", drawn=False, A="ketchup", deck="brie")
    play(table, "scrap R02", "draw")
    assert listed(table, "scrap") == ["scrap R01"]
    refusal(table, "scrap R03", "own-recipe", "R03")
    play(table, "add ketchup to=R01")
    refusal(table, "scrap R01", "scrap-late")
    refusal(table, "scrap R02", "own-recipe", "R02")


def test_a_complete_recipe_may_be_scrapped() -> None:
    table = position("A R01 ham ketchup")
    play(table, "scrap R01")
    assert discarded(table) == "R01 ham ketchup"
    assert table.scores() == [0, 0]


def test_each_verb_names_cards_of_its_kind() -> None:
    table = position("A R01", "B R02 ham", A="ham R05 swatter")
    refusal(table, "recipe ham", "wrong-kind", "ham")
    refusal(table, "add R05 to=R01", "wrong-kind", "R05")
    refusal(table, "add swatter to=R01", "wrong-kind", "swatter")
    refusal(table, "replace R05 over=ham on=R01", "wrong-kind", "R05")
    refusal(table, "penalize ham on=R02", "wrong-kind", "ham")
    refusal(table, "spoil ham ham from=R02", "wrong-kind", "ham")


def test_a_removed_recipe_names_the_ply() -> None:
    table = position("A R01 ham", A="brie ketchup", B="tmm tofu", deck="blue blue")
    before = table.copy()
    play(table, "scrap R01")
    cause = refusal(table, "add brie to=R01", "own-recipe", "R01")
    assert [cause.held_at(then) for then in (before, table)] == [False, True]
