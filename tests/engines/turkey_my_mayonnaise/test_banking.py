"""rules.md, 4. Banking."""

from engines.turkey_my_mayonnaise.state import DRAW, END, PLAY, Turkey
from tests.engines.tables import refusal
from tests.engines.turkey_my_mayonnaise.positions import (
    discarded,
    hand,
    listed,
    out,
    play,
    position,
)

READY = "R01 bacon ketchup"


def test_ruling_2_a_recipe_is_banked_once_its_need_is_covered() -> None:
    table = position("A R01 ham", "A R02 tofu brie", A="ketchup", B="tofu", deck="blue")
    assert listed(table, "bank") == ["bank R02"]
    illegal = refusal(table, "bank R01", "incomplete", "R01")
    assert illegal.reason.message == "the need of R01 is not covered"
    play(table, "add ketchup to=R01")
    assert listed(table) == ["bank R01", "bank R02", "end"]
    play(table, "bank R01", "bank R02")
    assert (table.scores(), table.to_act) == ([5 + 10, 0], "B")


def test_ruling_2_any_number_is_banked_at_any_time_in_the_own_turn() -> None:
    table = position("A R01 ham ketchup", "A R02 tofu tofu", "A R03 ham brie", drawn=False, A="tmm")
    play(table, "bank R01", "draw", "bank R02", "discard tmm")
    assert (table.to_act, table.phase) == ("A", END)
    play(table, "bank R03")
    assert (table.scores(), table.to_act) == ([5 + 4 + 11, 0], "B")


def test_ruling_2_the_value_is_ingredients_and_bonuses_less_penalties() -> None:
    cards = "bacon ketchup bonus-10 penalty-5 brie bonus-5 penalty-10 tofu"
    table = position(f"A R01 {cards}", discard="R09")
    play(table, "bank R01")
    assert table.scores() == [7 + 2 + 10 - 5 + 8 + 5 - 10 + 2, 0]
    assert discarded(table) == f"R09 R01 {cards}"
    assert table.score("A")[0].source == "banked"


def test_ruling_2_the_value_is_not_below_0() -> None:
    table = position("A R01 ham ketchup penalty-10")
    play(table, "bank R01")
    assert table.scores() == [0, 0]


def test_ruling_4_doubled_cards_count_twice() -> None:
    table = position("A R05 double-meat-5* blue", "A R01 double-meat-3 mustard")
    play(table, "bank R05", "bank R01")
    assert table.scores() == [10 + 10 + 3 + 5, 0]


def test_recipes_of_others_and_those_not_out_are_not_banked() -> None:
    table = position(f"B {READY}")
    refusal(table, "bank R01", "own-recipe", "R01")
    refusal(table, "bank R02", "own-recipe", "R02")
    refusal(table, "bank ham", "wrong-kind", "ham")


def test_ruling_15_the_game_ends_at_once_with_50_points() -> None:
    table = position(f"A {READY}", "A R05 ham ham brie", seats=3)
    table.banked["A"] = 41
    play(table, "bank R01")
    assert (table.to_act, table.scores(), table.winners()) == (None, [50, 0, 0], ["A"])
    assert table.moves() == []
    assert out(table, "A") == ["R05 ham ham brie"]
    assert discarded(table) == READY


def test_49_points_are_not_enough() -> None:
    table = position(f"A {READY}", A="ham")
    table.banked["A"] = 40
    play(table, "bank R01")
    assert (table.to_act, table.scores()) == ("A", [49, 0])


def test_ruling_15_a_team_needs_100_and_both_partners_win() -> None:
    table = position(f"D {READY}", f"A {READY.replace('01', '07')} brie", teams=True, seats=6)
    table.banked["A"] = 75
    play(table, "bank R01")
    assert table.to_act == "A"
    assert table.scores() == [84, 0, 0, 84, 0, 0]
    play(table, "bank R07")
    assert table.scores() == [101, 0, 0, 101, 0, 0]
    assert table.winners() == ["A", "D"]


def test_the_last_pass_in_a_window_may_end_the_game() -> None:
    table = position(f"A {READY}", B="inspector")
    table.banked["A"] = 45
    play(table, "bank R01", "pass")
    assert (table.to_act, table.winners()) == (None, ["A"])


def test_ruling_3_opponents_with_an_inspector_are_asked_in_turn_order() -> None:
    table = position(f"C {READY}", seats=4, A="inspector", B="inspector", D="ham")
    table.turn = table.to_act = "C"
    play(table, "bank R01")
    assert (table.to_act, listed(table)) == ("A", ["inspect", "pass"])
    play(table, "pass")
    assert table.to_act == "B"
    play(table, "pass")
    assert (table.to_act, table.scores()) == ("C", [0, 0, 9, 0])


def test_ruling_3_the_first_inspector_stops_the_bank() -> None:
    table = position(f"A {READY}", "A R05", seats=3, A="ham", B="inspector ham", C="inspector")
    play(table, "bank R01", "inspect")
    assert (hand(table, "B"), hand(table, "C")) == ("ham", "inspector")
    assert discarded(table) == "inspector"
    assert (table.to_act, table.phase, table.scores()) == ("A", PLAY, [0, 0, 0])
    assert out(table, "A") == [READY, "R05"]


def test_neither_swatter_nor_send_it_back_answers_an_inspector() -> None:
    table = position(f"A {READY}", A="swatter send-back inspector", B="inspector")
    play(table, "bank R01", "inspect")
    assert (table.to_act, table.phase) == ("A", PLAY)
    refusal(table, "swat", "no-answer-due")
    refusal(table, "sendback on=R01", "no-answer-due")
    assert hand(table, "A") == "swatter send-back inspector"


def test_without_a_choice_nobody_is_asked() -> None:
    table = position(f"A {READY}", seats=3, A="inspector", B="swatter send-back")
    play(table, "bank R01")
    assert (table.to_act, table.scores()) == ("A", [9, 0, 0])


def test_a_partner_is_no_opponent() -> None:
    table = position(f"A {READY}", teams=True, seats=6, D="inspector")
    play(table, "bank R01")
    assert table.scores()[0] == 9


def test_ruling_3_the_caller_misses_a_turn_and_only_then_may_it_be_banked() -> None:
    table = position(f"A {READY}", A="ham", B="inspector tofu", deck="R02 R03 R04 R06")
    play(table, "bank R01", "inspect")
    illegal = refusal(table, "bank R01", "stopped", "R01")
    assert (
        illegal.reason.message
        == "the bank of R01 was stopped, and A has not missed a turn since then"
    )
    play(table, "discard ham")
    assert (table.to_act, "A" in table.misses) == ("B", True)
    play(table, "draw", "discard tofu")
    assert (table.to_act, "A" in table.misses) == ("B", False)
    play(table, "draw", "discard R02")
    assert (table.to_act, listed(table, "bank")) == ("A", ["bank R01"])
    play(table, "bank R01")
    assert table.scores() == [9, 0]


def test_a_turn_missed_frees_the_recipes_of_that_seat_and_no_others() -> None:
    table = position(
        f"A {READY}", "C R02 tofu tofu", seats=3, A="ham", B="inspector inspector", deck="brie tmm"
    )
    play(table, "bank R01", "inspect", "discard ham", "draw", "discard brie")
    play(table, "bank R02", "inspect", "draw", "discard tmm")
    assert (table.to_act, table.misses) == ("B", {"C"})
    assert (table.out["R01"].stopped, table.out["R02"].stopped) == (None, "C")


def test_a_bank_stopped_after_the_play_ends_the_turn() -> None:
    table = position("A R01 bacon", A="ketchup", B="inspector")
    play(table, "add ketchup to=R01", "bank R01", "inspect")
    assert (table.to_act, table.phase) == ("B", DRAW)


def test_a_bank_stopped_before_the_draw_leaves_the_turn_as_it_is() -> None:
    table = position(f"A {READY}", drawn=False, A="ham", B="inspector", deck="brie")
    play(table, "bank R01", "inspect")
    assert listed(table) == ["draw", "scrap R01"]


def test_several_stopped_banks_in_one_turn_cost_one_turn() -> None:
    table = position(
        f"A {READY}", "A R02 tofu tofu", A="ham", B="inspector inspector", deck="tmm steal fridge"
    )
    play(table, "bank R01", "inspect", "bank R02", "inspect", "discard ham")
    play(table, "draw", "discard tmm", "draw", "discard steal")
    assert (table.to_act, listed(table, "bank")) == ("A", ["bank R01", "bank R02"])


def test_another_recipe_may_be_banked_when_one_was_stopped() -> None:
    table = position(f"A {READY}", "A R02 tofu tofu", A="ham", B="inspector")
    play(table, "bank R01", "inspect", "bank R02")
    assert table.scores() == [4, 0]


def test_a_stopped_recipe_may_be_built_on_attacked_and_scrapped() -> None:
    table = position(f"A {READY}", A="brie", B="inspector penalty-5", deck="R02 R03")
    play(table, "bank R01", "inspect", "add brie to=R01", "draw", "penalize penalty-5 on=R01")
    assert out(table, "A") == [f"{READY} brie penalty-5"]
    table = position(f"A {READY}", A="brie", B="inspector")
    play(table, "bank R01", "inspect", "scrap R01")
    assert out(table, "A") == []


def test_a_recipe_scrapped_and_started_anew_is_a_new_one() -> None:
    table = position(f"A {READY}", A="dumpster", B="inspector")
    play(table, "bank R01", "inspect", "scrap R01", "dumpster", "recipe R01")
    assert table.out["R01"].stopped is None


def test_neither_partner_banks_a_stopped_recipe_before_the_turn_is_missed() -> None:
    deck = " ".join(f"R{number}" for number in range(11, 25))
    table = position(f"A {READY}", "A R02 tofu tofu", teams=True, seats=6, B="inspector", deck=deck)
    play(table, "bank R01", "inspect", "pass", "end")
    _idle_turns(table, "BC")
    assert (table.to_act, listed(table, "bank")) == ("D", ["bank R02"])
    refusal(table, "bank R01", "stopped", "R01")
    _idle_turns(table, "DEF")
    assert (table.to_act, table.out["R01"].stopped) == ("B", None)
    _idle_turns(table, "BC")
    assert listed(table, "bank") == ["bank R01", "bank R02"]


def _idle_turns(table: Turkey, seats: str) -> None:
    for seat in seats:
        assert table.to_act == seat
        play(table, "draw")
        play(table, listed(table, "discard")[0])
        if table.phase is END:
            play(table, "end")


def test_a_seat_that_misses_its_turn_still_answers() -> None:
    table = position(f"A {READY}", A="swatter ham", B="inspector penalty-5", deck="R02 R03")
    play(table, "bank R01", "inspect", "discard ham", "draw", "penalize penalty-5 on=R01")
    assert (table.to_act, listed(table)) == ("A", ["swat", "pass"])


def test_four_stay_due_over_a_missed_turn() -> None:
    table = position(
        f"A {READY}", drawn=False, A="ham brie blue", B="inspector tofu",
        deck="R11 R12 R13 R14 R16 R17 R18",
    )  # fmt: skip
    play(table, "bank R01", "inspect", "refresh ham,brie,blue", "draw", "discard tofu")
    play(table, "draw", "discard R11")
    assert table.to_act == "A"
    assert play(table, "draw") == "R13 R14 R16 R17"


def test_a_stopped_recipe_that_is_taken_over_stays_stopped() -> None:
    table = position("A R01 bonus-5", seats=3, B="tmm", C="swatter", deck="R11 R12")
    table.out["R01"].stopped = "A"
    table.misses.add("A")
    play(table, "pass", "draw", "tmm claim R01")
    assert table.out["R01"].stopped == "A"
    play(table, "draw", "discard swatter")
    assert table.to_act == "B"
    assert table.out["R01"].stopped is None


def test_a_bank_waits_for_the_seats_asked() -> None:
    table = position(f"A {READY}", A="ham", B="inspector swatter")
    refusal(table, "inspect", "no-answer-due")
    play(table, "bank R01")
    illegal = refusal(table, "swat", "answer-due")
    assert illegal.reason.message == "the bank of R01 waits for an answer: inspect or pass"
    for text in (
        "draw",
        "discard swatter",
        "bank R01",
        "end",
        "sendback",
        "keep swatter discard=ham",
    ):
        refusal(table, text, "answer-due")
