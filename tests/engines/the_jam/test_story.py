"""The sentences of The Jam for automatic events."""

import pytest

from engines.the_jam.state import TheJam
from tests.engines.the_jam.positions import CONE, deal, play, position

APPLE, CHERRY, PEACH, WALNUT = (
    *("apple-jam:cherry", "cherry-jam:apple", "peach-jam:cherry", "walnut-jam:peach"),
)
P1, P2 = "apple-pie:strawberry", "peach-pie:cherry"
PUT = "basket apple-pie:peach"
HANDS = {"A": "apple-pie:peach apple-pie:raspberry", "B": "cherry-pie:dogwood", "C": CONE}


def story(
    made: dict[str, str],
    *texts: str,
    deck: str = "",
    variant: str | None = None,
    hands: dict[str, str] | None = None,
) -> list[str]:
    """The automatic events after the last of these moves, in a game of three from A's turn on."""
    table = position(variant, seats=3, hands=hands or HANDS, made=made, deck=deck)
    play(table, *texts[:-1])
    return story_of(table, texts[-1])


def story_of(table: TheJam, text: str) -> list[str]:
    table.story = []
    play(table, text)
    return [sentence.text for sentence in table.story]


def test_the_discard_phase_names_the_ingredients() -> None:
    made = {"A": f"{APPLE}<{CHERRY} {P1}<{WALNUT}"}
    assert story(made, PUT) == ["A discards cherry jam and walnut jam into the basket"]
    made = {"A": f"{APPLE}<{CHERRY} {WALNUT}<cherry-jam:peach"}
    assert story(made, PUT) == ["A discards two cherry jams into the basket"]
    assert story({}, PUT) == []


def test_what_lies_on_a_jam_used_for_a_pie_goes_to_the_basket() -> None:
    made = {"A": f"{APPLE}<{CHERRY}"}
    bake = f"pie apple-pie:peach with={APPLE}"
    assert story(made, bake) == ["cherry jam goes to the basket"]
    assert story({"A": APPLE}, bake) == []


def test_seats_that_cannot_bid_are_named_and_then_who_gets_karlsman() -> None:
    deck = "karlsman walnut-pie:apple"
    made = {"A": WALNUT, "B": PEACH, "C": CHERRY}
    assert story(made, PUT, deck=deck) == ["B draws Karlsman, and jams may be bid for him"]
    assert story(made, PUT, f"bid {PEACH}", deck=deck) == ["C cannot bid more"]
    assert story(made, PUT, f"bid {PEACH}", f"bid {WALNUT}", deck=deck) == [
        "Karlsman goes to A, and walnut jam is shuffled into the deck"
    ]


def test_several_jams_of_a_bid_are_shuffled_into_the_deck() -> None:
    deck, made = "karlsman walnut-pie:apple", {"A": f"{APPLE} {WALNUT}"}
    assert story(made, PUT, deck=deck) == [
        "B draws Karlsman, and jams may be bid for him",
        "B and C cannot bid",
    ]
    assert story(made, PUT, f"bid {APPLE},{WALNUT}", deck=deck) == [
        "Karlsman goes to A, and apple and walnut jam are shuffled into the deck"
    ]


def test_karlsman_stays_for_a_jam_and_the_turn_ends() -> None:
    made = {"B": f"{PEACH}<{P1}"}
    assert story(made, PUT, "pass", deck="karlsman walnut-pie:apple") == [
        "C and A cannot bid",
        "nobody bids, and Karlsman stays with B",
        "B loses peach jam to Karlsman",
        "apple pie goes to the basket",
        "peach jam goes to the basket",
        "the turn of B ends",
    ]


def test_the_bear_goes_to_the_most_pies_and_costs_one_by_itself() -> None:
    assert story({"C": f"{P1}<{APPLE}"}, PUT, deck="bear walnut-pie:apple") == [
        "B draws the Bear, who goes to C for the most pies",
        "C loses apple pie to the Bear",
        "apple jam goes to the basket",
        "apple pie is shuffled into the deck",
    ]


def test_the_bear_stays_with_a_drawer_who_chooses_the_pie() -> None:
    deck, made = "bear walnut-pie:apple", {"B": f"{P1} {P2}"}
    assert story(made, PUT, deck=deck) == ["B draws the Bear and keeps him for the most pies"]
    assert story(made, PUT, f"forfeit {P2}", deck=deck) == [
        "peach pie is shuffled into the deck",
        "the turn of B ends",
    ]


def test_in_travel_no_pie_is_named_that_goes_by_itself() -> None:
    made, deck = {"A": f"{P1} {P2}"}, "bear walnut-pie:apple"
    named = story(made, PUT, f"forfeit {P2}", deck=deck, variant="travel")
    assert named == ["peach pie is shuffled into the deck"]
    assert story({"C": P1}, PUT, deck="bear walnut-pie:apple", variant="travel") == [
        "B draws the Bear, who goes to C for the most pies",
        "C loses a pie to the Bear",
        "a pie is shuffled into the deck",
    ]


def test_the_bear_is_shuffled_in_or_leaves_if_nobody_has_a_pie() -> None:
    assert story({}, PUT, deck="bear walnut-pie:apple") == [
        "B draws the Bear: nobody has a pie, and he is shuffled into the deck"
    ]
    hands = {"A": "apple-pie:peach", "C": CONE}
    assert story({}, PUT, deck="bear", hands=hands) == [
        "B draws the Bear: nobody has a pie, and he leaves the game",
        "B has no card and misses a turn",
    ]


def test_seats_without_a_card_miss_a_turn() -> None:
    hands = {"A": "apple-pie:peach apple-pie:raspberry"}
    assert story({}, PUT, hands=hands) == [
        "B has no card and misses a turn",
        "C has no card and misses a turn",
    ]


def test_once_the_deck_is_empty_the_next_seat_with_a_card_plays() -> None:
    hands = {"A": "apple-pie:peach apple-pie:raspberry", "C": "peach-pie:cherry"}
    table = position(seats=3, hands=hands)
    play(table, PUT)
    assert table.to_act == "C"


@pytest.mark.parametrize(
    ("variant", "end"),
    [
        (None, ["all tasks are turned up"]),
        ("travel", ["all tasks and piles are turned up"]),
        ("kids", []),
    ],
)
def test_at_the_end_hidden_cards_are_turned_up(variant: str | None, end: list[str]) -> None:
    assert story({}, PUT, hands={"A": "apple-pie:peach"}, variant=variant) == end


def test_events_are_noted_only_if_asked_for() -> None:
    table = deal()
    play(table, f"basket {table.hands['A'].cards[0]}")
    assert table.story is None
