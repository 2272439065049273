"""rules.md, 9. Karlsman and 10. The Bear, where they are the last cards of the deck."""

from engines.the_jam.state import TheJam
from tests.engines.tables import shuffles
from tests.engines.the_jam.positions import CONE, cards, listed, play, position

APPLE, PEACH, WALNUT = "apple-jam:cherry", "peach-jam:cherry", "walnut-jam:peach"
PIE, OTHER = "apple-pie:strawberry", "peach-pie:strawberry"
A_PLAYS, B_PLAYS = "basket cherry-pie:dogwood", "basket currant-pie:peach"


def drawn(deck: str, **made: str) -> TheJam:
    """A game of three in which A has just played, and B draws the first of these last cards."""
    hands = {
        "A": "cherry-pie:dogwood apple-pie:raspberry",
        "B": "currant-pie:peach",
        "C": "walnut-pie:apple",
    }
    table = position(seats=3, hands=hands, made=made, deck=deck)
    play(table, A_PLAYS)
    return table


def test_karlsman_without_bids_leaves_the_deck_empty() -> None:
    table = drawn("karlsman", A=APPLE, B=PEACH)
    play(table, "pass", "pass")
    assert cards(table, "guests.B") == "karlsman"
    assert PEACH in cards(table, "basket").split()
    assert (table.to_act, cards(table, "deck"), shuffles(table)) == ("C", "", [])
    assert play(table, "basket walnut-pie:apple") == []


def test_the_jams_for_karlsman_are_the_new_deck_that_the_drawer_draws_from() -> None:
    table = drawn("karlsman", C=f"{APPLE} {WALNUT}")
    play(table, f"bid {WALNUT},{APPLE}")
    assert shuffles(table) == [("deck", f"{WALNUT} {APPLE}")]
    assert (table.to_act, cards(table, "hand.B")) == ("B", f"{WALNUT} currant-pie:peach")
    assert play(table, B_PLAYS) == [f"{WALNUT}=B"]
    assert cards(table, "hand.C") == f"{APPLE} walnut-pie:apple"


def test_the_jam_of_a_drawer_who_gets_karlsman_is_drawn_by_the_next_seat() -> None:
    table = drawn("karlsman", B=PEACH)
    play(table, f"bid {PEACH}")
    assert (table.to_act, cards(table, "deck"), shuffles(table)) == ("C", "", [])
    assert cards(table, "hand.C") == f"{PEACH} walnut-pie:apple"


def test_the_pie_of_a_drawer_who_gets_the_bear_is_drawn_by_the_next_seat() -> None:
    table = drawn("bear", B=PIE, A=PEACH)
    assert (table.to_act, cards(table, "guests.B"), shuffles(table)) == ("C", "bear", [])
    assert cards(table, "hand.C") == f"{PIE} walnut-pie:apple"
    assert play(table, "basket walnut-pie:apple") == ["bear", f"{PIE}=C"]


def test_karlsman_then_the_bear_without_jams_and_pies() -> None:
    table = drawn("karlsman bear")
    assert (cards(table, "guests.B"), cards(table, "box")) == ("karlsman", "bear")
    assert (table.to_act, shuffles(table)) == ("C", [])
    assert play(table, "basket walnut-pie:apple") == ["karlsman", "bear"]


def test_the_bear_goes_under_karlsman_and_is_drawn_again_by_the_next_seat() -> None:
    table = drawn("bear karlsman")
    assert shuffles(table) == [("deck", "karlsman bear")]
    assert (cards(table, "guests.B"), cards(table, "box")) == ("karlsman", "bear")
    assert play(table, "basket walnut-pie:apple") == ["bear", "karlsman", "bear"]


def test_a_jam_for_karlsman_keeps_the_bear_in_the_game() -> None:
    table = drawn("karlsman bear", C=CONE)
    play(table, f"bid {CONE}")
    assert shuffles(table) == [("deck", f"bear {CONE}"), ("deck", f"{CONE} bear")]
    assert (table.to_act, cards(table, "hand.B")) == ("B", f"currant-pie:peach {CONE}")
    assert (cards(table, "deck"), cards(table, "box")) == ("bear", "")


def test_a_pie_for_the_bear_is_drawn_after_karlsman() -> None:
    table = drawn("bear karlsman", A=f"{PIE} {OTHER}", C=PEACH)
    play(table, f"forfeit {OTHER}")
    assert shuffles(table) == [("deck", f"karlsman {OTHER}")]
    assert (table.to_act, listed(table)) == ("C", [f"bid {PEACH}", "pass"])
    play(table, "pass")
    assert (cards(table, "guests.A"), cards(table, "guests.B")) == ("bear", "karlsman")
    assert cards(table, "hand.C") == f"{OTHER} walnut-pie:apple"
