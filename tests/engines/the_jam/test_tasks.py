"""rules.md, 12. Points: the use of recipes for tasks is optimal."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from engines.the_jam import GAME
from engines.the_jam.cards import Cards, read_cards
from engines.the_jam.deck_schema import Task
from engines.the_jam.tasks import Tasks, Use
from tests.engines.the_jam.positions import CARDS, CONE
from tests.tries import tries

Sheet: TypeAlias = tuple[Task, Task, Task]
"""A task of each kind; their parts make one tea party."""

FACTS = GAME.deck.facts
EAGER = read_cards(
    {
        **FACTS,
        "tea_party": {"1": 1, "2": 4, "3": 5, "5": 9},
        "winter": {**FACTS["winter"], "need": 2, "points": 3},
        "granny": {**FACTS["granny"], "need": 1, "points": 4},
    }
)
"""Cards whose tasks often compete for recipes."""


def best_use(cards: Cards, sheets: Sequence[Sheet], recipes: Sequence[str]) -> Use:
    kinds = zip(*sheets, strict=True)
    return Tasks(cards, [task.id for kind in kinds for task in kind]).best_use(recipes)


def slots(sheets: Sequence[Sheet]) -> list[tuple[str, str, str]]:
    """Every picture on the tasks: its task, the kind, the fruit."""
    cases = []
    for number, (winter, granny, yummy) in enumerate(sheets):
        cases += [(f"winter {number}", "jam", fruit) for fruit in winter.shows]
        cases += [(f"granny {number}", "pie", fruit) for fruit in granny.shows]
        for task in (winter, granny, yummy):
            cases += [(f"tea {number}", "jam", fruit) for fruit in task.tea_jams]
            cases += [(f"tea {number}", "pie", fruit) for fruit in task.tea_pies]
    return cases


def most(cards: Cards, sheets: Sequence[Sheet], recipes: Sequence[str]) -> int:
    """The most points, by trying every picture for every recipe."""
    pictures = slots(sheets)

    @cache
    def best(recipe: int, free: tuple[bool, ...]) -> int:
        if recipe == len(recipes):
            return points(cards, [p for p, left in zip(pictures, free, strict=True) if not left])
        card = cards.of[recipes[recipe]]
        most = best(recipe + 1, free)
        for at, (_, kind, fruit) in enumerate(pictures):
            fits = card.kind == kind and (card.code == CONE or card.fruits == (fruit,))
            if free[at] and fits:
                most = max(most, best(recipe + 1, (*free[:at], False, *free[at + 1 :])))
        return most

    return best(0, (True,) * len(pictures))


def points(cards: Cards, filled: Sequence[tuple[str, str, str]]) -> int:
    """The points of the tasks with these pictures served."""
    served = [task for task, _, _ in filled]
    total = 0
    for task in dict.fromkeys(served):
        count, kind = served.count(task), task.split()[0]
        if kind == "tea":
            total += max([p for need, p in TEA[cards].items() if need <= count], default=0)
        else:
            pile = cards.winter if kind == "winter" else cards.granny
            total += pile.points if count >= pile.need else 0
    return total


TEA = {
    CARDS: {4: 4, 5: 6, 6: 9, 7: 12, 8: 16},
    EAGER: {1: 1, 2: 4, 3: 5, 5: 9},
}


@st.composite
def situations(draw: st.DrawFn) -> tuple[Cards, list[Sheet], list[str]]:
    """Cards, one or two sheets of tasks, and recipes that mostly appear on them."""
    cards = draw(st.sampled_from([CARDS, EAGER]))
    count = draw(st.integers(1, 2))
    piles = [
        draw(
            st.lists(
                st.sampled_from(cards.piles[name]), min_size=count, max_size=count, unique=True
            )
        )
        for name in cards.piles
    ]
    sheets = [
        (cards.tasks[winter], cards.tasks[granny], cards.tasks[yummy])
        for winter, granny, yummy in zip(*piles, strict=True)
    ]
    shown = {(kind, (fruit,)) for _, kind, fruit in slots(sheets)}
    useful = [code for code, card in cards.of.items() if (card.kind, card.fruits) in shown]
    recipes = draw(st.lists(st.sampled_from(useful), max_size=9 if count == 1 else 7))
    cones = draw(st.integers(0, 2 if count == 1 else 1))
    return cards, sheets, [*recipes, *[CONE] * cones]


@tries(60)
@given(situations())
def test_ruling_13_no_other_use_of_the_recipes_gives_more(
    situation: tuple[Cards, list[Sheet], list[str]],
) -> None:
    cards, sheets, recipes = situation
    assert sum(best_use(cards, sheets, recipes)) == most(cards, sheets, recipes)


def sheet(*codes: str) -> Sheet:
    winter, granny, yummy = (CARDS.tasks[code] for code in codes)
    return winter, granny, yummy


def jams(*fruits: str) -> list[str]:
    return [next(c for c in CARDS.of if c.startswith(f"{fruit}-jam")) for fruit in fruits]


def pies(*fruits: str) -> list[str]:
    return [next(c for c in CARDS.of if c.startswith(f"{fruit}-pie")) for fruit in fruits]


ONE = [sheet("W1", "G1", "Y1")]


def test_any_three_of_the_four_jams_on_the_shelf_give_seven_once() -> None:
    shelf = jams("apple", "strawberry", "currant", "cranberry")
    assert best_use(CARDS, ONE, shelf[:2]) == (0, 0, 0)
    assert best_use(CARDS, ONE, shelf[:3]) == (7, 0, 0)
    assert best_use(CARDS, ONE, shelf[1:]) == (7, 0, 0)
    assert best_use(CARDS, ONE, [*shelf, *shelf]) == (7, 0, 0)
    assert best_use(CARDS, ONE, jams("apple", "apple", "strawberry")) == (0, 0, 0)


def test_any_two_of_the_three_pies_for_granny_give_eight_once() -> None:
    basket = pies("apple", "gooseberry", "dogwood")
    assert best_use(CARDS, ONE, basket[:1]) == (0, 0, 0)
    assert best_use(CARDS, ONE, basket[:2]) == (0, 8, 0)
    assert best_use(CARDS, ONE, [*basket, *basket]) == (0, 8, 0)


def test_the_tea_party_gives_points_from_four_recipes_on() -> None:
    party = [
        *jams("peach", "raspberry", "strawberry", "walnut", "apricot", "apple"),
        *pies("gooseberry", "cherry"),
    ]
    teas = [best_use(CARDS, ONE, party[:count]).tea for count in range(9)]
    assert teas == [0, 0, 0, 0, 4, 6, 9, 12, 16]


def test_a_fruit_shown_twice_in_a_tea_party_needs_two_jams() -> None:
    tasks = [sheet("W2", "G1", "Y1")]
    assert list(chain.from_iterable(t.tea_jams for t in tasks[0])).count("apricot") == 2
    few = jams("apricot", "cherry", "strawberry")
    assert best_use(CARDS, tasks, few).tea == 0
    assert best_use(CARDS, tasks, [*few, *jams("apricot")]).tea == 4


def test_ruling_12_cone_jams_stand_for_any_jams_but_never_for_a_pie() -> None:
    assert best_use(CARDS, ONE, [CONE] * 3) == (7, 0, 0)
    assert best_use(CARDS, ONE, [CONE] * 2) == (0, 0, 0)
    assert best_use(CARDS, ONE, [CONE] * 6).tea == 9
    assert best_use(CARDS, ONE, [CONE, *pies("apple")]) == (0, 0, 0)


def test_ruling_13_a_recipe_serves_one_of_shelf_granny_and_tea_party() -> None:
    shared = [*jams("apple", "strawberry", "currant", "peach"), *pies("gooseberry")]
    assert best_use(CARDS, ONE, shared) == (7, 0, 0)
    shared += jams("raspberry", "walnut", "apple")
    assert best_use(CARDS, ONE, shared) == (7, 0, 6)


def test_of_equal_uses_the_shelf_comes_first() -> None:
    cards = read_cards({**FACTS, "tea_party": {"3": 7}})
    sheets = [sheet("W4", "G1", "Y1")]
    recipes = jams("cherry", "apple", "apricot", "gooseberry", "strawberry")
    assert best_use(cards, sheets, recipes) == (7, 0, 0)


def test_ruling_14_two_tea_parties_are_scored_apart_and_share_no_recipe() -> None:
    tasks = [sheet("W1", "G1", "Y1"), sheet("W5", "G3", "Y2")]
    both = jams("peach", "strawberry", "raspberry", "walnut", "cherry", "cherry")
    assert best_use(CARDS, tasks, both[:4]) == (0, 0, 4)
    assert best_use(CARDS, tasks, both) == (0, 0, 4)
    assert best_use(CARDS, tasks, [*both, *jams("peach")]) == (0, 0, 4)
    assert best_use(CARDS, tasks, [*both, *jams("peach", "strawberry")]) == (0, 0, 4 + 4)


def test_ruling_14_each_shelf_and_granny_scores_once() -> None:
    tasks = [sheet("W1", "G1", "Y1"), sheet("W3", "G2", "Y2")]
    shelves = jams("apple", "strawberry", "currant", "raspberry", "cherry", "dogwood")
    assert best_use(CARDS, tasks, shelves).winter == 14
    pairs = pies("apple", "dogwood", "strawberry", "walnut")
    assert best_use(CARDS, tasks, pairs).granny == 16
