"""rules.md, 4. Refilling (rulings 8 and 9)."""

from tests.engines.point_salad.positions import lay, play

FULL = {"1a": "CB01", "1b": "CR01", "2a": "LE01", "2b": "ON01", "3a": "PE01", "3b": "TO01"}


def test_ruling_8_columns_left_to_right_upper_slot_first_each_from_its_own_pile() -> None:
    table = lay(piles=("CB02 CB03", "CR02 CR03", "LE02 LE03"), market=FULL)
    assert play(table, "veg 3a,1b") == ["PE01", "CR01", "CB02", "LE02"]
    assert table.market["1b"].cards == ("CB02",)
    assert table.market["3a"].cards == ("LE02",)


def test_ruling_8_upper_before_lower_whatever_order_is_written() -> None:
    table = lay(piles=("CB02 CB03 CB04", "", ""), market=FULL)
    assert play(table, "veg 1b,1a") == ["CR01", "CB01", "CB02", "CB03"]
    assert table.market["1a"].cards == ("CB02",)
    assert table.market["1b"].cards == ("CB03",)


def test_ruling_9_the_largest_pile_gives_its_bottom_half_rounded_down() -> None:
    table = lay(piles=("CB02", "CR02 CR03 CR04 CR05 CR06", "LE02 LE03"), market=FULL)
    play(table, "point 1")
    assert table.piles["1"].cards == ("CR05", "CR06")
    assert table.piles["2"].cards == ("CR02", "CR03", "CR04")


def test_ruling_9_the_leftmost_of_equal_piles_gives() -> None:
    table = lay(piles=("LE02 LE03", "CR02 CR03", "CB02"), market=FULL)
    play(table, "point 3")
    assert [pile.cards for pile in table.piles.values()] == [("LE02",), ("CR02", "CR03"), ("LE03",)]


def test_ruling_9_a_pile_emptied_during_the_refill_is_remade_before_it_goes_on() -> None:
    table = lay(piles=("CB02", "CR02 CR03 CR04 CR05", ""), market=FULL)
    assert play(table, "veg 1a,1b") == ["CB01", "CR01", "CB02", "CR04"]
    assert table.piles["1"].cards == ("CR05",)
    assert table.piles["2"].cards == ("CR02", "CR03")


def test_ruling_9_a_pile_remade_twice_in_one_refill() -> None:
    table = lay(piles=("CB02", "CR02 CR03", "LE02"), market=FULL)
    assert play(table, "veg 1a,1b") == ["CB01", "CR01", "CB02", "CR03"]
    assert [pile.cards for pile in table.piles.values()] == [(), ("CR02",), ("LE02",)]


def test_ruling_9_a_largest_pile_of_one_is_not_split() -> None:
    table = lay(piles=("CB02", "CR02", "LE02"), market=FULL)
    play(table, "point 1")
    assert [pile.cards for pile in table.piles.values()] == [(), ("CR02",), ("LE02",)]


def test_ruling_9_a_pile_that_could_not_be_remade_and_its_slots_stay_empty() -> None:
    table = lay(piles=("CB02", "CR02", "LE02"), market=FULL)
    assert play(table, "veg 1a,1b") == ["CB01", "CR01", "CB02"]
    assert play(table, "veg 2a,1a") == ["LE01", "CB02", "CR02"]
    assert not table.piles["1"]
    assert not table.market["1a"]
    assert not table.market["1b"]


def test_a_point_draft_reveals_its_card_and_turns_nothing_up() -> None:
    table = lay(piles=("CB02 CB03", "CR02", "LE02"), market=FULL)
    assert play(table, "point 1 flip=CB02") == ["CB02"]
