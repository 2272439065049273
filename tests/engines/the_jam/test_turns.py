"""rules.md, 2. A turn, 8. The discard phase, and 13. The end."""

import pytest

from engines.the_jam.state import TheJam
from tests.engines.tables import refused, shuffles
from tests.engines.the_jam.positions import CONE, cards, deal, listed, play, position

APPLE = "currant-pie:apple"


def test_the_draw_is_no_ply_and_is_shown_with_the_next_one() -> None:
    table = deal(2, "kids")
    first = table.hands["A"].cards[0]
    text = f"basket {table.hands['A'].cards[1]}"
    assert play(table, text) == [f"{first}=A"]
    drawn = table.hands["B"].cards[0]
    assert play(table, f"basket {drawn}") == [f"{drawn}=B"]


def test_a_trade_shows_the_draw_ahead_of_the_play() -> None:
    made = {"A": "apple-jam:cherry", "B": "peach-jam:cherry"}
    hands = {"A": "apple-pie:peach", "B": "cherry-pie:dogwood"}
    table = position(hands=hands, made=made, deck="walnut-pie:apple")
    assert play(table, "basket apple-pie:peach") == []
    assert play(table, "trade A give=peach-jam:cherry") == ["walnut-pie:apple=B"]
    assert play(table, "basket walnut-pie:apple") == []


def test_ruling_1_a_turn_ends_with_one_play() -> None:
    table = position(hands={"A": "apple-pie:peach apple-pie:raspberry", "B": APPLE}, deck="bear")
    play(table, "basket apple-pie:peach")
    assert table.to_act == "B"


def test_turns_go_clockwise_and_begin_again() -> None:
    hands = {
        "A": "apple-pie:peach apple-pie:raspberry",
        "B": "walnut-pie:apple",
        "C": "peach-pie:cherry",
    }
    table = position(seats=3, hands=hands)
    seats = []
    while not table.over:
        seats.append(table.to_act)
        play(table, listed(table, "basket")[0])
    assert seats == ["A", "B", "C", "A"]


def test_ruling_7_ingredients_lie_until_the_owners_next_discard_phase() -> None:
    table = position(
        hands={"A": "apple-jam:strawberry peach-pie:cherry", "B": "walnut-pie:apple"},
        basket=APPLE,
    )
    play(table, f"jam apple-jam:strawberry with={APPLE}")
    assert cards(table, "fresh.A") == "apple-jam:strawberry"
    assert cards(table, "under.A") == APPLE
    play(table, "basket walnut-pie:apple")
    assert cards(table, "fresh.A") == "apple-jam:strawberry"
    play(table, "basket peach-pie:cherry")
    assert cards(table, "recipes.A") == "apple-jam:strawberry"
    assert cards(table, "fresh.A") == cards(table, "under.A") == ""
    assert cards(table, "basket") == "currant-pie:apple peach-pie:cherry walnut-pie:apple"


def test_the_oldest_recipe_is_discarded_first_each_in_the_order_named() -> None:
    salad = "salad-apple-peach-dogwood:walnut"
    table = position(
        "travel",
        hands={"A": "apple-pie:peach"},
        made={
            "A": f"cone-jam:cone@9<apple-jam:cherry"
            f" {salad}@4<cherry-pie:dogwood+gooseberry-pie:apple+peach-pie:cherry"
        },
        basket="cherry-pie:raspberry",
    )
    play(table, "basket apple-pie:peach")
    assert cards(table, "basket").split() == [
        *["apple-jam:cherry", "peach-pie:cherry", "gooseberry-pie:apple", "cherry-pie:dogwood"],
        *["apple-pie:peach", "cherry-pie:raspberry"],
    ]


def test_the_card_that_a_pie_card_costs_comes_last_and_the_jams_ingredient_first() -> None:
    table = position(
        "travel",
        hands={"A": "apple-jam:cherry"},
        made={
            "A": "peach-jam:apricot<currant-pie:peach walnut-jam:peach<peach-pie:dogwood",
        },
        basket="peach-pie:strawberry apple-pie:raspberry",
    )
    play(table, "pie peach-pie:strawberry with=peach-jam:apricot discard=apple-jam:cherry")
    order = "apple-jam:cherry peach-pie:dogwood currant-pie:peach apple-pie:raspberry"
    assert cards(table, "basket") == order


def test_a_seat_without_cards_is_skipped_and_has_no_discard_phase() -> None:
    table = position(
        seats=3,
        hands={"A": "apple-pie:peach", "C": "walnut-pie:apple"},
        made={"B": "cherry-jam:apple<apple-jam:cherry"},
    )
    play(table, "basket apple-pie:peach")
    assert table.to_act == "C"
    play(table, "basket walnut-pie:apple")
    assert table.over
    assert cards(table, "fresh.B") == "cherry-jam:apple"


def test_a_seat_with_an_empty_hand_draws_while_there_is_a_deck() -> None:
    table = position(hands={"A": "apple-pie:peach"}, deck="walnut-pie:apple")
    play(table, "basket apple-pie:peach")
    assert table.to_act == "B"
    assert cards(table, "hand.B") == "walnut-pie:apple"


def test_a_seat_goes_on_alone_when_the_others_have_no_cards() -> None:
    table = position(hands={"A": "apple-pie:peach apple-pie:raspberry"})
    play(table, "basket apple-pie:peach")
    assert table.to_act == "A"


def test_ruling_15_the_last_turns_discard_phase_is_held_before_the_end() -> None:
    table = position(
        hands={"A": "apple-jam:strawberry"},
        made={"A": "cherry-jam:apple<apple-jam:cherry"},
        basket=APPLE,
    )
    play(table, f"jam apple-jam:strawberry with={APPLE}")
    assert table.over
    assert table.moves() == []
    assert cards(table, "basket") == "apple-jam:cherry"
    assert cards(table, "recipes.A") == "cherry-jam:apple"
    assert cards(table, "fresh.A") == "apple-jam:strawberry"


def test_at_the_end_tasks_and_piles_are_turned_up() -> None:
    table = position(
        "travel",
        hands={"A": "apple-pie:peach"},
        made={"A": "peach-jam:cherry", "B": "apple-jam:cherry"},
        tasks={"A": "W1 G1 Y1", "B": "W2 G2 Y2"},
    )
    tasks, pile = table.zone("tasks", "A"), table.pantries["B"].recipes
    assert not any((*tasks.open_to("B"), *pile.open_to("A")))
    play(table, "basket apple-pie:peach")
    assert table.over
    assert all((*tasks.open_to("B"), *pile.open_to("A")))
    assert not any(line.hidden for line in table.score("A"))


def test_an_ordinary_turn_shuffles_nothing() -> None:
    table = position(
        hands={"A": "apple-pie:peach", "B": APPLE}, deck="walnut-pie:apple peach-pie:cherry"
    )
    play(table, "basket apple-pie:peach", f"basket {APPLE}")
    assert shuffles(table) == []


def test_a_play_waits_for_no_answer() -> None:
    made = {"B": "apple-jam:cherry"}
    for recipes, due_now in (({}, "a play"), (made, "a trade or a play")):
        table = position(hands={"A": "apple-pie:peach"}, made=recipes)
        for text in ("pass", "bid apple-jam:cherry", "forfeit apple-jam:cherry"):
            refused(table, text, "not-asked", f"{due_now} is due now")


def test_the_title_of_a_phase_follows_a_name() -> None:
    made = {"A": "apple-jam:cherry cherry-jam:apple", "B": f"{CONE} peach-jam:cherry"}
    hands = {"A": "apple-pie:peach", "B": APPLE}
    table = position(hands=hands, made=made, deck="karlsman walnut-pie:apple")
    assert due(table) == ("A", "play", "may trade, then plays a card")
    play(table, "basket apple-pie:peach")
    assert due(table) == ("B", "bid", "may bid for Karlsman, or pass")
    play(table, f"bid {CONE}")
    assert due(table) == ("A", "bid", "may bid more than 1, or pass")
    table = position(hands=hands, made=made, deck="karlsman walnut-pie:apple")
    play(table, "basket apple-pie:peach", "pass", "pass")
    assert due(table) == ("B", "jam", "gives up a jam for Karlsman")
    pies = {"A": "apple-pie:strawberry peach-pie:cherry"}
    table = position(hands=hands, made=pies, deck="bear walnut-pie:apple")
    play(table, "basket apple-pie:peach")
    assert due(table) == ("A", "pie", "gives up a pie for the Bear")


def test_the_phase_if_nothing_can_be_traded_any_more() -> None:
    assert due(deal(2, "kids")) == ("A", "play", "plays a card")
    assert due(deal(2)) == ("A", "play", "plays a card")
    made = {"A": "apple-jam:cherry peach-jam:cherry", "B": f"{CONE} cherry-jam:apple"}
    for count, cards_given in ((1, "apple-jam:cherry"), (2, "apple-jam:cherry,peach-jam:cherry")):
        table = position("travel", hands={"A": "apple-pie:peach", "B": APPLE}, made=made)
        play(table, f"trade B give={cards_given}")
        recipes = "1 recipe" if count == 1 else "2 recipes"
        assert due(table) == ("B", "return", f"gives {recipes} back")
        play(table, f"return {','.join((CONE, 'cherry-jam:apple')[:count])}")
        assert due(table) == ("A", "play", "plays a card")


@pytest.mark.parametrize(
    ("made", "title"),
    [
        ({"A": "apple-jam:cherry"}, "plays a card"),
        ({"B": "apple-jam:cherry"}, "plays a card"),
        ({"A": "apple-jam:cherry", "B": CONE}, "may trade, then plays a card"),
        ({"A": f"apple-jam:cherry<{APPLE}", "B": CONE}, "plays a card"),
    ],
)
def test_a_blind_trade_needs_a_pile_on_both_sides(made: dict[str, str], title: str) -> None:
    assert due(position("travel", hands={"A": "apple-pie:peach"}, made=made))[2] == title


def due(table: TheJam) -> tuple[str, str, str]:
    """The seat that is asked, the phase, and its title."""
    assert table.due is not None
    (seat,) = table.due.seats
    return seat, table.due.phase, table.due.title
