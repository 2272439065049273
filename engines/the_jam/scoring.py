"""What a seat scores, line by line (rules.md, 12 and 13)."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.table import Points
from engines.the_jam.cards import BEAR, KARLSMAN
from engines.the_jam.tasks import Sheet, best_use

if TYPE_CHECKING:
    from engines.the_jam.sides import Side
    from engines.the_jam.table import TheJam


def score(table: "TheJam", side: "Side") -> list[Points]:
    """A line for each recipe that lies open, then what rests on hidden cards, and the guests.

    The lines of piled recipes and of tasks are always there, and hidden while the game goes on.
    """
    if table.variant == "kids":
        return [Points("completed recipes", len(side.recipes()))]
    return [*_recipes(table, side), *_guests(table, side), *_tasks(table, side)]


def _recipes(table: "TheJam", side: "Side") -> list[Points]:
    of, travel = table.cards.of, table.variant == "travel"
    lying_open = table.cards.in_order(side.pantry.fresh.cards if travel else side.pantry)
    lines = [
        Points(code.partition(":")[0].replace("-", " "), of[code].points, code)
        for code in lying_open
    ]
    if travel:
        piled = [*side.pantry.recipes.cards, *side.given.cards]
        lines.append(Points("piled recipes", table.cards.points(piled), hidden=not table.over))
    return lines


def _guests(table: "TheJam", side: "Side") -> list[Points]:
    worth = {KARLSMAN: ("Karlsman", table.cards.karlsman), BEAR: ("The Bear", table.cards.bear)}
    return [Points(*worth[guest], guest) for guest in worth if guest in side.guests]


def _tasks(table: "TheJam", side: "Side") -> list[Points]:
    hidden = not table.over
    use = best_use(table.cards, _sheets(table, side), side.recipes())
    return [
        Points("stock for the winter", use.winter, hidden=hidden),
        Points("pies for granny", use.granny, hidden=hidden),
        Points("tea party", use.tea, hidden=hidden),
        Points("yummy-yummy", yummy(table, side), hidden=hidden),
    ]


def _sheets(table: "TheJam", side: "Side") -> list[Sheet]:
    """The tasks by the tea party that they make: the first ones dealt, then the second ones."""
    dealt = [table.cards.tasks[code] for code in side.tasks.cards]
    each = len(dealt) // len(table.cards.piles)
    return [(dealt[at], dealt[at + each], dealt[at + 2 * each]) for at in range(each)]


def yummy(table: "TheJam", side: "Side") -> int:
    """The points for the fruits of the yummy tasks on all cards before the seat (12)."""
    of = table.cards.of
    below = Counter(of[card].below for card in (*side.recipes(), *side.pantry.under.cards))
    fruits = (fruit for sheet in _sheets(table, side) for fruit in sheet[-1].shows)
    return table.cards.yummy.points * sum(below[fruit] for fruit in fruits)


def winners(table: "TheJam", scores: Sequence[int]) -> list[str]:
    """The seats with the most points; of tied ones those with the most yummy points (13)."""
    best = max(scores)
    tied = [seat for seat, points in zip(table.seats, scores, strict=True) if points == best]
    if len(tied) == 1 or table.variant == "kids":
        return tied
    yummies = {seat: yummy(table, table.sides[seat]) for seat in tied}
    return [seat for seat in tied if yummies[seat] == max(yummies.values())]
