"""rules.md, 2. A turn."""

from engines.turkey_my_mayonnaise.state import DRAW, PLAY
from tests.engines.tables import refusal, refused, shuffles
from tests.engines.turkey_my_mayonnaise.positions import (
    discarded,
    hand,
    listed,
    play,
    position,
)


def test_a_turn_is_a_draw_and_one_play() -> None:
    table = position(drawn=False, A="ham", deck="brie tofu")
    assert play(table, "draw") == "brie"
    assert hand(table, "A") == "ham brie"
    play(table, "discard ham")
    assert (table.to_act, table.phase, discarded(table)) == ("B", DRAW, "ham")


def test_the_seats_take_their_turns_one_after_another_and_begin_again() -> None:
    table = position(seats=3, A="ham", drawn=False, deck="R01 R02 R03 R04")
    seats = []
    for _ in range(4):
        seats.append(table.to_act)
        play(table, "draw")
        play(table, listed(table, "discard")[0])
    assert seats == ["A", "B", "C", "A"]


def test_the_card_drawn_is_seen_by_its_own_seat_only() -> None:
    table = position(drawn=False, deck="brie")
    assert table.play("A", table.moves()[0]) == [("brie", "A")]


def test_nothing_is_played_or_discarded_before_the_draw() -> None:
    table = position("A R01", drawn=False, A="ham spree R05", deck="brie")
    for text in ("discard ham", "add ham to=R01", "spree", "recipe R05"):
        refusal(table, text, "draw-first")
    refusal(table, "end", "end-early")
    refusal(table, "pass", "no-pass")


def test_a_turn_has_one_draw() -> None:
    table = position(A="ham brie blue", deck="tofu")
    for text in ("draw", "refresh ham,brie,blue"):
        refusal(table, text, "drawn")


def test_refusing_a_second_draw_names_the_first() -> None:
    table = position("A R01 ham ketchup", drawn=False, A="brie", B="inspector", deck="tofu")
    positions = [table.copy()]
    for text in ("draw", "bank R01", "pass"):
        play(table, text)
        positions.append(table.copy())
    illegal = refusal(table, "draw", "drawn")
    assert illegal.reason.since == "the draw of this turn was here"
    assert [illegal.held_at(then) for then in positions] == [False, True, True, True]


def test_a_turn_has_one_play() -> None:
    table = position("A R01 ham", A="ketchup brie R05")
    play(table, "add ketchup to=R01")
    assert listed(table) == ["bank R01", "end"]
    for text in ("discard brie", "recipe R05", "add brie to=R01", "dumpster"):
        refusal(table, text, "one-play")
    refusal(table, "draw", "drawn")
    refusal(table, "pass", "no-pass")
    play(table, "end")
    assert table.to_act == "B"


def test_the_turn_ends_by_itself_if_nothing_can_be_banked() -> None:
    table = position("A R01 ham", A="brie")
    play(table, "add brie to=R01")
    assert table.to_act == "B"


def test_end_comes_after_the_play_only() -> None:
    table = position("A R01 ham ketchup", A="brie")
    refusal(table, "end", "end-early")
    play(table, "discard brie")
    assert listed(table) == ["bank R01", "end"]


def test_ruling_13_a_refresh_discards_three_cards_and_ends_the_turn() -> None:
    table = position("A R01 ham ketchup", drawn=False, A="tmm ham R07 brie", deck="tofu")
    assert play(table, "refresh tmm,R07,ham") == ""
    assert (hand(table, "A"), discarded(table)) == ("brie", "tmm R07 ham")
    assert (table.to_act, table.phase) == ("B", DRAW)


def test_ruling_13_the_next_turn_draws_four() -> None:
    table = position(drawn=False, A="tmm ham R07", B="brie", deck="blue tofu bacon steal fridge")
    play(table, "refresh tmm,ham,R07", "draw", "discard brie")
    assert play(table, "draw") == "tofu bacon steal fridge"
    play(table, "discard tofu", "draw", "discard blue")
    assert len(play(table, "draw").split()) == 1


def test_a_refresh_may_follow_a_refresh_and_four_stay_due() -> None:
    table = position(drawn=False, A="ham ham brie brie blue blue", B="tofu", deck="R01 R02 R03 R04")
    play(table, "refresh ham,brie,blue", "draw", "discard tofu", "refresh ham,brie,blue")
    play(table, "draw", "discard R01")
    assert play(table, "draw") == "R03 R04 ham brie"


def test_a_refresh_may_follow_a_bank_or_a_scrap() -> None:
    table = position("A R01 ham ketchup", "A R05", drawn=False, A="ham brie blue")
    play(table, "bank R01", "scrap R05", "refresh ham,brie,blue")
    assert discarded(table) == "R01 ham ketchup R05 ham brie blue"


def test_a_refresh_is_of_exactly_three_cards_of_the_hand() -> None:
    table = position(drawn=False, A="ham brie blue tofu")
    refusal(table, "refresh ham,brie", "refresh-three", "ham,brie")
    refusal(table, "refresh ham,brie,blue,tofu", "refresh-three", "ham,brie,blue,tofu")
    illegal = refusal(table, "refresh ham,brie,ham", "not-held", "ham")
    assert illegal.reason.at == ("cards", 2)
    assert illegal.reason.message == "the hand holds only 1 ham"
    refusal(table, "refresh ham,brie,tmm", "not-held", "tmm")
    refusal(table, "refresh ham,brie,hum", "no-such-card", "hum")
    table = position(drawn=False, A="ham brie")
    assert listed(table, "refresh") == []


def test_refreshes_are_listed_once_each_in_deck_order() -> None:
    table = position(drawn=False, A="tofu ham brie ham")
    assert listed(table) == [
        "draw", "refresh ham,ham,brie", "refresh ham,ham,tofu", "refresh ham,brie,tofu",
    ]  # fmt: skip


def test_ruling_14_an_empty_deck_is_refilled_when_a_card_is_wanted() -> None:
    table = position(drawn=False, A="ham", B="brie", deck="blue", discard="tofu bacon")
    play(table, "draw")
    assert shuffles(table) == []
    play(table, "discard ham")
    assert play(table, "draw") == "tofu"
    assert shuffles(table) == [("deck", "tofu bacon ham")]
    assert discarded(table) == ""


def test_ruling_14_one_discard_makes_a_deck_without_a_shuffle() -> None:
    table = position(drawn=False, discard="tofu")
    assert play(table, "draw") == "tofu"
    assert shuffles(table) == []


def test_ruling_14_with_neither_deck_nor_discards_the_draw_is_written_and_draws_nothing() -> None:
    table = position(drawn=False, A="ham", B="brie")
    assert listed(table) == ["draw"]
    assert play(table, "draw") == ""
    assert table.phase is PLAY


def test_a_draw_of_four_takes_what_there_is_and_refills_between_its_cards() -> None:
    table = position(drawn=False, A="ham brie blue", B="tofu", deck="R01 R02", discard="steal")
    play(table, "refresh ham,brie,blue", "draw", "discard tofu")
    assert play(table, "draw") == "R02 steal ham brie"
    assert shuffles(table) == [("deck", "steal ham brie blue tofu")]
    table = position(drawn=False, A="ham brie blue", B="tofu", deck="R01")
    play(table, "refresh ham,brie,blue", "draw", "recipe R01")
    assert play(table, "draw") == "ham brie blue"
    assert "A" not in table.refreshed


def test_ruling_14_an_empty_hand_passes() -> None:
    table = position("A R01 ham ketchup", drawn=False, B="brie")
    message = "no answer is due, and the turn begins with `draw`, or with `refresh`"
    refused(table, "pass", "no-pass", message)
    refused(table, "end", "end-early", "the turn goes on: a draw is due")
    play(table, "draw")
    assert listed(table) == ["bank R01", "scrap R01", "pass"]
    refused(table, "end", "end-early", "the turn goes on: a pass is due")
    play(table, "pass")
    assert listed(table) == ["bank R01", "end"]
    message = "no answer is due, and the play of this turn is over: bank a recipe, or end the turn"
    refused(table, "pass", "no-pass", message)


def test_a_hand_with_cards_does_not_pass() -> None:
    refusal(position(A="swatter"), "pass", "no-pass")


def test_a_card_that_is_not_held_names_the_ply_that_took_it() -> None:
    table = position("A R01", A="ham", B="ham", deck="brie tofu")
    before = table.copy()
    play(table, "add ham to=R01", "draw", "discard ham", "draw")
    illegal = refusal(table, "discard ham", "not-held", "ham")
    assert illegal.reason.message == "the hand holds no ham"
    assert illegal.reason.table == "holds tofu"
    assert [illegal.held_at(then) for then in (before, table)] == [False, True]


def test_moves_of_a_turn_are_listed_in_the_order_of_the_moves_page() -> None:
    table = position(
        "A R01 bacon ketchup",
        "B R07 ham",
        A="inspector tmm spree dumpster fridge steal penalty-5 bonus-5 brie R05",
    )
    assert listed(table) == [
        "bank R01", "scrap R01", "recipe R05", "add brie to=R01", "bonus bonus-5 to=R01",
        "penalize penalty-5 on=R07", "spoil fridge ham from=R07", "dumpster", "spree",
        *[
            f"discard {card}"
            for card in (
                "R05", "brie", "bonus-5", "penalty-5", "steal", "fridge", "dumpster", "spree",
                "inspector", "tmm",
            )
        ],
    ]  # fmt: skip


def test_the_phase_is_that_of_the_seat_to_act() -> None:
    table = position(
        "A R01 ham ketchup", "A R02 tofu tofu", "B R05 ham", drawn=False, A="penalty-5 spree",
        B="swatter inspector", deck="blue R03 tmm steal",
    )  # fmt: skip
    titles = [table.due_title()]
    for text in ("draw", "penalize penalty-5 on=R05", "pass", "bank R01"):
        play(table, text)
        titles.append(table.due_title())
    assert titles == [
        "draws",
        "plays a card",
        "may answer: Fly Swatter, Send It Back, or pass",
        "may bank R01 for 5 or R02 for 4, or end the turn",
        "may stop the bank of R01 (5 points): Health Inspector, or pass",
    ]
    table = position(A="spree", deck="R03 tmm steal")
    play(table, "spree")
    assert table.due_title() == "plays one of the cards turned up"
