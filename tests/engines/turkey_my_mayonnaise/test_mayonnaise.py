"""rules.md, 7. Turkey My Mayonnaise."""

from tests.engines.tables import refusal
from tests.engines.turkey_my_mayonnaise.positions import discarded, listed, out, play, position

BLOCKS = "swatter send-back inspector"


def test_ruling_11_it_takes_an_ingredient_or_bonus_from_an_opponents_recipe() -> None:
    table = position("A R01 ham", "B R05 bacon brie bonus-5 penalty-5 tofu", A="tmm", B=BLOCKS)
    assert listed(table, "tmm") == [
        "tmm take brie from=R05 to=R01",
        "tmm take tofu from=R05 to=R01",
        "tmm take bonus-5 from=R05 to=R01",
    ]
    play(table, "tmm take bonus-5 from=R05 to=R01")
    assert out(table, "A") == ["R01 ham bonus-5"]
    assert out(table, "B") == ["R05 bacon brie penalty-5 tofu"]
    assert (discarded(table), table.to_act) == ("tmm", "B")


def test_ruling_11_nothing_blocks_it() -> None:
    table = position("A R01", "B R05 brie", "B R02", A="tmm", B=BLOCKS)
    play(table, "tmm take brie from=R05 to=R01")
    assert (table.to_act, out(table, "A")) == ("B", ["R01 brie"])


def test_penalties_are_never_taken_or_moved() -> None:
    table = position("A R01 penalty-10", "A R02", "B R05 penalty-5", A="tmm")
    assert listed(table, "tmm") == ["tmm claim R05"]
    refusal(table, "tmm take penalty-5 from=R05 to=R01", "no-penalty", "penalty-5")
    refusal(table, "tmm move penalty-10 from=R01 to=R02", "no-penalty", "penalty-10")


def test_what_is_taken_has_to_fit() -> None:
    table = position("A R01 ham", "B R05 bacon", A="tmm")
    assert listed(table, "tmm") == []
    refusal(table, "tmm take bacon from=R05 to=R01", "no-slot", "R01")
    refusal(table, "tmm take bacon from=R05 to=R05", "own-recipe", "R05")
    refusal(table, "tmm take ham from=R05 to=R01", "not-there", "ham")
    refusal(table, "tmm take ham from=R01 to=R05", "opponents-recipe", "R01")


def test_a_double_taken_or_moved_fills_one_slot_unless_written_otherwise() -> None:
    table = position("A R17 double-cheese-3", "A R10", "B R05 double-meat-7*", A="tmm")
    assert listed(table, "tmm") == [
        "tmm take double-meat-7 from=R05 to=R17",
        "tmm take double-meat-7 from=R05 to=R17 as=double",
        "tmm move double-cheese-3 from=R17 to=R10",
        "tmm move double-cheese-3 from=R17 to=R10 as=double",
    ]
    moved = table.copy()
    play(moved, "tmm move double-cheese-3 from=R17 to=R10 as=double")
    assert out(moved, "A") == ["R17", "R10 double-cheese-3*"]
    play(table, "tmm take double-meat-7 from=R05 to=R17")
    assert out(table, "A") == ["R17 double-cheese-3 double-meat-7", "R10"]


def test_a_bonus_is_never_doubled() -> None:
    table = position("A R01", "B R05 bonus-5", A="tmm")
    refusal(table, "tmm take bonus-5 from=R05 to=R01 as=double", "only-doubles", "double")


def test_ruling_11_it_takes_a_recipe_without_ingredients_bonuses_and_penalties_come_along() -> None:
    table = position("A R01", "A R02", "A R03", "B R05 penalty-5 bonus-10 penalty-10", A="tmm")
    refusal(table, "tmm claim R05", "recipe-limit", "R05")
    play(table, "scrap R01", "tmm claim R05")
    assert out(table, "A") == ["R05 penalty-5 bonus-10 penalty-10", "R02", "R03"]
    assert out(table, "B") == []
    assert discarded(table) == "R01 tmm"
    assert table.out["R05"].value() == 0


def test_ruling_11_a_recipe_with_ingredients_is_not_claimed() -> None:
    table = position("A R01", "B R05 bonus-5 tofu", "C R02", seats=3, A="tmm")
    assert listed(table, "tmm claim") == ["tmm claim R02"]
    refusal(table, "tmm claim R05", "bare-recipe", "R05")
    refusal(table, "tmm claim R01", "opponents-recipe", "R01")
    refusal(table, "tmm claim R09", "opponents-recipe", "R09")


def test_ruling_11_it_moves_an_ingredient_or_bonus_between_own_recipes() -> None:
    table = position("A R01 ham bonus-5", "A R02 ketchup", A="tmm")
    assert listed(table, "tmm") == [
        "tmm move ham from=R01 to=R02",
        "tmm move ketchup from=R02 to=R01",
        "tmm move bonus-5 from=R01 to=R02",
    ]
    play(table, "tmm move ketchup from=R02 to=R01")
    assert out(table, "A") == ["R01 ham bonus-5 ketchup", "R02"]
    assert listed(table) == ["bank R01", "end"]


def test_a_move_needs_two_different_own_recipes() -> None:
    table = position("A R05 ham", "B R01 brie", A="tmm")
    assert listed(table, "tmm move") == []
    refusal(table, "tmm move ham from=R05 to=R05", "two-recipes", "R05")
    refusal(table, "tmm move brie from=R01 to=R05", "own-recipe", "R01")
    refusal(table, "tmm move ham from=R05 to=R01", "own-recipe", "R01")


def test_it_is_played_from_the_own_hand_in_the_own_play() -> None:
    table = position("A R01", "B R05 brie", A="ham", B="tmm")
    refusal(table, "tmm take brie from=R05 to=R01", "not-held")
    table = position("A R01", "B R05 brie", drawn=False, A="tmm")
    refusal(table, "tmm claim R05", "draw-first")


def test_in_team_play_the_teams_recipes_are_own_ones() -> None:
    table = position("A R01", "A R02", "B R05 brie", teams=True, seats=6, D="tmm")
    table.turn = table.to_act = "D"
    play(table, "tmm take brie from=R05 to=R02")
    assert out(table, "D") == ["R01", "R02 brie"]


def test_a_recipe_claimed_goes_to_the_first_free_place() -> None:
    table = position("A R01", "B R05", A="tmm")
    play(table, "tmm claim R05")
    assert table.zone("recipe-2", "A").cards == ("R05",)
