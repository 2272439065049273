"""Facts about zones that their cards do not show: bids, ingredients, tasks. Knows no table.

The numbers in brackets are the sections of rules.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Struct

from engines.the_jam.cards import Cards, Kind
from engines.the_jam.deck_schema import CONE
from engines.the_jam.scoring import ScoredCards, tasks_of
from notation.json_shape import doc

_Part: TypeAlias = tuple[Kind, str]
"""The kind and fruit of something wanted, or of a recipe."""

_CONE_JAM: _Part = ("jam", CONE)


class BidDetails(Struct, frozen=True, gc=False):
    """The bids for Karlsman so far."""

    points: Annotated[int, doc("The last bid; 0: there is none.")]
    bidder: Annotated[str | None, doc("The seat that made it.")]
    jams: Annotated[tuple[str, ...], doc("The jams that it named.")]
    out: Annotated[tuple[str, ...], doc("The seats that passed, or were outbid.")]
    to_come: Annotated[tuple[str, ...], doc("The seats that are asked now and later.")]


class UnderDetails(Struct, frozen=True, gc=False):
    """The ingredients on fresh recipes."""

    on: Annotated[
        tuple[int, ...], doc("For each card, the index of its recipe among the fresh ones.")
    ]


class PartDetails(Struct, frozen=True, gc=False):
    """Something that a task or a tea party wants."""

    kind: Annotated[str, doc("`jam`, `pie`, or `card` for any with this fruit below.")]
    fruit: Annotated[str, doc("Its fruit.", "cherry")]
    by: Annotated[str | None, doc("The recipe that serves here; null: none.")]


class TaskDetails(Struct, frozen=True, gc=False):
    """A task: its part of the score. Its recipes serve nothing else."""

    card: Annotated[str, doc("Its code.", "W6")]
    parts: tuple[PartDetails, ...]
    points: Annotated[int, doc("Its points.", 7)]


class PartyDetails(Struct, frozen=True, gc=False):
    """A tea party, whose parts stand on three tasks."""

    cards: Annotated[tuple[str, ...], doc("The codes of these tasks.")]
    parts: tuple[PartDetails, ...]
    points: Annotated[int, doc("Its points.", 6)]


class TasksDetails(Struct, frozen=True, gc=False):
    """The tasks of a seat, and the recipes that meet them, each of which serves one only."""

    tasks: tuple[TaskDetails, ...]
    parties: tuple[PartyDetails, ...]


@lru_cache(64)
def tasks(cards: Cards, own: ScoredCards) -> TasksDetails:
    """The parts of a seat's tasks, each with the recipe that scores for it (12).

    Parts without one have a recipe that would serve there, if any is left.
    """
    filled, parties = _meals(cards, own.tasks, tuple(cards.in_order(own.recipes)))
    below = [cards.of[card].below for card in (*own.recipes, *own.under)]
    sweet = [_sweet(cards, code, below) for code in own.tasks[len(filled) :]]
    return TasksDetails((*filled, *sweet), parties)


@lru_cache(64)
def _meals(
    cards: Cards, codes: tuple[str, ...], recipes: tuple[str, ...]
) -> tuple[tuple[TaskDetails, ...], tuple[PartyDetails, ...]]:
    """The tasks for the winter and for granny, and the tea parties, with these recipes."""
    own, wanted = tasks_of(cards, codes), _task_parts(cards, codes)
    served = own.serve(recipes)
    serving = _serve(cards, recipes, wanted.parts, (*served.tasks, *served.parties))
    filled = zip(codes, serving, served.tasks, strict=False)
    teas = zip(wanted.groups, serving[len(served.tasks) :], served.parties, strict=True)
    return (
        tuple(
            [TaskDetails(code, parts, _worth(cards, code, stock)) for code, parts, stock in filled]
        ),
        tuple([PartyDetails(group, parts, own.tea(stock)) for group, parts, stock in teas]),
    )


class _TaskParts(NamedTuple):
    """The parts of each task for the winter and for granny, then of each tea party.

    `groups` are the tasks of each tea party.
    """

    parts: Sequence[Sequence[_Part]]
    groups: Sequence[tuple[str, ...]]


@lru_cache(64)
def _task_parts(cards: Cards, codes: tuple[str, ...]) -> _TaskParts:
    each = len(codes) // len(cards.piles)
    winter, granny, sweet = codes[:each], codes[each:-each], codes[-each:]
    groups = [*zip(winter, granny, sweet, strict=True)]
    parts = [_shown(cards, code, "jam") for code in winter]
    parts += [_shown(cards, code, "pie") for code in granny]
    return _TaskParts([*parts, *[_at_tea(cards, group) for group in groups]], groups)


def _shown(cards: Cards, code: str, kind: Kind) -> list[_Part]:
    return [(kind, fruit) for fruit in cards.tasks[code].shows]


def _at_tea(cards: Cards, codes: Iterable[str]) -> list[_Part]:
    tasks = [cards.tasks[code] for code in codes]
    jams: list[_Part] = [("jam", fruit) for task in tasks for fruit in task.tea_jams]
    return [*jams, *[("pie", fruit) for task in tasks for fruit in task.tea_pies]]


def _worth(cards: Cards, code: str, stock: Mapping[_Part, int]) -> int:
    """The points of a task, if it is filled."""
    pile = cards.winter if code in cards.piles["winter"] else cards.granny
    return pile.points if stock else 0


def _sweet(cards: Cards, code: str, below: Sequence[str]) -> TaskDetails:
    """A yummy task; the recipes that show its fruit are not named, since some lie face down."""
    fruits = cards.tasks[code].shows
    parts = tuple([PartDetails("card", fruit, None) for fruit in fruits])
    return TaskDetails(code, parts, cards.yummy.points * sum(map(below.count, fruits)))


def _serve(
    cards: Cards,
    recipes: Sequence[str],
    wanted: Sequence[Sequence[_Part]],
    stocks: Sequence[Mapping[_Part, int]],
) -> list[tuple[PartDetails, ...]]:
    """The parts that each task or party wants, with the recipes counted for it, cone jams last.

    Recipes that are left then go to parts where they would serve.
    """
    left: dict[_Part, list[str]] = {}
    for code in reversed(recipes):
        left.setdefault(cards.of[code].product, []).append(code)
    by = [_served(parts, dict(counts), left) for parts, counts in zip(wanted, stocks, strict=True)]
    return [
        tuple(
            [
                PartDetails(*part, code or (left[part].pop() if left.get(part) else None))
                for part, code in zip(parts, served, strict=True)
            ]
        )
        for parts, served in zip(wanted, by, strict=True)
    ]


def _served(
    parts: Sequence[_Part], stock: dict[_Part, int], left: Mapping[_Part, list[str]]
) -> list[str | None]:
    """The recipe for each part, if its stock has one; cone jams where others are lacking."""
    served = [_next(part, stock, left) for part in parts]
    if stock.get(_CONE_JAM):
        for at, (kind, _) in enumerate(parts):
            if kind == "jam" and served[at] is None:
                served[at] = _next(_CONE_JAM, stock, left)
    return served


def _next(part: _Part, stock: dict[_Part, int], left: Mapping[_Part, list[str]]) -> str | None:
    """A recipe, taken out of the stock and out of `left`; None if the stock has no more."""
    if not stock.get(part):
        return None
    stock[part] -= 1
    return left[part].pop()
