"""rules.md, 10. The Bear."""

from engines.table import Points
from engines.the_jam.state import TheJam
from tests.engines.tables import refused, shuffles
from tests.engines.the_jam.positions import CONE, cards, listed, play, position

P1, P2, P3, P4 = (
    "apple-pie:strawberry",
    "peach-pie:cherry",
    "walnut-pie:peach",
    "cherry-pie:dogwood",
)
PUT = "basket apple-pie:peach"


def drawn(
    made: dict[str, str], *, deck: str = "walnut-pie:apple", hands: dict[str, str] | None = None
) -> TheJam:
    """A game of three in which B has just drawn The Bear."""
    held = {"A": "apple-pie:peach apple-pie:raspberry", "B": "peach-jam:cherry", "C": CONE}
    table = position(seats=3, hands=hands or held, made=made, deck=f"bear {deck}".strip())
    play(table, PUT)
    return table


def test_the_bear_goes_to_the_seat_with_most_pies_for_one_of_them() -> None:
    table = drawn({"A": f"{P1} {P2}<apple-jam:cherry", "B": P3, "C": "apple-jam:walnut"})
    assert table.to_act == "A"
    assert cards(table, "guests.A") == "bear"
    assert listed(table) == [f"forfeit {P1}", f"forfeit {P2}"]
    assert play(table, f"forfeit {P2}") == ["bear"]
    assert shuffles(table) == [("deck", f"walnut-pie:apple {P2}")]
    assert cards(table, "basket") == "apple-jam:cherry apple-pie:peach"
    assert table.to_act == "B"
    assert cards(table, "hand.B") == "peach-jam:cherry walnut-pie:apple"


def test_a_tie_is_for_the_drawer_and_then_clockwise() -> None:
    assert cards(drawn({"A": P1, "B": P2, "C": P3}), "guests.B") == "bear"
    assert cards(drawn({"A": P1, "C": P3}), "guests.C") == "bear"
    assert cards(drawn({"A": f"{P1} {P4}", "B": P2, "C": P3}), "guests.A") == "bear"


def test_the_turn_of_a_drawer_who_gets_him_ends_with_the_discard_phase() -> None:
    table = drawn({"B": f"{P1} {P2}<apple-jam:cherry"})
    assert table.to_act == "B"
    play(table, f"forfeit {P1}")
    assert table.to_act == "C"
    assert cards(table, "recipes.B") == P2
    assert cards(table, "basket") == "apple-jam:cherry apple-pie:peach"
    assert cards(table, "hand.B") == "peach-jam:cherry"


def test_one_kind_of_pie_is_given_up_by_itself() -> None:
    table = drawn({"C": f"{P1}<apple-jam:cherry"})
    assert cards(table, "guests.C") == "bear"
    assert shuffles(table) == [("deck", f"walnut-pie:apple {P1}")]
    assert cards(table, "basket") == "apple-jam:cherry apple-pie:peach"
    assert table.to_act == "B"


def test_the_bear_costs_a_pie_of_ones_own() -> None:
    table = drawn({"A": f"{P1} {P2} apple-jam:walnut", "B": P3})
    jam = "apple-jam:walnut"
    refused(table, f"forfeit {jam}", "forfeit-kind", f"{jam} is not a pie", jam)
    refused(table, f"forfeit {P3}", "not-own", f"A has no completed {P3}", P3)
    refused(table, PUT, "answer-due", "the pie that the Bear costs is due first")


def test_without_pies_he_is_shuffled_back_and_the_drawer_draws_again() -> None:
    table = drawn({"A": "apple-jam:walnut"})
    assert shuffles(table) == [("deck", "walnut-pie:apple bear")]
    assert table.to_act == "B"
    assert cards(table, "deck") == "bear"
    assert play(table, "basket peach-jam:cherry") == ["bear", "walnut-pie:apple=B"]


def test_without_pies_the_last_card_of_the_deck_leaves_the_game() -> None:
    table = drawn({}, deck="")
    assert shuffles(table) == []
    assert cards(table, "box") == "bear"
    assert table.to_act == "B"
    assert play(table, "basket peach-jam:cherry") == ["bear"]


def test_a_seat_left_without_a_card_when_he_leaves_is_skipped() -> None:
    table = drawn({}, deck="", hands={"A": "apple-pie:peach", "C": CONE})
    assert cards(table, "box") == "bear"
    assert table.to_act == "C"
    table = drawn(
        {"B": "apple-jam:walnut<currant-pie:apple"}, deck="", hands={"A": "apple-pie:peach"}
    )
    assert table.over
    assert cards(table, "under.B") == "currant-pie:apple"


def test_a_pie_alone_in_the_deck_is_drawn_without_a_shuffle() -> None:
    table = drawn({"C": P1}, deck="")
    assert shuffles(table) == []
    assert cards(table, "hand.B") == f"peach-jam:cherry {P1}"


def test_karlsman_and_the_bear_may_come_one_after_the_other() -> None:
    made = {"A": "apple-jam:walnut", "B": "peach-jam:apricot", "C": P1}
    table = drawn(made, deck="karlsman walnut-pie:apple")
    assert cards(table, "guests.C") == "bear"
    assert table.to_act == "B"
    play(table, "pass", "bid apple-jam:walnut")
    assert cards(table, "guests.A") == "karlsman"
    assert play(table, "basket walnut-pie:apple") == ["walnut-pie:apple=B"]


def test_he_gives_ten_points() -> None:
    table = drawn({"C": P1})
    assert [line for line in table.score("C") if line.points] == [Points("the Bear", 10, "bear")]
