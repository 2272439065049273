"""What a seat scores, line by line (rules.md, 12 and 13). Knows no table."""

from functools import lru_cache
from typing import NamedTuple

from engines.table import Points
from engines.the_jam.cards import GUESTS, Cards
from engines.the_jam.tasks import Tasks


class ScoredCards(NamedTuple):
    """The cards of a seat that count for its score.

    Attributes:
        lying_open: the recipes that each have a line.
        piled: in travel the other recipes, which have one line together; else None.
        under: the ingredients on recipes.
        guests: Karlsman and the Bear, where the seat has them.
        tasks: its tasks.
    """

    lying_open: tuple[str, ...]
    piled: tuple[str, ...] | None
    under: tuple[str, ...]
    guests: tuple[str, ...]
    tasks: tuple[str, ...]

    @property
    def recipes(self) -> tuple[str, ...]:
        """Every completed recipe, including recipes given in a trade that is not returned yet."""
        return self.lying_open + (self.piled or ())


@lru_cache(256)
def lines(cards: Cards, own: ScoredCards, *, hidden: bool) -> tuple[Points, ...]:
    """Lines for the recipes that lie open, then for hidden cards and the guests.

    The lines of piled recipes and of tasks are always there, and `hidden` while the game goes on.
    """
    points = [cards.lines[card] for card in cards.in_order(own.lying_open)]
    if own.piled is not None:
        points.append(Points("piled recipes", cards.points(own.piled), hidden=hidden))
    points += [cards.lines[guest] for guest in GUESTS if guest in own.guests]
    use = tasks_of(cards, own.tasks).best_use(own.recipes)
    points.append(Points("winter stock", use.winter, hidden=hidden))
    points.append(Points("pies for granny", use.granny, hidden=hidden))
    points.append(Points("tea party", use.tea, hidden=hidden))
    points.append(Points("yummy-yummy", yummy(cards, own), hidden=hidden))
    return tuple(points)


def total(cards: Cards, own: ScoredCards) -> int:
    """The points of these lines together."""
    guests = sum([cards.lines[guest].points for guest in own.guests])
    use = tasks_of(cards, own.tasks).best_use(own.recipes)
    return cards.points(own.recipes) + guests + sum(use) + yummy(cards, own)


def yummy(cards: Cards, own: ScoredCards) -> int:
    """The points for the fruits of the yummy tasks on all cards before the seat (12)."""
    below = [cards.of[card].below for card in (*own.recipes, *own.under)]
    return cards.yummy.points * sum(map(below.count, tasks_of(cards, own.tasks).yummy))


@lru_cache(256)
def tasks_of(cards: Cards, codes: tuple[str, ...]) -> Tasks:
    """The tasks with these codes, for one seat."""
    return Tasks(cards, codes)
