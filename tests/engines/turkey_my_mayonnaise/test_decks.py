"""rules.md, 10. Custom decks: bad ones are refused, and good ones change the game."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.deck import BadDeck
from engines.game import Game
from engines.turkey_my_mayonnaise import GAME
from engines.turkey_my_mayonnaise.cards import read_cards
from engines.turkey_my_mayonnaise.flow import set_up
from notation.chance import Chance
from replays.simulate import simulate
from tests.engines.tables import Unshuffled, changed_facts
from tests.tries import tries

if TYPE_CHECKING:
    from collections.abc import Iterable


changed = partial(changed_facts, GAME)


def on(facts: dict[str, Any]) -> Game:
    return GAME.on(replace(GAME.deck, facts=facts, own=False))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"spoils__meat": None}, "spoils: object missing required field `meat`"),
        ({"singles__fish": []}, "singles: object contains unknown field `fish`"),
        ({"recipes__3__name": "x"}, "recipes[3]: object contains unknown field `name`"),
        ({"singles__meat__1__name": "x"}, "singles.meat[1]: object contains unknown field `name`"),
        ({"target__kids": 1}, "target: object contains unknown field `kids`"),
        ({"copies__fish": 1}, "copies: object contains unknown field `fish`"),
        ({"doubles__spread": None}, "doubles: object missing required field `spread`"),
        ({"recipes__3__need": ["meat", "fish"]}, "recipes[3].need: there is no category fish"),
        ({"recipes__3__extras": ["tofu"]}, "recipes[3].extras: there is no category tofu"),
        ({"recipes__3__need": []}, "recipes[3].need: expected `array` of length >= 1"),
        ({"recipes__0__need": ["meat"] * 21}, "recipes[0].need: expected `array` of length <= 20"),
        ({"recipes": []}, "recipes: expected `array` of length >= 1"),
        ({"recipes__3__id": "R01"}, "recipes[3].id: the code R01 appears a second time"),
        ({"recipes__3__id": "ham"}, "singles.meat[1].id: the code ham appears a second time"),
        ({"recipes__3__id": "tofu"}, "copies.tofu: the code tofu appears a second time"),
        ({"singles__meat__1__id": "steal"}, "copies.steal: the code steal appears a second time"),
        ({"recipes__3__id": "R 4"}, "recipes[3].id: a move cannot contain the code `R 4`"),
        ({"recipes__3__id": "_"}, "recipes[3].id: a move cannot contain the code `_`"),
        (
            {"recipes__3__id": "R04,R05"},
            "recipes[3].id: a move cannot contain the code `R04,R05`",
        ),
        (
            {"doubles__meat__1__points": 3},
            "doubles.meat[1].points: the code double-meat-3 appears a second time",
        ),
        ({"bonuses__1__points": 5}, "bonuses[1].points: the code bonus-5 appears a second time"),
        (
            {"penalties__1__points": 5},
            "penalties[1].points: the code penalty-5 appears a second time",
        ),
        ({"singles__meat__1__points": -1}, "singles.meat[1].points: expected `int` >= 0"),
        ({"singles__meat__1__points": 1001}, "singles.meat[1].points: expected `int` <= 1000"),
        ({"singles__meat__1__copies": 0}, "singles.meat[1].copies: expected `int` >= 1"),
        ({"copies__steal": 101}, "copies.steal: expected `int` <= 100"),
        ({"copies__tmm": None}, "copies: object missing required field `tmm`"),
        ({"copies__joker": 2}, "copies: object contains unknown field `joker`"),
        ({"hand__normal": 0}, "hand.normal: expected `int` >= 1"),
        ({"hand__normal": 21}, "hand.normal: expected `int` <= 20"),
        ({"hand__team": "five"}, "hand.team: expected `int`, got `str`"),
        ({"target__normal": 0}, "target.normal: expected `int` >= 1"),
        ({"max_recipes": 0}, "max_recipes: expected `int` >= 1"),
        ({"max_recipes": 11}, "max_recipes: expected `int` <= 10"),
        ({"tofu_points": None}, "object missing required field `tofu_points`"),
        ({"muffins": 3}, "object contains unknown field `muffins`"),
        (
            {f"copies__{name}": 100 for name in ("tofu", "steal", "fridge", "tmm")},
            "there are 538 cards, but at most 500 are allowed",
        ),
        (
            {"hand__normal": 15},
            "hand: ten hands and a card to draw make 151 cards, but there are only 150",
        ),
        (
            {"recipes__0__id": "R" * 65_000},
            "a shuffle of its 150 cards is too long for a line",
        ),
    ],
)
def test_a_deck_that_does_not_fit_is_refused_with_the_place(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(BadDeck) as caught:
        read_cards(changed(**changes))
    assert message in caught.value.message


def test_ten_hands_and_a_card_are_enough() -> None:
    facts = changed(hand__normal=15, copies__steal=5)
    table = set_up(on(facts), 10, {}, Chance("x"))
    assert len(table.deck) == 1


def test_a_game_on_another_deck_plays_with_its_cards_and_points() -> None:
    facts = changed(
        max_recipes=4,
        recipe_points=1,
        tofu_points=4,
        hand={"normal": 3, "team": 2},
        target={"normal": 30, "team": 60},
        copies__spree=5,
        spoils__meat=0,
        recipes__0={"id": "Hot-Dog", "need": ["meat"], "extras": ["spread"]},
        singles__meat__0={"id": "spam", "points": 9, "copies": 3},
        doubles__cheese=[{"points": 4, "copies": 2}],
        bonuses=[{"points": 7, "copies": 1}],
        penalties=[{"points": 6, "copies": 2}],
    )
    game = on(facts)
    table = set_up(game, 2, {}, Unshuffled())
    assert [zone.key for zone in table.zones() if zone.name.startswith("recipe")][3] == "recipe-4.A"
    assert len(table.hands["A"]) == 3
    assert table.cards.deck[26:29] == ["spam"] * 3
    for zone in table.zones():
        zone.gather()
    table.hands["A"].put_all(["Hot-Dog", "spam", "bonus-7", "double-cheese-4"])
    table.hands["B"].put_all(["penalty-6"] * 3)
    table.deck.put_all(["tofu"] * 9)

    def play(*texts: str) -> None:
        for text in texts:
            assert table.to_act is not None
            table.play(table.to_act, game.moves.parse(text))

    play(
        "draw", "recipe Hot-Dog", "draw", "discard penalty-6", "draw", "add spam to=Hot-Dog", "end"
    )
    play("draw", "penalize penalty-6 on=Hot-Dog", "draw", "bonus bonus-7 to=Hot-Dog")
    assert table.labels(table.out["Hot-Dog"].zone, ["Hot-Dog"]) == ["Hot-Dog ready"]
    play("bank Hot-Dog")
    assert table.scores() == [1 + 9 - 6 + 7, 0]
    assert game.cards.target == (30, 60)


def test_of_like_doubles_the_first_that_came_is_meant() -> None:
    facts = changed(doubles__meat=[{"points": 3, "copies": 2}])
    table = set_up(on(facts), 2, {}, Unshuffled())
    slot = table.slots["A"][0]
    slot.start("R21")
    slot.put("double-meat-3", double=True)
    slot.put("double-meat-3")
    slot.take("double-meat-3")
    assert slot.doubled == [False]
    slot.put("double-meat-3", double=True)
    slot.take("double-meat-3")
    assert slot.doubled == [True]


@pytest.mark.parametrize("seats", [2, 10])
def test_a_simulated_game_on_another_deck_ends(seats: int) -> None:
    facts = changed(copies__tofu=1, copies__fridge=0, max_recipes=2, target__normal=20)
    game = on(facts)
    record = simulate(game, seats, "x", {}, game.player)
    assert record.result is not None
    assert record.result.winners


def places(value: object, path: tuple[str, ...] = ()) -> list[str]:
    """Every place in the facts of a deck, written as for `changed`."""
    own = ["__".join(path)] if path else []
    parts: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
    return own + [place for name, part in parts for place in places(part, (*path, str(name)))]


odd: st.SearchStrategy[object] = st.sampled_from(
    [None, 0, 1, -1, 13, 99, 1_000, 1 << 40, True, "", "x", "ham", [], {}]
)


@tries(150)
@given(st.dictionaries(st.sampled_from(places(GAME.deck.facts)), odd, min_size=1, max_size=2))
def test_any_change_of_a_deck_is_refused_or_playable(changes: dict[str, object]) -> None:
    try:
        facts = changed(**changes)
    except (KeyError, IndexError, TypeError):
        return
    try:
        game = on(facts)
    except BadDeck:
        return
    table = set_up(game, 10, {}, Chance("x"))
    for _ in range(20):
        if table.to_act is not None:
            table.play(table.to_act, game.player(table, lambda _: 0))


@pytest.mark.parametrize("copies", [1, 100])
def test_a_card_may_be_there_up_to_100_times(copies: int) -> None:
    deck = on(changed(copies__steal=copies)).cards.deck
    assert deck.count("steal") == copies
