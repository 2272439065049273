"""The details of zones agree with the rules and scores."""

from collections import Counter

import pytest

from engines.grab_your_breakfast.cards import ITEM_OF
from engines.grab_your_breakfast.details import SetsDetails, StackDetails
from engines.grab_your_breakfast.state import GrabYourBreakfast
from engines.registry import load_game
from engines.table import Table
from engines.the_jam.deck_schema import CONE
from engines.the_jam.details import BidDetails, PartDetails, TasksDetails, UnderDetails
from engines.the_jam.state import BID, TheJam
from engines.turkey_my_mayonnaise.cards import CATEGORIES, TOFU
from engines.turkey_my_mayonnaise.details import SandwichDetails
from engines.turkey_my_mayonnaise.state import Turkey
from replays.general.deal import Deal, chooser

SEEDS = range(5)


def positions(name: str, seed: int) -> list[Table]:
    """The positions of a game with sensible and random moves."""
    game = load_game(name)
    table, choose, tables = Deal(game, seed).table, chooser(str(seed)), list[Table]()
    while table.to_act is not None and len(tables) < 150:
        tables.append(table.copy())
        moves = table.moves() if len(tables) % 7 == 0 else [game.player(table, choose)]
        table.play(table.to_act, moves[choose(len(moves))])
    return [*tables, table]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_is_free_on_some_side_if_the_rules_say_so(seed: int) -> None:
    for table in positions("grab_your_breakfast", seed):
        assert isinstance(table, GrabYourBreakfast)
        details = table.details(None)
        for place, stack in table.board.items():
            shown = details.get(place)
            assert (shown is None) == (not stack)
            if isinstance(shown, StackDetails):
                assert bool(shown.free) == table.is_free(place)
                assert shown.level == len(stack)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_sets_of_tiles_agree_with_the_score(seed: int) -> None:
    for table in positions("grab_your_breakfast", seed):
        assert isinstance(table, GrabYourBreakfast)
        for seat, zone in table.tiles.items():
            made = table.details(None)[zone.key]
            assert isinstance(made, SetsDetails)
            shown = [tile for some in made.sets for tile in some.tiles]
            assert sorted([*shown, *made.left]) == sorted(zone.cards)
            points = sum(some.points for some in made.sets)
            points += table.cards.left_over * sum(tile in ITEM_OF for tile in made.left)
            alone = ("balanced diet", "cereal bonus", "sweet tooth")
            lines = [line.points for line in table.score(seat) if line.source not in alone]
            assert points == sum(lines)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_slots_of_a_recipe_hold_its_cards(seed: int) -> None:
    for table in positions("turkey_my_mayonnaise", seed):
        assert isinstance(table, Turkey)
        for recipe, slot in table.out.items():
            shown = table.details(None)[slot.zone.key]
            assert isinstance(shown, SandwichDetails)
            filled = [part for part in (*shown.need, *shown.extras) if part.card is not None]
            cards = Counter(part.card for part in filled)
            cards.update(shown.beside)
            cards.subtract(
                card for card, twice in zip(slot.cards, slot.doubled, strict=True) if twice
            )
            assert +cards == Counter(slot.cards)
            assert (shown.to_go == 0) == slot.complete
            assert (shown.worth, shown.stopped) == (slot.value(), slot.stopped)
            facts = table.cards.recipes[recipe]
            assert (len(shown.need), len(shown.need) + len(shown.extras)) == (
                sum(facts.need),
                facts.slots[-1],
            )
            for part in filled:
                category = table.cards.ingredients[str(part.card)].category
                assert part.card == TOFU or CATEGORIES[category] == part.category


def serving(shown: TasksDetails) -> list[PartDetails]:
    """Every part except those that any card serves."""
    parts = [part for task in shown.tasks for part in task.parts if part.kind != "card"]
    return parts + [part for party in shown.parties for part in party.parts]


@pytest.mark.parametrize("seed", SEEDS)
def test_tasks_are_served_as_they_are_scored_each_recipe_once(seed: int) -> None:
    for table in positions("the_jam", seed):
        assert isinstance(table, TheJam)
        for seat, pantry in table.pantries.items():
            shown = table.details(None).get(f"tasks.{seat}")
            if not isinstance(shown, TasksDetails):
                assert not table.variant.tasks
                continue
            lines = {line.source: line.points for line in table.score(seat)}
            tasks = dict.fromkeys(table.cards.piles, 0)
            for task in shown.tasks:
                tasks[next(n for n, codes in table.cards.piles.items() if task.card in codes)] += (
                    task.points
                )
            assert tasks == {
                "winter": lines["winter stock"],
                "granny": lines["pies for granny"],
                "yummy": lines["yummy-yummy"],
            }
            assert sum(party.points for party in shown.parties) == lines["tea party"]
            used = Counter(part.by for part in serving(shown) if part.by)
            given = [*table.zone("given", seat).cards] if table.variant.blind else []
            assert used <= Counter([*pantry.cards, *given])
            for part in serving(shown):
                made = table.cards.of[part.by].product if part.by else (part.kind, part.fruit)
                assert made in ((part.kind, part.fruit), ("jam", CONE))
                assert made[0] == part.kind


def test_a_view_sees_only_its_own_tasks_served() -> None:
    for table in positions("the_jam", 0):
        for view in (*table.seats, "public"):
            keys = {key for key in table.details(view) if key.startswith("tasks.")}
            assert keys <= ({f"tasks.{view}"} if not table.over else keys)


def test_ingredients_lie_on_the_recipes_that_were_made_with_them() -> None:
    seen = 0
    for table in positions("the_jam", 3):
        assert isinstance(table, TheJam)
        for pantry in table.pantries.values():
            shown = table.details("public").get(pantry.under.key)
            assert (shown is None) == (not pantry.under)
            if isinstance(shown, UnderDetails):
                seen += 1
                assert list(shown.on) == sorted(shown.on)
                assert len(shown.on) == len(pantry.under)
                assert set(shown.on) == set(range(len(pantry.fresh)))
    assert seen


def test_bids_name_the_seats_still_to_be_asked() -> None:
    seen = 0
    for seed in SEEDS:
        for table in positions("the_jam", seed):
            assert isinstance(table, TheJam)
            shown = table.details("public").get("middle")
            assert (shown is not None) == (table.phase is BID)
            if isinstance(shown, BidDetails):
                seen += 1
                seats = {*shown.out, *shown.to_come, *([shown.bidder] if shown.bidder else [])}
                assert (seats, shown.to_come[0]) == (set(table.seats), table.to_act)
                assert shown.points == table.cards.points(shown.jams)
    assert seen
