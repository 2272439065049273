"""Rulings 7 to 9, and the order in which things happen by themselves."""

import pytest

from engines.triggs.state import TriggsPhase
from tests.engines.tables import shuffles
from tests.engines.triggs.positions import (
    cards,
    deal,
    lay,
    listed,
    play,
    position,
)

TWELVES_FULL = {"A": {"12": 0}, "B": {"12": 0}}


def test_ruling_7_an_empty_hand_draws_five_after_a_cross() -> None:
    table = position(A="9", middle="1 2 3 4 5 6")
    assert play(table, "cross 9 9") == [(card, "A") for card in "12345"]
    assert (cards(table, "A"), cards(table, "middle"), table.to_act) == ("1 2 3 4 5", "6", "B")


def test_ruling_7_an_empty_hand_draws_five_after_a_discard() -> None:
    table = position(A="9 9", middle="1 2 3 4 5 6")
    play(table, "discard 9,9")
    assert cards(table, "A") == "1 2 3 4 5"


def test_ruling_7_a_hand_that_keeps_a_card_draws_nothing() -> None:
    table = position(A="9 8")
    assert play(table, "cross 9 9") == []
    assert cards(table, "A") == "8"


def test_ruling_7_an_empty_hand_draws_after_the_extra_crosses() -> None:
    table = position(A="9", middle="1 2 3 4 5 6", free={"A": {"9": 1, "8": 1}})
    assert play(table, "cross 9 9") == []
    assert play(table, "extra 8") == []
    assert cards(table, "A") == ""
    assert play(table, "extra 7") == [(card, "A") for card in "12345"]
    assert table.to_act == "B"


def test_ruling_7_cards_just_played_are_discards_before_that_draw() -> None:
    table = position(A="9 6 3", middle="1 2", discard="8")
    assert play(table, "cross 9 6+3,9") == [(card, "A") for card in ("1", "2", "8", "6", "3")]
    assert shuffles(table) == [("middle", "8 6 3 9")]
    assert (cards(table, "middle"), cards(table, "discard")) == ("9", "")


def test_ruling_7_with_nothing_to_refill_fewer_are_drawn() -> None:
    table = position(A="9", middle="1 2", discard="")
    assert play(table, "cross 9 9") == [(card, "A") for card in ("1", "2", "9")]
    assert (cards(table, "middle"), table.to_act) == ("", "B")


def test_ruling_7_obsolete_discards_are_not_drawn_again() -> None:
    table = position(A="12 12", middle="", discard="", free=TWELVES_FULL)
    assert play(table, "discard 12,12") == []
    assert (cards(table, "A"), cards(table, "box")) == ("", "12 12")
    assert table.to_act == "B"


def test_a_seat_with_an_empty_hand_can_still_draw_from_the_outer_piles() -> None:
    table = position(A="12 12", B="1", middle="", discard="", free=TWELVES_FULL)
    play(table, "discard 12,12", "draw left right")
    assert [text.partition(" ")[2] for text in listed(table, "draw")] == [
        "left left", "left right", "right left", "right right",
    ]  # fmt: skip
    assert len(table.moves()) == 4


def test_ruling_7_the_fifth_card_may_empty_the_middle_which_is_refilled_at_once() -> None:
    table = position(A="9", middle="1 2 3 4 5", discard="8 7")
    play(table, "cross 9 9")
    assert shuffles(table) == [("middle", "8 7 9")]
    assert (cards(table, "A"), cards(table, "middle")) == ("1 2 3 4 5", "8 7 9")


@pytest.mark.parametrize("pile", ["left", "middle", "right"])
def test_ruling_8_an_emptied_pile_is_refilled_with_all_discards(pile: str) -> None:
    table = position(A="1", discard="9 8 7 6")
    lay(table, pile, "2 3")
    play(table, f"draw {pile} {pile}")
    assert shuffles(table) == [(pile, "9 8 7 6")]
    assert (cards(table, pile), cards(table, "discard")) == ("9 8 7 6", "")


def test_ruling_8_a_refill_is_shuffled_from_the_order_of_discarding() -> None:
    table = position(A="4 7 2 2", B="9", middle="1", discard="5 3")
    play(table, "cross 11 4+7", "cross 9 9", "discard 2,2")
    assert shuffles(table)[0] == ("middle", "5 3 4 7 9")


def test_ruling_8_other_piles_are_not_topped_up() -> None:
    table = position(A="1", left="2 3", right="4", middle="5", discard="9 8")
    play(table, "draw left left")
    assert (cards(table, "right"), cards(table, "middle")) == ("4", "5")


def test_ruling_8_a_refill_of_one_card_is_not_shuffled() -> None:
    table = position(A="1", left="2 3", discard="9")
    play(table, "draw left left")
    assert (cards(table, "left"), shuffles(table)) == ("9", [])


def test_ruling_8_without_discards_a_pile_waits_until_there_are_some() -> None:
    table = position(A="1 2", B="6 5 4", left="2 3", discard="")
    play(table, "draw left left")
    assert cards(table, "left") == ""
    play(table, "cross 11 6+5")
    assert shuffles(table) == [("left", "6 5")]
    assert (cards(table, "left"), cards(table, "discard")) == ("6 5", "")


def test_ruling_8_a_discard_refills_a_waiting_pile() -> None:
    table = position(A="9 9 4", right="", discard="")
    play(table, "discard 9,9")
    assert (cards(table, "right"), cards(table, "discard")) == ("9 9", "")


@pytest.mark.parametrize(
    ("waiting", "refilled"),
    [
        ("left middle right", "middle"),
        ("left right", "left"),
        ("middle right", "middle"),
        ("left middle", "middle"),
    ],
)
def test_ruling_8_of_waiting_piles_middle_comes_first_then_left(
    waiting: str, refilled: str
) -> None:
    table = position(A="9 9 4", discard="")
    for name in waiting.split():
        lay(table, name, "")
    play(table, "discard 9,9")
    sizes = {name: len(table.piles[name]) for name in waiting.split()}
    assert sizes == {name: 2 if name == refilled else 0 for name in waiting.split()}


def test_ruling_8_a_waiting_pile_is_refilled_before_the_extra_crosses() -> None:
    table = position(A="9 9 4", left="", discard="", free={"A": {"9": 2}})
    play(table, "cross 9 9,9")
    assert (cards(table, "left"), table.phase is TriggsPhase.EXTRA) == ("9 9", True)


def test_ruling_8_a_waiting_middle_is_refilled_before_an_empty_hand_draws() -> None:
    table = position(A="9 6 3", middle="", discard="")
    assert play(table, "cross 9 9,6+3") == [(card, "A") for card in ("9", "6", "3")]
    assert shuffles(table) == [("middle", "9 6 3")]


def test_ruling_9_twelves_leave_the_tops_once_every_row_12_is_full() -> None:
    table = position(
        A="12 1", left="12 12 3", right="12 4", middle="12 1",
        free={"A": {"12": 1}, "B": {"12": 0}},
    )  # fmt: skip
    play(table, "cross 12 12")
    assert cards(table, "left") == "12 12 3"
    play(table, "extra 1")
    assert (cards(table, "left"), cards(table, "right"), cards(table, "middle")) == (
        "3", "4", "12 1",
    )  # fmt: skip
    assert (cards(table, "box"), cards(table, "discard")) == ("12 12 12", "12")


def test_ruling_9_a_seat_with_a_free_box_in_row_12_keeps_the_twelves_in_play() -> None:
    table = position(
        seats=3, A="12 1", left="12 3", free={"A": {"12": 1}, "B": {"12": 0}, "C": {"12": 1}}
    )
    play(table, "cross 12 12", "extra 1")
    assert (table.obsolete, cards(table, "left")) == ((), "12 3")


def test_ruling_9_an_extra_cross_may_make_the_twelves_obsolete() -> None:
    table = position(A="9 1", left="12 3", free={"A": {"9": 1, "12": 1}, "B": {"12": 0}})
    play(table, "cross 9 9", "extra 12")
    assert cards(table, "left") == "12 3"
    play(table, "extra 1")
    assert cards(table, "left") == "3"


def test_ruling_9_removal_follows_any_action() -> None:
    table = position(A="1 1", left="4 12 12 5", right="3 12 6", free=TWELVES_FULL)
    play(table, "draw left right")
    assert (cards(table, "left"), cards(table, "right")) == ("5", "6")
    assert cards(table, "box") == "12 12 12"


def test_ruling_9_a_removal_stops_at_the_first_card_that_stays() -> None:
    table = position(A="1 1", left="4 12 5 12", free=TWELVES_FULL)
    play(table, "draw left right")
    assert cards(table, "left") == "5 12"


def test_removals_do_not_happen_between_the_cards_of_a_draw() -> None:
    table = position(A="1 1", left="4 12 5", free=TWELVES_FULL)
    assert play(table, "draw left left") == [("4", None), ("12", None)]
    assert cards(table, "A") == "1 1 4 12"


def test_a_refill_between_the_cards_of_a_draw_may_show_an_obsolete_card() -> None:
    table = position(A="1 1", left="4", discard="12 5", free=TWELVES_FULL)
    assert play(table, "draw left left") == [("4", None), ("12", None)]


def test_ruling_9_discarded_twelves_leave_the_game() -> None:
    table = position(A="12 12 3", discard="5", free=TWELVES_FULL)
    play(table, "discard 12,12")
    assert (cards(table, "box"), cards(table, "discard")) == ("12 12", "5")


def test_twelves_that_are_not_obsolete_are_discarded_like_others() -> None:
    table = position(A="12 12 3", discard="5", free={"A": {"12": 0}})
    play(table, "discard 12,12")
    assert (cards(table, "box"), cards(table, "discard")) == ("", "5 12 12")


def test_ruling_9_obsolete_cards_of_a_cross_stay_in_the_game() -> None:
    free = {"A": {"12": 0, "11": 0}, "B": {"12": 0, "11": 1}}
    table = position(A="1", B="11 3", discard="5", free=free)
    play(table, "draw middle middle", "cross 11 11", "extra 3")
    assert table.obsolete == ("12", "11")
    assert (cards(table, "discard"), cards(table, "box")) == ("5 11", "")


def test_ruling_9_obsolete_cards_elsewhere_stay_where_they_are() -> None:
    table = position(A="12 1", middle="12 2 3", discard="12 5", free=TWELVES_FULL)
    play(table, "draw left left")
    assert (cards(table, "middle"), cards(table, "discard")) == ("12 2 3", "12 5")
    assert "12" in cards(table, "A").split()


def test_ruling_9_elevens_become_obsolete_after_the_twelves() -> None:
    free = {"A": {"12": 0, "11": 1}, "B": {"12": 0, "11": 0}}
    table = position(A="11 1", left="11 12 11 3", free=free)
    play(table, "cross 11 11", "extra 1")
    assert (cards(table, "left"), cards(table, "box")) == ("3", "11 12 11")


def test_ruling_9_full_rows_of_elevens_wait_for_the_twelves() -> None:
    free = {"A": {"11": 0, "12": 1}, "B": {"11": 0, "12": 0}}
    table = position(A="12 1 11", left="11 12 3", free=free)
    assert not table.obsolete
    play(table, "discard 11")
    assert (cards(table, "left"), cards(table, "discard")) == ("11 12 3", "11")
    play(table, "draw right right", "cross 12 12", "extra 1")
    assert (table.obsolete, cards(table, "left")) == (("12", "11"), "3")


def test_ruling_9_tens_never_become_obsolete() -> None:
    free = {seat: {"12": 0, "11": 0, "10": 0} for seat in "AB"}
    table = position(A="10 1", left="4 10 3", free=free)
    play(table, "draw left middle")
    assert cards(table, "left") == "10 3"


def test_ruling_9_a_removal_that_empties_a_pile_refills_it_and_goes_on() -> None:
    table = position(A="1 1", left="4 12 12", discard="12 7", free=TWELVES_FULL)
    play(table, "draw left middle")
    assert shuffles(table) == [("left", "12 7")]
    assert (cards(table, "left"), cards(table, "box")) == ("7", "12 12 12")


def test_ruling_9_a_removal_that_empties_a_pile_without_discards_leaves_it_waiting() -> None:
    table = position(A="1 1", left="4 12", right="12 6", discard="", free=TWELVES_FULL)
    play(table, "draw left middle")
    assert (cards(table, "left"), cards(table, "right")) == ("", "6")


def test_obsolete_cards_leave_the_left_pile_before_the_right() -> None:
    table = position(A="1 1", left="4 12", right="5 12", discard="8", free=TWELVES_FULL)
    play(table, "draw left right")
    assert (cards(table, "left"), cards(table, "right"), cards(table, "discard")) == ("8", "", "")


def test_an_empty_hand_draws_before_obsolete_cards_leave() -> None:
    table = position(A="9", middle="1 2 3", left="12", discard="8", free=TWELVES_FULL)
    play(table, "cross 9 9")
    assert shuffles(table) == [("middle", "8 9")]
    assert (cards(table, "A"), cards(table, "left"), cards(table, "box")) == (
        "1 2 3 8 9", "", "12",
    )  # fmt: skip


def test_hands_and_the_box_have_no_order_and_the_piles_have_one() -> None:
    table = deal()
    unordered = {zone.name for zone in table.zones() if not zone.ordered}
    assert unordered == {"hand", "box"}
