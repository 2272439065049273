"""What a deck file of The Jam must contain, and whether a game can be played with it.

The numbers in brackets are the sections of rules.md.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from re import ASCII, fullmatch
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from engines.deck import BadDeck, check_code

CONE = "cone"
"""The fruit below a cone jam, which makes nothing but another cone jam (7)."""

_FRUIT = "[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_NUMBER = "[1-9][0-9]?"
_SEATS = 4
_MOST_CARDS = 400
_MOST_TASKS = 40

Count: TypeAlias = Annotated[int, Meta(ge=1, le=40)]
Dealt: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Worth: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Price: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
"""The points of a recipe: at least one, so that any jam is a bid."""
Pictures: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=8)]
"""Fruits on a task: few enough that every choice of them can be tried."""


class Single(Struct, frozen=True, forbid_unknown_fields=True):
    """A jam or pie: its fruit and points, and the fruits below it, one for each copy."""

    fruit: str
    points: Price
    below: tuple[str, ...]


class Salad(Struct, frozen=True, forbid_unknown_fields=True):
    """A fruit salad: its three fruits, its points, and the fruits below, one for each copy."""

    fruits: tuple[str, str, str]
    points: Price
    below: tuple[str, ...]


class ConeJam(Struct, frozen=True, forbid_unknown_fields=True):
    """The cone jams, all alike."""

    points: Price
    copies: Annotated[int, Meta(ge=0, le=40)]


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """A task card: the fruits it shows, and its part of the grand tea party."""

    id: str
    shows: Pictures
    tea_jams: Pictures = ()
    tea_pies: Pictures = ()


class Collecting(Struct, frozen=True, forbid_unknown_fields=True):
    """Tasks of which any `need` of the recipes shown give `points`."""

    need: Count
    points: Worth
    tasks: tuple[Task, ...]


class Yummy(Struct, frozen=True, forbid_unknown_fields=True):
    """Tasks that give `points` for each card that shows the fruit."""

    points: Worth
    tasks: tuple[Task, ...]


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck file without its three common facts."""

    hand: Dealt
    basket: Dealt
    karlsman: Worth
    bear: Worth
    fruits: tuple[str, ...]
    jams: tuple[Single, ...]
    pies: tuple[Single, ...]
    salads: tuple[Salad, ...]
    cone_jam: ConeJam
    tea_party: dict[str, Worth]
    winter: Collecting
    granny: Collecting
    yummy: Yummy


def check(facts: Facts) -> None:
    """Raise BadDeck if no game of The Jam can be played with these facts (17)."""
    _check_fruits(facts.fruits)
    _check_recipes(facts)
    _check_tasks(facts)
    for number in facts.tea_party:
        if fullmatch(_NUMBER, number, ASCII) is None:
            raise BadDeck(f"tea_party: `{number}` is not a number of recipes from 1 to 99")
    _check_enough(facts)


def _check_fruits(fruits: tuple[str, ...]) -> None:
    seen = {CONE}
    for index, fruit in enumerate(fruits):
        if fullmatch(_FRUIT, fruit, ASCII) is None:
            raise BadDeck(f"fruits[{index}]: a fruit is a word in lower case, such as `apple`")
        if fruit in seen:
            raise BadDeck(f"fruits[{index}]: {fruit} appears a second time")
        seen.add(fruit)


def named_recipes(facts: Facts) -> Iterator[tuple[str, str, Single | Salad]]:
    """Every recipe but the cone jam, in deck order, with its place in the file and its name."""
    for index, jam in enumerate(facts.jams):
        yield f"jams[{index}]", f"{jam.fruit}-jam", jam
    for index, pie in enumerate(facts.pies):
        yield f"pies[{index}]", f"{pie.fruit}-pie", pie
    for index, salad in enumerate(facts.salads):
        yield f"salads[{index}]", f"salad-{'-'.join(salad.fruits)}", salad


def _check_recipes(facts: Facts) -> None:
    seen: set[str] = set()
    for place, name, recipe in named_recipes(facts):
        if name in seen:
            raise BadDeck(f"{place}: {name} appears a second time")
        seen.add(name)
        fruits = recipe.fruits if isinstance(recipe, Salad) else (recipe.fruit,)
        if len(set(fruits)) < len(fruits):
            raise BadDeck(f"{place}.fruits: a salad has three different fruits")
        _check_known((*fruits, *recipe.below), place, facts)


def _check_known(fruits: tuple[str, ...], place: str, facts: Facts) -> None:
    for fruit in fruits:
        if fruit not in facts.fruits:
            raise BadDeck(f"{place}: there is no fruit {fruit}")


def _check_tasks(facts: Facts) -> None:
    seen: set[str] = set()
    for name, pile in (("winter", facts.winter), ("granny", facts.granny), ("yummy", facts.yummy)):
        if len(pile.tasks) < _SEATS:
            raise BadDeck(f"{name}.tasks: there are {len(pile.tasks)}, too few for {_SEATS} seats")
        if len(pile.tasks) > _MOST_TASKS:
            raise BadDeck(
                f"{name}.tasks: there are {len(pile.tasks)}, but at most {_MOST_TASKS} are allowed"
            )
        need = pile.need if isinstance(pile, Collecting) else 1
        for index, task in enumerate(pile.tasks):
            place = f"{name}.tasks[{index}]"
            check_code(task.id, f"{place}.id", seen)
            _check_known((*task.shows, *task.tea_jams, *task.tea_pies), place, facts)
            if len(task.shows) < need:
                raise BadDeck(
                    f"{place}.shows: {need} are needed, but it has only {len(task.shows)}"
                )


def _check_enough(facts: Facts) -> None:
    """Raise BadDeck unless any four hands leave enough different fruits for the basket."""
    below = Counter(chain.from_iterable(recipe.below for _, _, recipe in named_recipes(facts)))
    if below.total() > _MOST_CARDS:
        raise BadDeck(f"there are {below.total()} cards, but at most {_MOST_CARDS} are allowed")
    dealt, left = _SEATS * facts.hand, 0
    for count in sorted(below.values()):
        dealt -= count
        left += dealt < 0
    if left < facts.basket:
        raise BadDeck(
            f"basket: four hands can leave {left} different fruits, too few for {facts.basket}"
        )
