"""Rulings 3 to 6: discarding, crossing off, extra crosses, and the end."""

import pytest

from engines.play import Illegal
from engines.triggs.moves import Cross, Discard
from engines.triggs.state import TriggsPhase
from replays.general.deal import snapshot
from tests.engines.tables import refused, shuffles
from tests.engines.triggs.positions import FULL, cards, deal, listed, play, position


def test_action_b_sarah_discards_two_nines() -> None:
    table = position(A="9 3 9", discard="1")
    assert play(table, "discard 9,9") == []
    assert (cards(table, "A"), cards(table, "discard"), table.to_act) == ("3", "1 9 9", "B")


def test_ruling_3_a_single_card_may_be_discarded_of_several() -> None:
    table = position(A="9 3 9")
    assert listed(table, "discard") == ["discard 3", "discard 9", "discard 9,9"]
    play(table, "discard 9")
    assert cards(table, "A") == "3 9"


def test_ruling_3_a_discard_is_of_one_value() -> None:
    table = position(A="9 3 9 4")
    message = "9 and 3 are two values, but a discard has one"
    refused(table, "discard 9,9,3", "one-value", message, "3")


def test_ruling_3_a_discard_has_at_least_one_card() -> None:
    table = deal()
    with pytest.raises(Illegal, match="no card is named") as caught:
        table.play("A", Discard(()))
    assert caught.value.reason.rule == "one-value"


def test_a_card_that_is_not_in_the_hand_is_not_discarded() -> None:
    table = position(A="9 3")
    illegal = refused(table, "discard 8", "not-held", "the hand holds no 8", "8")
    assert illegal.reason.table == "holds 3 9 (2 of 10)"


def test_a_card_is_discarded_no_more_often_than_it_is_held() -> None:
    table = position(A="9 3 9")
    illegal = refused(
        table, "discard 9,9,9", "not-held", "the hand holds 2 cards of value 9, not 3", "9"
    )
    assert illegal.reason.at == ("cards", 2)


def test_a_missing_card_is_traced_to_the_ply_that_played_it() -> None:
    table = position(A="9 3 9")
    illegal = refused(
        table, "discard 9,9,9", "not-held", "the hand holds 2 cards of value 9, not 3", "9"
    )
    assert illegal.reason.since == "the missing 9 was played here"
    assert illegal.held_at(table)
    assert not illegal.held_at(position(A="9 9 9"))
    assert illegal.held_at(position(A="3", B="9 9 9"))


def test_action_c_mary_crosses_off_four_elevens() -> None:
    table = position(A="11 11 7 4 10 1 2", discard="5")
    assert play(table, "cross 11 11,11,7+4,10+1") == []
    assert table.free["A"]["11"] == 1
    assert (cards(table, "A"), cards(table, "discard")) == ("2", "5 11 11 7 4 10 1")


def test_ruling_4_cards_are_discarded_in_the_order_written() -> None:
    table = position(A="11 4 7 2", discard="5")
    play(table, "cross 11 4+7,11")
    assert cards(table, "discard") == "5 4 7 11"


@pytest.mark.parametrize("text", ["cross 11 7+4", "cross 11 4+7"])
def test_both_orders_of_a_sum_are_legal(text: str) -> None:
    table = position(A="4 7 2")
    play(table, text)
    assert table.free["A"]["11"] == 4


def test_ruling_4_a_cross_may_be_of_a_single_combination() -> None:
    table = position(A="4 7 2")
    play(table, "cross 4 4")
    assert table.free["A"]["4"] == 2


def test_crosses_are_listed_single_card_first_and_each_once() -> None:
    table = position(A="2 1 1 1", free={"A": {"3": 1}})
    assert listed(table, "cross") == [
        "cross 1 1", "cross 1 1,1", "cross 2 2", "cross 2 2,1+1", "cross 2 1+1", "cross 3 2+1",
    ]  # fmt: skip


def test_a_sum_of_equal_cards_needs_both() -> None:
    table = position(A="6 2")
    message = "the hand holds 1 card of value 6, not 2"
    illegal = refused(table, "cross 12 6+6", "not-held", message, "6")
    assert illegal.reason.at == ("combinations", 0, 1)
    assert listed(table, "cross") == ["cross 2 2", "cross 6 6", "cross 8 6+2"]


def test_a_card_cannot_serve_two_combinations() -> None:
    table = position(A="11 7 4 1")
    message = "the hand holds 1 card of value 11, not 2"
    illegal = refused(table, "cross 11 7+4,11,11", "not-held", message, "11")
    assert illegal.reason.at == ("combinations", 2)
    assert illegal.reason.table == "holds 1 4 7 11 (4 of 10); row 11: 0 of 5 crossed"


def test_a_card_that_is_not_in_the_hand_makes_no_sum() -> None:
    table = position(A="11 7 4 1")
    illegal = refused(table, "cross 11 11,10+1", "not-held", "the hand holds no 10", "10")
    assert illegal.reason.at == ("combinations", 1, 0)


def test_ruling_4_two_cards_have_to_make_the_value() -> None:
    table = position(A="11 5 6 3 9", free={"A": {"11": 3}})
    illegal = refused(table, "cross 11 11,5+6,3+9", "sum", "3+9 makes 12, not 11", "3+9")
    assert illegal.reason.label == "these two cards make 12"
    assert illegal.reason.table == "holds 3 5 6 9 11 (5 of 10); row 11: 2 of 5 crossed"


def test_ruling_4_one_card_has_to_be_of_the_value() -> None:
    table = position(A="9 11")
    refused(table, "cross 11 11,9", "sum", "the card 9 does not make 11", "9")


@pytest.mark.parametrize("combination", [("5", "4", "2"), ("9", "1", "1"), ()])
def test_never_more_than_two_cards_make_a_value(combination: tuple[str, ...]) -> None:
    table = position(A="5 4 2 9 1 1 11")
    before = snapshot(table)
    with pytest.raises(Illegal) as caught:
        table.play("A", Cross("11", (combination,)))
    assert caught.value.reason.rule == "sum"
    assert snapshot(table) == before


def test_ruling_4_no_more_combinations_than_free_boxes() -> None:
    table = position(A="9 9 9 5 4 2", free={"A": {"9": 2}})
    message = "3 combinations are named, but row 9 has only 2 free boxes"
    refused(table, "cross 9 9,9,5+4", "boxes", message, "5+4")
    assert [text for text in listed(table, "cross") if text.startswith("cross 9 ")] == [
        "cross 9 9", "cross 9 9,9", "cross 9 9,5+4", "cross 9 5+4",
    ]  # fmt: skip


def test_ruling_4_at_least_one_combination() -> None:
    with pytest.raises(Illegal, match="0 combinations are named") as caught:
        deal().play("A", Cross("11", ()))
    assert caught.value.reason.rule == "boxes"


def test_a_full_row_is_not_crossed() -> None:
    table = position(A="9 2", free={"A": {"9": 0}})
    illegal = refused(table, "cross 9 9", "full-row", "row 9 is full", "9")
    assert illegal.reason.at == ("value",)
    assert illegal.reason.since == "row 9 was completed here"
    assert illegal.held_at(table)
    assert not illegal.held_at(deal())
    assert listed(table, "cross") == ["cross 2 2", "cross 11 9+2"]


def test_each_seat_has_a_sheet_of_its_own() -> None:
    table = position(A="9 2", B="9 2", free={"A": {"9": 0}})
    play(table, "discard 9", "cross 9 9")
    assert (table.free["A"]["9"], table.free["B"]["9"]) == (0, 3)


def test_ruling_5_a_completed_row_gives_an_extra_cross_as_tims_does() -> None:
    table = position(A="7 5 2 5 2 1", free={"A": {"7": 3}})
    play(table, "cross 7 7,5+2,5+2")
    assert (table.to_act, table.phase is TriggsPhase.EXTRA) == ("A", True)
    play(table, "extra 9")
    assert table.free["A"]["9"] == 3
    assert (table.to_act, table.phase is TriggsPhase.EXTRA) == ("B", False)


def test_ruling_5_extra_crosses_chain_as_sarahs_do() -> None:
    table = position(A="10 1", free={"A": {"10": 1, "8": 1, "5": 2}})
    play(table, "cross 10 10", "extra 8")
    assert (table.to_act, table.phase is TriggsPhase.EXTRA) == ("A", True)
    play(table, "extra 5")
    assert (table.to_act, table.phase is TriggsPhase.EXTRA, table.free["A"]["5"]) == ("B", False, 1)


def test_ruling_5_eleven_extra_crosses_in_a_row_win_the_game() -> None:
    table = position(A="12 1", free={"A": dict.fromkeys(FULL, 1)})
    play(table, "cross 12 12", *(f"extra {row}" for row in range(1, 12)))
    assert (table.to_act, table.winners(), table.scores()) == (None, ["A"], [41, 0])


def test_ruling_5_an_extra_cross_is_compulsory() -> None:
    table = position(A="10 1", free={"A": {**FULL, "10": 1, "8": 3, "2": 1}})
    play(table, "cross 10 10")
    message = "an extra cross is due first"
    for text in ("draw left left", "discard 1", "cross 1 1"):
        illegal = refused(table, text, "extra-due", message)
        assert illegal.reason.table == "has free boxes in these rows: 2 8"
        assert illegal.reason.since == "a row was completed here"
        assert illegal.held_at(table)
        assert not illegal.held_at(deal())
    assert [f"extra {row}" for row in (2, 8)] == listed(table, "extra")
    assert len(table.moves()) == 2


def test_ruling_5_the_extra_cross_is_the_same_seats() -> None:
    table = position(A="10 1", free={"A": {"10": 1}})
    play(table, "cross 10 10")
    with pytest.raises(Illegal, match="it is the turn of A, not of B"):
        table.play("B", table.moves()[0])


def test_ruling_5_an_extra_cross_goes_into_another_row() -> None:
    table = position(A="10 1", free={"A": {"10": 1}})
    play(table, "cross 10 10")
    illegal = refused(table, "extra 10", "full-row", "row 10 is full", "10")
    assert illegal.reason.at == ("row",)


def test_without_a_completed_row_there_is_no_extra_cross() -> None:
    table = position(A="10 1")
    refused(table, "extra 8", "extra-not-due", "no extra cross is due")
    play(table, "cross 10 10", "draw left left")
    refused(table, "extra 8", "extra-not-due", "no extra cross is due")


def test_an_extra_cross_that_is_due_is_part_of_the_position() -> None:
    table = position(A="10 1", free={"A": {"10": 1}})
    play(table, "cross 10 10")
    assert [counter.value for counter in table.counters() if counter.name == "extra-due"] == [1]


def test_counters_have_the_crossed_boxes_of_each_row_and_seat() -> None:
    table = position(A="10 10 1")
    play(table, "cross 10 10,10")
    counters = {counter.key: (counter.value, counter.most) for counter in table.counters()}
    assert (counters["row-10.A"], counters["row-10.B"]) == ((2, 4), (0, 4))
    assert len(counters) == 2 * 12 + 1


def test_ruling_6_the_last_box_ends_the_game_at_once() -> None:
    table = position(A="3", middle="", discard="", free={"A": {**FULL, "3": 1}})
    assert play(table, "cross 3 3") == []
    assert (table.to_act, table.over, table.moves()) == (None, True, [])
    assert (cards(table, "A"), cards(table, "discard"), cards(table, "middle")) == ("", "3", "")
    assert shuffles(table) == []


def test_ruling_6_obsolete_cards_stay_after_the_last_box() -> None:
    table = position(A="12 3", left="12 2", free={"A": {**FULL, "12": 1, "3": 1}, "B": {"12": 0}})
    play(table, "cross 12 12", "extra 3")
    assert (table.to_act, cards(table, "left"), cards(table, "box")) == (None, "12 2", "")


def test_ruling_6_the_last_box_may_be_an_extra_cross() -> None:
    table = position(A="3", free={"A": {**FULL, "3": 1, "4": 1}})
    play(table, "cross 3 3")
    assert play(table, "extra 4") == []
    assert (table.to_act, table.phase is TriggsPhase.EXTRA, cards(table, "A")) == (None, False, "")
    assert shuffles(table) == []


def test_ruling_6_there_are_no_equal_turns() -> None:
    table = position(A="3", free={"A": {**FULL, "3": 1}, "B": {**FULL, "1": 1}})
    play(table, "cross 3 3")
    assert (table.winners(), table.scores()) == (["A"], [41, 40])


def test_nothing_is_played_after_the_end() -> None:
    table = position(A="3", free={"A": {**FULL, "3": 1}})
    last = table.moves()[0]
    play(table, "cross 3 3")
    with pytest.raises(Illegal, match="the game is over") as caught:
        table.play("B", last)
    assert caught.value.reason.rule == "cgn.game-over"


def test_the_score_is_the_number_of_boxes_crossed() -> None:
    table = position(seats=3, free={"A": {"1": 0}, "C": {"12": 1}})
    assert table.scores() == [2, 0, 4]
    assert table.winners() == ["C"]
    assert [(line.source, line.points) for line in table.score("C")] == [("boxes crossed", 4)]


def test_seats_with_as_many_boxes_share_an_unfinished_lead() -> None:
    assert deal(3).winners() == ["A", "B", "C"]
    assert deal(2).winners([3, 5]) == ["B"]
