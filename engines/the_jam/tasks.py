"""The best use of a seat's recipes for its tasks (rules.md, 12). Knows no table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from engines.the_jam.cards import Cards, Kind
from engines.the_jam.deck_schema import CONE, Task

_Stock: TypeAlias = Mapping[tuple[Kind, str], int]
"""The number of recipes of each kind and fruit."""

_Counts: TypeAlias = Mapping[str, int]
"""The number of recipes of each fruit."""


_Own: TypeAlias = tuple[tuple[str, int], ...]
"""The number of recipes of each fruit, as pairs sorted by fruit."""


class Use(NamedTuple):
    """The points of the winter's shelves, of the pies for granny, and of the tea parties."""

    winter: int
    granny: int
    tea: int


class TaskRecipes(NamedTuple):
    """The recipes that serve the tasks of a seat, counted; a cone jam serves for any jam.

    Attributes:
        tasks: the recipes that fill each task for the winter, then each one for granny; none for a
            task that is not filled.
        parties: the recipes with which each tea party scores.
    """

    tasks: tuple[_Stock, ...]
    parties: tuple[_Stock, ...]


class _Room(NamedTuple):
    """The most recipes that the first tea party can have, the second one, and both together.

    Any numbers within the three bounds are possible: each recipe serves whichever party wants it,
    so the numbers form a polymatroid, and the bounds of jams and of pies add up.
    """

    first: int
    second: int
    both: int


class _Filling(NamedTuple):
    """The fruits that fill each task, none if it is not filled, and the recipes that are left."""

    used: tuple[tuple[str, ...], ...]
    rest: _Counts
    cones: int


_Way: TypeAlias = tuple[int, _Room]
"""How many shelves or baskets are filled, and the room that this leaves for the tea parties."""

_Ways: TypeAlias = Mapping[_Way, _Filling]
"""The different ways, each with the recipes that it uses."""


class Tasks:
    """The tasks of a seat, kind by kind: one or two of each kind.

    The first tasks of each kind make one tea party, the second tasks another, scored apart.

    Attributes:
        yummy: the fruits of the yummy tasks.
    """

    def __init__(self, cards: Cards, codes: Sequence[str]) -> None:
        tasks = [cards.tasks[code] for code in codes]
        each = len(tasks) // len(cards.piles)
        winter, granny, yummy = tasks[:each], tasks[each:-each], tasks[-each:]
        parties = list(zip(winter, granny, yummy, strict=True))
        jams = [[fruit for task in party for fruit in task.tea_jams] for party in parties]
        pies = [[fruit for task in party for fruit in task.tea_pies] for party in parties]
        self._cards = cards
        self._jams = _Demand(cards.winter.need, winter, jams)
        self._pies = _Demand(cards.granny.need, granny, pies)
        self._guests: list[_Stock] = [
            Counter([("jam", fruit) for fruit in wanted] + [("pie", fruit) for fruit in more])
            for wanted, more in zip(jams, pies, strict=True)
        ]
        self.yummy = tuple([fruit for task in yummy for fruit in task.shows])

    def best_use(self, recipes: Iterable[str]) -> Use:
        """The use with the most points; of several, that with the most for winter, then granny."""
        return self._best(recipes)[0]

    def serve(self, recipes: Iterable[str]) -> TaskRecipes:
        """The recipes that serve each task and tea party in the best use."""
        best, shelves, baskets = self._best(recipes)
        filled: list[_Stock] = [{("jam", f): used.count(f) for f in used} for used in shelves.used]
        filled += [{("pie", f): used.count(f) for f in used} for used in baskets.used]
        left: dict[tuple[Kind, str], int] = {("jam", f): n for f, n in shelves.rest.items()}
        left |= {("pie", f): n for f, n in baskets.rest.items()}
        return TaskRecipes(tuple(filled), self._seated(left, shelves.cones, best.tea))

    def _best(self, recipes: Iterable[str]) -> tuple[Use, _Filling, _Filling]:
        """The best use, and how shelves and baskets are filled in it."""
        jams, pies, cones = self._counts(recipes)
        shelf, basket = _ways(self._jams, jams, cones), _ways(self._pies, pies, 0)
        _, use, way, more = max(self._uses(shelf, basket))
        return use, shelf[way], basket[more]

    def _seated(self, left: _Stock, cones: int, points: int) -> tuple[_Stock, ...]:
        """The recipes and cone jams for each tea party that together give these points."""
        parties = (*self._guests, {})[:2]
        for given in range(cones + 1):
            for shift in range(sum(left.values()) + 1):
                best = _seat(left, parties, (given, cones - given), shift)
                if sum([self.tea(party) for party in best]) >= points:
                    return best[: len(self._guests)]
        raise AssertionError("no use of these recipes gives the points of the best one")

    def tea(self, party: _Stock) -> int:
        """The points of a tea party with these recipes."""
        tea = self._cards.tea
        return tea[min(sum(party.values()), len(tea) - 1)]

    def _counts(self, recipes: Iterable[str]) -> tuple[_Own, _Own, int]:
        """The jams of each fruit, the pies of each fruit, and the cone jams, counted."""
        own: dict[Kind, dict[str, int]] = {"jam": {}, "pie": {}, "salad": {}}
        for code in recipes:
            card = self._cards.of[code]
            counts, fruit = own[card.kind], card.fruits[0]
            counts[fruit] = counts.get(fruit, 0) + 1
        cones = own["jam"].pop(CONE, 0)
        return tuple(sorted(own["jam"].items())), tuple(sorted(own["pie"].items())), cones

    def _uses(self, jams: _Ways, pies: _Ways) -> Iterator[tuple[int, Use, _Way, _Way]]:
        """Every use: its points, itself, and the ways to fill shelves and baskets that give it."""
        shelf, basket, tea = self._cards.winter.points, self._cards.granny.points, self._cards.tea
        for shelves, room in jams:
            for baskets, more in pies:
                first, second = room.first + more.first, room.second + more.second
                both = room.both + more.both
                use = Use(shelves * shelf, baskets * basket, _parties(tea, first, second, both))
                yield sum(use), use, (shelves, room), (baskets, more)


class _Demand:
    """The recipes of one kind that the shelves or baskets and the tea parties want.

    `_tasks` lists the fruits of each task. With a fruit come the number of equal fruits before it,
    and the number of recipes that these, the tea parties and earlier tasks can use.
    """

    def __init__(self, need: int, tasks: Sequence[Task], parties: Sequence[Sequence[str]]) -> None:
        first, second = (*parties, ())[:2]
        wanted = [*first, *second]
        self._need = need
        self._sizes = len(first), len(second)
        self._parties = [(f, first.count(f), second.count(f)) for f in dict.fromkeys(wanted)]
        self._tasks: list[list[tuple[str, int, int]]] = []
        for task in tasks:
            before = [task.shows[:at].count(fruit) for at, fruit in enumerate(task.shows)]
            self._tasks.append(
                [(f, n, n + wanted.count(f)) for f, n in zip(task.shows, before, strict=True)]
            )
            wanted += task.shows

    def ways(self, own: _Counts, cones: int) -> _Ways:
        """The ways to fill shelves or baskets, without some that are no better than others.

        Recipes that nothing else wants are used first; if there are enough of them, the task is
        always filled. A cone jam is used only if a recipe is lacking: it is never worse to keep it,
        since it can serve wherever the recipe can.
        """
        return self._ways(own, cones, ())

    def _ways(self, own: _Counts, cones: int, used: tuple[tuple[str, ...], ...]) -> _Ways:
        """The ways in which the last tasks are filled with the fruits `used`."""
        task = len(self._tasks) - len(used) - 1
        if task < 0:
            filled = len(used) - used.count(())
            return {(filled, self._room(own, cones)): _Filling(used, own, cones)}
        spare, scarce = self._there(own, task)
        lacking = max(self._need - len(spare) - len(scarce), 0)
        chosen: Iterable[tuple[str, ...]] = [tuple(spare[: self._need])]
        ways: _Ways = {}
        if len(spare) < self._need:
            ways = self._ways(own, cones, ((), *used))
            count = self._need - lacking - len(spare)
            chosen = [(*spare, *more) for more in combinations(scarce, count)]
        for fruits in chosen if lacking <= cones else ():
            rest = dict(own)
            for fruit in fruits:
                rest[fruit] -= 1
            filling = (*fruits, *(CONE,) * lacking)
            ways = {**self._ways(rest, cones - lacking, (filling, *used)), **ways}
        return ways

    def _there(self, own: _Counts, task: int) -> tuple[list[str], list[str]]:
        """The fruits of a task that have a recipe: the spare ones, and those wanted elsewhere."""
        spare, scarce = [], []
        for fruit, before, wanted in self._tasks[task]:
            count = own.get(fruit, 0)
            if count > wanted:
                spare.append(fruit)
            elif count > before:
                scarce.append(fruit)
        return spare, scarce

    def _room(self, own: _Counts, cones: int) -> _Room:
        """The room that these recipes leave; a cone jam replaces any recipe."""
        first = second = both = cones
        for fruit, one, two in self._parties:
            count = own.get(fruit, 0)
            if count >= one + two:
                first += one
                second += two
                both += one + two
            elif count:
                first += min(one, count)
                second += min(two, count)
                both += count
        first, second = min(first, self._sizes[0]), min(second, self._sizes[1])
        return _Room(first, second, min(first + second, both))


@lru_cache(512)
def _ways(wanted: _Demand, own: _Own, cones: int) -> _Ways:
    return wanted.ways(dict(own), cones)


def _seat(
    left: _Stock, parties: Sequence[_Stock], cones: tuple[int, int], shift: int
) -> tuple[_Stock, _Stock]:
    """The recipes of two tea parties, each with as many of these as it can have.

    Of recipes that either can have, up to `shift` go to the second party, the others to the first.
    """
    one, two = parties
    first: dict[tuple[Kind, str], int] = {}
    second: dict[tuple[Kind, str], int] = {}
    for product in {**one, **two}:
        count, wanted = left.get(product, 0), two.get(product, 0)
        first[product] = min(count, one.get(product, 0))
        second[product] = min(count - first[product], wanted)
        moved = min(shift, first[product], wanted - second[product])
        first[product] -= moved
        second[product] += moved
        shift -= moved
    for party, guests, given in ((first, one, cones[0]), (second, two, cones[1])):
        jams = [product for product in guests if product[0] == "jam"]
        open_ = sum([guests[product] - party.get(product, 0) for product in jams])
        party["jam", CONE] = min(given, open_)
    return first, second


@lru_cache(1024)
def _parties(tea: tuple[int, ...], first: int, second: int, both: int) -> int:
    """The most points of two tea parties with this room."""
    most = len(tea) - 1
    return max(
        tea[min(count, most)] + tea[min(second, both - count, most)]
        for count in range(min(first, both) + 1)
    )
