"""rules.md, 6. Trades, and 7. like cards."""

import pytest

from engines.the_jam.rules.trades import _sides
from tests.engines.tables import refused
from tests.engines.the_jam.positions import CONE, cards, listed, play, position

JAM, OTHER, PIE = "apple-jam:cherry", "peach-jam:cherry", "cherry-pie:dogwood"
HANDS = {"A": "walnut-pie:apple apple-pie:peach", "B": "walnut-pie:peach apple-pie:strawberry"}


def test_ruling_9_recipes_change_hands_and_the_turn_goes_on() -> None:
    table = position(hands=HANDS, made={"A": f"{JAM} {PIE}", "B": OTHER})
    play(table, f"trade B give={PIE},{JAM} get={OTHER}")
    assert cards(table, "recipes.A") == OTHER
    assert cards(table, "recipes.B") == f"{JAM} {PIE}"
    assert table.to_act == "A"
    play(table, f"trade B give={OTHER} get={JAM}")
    assert cards(table, "recipes.A") == JAM


def test_ruling_9_gifts_are_allowed_both_ways() -> None:
    table = position(hands=HANDS, made={"A": JAM, "B": OTHER})
    play(table, f"trade B give={JAM}")
    assert cards(table, "recipes.B") == f"{JAM} {OTHER}"
    play(table, f"trade B get={OTHER}")
    assert cards(table, "recipes.A") == OTHER
    refused(table, "trade B", "trade-nothing", "the trade names no recipe")


def test_a_trade_is_with_another_seat_of_the_game() -> None:
    table = position(hands=HANDS, made={"A": JAM})
    for seat in ("A", "C"):
        text, message = f"trade {seat} give={JAM}", f"{seat} is not another seat of this game"
        assert refused(table, text, "trade-partner", message, seat).reason.advice == "name B"


def test_only_completed_recipes_are_traded() -> None:
    table = position(hands=HANDS, made={"A": JAM, "B": OTHER}, basket=PIE)
    card = "walnut-pie:apple"
    refused(table, f"trade B give={card}", "not-own", f"A has no completed {card}", card)
    refused(table, f"trade B get={PIE}", "not-theirs", f"B has no completed {PIE}", PIE)
    message = f"A has only 1 of {JAM}"
    illegal = refused(table, f"trade B give={JAM},{JAM} get={PIE}", "not-own", message, JAM)
    assert (illegal.reason.at, illegal.reason.label) == (("give", 1), "not that many")
    assert illegal.reason.table == f"has {JAM}"
    illegal = refused(table, f"trade B give={JAM} get={OTHER},{OTHER}", "not-theirs",
        f"B has only 1 of {OTHER}", OTHER)  # fmt: skip
    assert illegal.reason.table == f"has {JAM}; B has {OTHER}"


def test_karlsman_and_the_bear_are_not_traded() -> None:
    table = position(hands=HANDS, made={"A": JAM})
    table.zone("guests", "A").put("bear")
    refused(table, "trade B give=bear", "no-such-card", "there is no recipe card bear", "bear")


def test_only_the_seat_at_turn_trades() -> None:
    table = position(seats=3, hands={**HANDS, "C": CONE}, made={"B": JAM, "C": OTHER})
    refused(table, f"trade C give={JAM}", "not-own", f"A has no completed {JAM}", JAM)


def test_ruling_9_ingredients_travel_along_and_lie_until_the_receivers_next_phase() -> None:
    made = {"A": f"{JAM}<currant-pie:apple"}
    table = position(hands=HANDS, made=made)
    play(table, f"trade B give={JAM}", "basket walnut-pie:apple")
    assert cards(table, "fresh.B") == JAM
    assert cards(table, "under.B") == "currant-pie:apple"
    play(table, "basket walnut-pie:peach")
    assert cards(table, "recipes.B") == JAM
    assert "currant-pie:apple" in cards(table, "basket")


def test_ruling_7_what_was_received_this_turn_keeps_its_ingredients_the_rest_does_not() -> None:
    made = {
        "A": "strawberry-jam:cherry@5<apple-jam:strawberry",
        "B": f"{JAM}@3<currant-pie:apple raspberry-jam:cherry@7<apple-jam:raspberry",
    }
    table = position(hands=HANDS, made=made)
    play(table, f"trade B get={JAM},raspberry-jam:cherry")
    assert cards(table, "fresh.A").split()[::-1] == [
        *[JAM, "strawberry-jam:cherry", "raspberry-jam:cherry"]
    ]
    assert cards(table, "under.A").split()[::-1] == [
        *["currant-pie:apple", "apple-jam:strawberry", "apple-jam:raspberry"]
    ]
    play(table, "basket walnut-pie:apple")
    assert cards(table, "basket") == "apple-jam:strawberry walnut-pie:apple"
    assert cards(table, "fresh.A").split() == ["raspberry-jam:cherry", JAM]
    assert cards(table, "under.A").split() == ["apple-jam:raspberry", "currant-pie:apple"]
    play(table, "basket walnut-pie:peach", "basket apple-pie:peach")
    assert cards(table, "under.A") == ""


def test_a_recipe_given_away_and_got_back_was_received_this_turn() -> None:
    table = position(hands=HANDS, made={"A": f"{JAM}<currant-pie:apple"})
    play(table, f"trade B give={JAM}", f"trade B get={JAM}", "basket walnut-pie:apple")
    assert cards(table, "under.A") == "currant-pie:apple"


def test_a_salad_changes_hands_with_all_three_ingredients() -> None:
    salad = "salad-apple-peach-dogwood:walnut"
    fruits = "currant-pie:apple+apple-pie:peach+cherry-pie:dogwood"
    made = {"B": f"{JAM}<gooseberry-pie:apple {salad}<{fruits} {OTHER}<walnut-pie:peach"}
    table = position(hands={"A": CONE}, made=made)
    play(table, f"trade B get={salad}")
    assert cards(table, "under.A").split()[::-1] == fruits.split("+")
    assert cards(table, "fresh.B").split() == [OTHER, JAM]
    assert cards(table, "under.B").split() == ["walnut-pie:peach", "gooseberry-pie:apple"]


def test_age_survives_trades_the_oldest_cone_goes_and_stays_the_oldest() -> None:
    made = {"A": f"{CONE}@2 {CONE}@8<peach-jam:apricot", "B": f"{CONE}@5<walnut-pie:apple"}
    hands = {"A": f"{PIE} apple-pie:peach", "B": "cherry-pie:strawberry"}
    table = position(hands=hands, made=made)
    play(table, f"trade B get={CONE}", f"trade B give={CONE}")
    assert cards(table, "fresh.A") == f"{CONE} {CONE}"
    assert cards(table, "under.A").split()[::-1] == ["walnut-pie:apple", "peach-jam:apricot"]
    assert cards(table, "recipes.B") == CONE
    play(table, f"pie {PIE} with={CONE}")
    assert cards(table, "basket") == "peach-jam:apricot walnut-pie:apple"


def test_like_cone_jams_can_be_traded_for_each_other() -> None:
    made = {"A": f"{CONE}@2<peach-jam:apricot", "B": f"{CONE}@5"}
    table = position(hands=HANDS, made=made)
    play(table, f"trade B give={CONE} get={CONE}")
    assert (cards(table, "recipes.A"), cards(table, "fresh.B")) == (CONE, CONE)
    assert cards(table, "under.B") == "peach-jam:apricot"


def test_all_trades_are_listed_while_they_are_few() -> None:
    table = position(hands=HANDS, made={"A": f"{JAM} {CONE} {CONE}", "B": OTHER})
    gives = [JAM, CONE, f"{JAM},{CONE}", f"{CONE},{CONE}", f"{JAM},{CONE},{CONE}"]
    assert listed(table, "trade") == [
        f"trade B get={OTHER}",
        *(f"trade B give={give}{get}" for give in gives for get in ("", f" get={OTHER}")),
    ]


def test_of_too_many_trades_those_of_one_recipe_a_side_are_listed() -> None:
    fruits = ("strawberry", "raspberry", "cherry", "currant")
    made = {
        "A": " ".join(f"{fruit}-jam:peach" for fruit in fruits[1:]) + f" {JAM}",
        "B": "apple-pie:peach strawberry-pie:walnut raspberry-pie:cherry",
    }
    table = position(hands={"A": CONE}, made=made)
    texts = listed(table, "trade")
    assert len(texts) == 4 * 3 + 4 + 3
    assert not any("," in text for text in texts)


def test_a_trade_of_several_is_listed_as_long_as_all_of_them_are_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engines.the_jam.rules.trades.MOST_LISTED", 5)
    assert _sides(["a", "a"], ["b"]) == ([("a",), ("a", "a")], [("b",)])
    assert _sides(["a", "a"], ["b", "b"]) == ([("a",)], [("b",)])
