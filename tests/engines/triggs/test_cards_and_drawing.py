"""Rulings 1 and 2: what is dealt, and how cards are drawn."""

from collections import Counter

import pytest

from engines.triggs import GAME
from notation.chance import Chance
from notation.record import Shuffle
from tests.engines.tables import refused, shuffles
from tests.engines.triggs.positions import cards, deal, listed, play, position


def test_the_deck_has_nine_cards_of_each_value() -> None:
    count = Counter(card for zone in deal().zones() for card in zone.cards)
    assert count == {str(value): 9 for value in range(1, 13)}


def test_the_sheet_has_41_boxes_and_rows_never_shrink() -> None:
    boxes = list(deal().rows.values())
    assert boxes == [2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5]
    assert sum(boxes) == 41


def test_the_deck_file_is_the_publishers_and_says_what_is_inferred() -> None:
    assert GAME.deck.name == "triggs/standard"
    assert "rows 4 to 6 are inferred" in GAME.deck.source


@pytest.mark.parametrize(("seats", "sizes"), [(2, "24 50 24"), (3, "23 47 23"), (4, "22 44 22")])
def test_ruling_1_the_outer_piles_take_a_quarter_each(seats: int, sizes: str) -> None:
    assert " ".join(str(len(pile)) for pile in deal(seats).piles.values()) == sizes


def test_ruling_1_five_cards_are_dealt_seat_by_seat_then_left_right_and_middle() -> None:
    table = deal()
    assert (cards(table, "A"), cards(table, "B")) == ("1 1 1 1 1", "1 1 1 1 2")
    assert [pile.top for pile in table.piles.values()] == ["2", "7", "4"]
    assert cards(table, "middle").endswith("12 12")


def test_the_deck_is_shuffled_once_from_the_order_of_its_file() -> None:
    table = deal(4)
    assert shuffles(table) == [("deck", " ".join(str(v) for v in range(1, 13) for _ in range(9)))]


def test_the_deal_follows_a_recorded_shuffle() -> None:
    order = tuple(str(value) for value in range(12, 0, -1) for _ in range(9))
    chance = Chance()
    chance.expect([Shuffle("deck", order)])
    table = GAME.set_up(GAME, 2, {}, chance)
    chance.settle()
    assert cards(table, "A") == "12 12 12 12 12"


def test_only_the_top_cards_of_the_outer_piles_lie_open() -> None:
    table = deal()
    seen = {zone.key: sum(zone.open_to(None)) for zone in table.zones()}
    assert seen == {
        "hand.A": 0, "hand.B": 0, "left": 1, "middle": 0, "right": 1, "discard": 0, "box": 0,
    }  # fmt: skip
    own = {zone.key: sum(zone.open_to("A")) for zone in table.zones()}
    assert (own["hand.A"], own["hand.B"], own["middle"]) == (5, 0, 0)


def test_the_discard_pile_lies_open() -> None:
    table = position(discard="3 4 5")
    assert table.discard.open_to(None) == (True, True, True)


def test_action_a_tim_draws_one_face_down_and_one_face_up_card() -> None:
    table = position(A="1 1 1 1 1", left="8 2", middle="3 4")
    assert play(table, "draw middle left") == [("3", "A"), ("8", None)]
    assert cards(table, "A") == "1 1 1 1 1 3 8"
    assert (cards(table, "left"), cards(table, "middle"), table.to_act) == ("2", "4", "B")


def test_action_a_two_cards_may_come_from_one_pile() -> None:
    table = position(A="1", right="12 5 6")
    assert play(table, "draw right right") == [("12", None), ("5", None)]


def test_ruling_2_with_up_to_eight_cards_exactly_two_are_drawn() -> None:
    table = position(A="1 1 1 1 1 1 1 1")
    illegal = refused(table, "draw left", "draw-count", "the number of cards to draw is 2, not 1")
    assert (
        illegal.reason.table
        == "holds 1 1 1 1 1 1 1 1 (8 of 10); piles: left 24, middle 50, right 24"
    )
    play(table, "draw left left")
    assert len(table.hands["A"]) == 10


def test_ruling_2_with_nine_cards_exactly_one_is_drawn() -> None:
    table = position(A="1 1 1 1 1 1 1 1 1")
    message = "the number of cards to draw is 1, not 2"
    refused(table, "draw left middle", "draw-count", message, "middle")
    assert listed(table, "draw") == ["draw left", "draw middle", "draw right"]
    assert play(table, "draw middle") == [("7", "A")]
    assert len(table.hands["A"]) == 10


def test_ruling_2_with_ten_cards_nothing_is_drawn() -> None:
    table = position(A="1 1 1 1 1 1 1 1 1 12")
    illegal = refused(table, "draw left left", "hand-limit", "a hand of 10 cards takes no more")
    assert illegal.reason.table == "holds 1 1 1 1 1 1 1 1 1 12 (10 of 10)"
    refused(table, "draw left", "hand-limit", "a hand of 10 cards takes no more")
    assert listed(table, "draw") == []


def test_ruling_2_the_last_card_of_all_piles_is_drawn_alone() -> None:
    table = position(A="1", left="", middle="", right="7", discard="")
    message = "the number of cards to draw is 1, not 2"
    refused(table, "draw right right", "draw-count", message, "right")
    assert listed(table, "draw") == ["draw right"]
    assert play(table, "draw right") == [("7", None)]


def test_ruling_2_without_a_card_in_any_pile_nothing_is_drawn() -> None:
    table = position(A="1", left="", middle="", right="", discard="")
    refused(table, "draw left right", "empty-pile", "the left pile is empty", "left")
    assert listed(table, "draw") == []


def test_ruling_2_nine_cards_draw_no_second_one_even_if_no_pile_has_a_card() -> None:
    table = position(A="1 1 1 1 1 1 1 1 1", left="", middle="", right="", discard="")
    message = "the number of cards to draw is 1, not 2"
    refused(table, "draw left middle", "draw-count", message, "middle")
    refused(table, "draw left", "empty-pile", "the left pile is empty", "left")


def test_a_pile_that_the_first_card_empties_is_refilled_before_the_second() -> None:
    table = position(A="1", left="7", discard="9 10 11")
    assert play(table, "draw left left") == [("7", None), ("9", None)]
    assert shuffles(table) == [("left", "9 10 11")]
    assert (cards(table, "left"), cards(table, "discard")) == ("10 11", "")


def test_a_pile_of_one_card_gives_no_second_one_without_discards() -> None:
    table = position(A="1", left="7", discard="")
    message = "the left pile has only one card, and there are no discards to refill it"
    refused(table, "draw left left", "empty-pile", message, "left")
    assert "draw left left" not in listed(table, "draw")
    assert "draw left right" in listed(table, "draw")


def test_an_empty_pile_is_not_drawn_from() -> None:
    table = position(A="1", middle="", discard="")
    message = "the middle pile is empty"
    refused(table, "draw middle left", "empty-pile", message, "middle")
    illegal = refused(table, "draw left middle", "empty-pile", message, "middle")
    assert illegal.reason.since == "the middle pile was emptied here"
    assert illegal.held_at(table)
    assert not illegal.held_at(deal())
    assert listed(table, "draw") == [
        "draw left left", "draw left right", "draw right left", "draw right right",
    ]  # fmt: skip


def test_draws_are_listed_in_every_order_of_piles() -> None:
    piles = ("left", "middle", "right")
    assert listed(deal(), "draw") == [f"draw {a} {b}" for a in piles for b in piles]


def test_play_passes_clockwise_and_comes_round_again() -> None:
    table = deal(3)
    seats = [table.to_act]
    for _ in range(3):
        play(table, "draw left left")
        seats.append(table.to_act)
    assert seats == ["A", "B", "C", "A"]
