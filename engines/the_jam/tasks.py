"""The best use of a seat's recipes for its tasks (rules.md, 12). Knows no table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from engines.the_jam.cards import Cards, Kind
from engines.the_jam.facts import CONE, Task

Counts: TypeAlias = Mapping[str, int]
"""How many recipes of each fruit there are."""

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


class _Parties:
    """What two tea parties want of one kind of recipe; where there is one, the second nothing."""

    def __init__(self, wanted: Sequence[Iterable[str]]) -> None:
        first, second = (*map(Counter, wanted), Counter[str]())[:2]
        self._wanted = [(fruit, first[fruit], second[fruit]) for fruit in first | second]
        self._first, self._second = first.total(), second.total()

    def room(self, own: Counts, cones: int) -> _Room:
        """The room that these recipes give; a cone jam serves as any that is wanted."""
        first = second = both = cones
        for fruit, one, two in self._wanted:
            count = own.get(fruit, 0)
            if count:
                first += min(one, count)
                second += min(two, count)
                both += min(one + two, count)
        first, second = min(first, self._first), min(second, self._second)
        return _Room(first, second, min(first + second, both))


def best_use(cards: Cards, sheets: Sequence[Sheet], recipes: Iterable[str]) -> Use:
    """The use that gives most; of several, the one that gives most for winter, then for granny.

    There is one sheet, or there are two, whose tea parties are scored apart.
    """
    recipes = list(recipes)
    jams, pies = _counts(cards, recipes, "jam"), _counts(cards, recipes, "pie")
    cones = jams.pop(CONE, 0)
    shelves, baskets = [sheet[0].shows for sheet in sheets], [sheet[1].shows for sheet in sheets]
    tea_jams = _Parties([chain.from_iterable(task.tea_jams for task in s) for s in sheets])
    tea_pies = _Parties([chain.from_iterable(task.tea_pies for task in s) for s in sheets])
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
    own: Counts, cones: int, wanted: Sequence[tuple[str, ...]], need: int, parties: _Parties
) -> set[tuple[int, _Room]]:
    """How many of `wanted` can be made, and the room that each way leaves for the tea parties.

    Each of them takes `need` of its recipes. A cone jam serves only where one is lacking: it is
    never worse to keep it, for it can do all that the recipe can.
    """
    if not wanted:
        return {(0, parties.room(own, cones))}
    first, others = wanted[0], wanted[1:]
    ways = _ways(own, cones, others, need, parties)
    there = [fruit for at, fruit in enumerate(first) if own.get(fruit, 0) > first[:at].count(fruit)]
    lacking = max(need - len(there), 0)
    if lacking <= cones:
        for chosen in combinations(there, need - lacking):
            left = dict(own)
            for fruit in chosen:
                left[fruit] -= 1
            rest = _ways(left, cones - lacking, others, need, parties)
            ways |= {(made + 1, room) for made, room in rest}
    return ways


@lru_cache(4096)
def _tea(cards: Cards, first: int, second: int, both: int) -> int:
    """The most points of two tea parties with this room."""
    return max(
        cards.tea(count) + cards.tea(min(second, both - count))
        for count in range(min(first, both) + 1)
    )
