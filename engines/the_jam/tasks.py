"""The best use of a seat's recipes for its tasks (rules.md, 12). Knows no table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from engines.the_jam.cards import Cards, Kind
from engines.the_jam.facts import CONE, Task

Counts: TypeAlias = Mapping[str, int]
"""How many recipes there are, or are wanted, of each fruit."""

Sheet: TypeAlias = tuple[Task, Task, Task]
"""A task of each kind; their parts make one tea party."""


class Use(NamedTuple):
    """The points of the winter's shelves, of the pies for granny, and of the tea parties."""

    winter: int
    granny: int
    tea: int


class _Room(NamedTuple):
    """How many recipes the first tea party can have at most, the second one, and both.

    Any numbers within the three bounds are possible. Each recipe serves whichever party wants
    it, so the numbers form a polymatroid, and the bounds of jams and of pies just add up.
    """

    first: int
    second: int
    both: int


def best_use(cards: Cards, sheets: Sequence[Sheet], recipes: Iterable[str]) -> Use:
    """The use that gives most; of several, the one that gives most for winter, then for granny.

    There is one sheet, or there are two, whose tea parties are scored apart.
    """
    recipes = list(recipes)
    jams, pies = _counts(cards, recipes, "jam"), _counts(cards, recipes, "pie")
    cones = jams.pop(CONE, 0)
    tea_jams = [Counter(chain.from_iterable(task.tea_jams for task in s)) for s in sheets]
    tea_pies = [Counter(chain.from_iterable(task.tea_pies for task in s)) for s in sheets]
    shelves, baskets = [sheet[0].shows for sheet in sheets], [sheet[1].shows for sheet in sheets]
    uses = (
        Use(
            winter * cards.winter.points,
            granny * cards.granny.points,
            _tea(cards, *map(sum, zip(of_jams, of_pies, strict=True))),
        )
        for winter, of_jams in _ways(jams, cones, shelves, cards.winter.need, tea_jams)
        for granny, of_pies in _ways(pies, 0, baskets, cards.granny.need, tea_pies)
    )
    return max(uses, key=lambda use: (sum(use), use))


def _counts(cards: Cards, recipes: Iterable[str], kind: Kind) -> dict[str, int]:
    of = (cards.of[code] for code in recipes)
    return dict(Counter(card.fruits[0] for card in of if card.kind == kind))


def _ways(
    own: Counts, cones: int, wanted: Sequence[tuple[str, ...]], need: int, teas: Sequence[Counts]
) -> set[tuple[int, _Room]]:
    """For each number of `wanted` that can be made, the room it leaves for the tea parties.

    Each of them takes `need` of its recipes; a cone jam stands for one that is lacking.
    """
    if not wanted:
        return {(0, _room(own, cones, teas))}
    ways = _ways(own, cones, wanted[1:], need, teas)
    for chosen in combinations(wanted[0], need):
        left, lacking = dict(own), 0
        for fruit in chosen:
            if left.get(fruit):
                left[fruit] -= 1
            else:
                lacking += 1
        if lacking <= cones:
            others = _ways(left, cones - lacking, wanted[1:], need, teas)
            ways |= {(made + 1, room) for made, room in others}
    return ways


def _room(own: Counts, cones: int, teas: Sequence[Counts]) -> _Room:
    """The room that these recipes give, each of a fruit wanted, or a cone jam."""
    bounds = [_served(own, cones, tea) for tea in teas]
    first, second = bounds if len(bounds) > 1 else (bounds[0], 0)
    together = sum(map(Counter, teas), Counter[str]())
    return _Room(first, second, min(first + second, _served(own, cones, together)))


def _served(own: Counts, cones: int, wanted: Counts) -> int:
    """How many of the recipes wanted there are, cone jams included."""
    served = sum(min(count, own.get(fruit, 0)) for fruit, count in wanted.items())
    return min(sum(wanted.values()), served + cones)


def _tea(cards: Cards, first: int, second: int, both: int) -> int:
    """The most points of two tea parties with this room (one party: `second` is 0)."""
    return max(
        cards.tea(count) + cards.tea(min(second, both - count))
        for count in range(min(first, both) + 1)
    )
