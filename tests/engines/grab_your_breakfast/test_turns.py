"""rules.md, 3. A turn, and 4. Hand cards (rulings 2 to 4)."""

import pytest

from tests.engines.grab_your_breakfast.positions import (
    cards,
    deal,
    listed,
    play,
    position,
)
from tests.engines.tables import refused, shuffles


def test_a_tile_is_taken_with_a_hand_card_of_its_item() -> None:
    table = position(
        "toast egg egg egg egg", A="toast coffee", a="jam", draw="cereal egg", discard="egg"
    )
    assert play(table, "take r1c1 using=toast") == [("toast", None), ("cereal", "A")]
    assert (cards(table, "A"), cards(table, "a")) == ("cereal coffee", "jam toast")
    assert (cards(table, "draw"), cards(table, "discard")) == ("egg", "egg toast")
    assert (table.board["r1c1"].cards, table.to_act) == ((), "B")


def test_turns_go_round() -> None:
    table = deal(3)
    for seat in ("A", "B", "C", "A"):
        assert table.to_act == seat
        table.play(seat, table.moves()[0])


def test_coffee_takes_a_cup_or_a_pot() -> None:
    table = position("coffee-cup egg egg egg coffee-pot", A="coffee toast")
    assert listed(table)[:2] == ["take r1c1 using=coffee", "take r1c5 using=coffee"]


@pytest.mark.parametrize("kind", ["hoops", "flakes", "puffs", "muesli"])
def test_cereal_takes_any_cereal(kind: str) -> None:
    table = position(f"cereal-{kind} egg egg egg egg", A="cereal toast")
    play(table, "take r1c1 using=cereal")
    assert cards(table, "a") == f"cereal-{kind}"


@pytest.mark.parametrize("card", ["coffee", "toast", "egg", "pancakes", "cereal"])
@pytest.mark.parametrize("tile", ["sugar", "jam", "maple-syrup"])
def test_ruling_2_any_hand_card_takes_a_bonus_tile(tile: str, card: str) -> None:
    table = position(f"{tile} egg egg egg egg", A=f"{card} {card}")
    play(table, f"take r1c1 using={card}")
    assert cards(table, "a") == tile


def test_a_main_tile_is_not_taken_with_another_card() -> None:
    table = position("toast/jam egg egg egg egg", A="toast egg")
    illegal = refused(
        table, "take r1c1 using=egg", "no-match", "egg does not take the toast at r1c1", "egg"
    )
    assert (illegal.reason.label, illegal.reason.table) == ("toast takes it", "holds toast egg")
    assert illegal.reason.since is None


def test_a_tile_uncovered_since_names_the_ply() -> None:
    table = position("egg/toast egg egg egg jam", A="egg egg", B="egg egg")
    before = table.copy()
    play(table, "take r1c1 using=egg")
    illegal = refused(
        table, "take r1c1 using=egg", "no-match", "egg does not take the toast at r1c1", "egg"
    )
    assert [illegal.held_at(then) for then in (before, table)] == [False, True]


def test_a_card_used_lies_in_the_hand() -> None:
    table = position("toast egg egg egg egg", A="egg egg", B="toast toast", discard="")
    illegal = refused(
        table, "take r1c1 using=toast", "not-held", "the hand holds no toast", "toast"
    )
    assert (illegal.reason.label, illegal.reason.table) == ("not in the hand", "holds egg egg")


def test_a_card_gone_from_the_hand_names_the_ply_that_played_it() -> None:
    table = position(
        "toast egg egg egg toast", A="toast coffee", B="toast toast", draw="egg egg egg"
    )
    before = table.copy()
    play(table, "swap toast", "take r1c1 using=toast")
    illegal = refused(
        table, "take r1c5 using=toast", "not-held", "the hand holds no toast", "toast"
    )
    assert illegal.reason.since == "the missing toast was played here"
    assert [illegal.held_at(then) for then in (before, table)] == [False, True]


def test_ruling_3_with_both_cards_matching_a_tile_is_taken() -> None:
    table = position("toast egg egg egg coffee-cup", A="toast coffee")
    assert listed(table) == ["take r1c1 using=toast", "take r1c5 using=coffee"]
    illegal = refused(
        table,
        "swap coffee",
        "must-take",
        "both hand cards match a free tile, so a tile must be taken",
    )
    assert illegal.reason.table == "holds coffee toast; coffee takes r1c5, toast takes r1c1"


def test_ruling_3_two_equal_cards_both_count() -> None:
    table = position("toast egg egg egg coffee-cup", A="toast toast")
    assert listed(table) == ["take r1c1 using=toast"]
    refused(
        table,
        "swap toast,toast",
        "must-take",
        "both hand cards match a free tile, so a tile must be taken",
    )


def test_ruling_2_a_free_bonus_tile_makes_both_cards_match() -> None:
    table = position("egg toast egg egg egg", "jam egg egg egg egg", A="cereal pancakes")
    assert listed(table) == ["take r2c1 using=pancakes", "take r2c1 using=cereal"]
    refused(
        table,
        "swap cereal",
        "must-take",
        "both hand cards match a free tile, so a tile must be taken",
    )


def test_a_blocked_bonus_tile_matches_nothing() -> None:
    table = position("egg jam egg egg egg", A="cereal pancakes")
    assert listed(table) == ["swap pancakes", "swap cereal", "swap cereal,pancakes"]


def test_ruling_3_with_one_card_matching_a_tile_is_taken_or_either_card_exchanged() -> None:
    table = position("toast egg egg egg toast", A="toast coffee")
    assert listed(table) == [
        "take r1c1 using=toast",
        "take r1c5 using=toast",
        "swap coffee",
        "swap toast",
    ]
    illegal = refused(
        table,
        "swap toast,coffee",
        "swap-count",
        "a hand card matches a free tile, so exactly one card may be exchanged, not 2",
        "toast,coffee",
    )
    assert illegal.reason.table == "holds coffee toast; toast takes r1c1"


def test_ruling_3_with_none_matching_one_or_two_cards_are_exchanged() -> None:
    table = position("egg egg egg egg egg", A="toast coffee", draw="cereal jam", discard="egg")
    assert listed(table) == ["swap coffee", "swap toast", "swap toast,coffee"]
    other = table.copy()
    assert play(other, "swap coffee") == [("cereal", "A")]
    assert (cards(other, "A"), cards(other, "discard")) == ("cereal toast", "egg coffee")
    assert (other.to_act, cards(other, "a")) == ("B", "")


def test_two_equal_cards_that_do_not_match_are_one_choice_each_way() -> None:
    table = position("egg egg egg egg egg", A="toast toast")
    assert listed(table) == ["swap toast", "swap toast,toast"]


def test_an_exchanged_card_lies_in_the_hand_as_often_as_it_is_named() -> None:
    table = position("egg egg egg egg egg", A="toast coffee")
    illegal = refused(
        table, "swap toast,toast", "not-held", "the hand holds 1 toast, not 2", "toast"
    )
    assert (illegal.reason.at, illegal.reason.label) == (("cards", 1), "not that many in the hand")
    refused(table, "swap coffee,cereal", "not-held", "the hand holds no cereal", "cereal")


def test_ruling_4_cards_exchanged_are_discarded_in_the_order_written() -> None:
    for swap, discarded in (("toast,coffee", "toast coffee"), ("coffee,toast", "coffee toast")):
        table = position("egg egg egg egg egg", A="toast coffee", draw="cereal egg", discard="")
        assert play(table, f"swap {swap}") == [("cereal", "A"), ("egg", "A")]
        assert cards(table, "discard") == discarded


def test_ruling_4_an_empty_draw_pile_is_the_shuffled_discard_pile() -> None:
    table = position(
        "toast egg egg egg egg", A="toast coffee", draw="", discard="egg cereal pancakes"
    )
    assert play(table, "take r1c1 using=toast") == [("toast", None), ("egg", "A")]
    assert shuffles(table) == [("hand", "egg cereal pancakes toast")]
    assert (cards(table, "draw"), cards(table, "discard")) == ("cereal pancakes toast", "")


def test_ruling_4_the_draw_pile_is_refilled_only_when_a_card_is_wanted() -> None:
    table = position("toast egg egg egg egg", A="toast coffee", draw="egg", discard="cereal egg")
    play(table, "take r1c1 using=toast")
    assert shuffles(table) == []
    assert (cards(table, "draw"), cards(table, "discard")) == ("", "cereal egg toast")


def test_ruling_4_a_refill_between_two_cards_holds_those_just_exchanged() -> None:
    table = position("egg egg egg egg egg", A="toast coffee", draw="cereal", discard="egg")
    assert play(table, "swap toast,coffee") == [("cereal", "A"), ("egg", "A")]
    assert shuffles(table) == [("hand", "egg toast coffee")]


def test_a_discard_pile_of_one_card_is_not_shuffled() -> None:
    table = position("toast egg egg egg egg", A="toast coffee", draw="", discard="")
    assert play(table, "take r1c1 using=toast") == [("toast", None), ("toast", "A")]
    assert shuffles(table) == []


def test_the_last_take_ends_the_game_and_nothing_is_drawn_or_shuffled() -> None:
    table = position("- - - - egg", A="egg coffee", draw="", discard="toast egg")
    assert play(table, "take r1c5 using=egg") == [("egg", None)]
    assert shuffles(table) == []
    assert (cards(table, "A"), cards(table, "discard")) == ("coffee", "toast egg egg")
    assert (table.to_act, table.over, table.moves()) == (None, True, [])


def test_the_last_take_but_one_still_draws() -> None:
    table = position("- - - - egg/egg", A="egg coffee", draw="toast", discard="")
    assert play(table, "take r1c5 using=egg") == [("egg", None), ("toast", "A")]
    assert not table.over
