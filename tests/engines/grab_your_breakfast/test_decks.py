"""rules.md, 9. Custom decks: bad ones are refused, and good ones change the game."""

from dataclasses import replace
from functools import partial

import pytest

from engines.deck import BadDeck
from engines.grab_your_breakfast import GAME
from engines.grab_your_breakfast.cards import read_cards
from engines.grab_your_breakfast.flow import set_up
from notation.chance import Chance
from replays.simulate import simulate
from tests.engines.tables import changed_facts

ITEMS = "coffee, toast, egg, pancakes, cereal"


changed = partial(changed_facts, GAME)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sweet_tooth__name": "x"}, "sweet_tooth: object contains unknown field `name`"),
        ({"items__2": None}, f"items: expected {ITEMS}, in this order"),
        (
            {"items__2__tiles__0__name": "eggs"},
            "items[2].tiles: expected egg, in this order",
        ),
        (
            {"bonus_tiles__0": None},
            "bonus_tiles: expected sugar, jam, maple-syrup, in this order",
        ),
        (
            {"bonus_tiles__1__for": "ham"},
            "bonus_tiles[1].for: ham is not an item, or already has a bonus tile",
        ),
        (
            {"bonus_tiles__1__for": "coffee"},
            "bonus_tiles[1].for: coffee is not an item, or already has a bonus tile",
        ),
        (
            {"items__2__set": {"points": 2}},
            "items[2].set: write either `need` or `need_any`",
        ),
        (
            {"items__2__set": {"points": 2, "need": ["egg"], "need_any": 2}},
            "items[2].set: write either `need` or `need_any`",
        ),
        (
            {"items__0__set__need": ["coffee-cup", "coffee-cup"]},
            "items[0].set.need: coffee-cup is not a tile of coffee, or is listed twice",
        ),
        (
            {"items__0__set__need": ["coffee-cup", "sugar"]},
            "items[0].set.need: sugar is not a tile of coffee, or is listed twice",
        ),
        (
            {"sweet_tooth__need": [["egg"]] * 21},
            "sweet_tooth.need: expected `array` of length <= 20",
        ),
        ({"sweet_tooth__need": [["honey"]]}, "sweet_tooth.need[0]: there is no tile honey"),
        (
            {"sweet_tooth__need": [[]]},
            "sweet_tooth.need[0]: expected `array` of length >= 1",
        ),
        (
            {"items__2__tiles__0__copies": 7},
            "items and bonus_tiles: they have 49 tiles, but the board has room for 50",
        ),
        (
            {"bonus_tiles__1__copies": 5},
            "items and bonus_tiles: they have 51 tiles, but the board has room for 50",
        ),
        (
            {f"items__{index}__hand_cards": 1 for index in range(5)},
            "items: there must be more hand cards than the 8 that four seats hold",
        ),
        (
            {"items__2__hand_cards": 0},
            "items[2].hand_cards: expected `int` >= 1",
        ),
        (
            {"items__2__hand_cards": 101},
            "items[2].hand_cards: expected `int` <= 100",
        ),
        ({"bonus_tiles__1__copies": -1}, "bonus_tiles[1].copies: expected `int` >= 0"),
        ({"left_over": 1}, "left_over: expected `int` <= 0"),
        ({"layout__rows": 6}, "layout.rows: expected `int` <= 5"),
        ({"layout__stack": 1}, "layout.stack: expected `int` >= 2"),
        ({"hand_size": 3}, "hand_size: expected `int` <= 2"),
        ({"hand_size": "two"}, "hand_size: expected `int`, got `str`"),
        ({"balanced_diet__items": 6}, "balanced_diet.items: expected `int` <= 5"),
        ({"cereal_bonus": None}, "object missing required field `cereal_bonus`"),
        ({"muffins": 3}, "object contains unknown field `muffins`"),
    ],
)
def test_a_deck_that_does_not_fit_is_refused_with_the_place(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(BadDeck) as caught:
        read_cards(changed(**changes))
    assert caught.value.message == message


def test_the_order_of_the_items_is_that_of_the_moves() -> None:
    items = changed()["items"]
    with pytest.raises(BadDeck):
        read_cards(changed(items=items[::-1]))


def test_nine_hand_cards_are_enough_for_four_seats() -> None:
    few = {f"items__{index}__hand_cards": 2 for index in range(4)}
    cards = read_cards(changed(**few, items__4__hand_cards=1))
    assert len(cards.hand_cards) == 9


def test_a_game_on_another_deck_plays_with_its_tiles_cards_and_points() -> None:
    facts = changed(
        items__2__tiles__0__copies=4,
        items__0__tiles__0__copies=8,
        items__0__set={"need_any": 3, "points": 9},
        items__1__hand_cards=10,
        bonus_tiles__0__points=7,
        balanced_diet={"items": 1, "points": 11},
        sweet_tooth={"need": [["egg"]], "points": 5},
        left_over=-4,
    )
    game = GAME.on(replace(GAME.deck, facts=facts, own=False))
    table = set_up(game, 2, {}, Chance("x"))
    laid = [tile for stack in table.board.values() for tile in stack.cards]
    assert (laid.count("egg"), laid.count("coffee-cup")) == (4, 8)
    assert sum(zone.count("toast") for zone in (*table.hands.values(), table.draw)) == 10
    table.tiles["A"].put_all([*3 * ["coffee-cup"], "coffee-pot", "sugar", "egg"])
    assert {line.source: line.points for line in table.score("A")} == {
        "coffee sets": 9,
        "sugar with coffee": 7,
        "balanced diet": 11,
        "sweet tooth": 5,
        "tiles left over": -8,
    }


def test_a_simulated_game_on_another_deck_ends() -> None:
    game = GAME.on(replace(GAME.deck, facts=changed(items__2__hand_cards=1), own=False))
    record = simulate(game, 4, "x", {}, game.player)
    assert record.result is not None
    assert record.result.winners
