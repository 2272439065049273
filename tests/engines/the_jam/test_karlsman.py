"""rules.md, 9. Karlsman."""

from engines.the_jam.state import BID, TheJam
from tests.engines.tables import refused, shuffles
from tests.engines.the_jam.positions import CONE, cards, listed, play, position

APPLE, CHERRY, PEACH, WALNUT = (
    *("apple-jam:cherry", "cherry-jam:apple", "peach-jam:cherry", "walnut-jam:peach"),
)
PUT = "basket apple-pie:peach"


def drawn(
    made: dict[str, str],
    *,
    deck: str = "walnut-pie:apple",
    seats: int = 3,
    variant: str | None = None,
) -> TheJam:
    """A game in which B has just drawn Karlsman; each seat has a card in hand, B one more."""
    hands = {"A": "apple-pie:peach apple-pie:raspberry", "B": "peach-pie:cherry", "C": CONE}
    table = position(variant, seats=seats, hands=hands, made=made, deck=f"karlsman {deck}".strip())
    play(table, PUT)
    return table


def test_karlsman_is_declared_and_each_seat_asked_once_the_drawer_first() -> None:
    table = drawn({"A": APPLE, "B": PEACH, "C": WALNUT})
    assert table.to_act == "B"
    assert cards(table, "middle") == "karlsman"
    assert listed(table) == [f"bid {PEACH}", "pass"]
    assert play(table, f"bid {PEACH}") == ["karlsman"]
    assert table.to_act == "C"
    assert play(table, f"bid {WALNUT}") == []
    assert cards(table, "guests.C") == "karlsman"
    assert table.to_act == "B"


def test_the_seats_are_asked_clockwise_from_the_drawer_and_none_before_it() -> None:
    table = drawn({"A": APPLE, "B": PEACH, "C": WALNUT})
    asked = []
    while table.phase is BID:
        asked.append(table.to_act)
        play(table, "pass")
    assert asked == ["B", "C", "A"]


def test_where_jams_are_hidden_all_seats_not_yet_passed_over_may_be_asked_in_order() -> None:
    table = drawn({"A": APPLE, "B": PEACH, "C": WALNUT}, variant="travel")
    for left in ("BCA", "CA", "A"):
        due = table.due_for("public")
        assert due is not None
        assert due.seats == tuple(left)
        own = table.due_for(left[0])
        assert own is not None
        assert own.seats == (left[0],)
        play(table, "pass")


def test_a_seat_that_cannot_beat_the_last_bid_passes_by_itself() -> None:
    table = drawn({"A": APPLE, "B": f"{PEACH} {CHERRY}", "C": WALNUT})
    play(table, f"bid {PEACH},{CHERRY}")
    assert table.to_act == "C"
    assert cards(table, "guests.B") == "karlsman"


def test_a_bid_must_beat_the_last_sum() -> None:
    table = drawn({"A": f"{APPLE} {WALNUT}", "B": PEACH, "C": f"{CHERRY} {CONE}"}, seats=3)
    play(table, f"bid {PEACH}")
    assert table.to_act == "A"
    assert listed(table) == [f"bid {WALNUT}", f"bid {APPLE},{WALNUT}", "pass"]
    message = "the bid is worth 2 points, and the last one was worth 3 points"
    illegal = refused(table, f"bid {APPLE}", "bid-more", message, APPLE)
    assert illegal.reason.table == f"has {APPLE} {WALNUT}"


def test_a_bid_consists_of_own_completed_jams() -> None:
    table = drawn({"B": f"{PEACH} apple-pie:strawberry", "C": WALNUT})
    pie = "apple-pie:strawberry"
    refused(table, f"bid {PEACH},{pie}", "bid-jams", f"{pie} is not a jam", pie)
    refused(table, f"bid {WALNUT}", "not-own", f"B has no completed {WALNUT}", WALNUT)
    refused(table, f"bid {PEACH},{PEACH}", "not-own", f"B has only 1 of {PEACH}", PEACH)
    refused(table, "bid karlsman", "no-such-card", "there is no recipe card karlsman", "karlsman")


def test_nothing_else_is_played_meanwhile() -> None:
    table = drawn({"B": PEACH})
    message = "a bid for Karlsman or a pass is due first"
    for text in (
        *("basket peach-pie:cherry", f"trade A give={PEACH}", f"jam {PEACH} with={CONE}"),
        *(f"pie peach-pie:cherry with={PEACH}", f"salad {PEACH} with={CONE}"),
    ):
        refused(table, text, "answer-due", message)
    message = "a bid for Karlsman or a pass is due now"
    refused(table, f"forfeit {PEACH}", "not-asked", message)
    refused(table, f"return {PEACH}", "not-asked", message)


def test_the_winners_jams_are_shuffled_into_the_deck_in_the_order_named() -> None:
    made = {"A": f"{WALNUT}<apple-jam:walnut {CHERRY} {APPLE}<cherry-jam:apricot", "B": PEACH}
    table = drawn(made)
    play(table, "pass", f"bid {APPLE},{WALNUT}")
    assert shuffles(table) == [("deck", f"walnut-pie:apple {APPLE} {WALNUT}")]
    assert cards(table, "guests.A") == "karlsman"
    assert cards(table, "recipes.A") == CHERRY
    assert "apple-jam:walnut" in cards(table, "basket")
    assert cards(table, "fresh.A") == cards(table, "under.A") == ""


def test_all_other_bids_are_void() -> None:
    table = drawn({"A": WALNUT, "B": f"{PEACH}"})
    play(table, f"bid {PEACH}", f"bid {WALNUT}")
    assert cards(table, "recipes.B") == PEACH
    assert (table.bid, table.bidder) == ((), None)


def test_the_drawer_draws_again_where_karlsman_goes_to_another() -> None:
    table = drawn({"A": WALNUT, "B": PEACH})
    play(table, "pass")
    assert play(table, f"bid {WALNUT}") == []
    assert table.to_act == "B"
    assert cards(table, "hand.B") == "peach-pie:cherry walnut-pie:apple"
    assert play(table, "basket peach-pie:cherry") == ["walnut-pie:apple=B"]


def test_the_turn_of_a_drawer_who_gets_him_ends_with_the_discard_phase() -> None:
    table = drawn({"B": f"{PEACH}<currant-pie:peach {APPLE}<cherry-jam:apple"}, deck="")
    play(table, f"bid {PEACH}")
    assert cards(table, "guests.B") == "karlsman"
    assert cards(table, "recipes.B") == APPLE
    assert cards(table, "basket") == f"{CHERRY} apple-pie:peach currant-pie:peach"
    assert table.to_act == "C"
    assert cards(table, "hand.B") == "peach-pie:cherry"


def test_cards_shuffled_into_an_empty_deck_are_drawn_again() -> None:
    table = drawn({"A": WALNUT, "B": PEACH}, deck="")
    play(table, "pass", f"bid {WALNUT}")
    assert shuffles(table) == []
    assert cards(table, "hand.B") == f"{WALNUT} peach-pie:cherry"


def test_all_pass_the_drawer_keeps_him_and_puts_a_jam_of_choice_in_the_basket() -> None:
    table = drawn({"A": WALNUT, "B": f"{PEACH} {APPLE}<cherry-jam:apricot"})
    play(table, "pass", "pass")
    assert table.to_act == "B"
    assert cards(table, "guests.B") == "karlsman"
    assert listed(table) == [f"forfeit {APPLE}", f"forfeit {PEACH}"]
    refused(table, f"forfeit {WALNUT}", "not-own", f"B has no completed {WALNUT}", WALNUT)
    refused(table, "pass", "not-asked", "the jam that Karlsman costs is due now")
    refused(table, PUT, "answer-due", "the jam that Karlsman costs is due first")
    play(table, f"forfeit {APPLE}")
    assert cards(table, "recipes.B") == PEACH
    assert cards(table, "basket") == f"{APPLE} cherry-jam:apricot apple-pie:peach"
    assert table.to_act == "C"


def test_in_travel_the_jam_given_up_lies_on_its_ingredients() -> None:
    hands = {"A": "apple-pie:peach", "B": "peach-pie:cherry apple-pie:raspberry"}
    made = {"B": f"{APPLE} {CONE}<{CONE}"}
    table = position("travel", hands=hands, made=made, deck="karlsman")
    play(table, PUT, "pass", f"forfeit {CONE}")
    assert cards(table, "basket") == f"{CONE} {CONE} apple-pie:peach"


def test_a_pie_cannot_be_forfeited_to_karlsman() -> None:
    table = drawn({"B": f"{PEACH} {APPLE} apple-pie:strawberry"})
    play(table, "pass")
    pie = "apple-pie:strawberry"
    refused(table, f"forfeit {pie}", "forfeit-kind", f"{pie} is not a jam", pie)
    refused(table, "forfeit bear", "no-such-card", "there is no recipe card bear", "bear")


def test_all_pass_with_one_kind_of_jam_it_is_given_up_by_itself() -> None:
    table = drawn({"B": f"{CONE} {CONE}<cherry-jam:apricot"})
    play(table, "pass")
    assert cards(table, "guests.B") == "karlsman"
    assert cards(table, "recipes.B") == CONE
    assert cards(table, "basket") == f"cherry-jam:apricot apple-pie:peach {CONE}"
    assert table.to_act == "C"


def test_without_any_jams_he_stays_with_the_drawer_and_its_turn_ends() -> None:
    table = drawn({"A": "apple-pie:strawberry"})
    assert cards(table, "guests.B") == "karlsman"
    assert table.to_act == "C"
    assert cards(table, "hand.B") == "peach-pie:cherry"
    assert play(table, f"basket {CONE}") == ["karlsman", "walnut-pie:apple=C"]


def test_he_gives_seven_points_as_soon_as_he_lies_before_a_seat() -> None:
    table = drawn({"B": f"{PEACH} {APPLE}"})
    play(table, "pass")
    assert table.to_act == "B"
    assert [(p.source, p.points) for p in table.score("B") if p.card == "karlsman"] == [
        ("Karlsman", 7)
    ]


def test_with_many_jams_one_bid_for_each_sum_is_listed() -> None:
    fruits = ("strawberry", "apricot", "walnut", "gooseberry", "cloudberry", "raspberry")
    jams = " ".join(f"apple-jam:{fruit}" for fruit in fruits)
    table = drawn({"B": f"{jams} {PEACH}", "C": APPLE})
    bids = [text.removeprefix("bid ") for text in listed(table, "bid")]
    ordered = [card for card in table.cards.of if card in jams.split()]
    sums = [*range(2, 14), 15]
    assert sorted(table.cards.points(bid.split(",")) for bid in bids) == sums
    assert bids[:2] == [ordered[0], PEACH]
    assert bids[-1] == ",".join([*ordered, PEACH])
    play(table, f"bid {PEACH},{ordered[0]}")
    few = drawn({"B": " ".join([*ordered[:5], PEACH])})
    assert len(listed(few, "bid")) == 63
