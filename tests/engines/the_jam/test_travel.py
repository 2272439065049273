"""rules.md, 11. Travel."""

import pytest

from engines.the_jam import GAME
from engines.the_jam.moves import Return, Trade
from tests.engines.tables import refused
from tests.engines.the_jam.positions import CONE, cards, listed, play, position

A1, A2, A3 = "apple-jam:cherry", "apple-jam:apricot", "apple-jam:walnut"
B1, B2, B3 = "peach-jam:cherry", "peach-jam:apricot", "peach-jam:raspberry"
HANDS = {"A": "walnut-pie:apple apple-pie:peach", "B": "walnut-pie:peach apple-pie:strawberry"}
PILES = {"A": f"{A1} {A2} {A3} strawberry-jam:cherry", "B": f"{B1} {B2} {B3}"}


def test_a_fresh_recipe_lies_open_and_the_discard_phase_moves_it_to_the_hidden_pile() -> None:
    hands = {"A": f"{A1} walnut-pie:peach {CONE}", "B": "apple-pie:strawberry"}
    table = position("travel", hands=hands, basket="currant-pie:apple")
    play(table, f"jam {A1} with=currant-pie:apple")
    pantry = table.pantries["A"]
    assert pantry.fresh.open_to("B") == (True,)
    play(table, "basket apple-pie:strawberry", "basket walnut-pie:peach")
    assert cards(table, "recipes.A") == A1
    assert (pantry.recipes.open_to("A"), pantry.recipes.open_to("B")) == ((True,), (False,))


def test_a_blind_trade_is_answered_by_the_other_seat_and_then_changes_hands() -> None:
    table = position("travel", hands=HANDS, made=PILES)
    play(table, f"trade B give={A2},{A1}")
    assert table.to_act == "B"
    assert cards(table, "given.A") == f"{A1} {A2}"
    assert table.zone("given", "A").open_to("B") == (False, False)
    play(table, f"return {B3},{B1}")
    assert table.to_act == "A"
    assert cards(table, "recipes.A") == f"{A3} strawberry-jam:cherry {B3} {B1}"
    assert set(cards(table, "recipes.B").split()) == {A1, A2, B2}
    assert cards(table, "given.A") == ""


def test_until_the_return_recipes_count_for_the_seat_that_gives_them() -> None:
    table = position("travel", hands=HANDS, made=PILES)
    before = table.scores()
    play(table, f"trade B give={A1}")
    assert table.scores() == before
    play(table, f"return {B1}")
    assert table.scores() == [before[0] + 1, before[1] - 1]


def test_a_return_is_written_even_where_there_is_no_choice() -> None:
    table = position("travel", hands=HANDS, made={"A": A1, "B": B1})
    play(table, f"trade B give={A1}")
    assert listed(table) == [f"return {B1}"]
    refused(
        table,
        "basket walnut-pie:peach",
        "answer-due",
        "what is given back for the trade is due first",
    )


def test_a_recipe_just_given_does_not_go_back() -> None:
    table = position("travel", hands=HANDS, made={"A": CONE, "B": f"{CONE} {B1}"})
    play(table, f"trade B give={CONE}")
    message = f"{A1} is not on the pile"
    refused(table, f"return {A1}", "not-piled", message, A1)
    play(table, f"return {CONE}")
    assert (cards(table, "recipes.A"), cards(table, "recipes.B")) == (CONE, f"{B1} {CONE}")


def test_as_many_recipes_come_back_as_were_given() -> None:
    table = position("travel", hands=HANDS, made=PILES)
    play(table, f"trade B give={A1},{A2}")
    few = refused(table, f"return {B1}", "return-size", "2 were given, but 1 would come back", B1)
    assert few.reason.label == "2 are due"
    illegal = refused(table, f"return {B1},{B1}", "not-piled",
        f"{B1} is not on the pile that many times", B1)  # fmt: skip
    assert illegal.reason.at == ("cards", 1)
    assert illegal.reason.table == "has piled " + cards(table, "recipes.B")
    refused(table, f"return {B1},bear", "no-such-card", "there is no recipe card bear", "bear")
    table = position("travel", hands=HANDS, made=PILES)
    play(table, f"trade B give={A1}")
    many = refused(
        table,
        f"return {B1},{B2}",
        "return-size",
        "1 was given, but 2 would come back",
        f"{B1},{B2}",
    )
    assert many.reason.label == "1 is due"


def test_a_blind_trade_is_of_one_to_three_and_not_more_than_the_other_has_piled() -> None:
    table = position("travel", hands=HANDS, made=PILES)
    four = PILES["A"].replace(" ", ",")
    message = "4 are given, but at most three are allowed"
    refused(table, f"trade B give={four}", "trade-size", message, four)
    refused(table, "trade B", "trade-nothing", "the trade names no recipe")
    made = {**PILES, "B": f"{B1} {B2}<currant-pie:peach"}
    table = position("travel", hands=HANDS, made=made)
    message = "2 are given, but B has only 1 on its pile"
    refused(table, f"trade B give={A1},{A2}", "trade-size", message, f"{A1},{A2}")
    made = {**PILES, "B": ""}
    message = "1 is given, but B has only 0 on its pile"
    table = position("travel", hands=HANDS, made=made)
    refused(table, f"trade B give={A1}", "trade-size", message, A1)
    assert listed(table, "trade") == []


def test_fresh_recipes_are_not_traded() -> None:
    made = {"A": f"{A1} {A2}<currant-pie:apple", "B": f"{B1} {B2} {B3}<currant-pie:peach"}
    table = position("travel", hands=HANDS, made=made)
    assert listed(table, "trade") == [f"trade B give={A1}"]
    message = f"{A2} is not on the pile"
    assert (
        refused(table, f"trade B give={A2}", "not-piled", message, A2).reason.label == "still fresh"
    )
    play(table, f"trade B give={A1}")
    refused(table, f"return {B3}", "not-piled", f"{B3} is not on the pile", B3)


def test_a_blind_trade_does_not_name_what_comes_back() -> None:
    table = position("travel", hands=HANDS, made=PILES)
    text, message = f"trade B give={A1} get={B1}", "the other seat chooses what comes back"
    refused(table, text, "blind-trade", message, B1)


def test_one_trade_a_turn() -> None:
    table = position("travel", hands=HANDS, made=PILES)
    before = table.copy()
    play(table, f"trade B give={A1}", f"return {B1}")
    assert listed(table, "trade") == []
    illegal = refused(
        table, f"trade B give={A2}", "one-trade", "a trade was already made this turn"
    )
    assert [illegal.held_at(t) for t in (before, table)] == [False, True]
    play(table, "basket walnut-pie:apple")
    assert listed(table, "trade") != []


def test_received_recipes_are_piled_and_can_be_used_at_once() -> None:
    hands = {"A": "cherry-pie:dogwood", "B": "walnut-pie:peach"}
    table = position("travel", hands=hands, made={"A": A1, "B": "cherry-jam:peach"})
    play(table, f"trade B give={A1}", "return cherry-jam:peach")
    play(table, "pie cherry-pie:dogwood with=cherry-jam:peach")
    assert cards(table, "under.A") == "cherry-jam:peach"


def test_piled_and_fresh_recipes_serve_the_bear_alike() -> None:
    table = position(
        "travel",
        hands=HANDS,
        made={"A": "peach-pie:cherry raspberry-pie:currant<apple-jam:cherry"},
        deck=f"bear {A2} {A3}",
    )
    play(table, "basket walnut-pie:apple")
    assert (table.to_act, cards(table, "guests.A")) == ("A", "bear")
    assert listed(table) == ["forfeit raspberry-pie:currant", "forfeit peach-pie:cherry"]


def test_piled_and_fresh_jams_are_bid_alike() -> None:
    made = {"A": f"{A1} {A2}<currant-pie:apple"}
    table = position("travel", hands=HANDS, made=made, deck=f"karlsman {A3} {B1}")
    play(table, "basket walnut-pie:apple")
    assert table.to_act == "A"
    play(table, f"bid {A2},{A1}")
    assert cards(table, "basket") == "currant-pie:apple walnut-pie:apple"


def test_like_fruits_lie_on_each_other_and_only_the_top_is_used() -> None:
    hands = {
        "A": "apple-jam:strawberry gooseberry-pie:apple",
        "B": "peach-jam:cherry walnut-pie:peach",
    }
    table = position("travel", hands=hands, basket="currant-pie:apple apricot-pie:apple")
    before = table.copy()
    text = "jam apple-jam:strawberry with=apricot-pie:apple"
    assert listed(table, "jam") == ["jam apple-jam:strawberry with=currant-pie:apple"]
    message = "apricot-pie:apple is under currant-pie:apple"
    illegal = refused(table, text, "stack-top", message, "apricot-pie:apple")
    assert illegal.reason.label == "currant-pie:apple is on top"
    assert illegal.reason.table == (
        "sees the stack of apple, from the top: currant-pie:apple apricot-pie:apple"
    )
    play(table, "basket gooseberry-pie:apple", "basket walnut-pie:peach")
    assert cards(table, "basket").split()[1:] == [
        *["gooseberry-pie:apple", "currant-pie:apple", "apricot-pie:apple"]
    ]
    message = "currant-pie:apple is under gooseberry-pie:apple"
    text = "jam apple-jam:strawberry with=currant-pie:apple"
    illegal = refused(table, text, "stack-top", message, "currant-pie:apple")
    assert [illegal.held_at(t) for t in (before, table)] == [False, True]


def test_the_recipe_of_a_stack_is_its_top_too() -> None:
    jam, pie = "apple-jam:strawberry", "cherry-pie:strawberry"
    hands = {"A": "currant-pie:apple apple-pie:raspberry"}
    table = position("travel", hands=hands, basket=f"{pie} {jam}", made={"A": "cherry-jam:peach"})
    message = f"{jam} is under {pie}"
    refused(table, f"jam {jam} with=currant-pie:apple", "stack-top", message, jam)
    play(table, f"pie {pie} with=cherry-jam:peach discard=currant-pie:apple")
    assert cards(table, "basket") == f"currant-pie:apple {jam}"
    table = position("travel", hands=hands, basket=f"{jam} {pie}", made={"A": "cherry-jam:peach"})
    text = f"pie {pie} with=cherry-jam:peach discard=currant-pie:apple"
    refused(table, text, "stack-top", f"{pie} is under {jam}", pie)


def test_both_cards_in_the_basket_make_no_jam_even_in_stacks() -> None:
    basket = "cherry-pie:strawberry apple-jam:strawberry currant-pie:apple"
    table = position("travel", hands={"A": CONE}, basket=basket)
    text = "jam apple-jam:strawberry with=currant-pie:apple"
    refused(table, text, "hand-and-basket", "both cards are in the basket")


def test_a_salad_takes_the_tops_of_three_stacks() -> None:
    salad = "salad-apple-peach-dogwood:walnut"
    tops, below = "currant-pie:apple apple-pie:peach cherry-pie:dogwood", "gooseberry-pie:apple"
    table = position("travel", hands={"A": salad}, basket=f"{tops} {below}")
    message = f"{below} is under currant-pie:apple"
    text = f"salad {salad} with={below},apple-pie:peach,cherry-pie:dogwood"
    refused(table, text, "stack-top", message, below)
    assert listed(table, "salad") == [f"salad {salad} with={tops.replace(' ', ',')}"]


def test_a_salad_card_goes_to_the_bottom_of_its_stack() -> None:
    salads = ["salad-raspberry-currant-apricot:apple", "salad-cherry-gooseberry-cloudberry:apple"]
    hands = {"A": salads[0], "B": f"{salads[1]} gooseberry-jam:apple"}
    table = position("travel", hands=hands, basket="peach-pie:cherry currant-pie:apple")
    play(table, f"basket {salads[0]}", f"basket {salads[1]}")
    basket = ["peach-pie:cherry", "currant-pie:apple", *salads]
    assert cards(table, "basket").split() == basket
    play(table, "basket gooseberry-jam:apple")
    assert cards(table, "basket").split() == ["gooseberry-jam:apple", *basket]


def test_the_upper_one_of_two_like_cards_is_taken() -> None:
    table = position("travel", hands={"A": f"{CONE} apple-pie:peach"}, basket=f"{CONE} {CONE}")
    play(table, f"jam {CONE} with={CONE}")
    assert cards(table, "basket") == CONE


@pytest.mark.parametrize(
    ("view", "give", "cards_back"),
    [
        ("A", (A1, A2), (B1, B2)),
        ("B", ("_", "_"), (B1, B2)),
        ("C", ("_", "_"), ("_", "_")),
        ("public", ("_", "_"), ("_", "_")),
    ],
)
def test_a_trade_is_blind_until_the_return_and_then_seen_by_the_two_seats_only(
    view: str, give: tuple[str, ...], cards_back: tuple[str, ...]
) -> None:
    table = position("travel", seats=3, hands={**HANDS, "C": CONE}, made=PILES)
    trade, back = Trade("B", (A1, A2)), Return((B1, B2))
    table.play("A", trade)
    assert table.seen("A", trade, view) == Trade("B", give)
    assert table.zone("given", "A").open_to(view) == (view == "A",) * 2
    table.play("B", back)
    assert table.seen("B", back, view) == Return(cards_back)
    assert set(table.pantries["B"].recipes.open_to(view)) == {view == "B"}


def test_other_moves_are_seen_by_all() -> None:
    trade = Trade("B", (A1,), (B1,))
    assert position(hands=HANDS, made=PILES).seen("A", trade, "public") == trade
    play = GAME.moves.parse("basket walnut-pie:apple")
    assert position("travel", hands=HANDS).seen("A", play, "B") == play


def test_of_too_many_piled_recipes_neighbours_are_listed() -> None:
    fruits = ("strawberry", "cherry", "apricot", "walnut", "gooseberry", "cloudberry", "raspberry")
    pile = [f"apple-jam:{fruit}" for fruit in fruits]
    pile += ["strawberry-jam:currant", "strawberry-jam:raspberry"]
    table = position("travel", hands=HANDS, made={"A": " ".join(pile), "B": f"{B1} {B2} {B3}"})
    texts = listed(table, "trade")
    assert len(texts) == 9 + 8 + 7
    assert texts[-1] == f"trade B give={','.join(pile[-3:])}"
    few = position("travel", hands=HANDS, made={"A": " ".join(pile[:8]), "B": f"{B1} {B2} {B3}"})
    assert len(listed(few, "trade")) == 8 + 28 + 56
