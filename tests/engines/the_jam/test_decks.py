"""rules.md, 17. Custom decks."""

from copy import deepcopy
from typing import Any

import pytest

from engines.deck import BadDeck, Deck
from engines.the_jam import GAME, set_up
from engines.the_jam.cards import Cards, read_cards
from engines.the_jam.state import TheJam
from notation.chance import Chance
from replays.general.deal import all_cards, chooser, play_on


def facts(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a deck may hold
    """The facts of the reference deck with changes: `jams__0__points=3`."""
    changed = deepcopy(GAME.deck.facts)
    for path, value in changes.items():
        part: Any = changed
        *most, last = [int(step) if step.isdigit() else step for step in path.split("__")]
        for step in most:
            part = part[step]
        part[last] = value
    return changed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": 0}, "hand: expected `int` >= 1"),
        ({"hand": "four"}, "hand: expected `int`, got `str`"),
        ({"bear": -1}, "bear: expected `int` >= 0"),
        ({"karlsmann": 7}, "object contains unknown field `karlsmann`"),
        ({"fruits__3": "Cherry"}, "fruits[3]: a fruit is a word in lower case, such as `apple`"),
        ({"fruits__3": "cone"}, "fruits[3]: cone appears a second time"),
        ({"fruits__3": "apple"}, "fruits[3]: apple appears a second time"),
        ({"jams__0__points": 0}, "jams[0].points: expected `int` >= 1"),
        ({"jams__1__fruit": "apple"}, "jams[1]: apple-jam appears a second time"),
        ({"pies__1__fruit": "plum"}, "pies[1]: there is no fruit plum"),
        ({"jams__2__below__0": "plum"}, "jams[2]: there is no fruit plum"),
        ({"salads__0__fruits": ["apple", "peach"]},
            "salads[0].fruits: expected `array` of length 3, got 2"),
        ({"salads__0__fruits": ["apple", "peach", "apple"]},
            "salads[0].fruits: a salad has three different fruits"),
        ({"cone_jam__copies": 41}, "cone_jam.copies: expected `int` <= 40"),
        ({"tea_party": {"four": 4}}, "tea_party: `four` is not a number of recipes from 1 to 99"),
        ({"winter__need": 5}, "winter.tasks[0].shows: 5 are needed, but it has only 4"),
        ({"yummy__tasks__1__shows": []}, "yummy.tasks[1].shows: 1 are needed, but it has only 0"),
        ({"yummy__tasks__1__id": "W1"}, "yummy.tasks[1].id: the code W1 appears a second time"),
        ({"yummy__tasks__1__id": "Y 1"}, "yummy.tasks[1].id: a move cannot contain the code `Y 1`"),
        ({"yummy__tasks__1__name": "x"}, "yummy.tasks[1]: object contains unknown field `name`"),
        ({"granny__tasks__2__tea_jams__0": "plum"}, "granny.tasks[2]: there is no fruit plum"),
        ({"jams__0__points": 101}, "jams[0].points: expected `int` <= 100"),
        ({"winter__tasks__0__shows": ["apple"] * 9},
            "winter.tasks[0].shows: expected `array` of length <= 8"),
        ({"hand": 21}, "hand: expected `int` <= 20"),
        ({"basket": 21}, "basket: expected `int` <= 20"),
        ({"granny__tasks": [{"id": f"G{n}", "shows": ["apple"] * 2} for n in range(41)]},
            "granny.tasks: there are 41, but at most 40 are allowed"),
        ({"granny__tasks": []}, "granny.tasks: there are 0, too few for 4 seats"),
        ({"basket": 10}, "basket: four hands can leave 9 different fruits, too few for 10"),
        ({"pies": [], "jams": []},
            "basket: four hands can leave 0 different fruits, too few for 8"),
        ({"jams__0__below": ["cherry"] * 400}, "there are 493 cards, but at most 400 are allowed"),
    ],
)  # fmt: skip
def test_a_deck_that_does_not_fit_is_refused_with_the_place(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadDeck) as caught:
        read_cards(facts(**changes))
    assert caught.value.message == message


def test_a_deck_that_lacks_a_fact_is_refused() -> None:
    changed = facts()
    del changed["winter"]
    with pytest.raises(BadDeck, match="missing required field `winter`"):
        read_cards(changed)


def own(**changes: Any) -> TheJam:  # noqa: ANN401 - whatever a deck may hold
    """A game on a user's deck."""
    deck = Deck("the_jam", "mine", "Made for a test.", facts(**changes))
    game = GAME.on(deck)
    return set_up(game, 2, {}, Chance("own"))


def test_every_number_of_the_deck_counts() -> None:
    table = own(hand=3, basket=6, karlsman=1, bear=2, jams__0__points=9)
    assert len(table.hands["B"]) == 3
    assert len(table.basket.zone) == 6
    assert table.cards.of["apple-jam:cherry"].points == 9
    table.zone("guests", "B").put_all(["karlsman", "bear"])
    points = {line.card: line.points for line in table.score("B")}
    assert (points["karlsman"], points["bear"]) == (1, 2)


def test_a_position_scores_by_the_deck_of_its_table() -> None:
    tables = [own(jams__0__points=9, winter__points=3), own(jams__0__points=1, winter__points=5)]
    made = ["apple-jam:cherry", "strawberry-jam:currant", "currant-jam:dogwood"]
    for table in tables:
        tasks = table.zone("tasks", "A")
        table.pantries["A"].recipes.put_all(made)
        tasks.gather()
        tasks.lay(["W1", "W2", "G1", "G2", "Y2", "Y1"])
    totals = [sum(line.points for line in t.score("A")) for t in (*tables, *tables)]
    assert totals == [9 + 2 + 3 + 3, 1 + 2 + 3 + 5] * 2


def test_a_game_with_another_deck_is_played_to_its_end() -> None:
    changes: dict[str, Any] = {"fruits__0": "plum", "cone_jam__copies": 0, "salads": []}
    changes["jams__0__below"] = ["cherry", "cherry", "cherry", "peach"]
    changed = str(facts(**changes)).replace("'apple'", "'plum'")
    deck = Deck("the_jam", "mine", "Made for a test.", eval(changed))  # noqa: S307 - own words
    for variant in ({}, {"variant": "kids"}, {"variant": "travel"}):
        table = set_up(GAME.on(deck), 4, variant, Chance("plum"))
        cards = all_cards(table)
        play_on(table, chooser("plum"), 2_000)
        assert table.over
        assert all_cards(table) == cards
        assert not any("apple" in card for card in cards)


def test_copies_may_be_alike() -> None:
    cards: Cards = read_cards(facts(jams__0__below=["cherry"] * 5))
    assert cards.copies == {"apple-jam:cherry": 5, "cone-jam:cone": 6}
    assert cards.deck[:6] == (*["apple-jam:cherry"] * 5, "strawberry-jam:currant")


def test_if_both_cards_lie_in_hand_and_basket_the_recipe_comes_from_the_hand() -> None:
    table = own(jams__0__below=["cherry"] * 7, pies__0__below=["apple"] * 3)
    jam, pie = "apple-jam:cherry", "apple-pie:apple"
    hand = table.hands["A"]
    for zone in (hand, table.basket.zone):
        zone.gather()
        zone.put_all([jam, pie])
    table.play("A", GAME.moves.parse(f"jam {jam} with={pie}"))
    assert hand.cards == (pie,)
    assert table.basket.zone.cards == (jam,)
    assert table.pantries["A"].fresh.cards == (jam,)


def test_a_pie_without_a_jam_of_its_fruit_is_baked_with_cone_jam_only() -> None:
    changed = facts()
    changed["jams"] = [jam for jam in changed["jams"] if jam["fruit"] != "walnut"]
    cards = read_cards(changed)
    assert cards.fillings["walnut-pie:apple"] == {"cone-jam:cone"}
