"""What a seat scores, line by line (rules.md, 12 and 13)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engines.table import Points
from engines.the_jam.cards import BEAR, KARLSMAN, Cards

if TYPE_CHECKING:
    from engines.the_jam.sides import Side
    from engines.the_jam.table import TheJam
    from engines.the_jam.tasks import Tasks


class Laid(NamedTuple):
    """What a score rests on beside the tasks.

    Attributes:
        lying_open: the recipes that each have a line.
        piled: in travel the others, which have one together; else None.
        under: the ingredients on recipes.
        guests: Karlsman and The Bear, where the seat has them.
    """

    lying_open: tuple[str, ...]
    piled: tuple[str, ...] | None
    under: tuple[str, ...]
    guests: tuple[str, ...]

    def recipes(self) -> tuple[str, ...]:
        """Every completed recipe, also those of a trade that is not returned yet."""
        return self.lying_open + (self.piled or ())


def score(table: "TheJam", side: "Side") -> list[Points]:
    """A line for each recipe that lies open, then what rests on hidden cards, and the guests.

    The lines of piled recipes and of tasks are always there, and hidden while the game goes on.
    """
    laid = _laid(table, side)
    if table.variant == "kids":
        return [Points("completed recipes", len(laid.lying_open))]
    return [*table.lines_of(laid, table.tasks_of(side.tasks.cards), hidden=not table.over)]


def _laid(table: "TheJam", side: "Side") -> Laid:
    fresh, settled = side.pantry.fresh.cards, side.pantry.recipes.cards
    under, guests = side.pantry.under.cards, side.guests.cards
    if table.variant == "travel":
        return Laid(fresh, settled + side.given.cards, under, guests)
    return Laid(fresh + settled, None, under, guests)


def lines(cards: Cards, laid: Laid, tasks: "Tasks", *, hidden: bool) -> tuple[Points, ...]:
    """The lines of `score`; `hidden` are those that rest on hidden cards, or none any more."""
    return (
        *_recipes(cards, laid, hidden=hidden),
        *_guests(cards, laid),
        *_tasks(cards, laid, tasks, hidden=hidden),
    )


def _recipes(cards: Cards, laid: Laid, *, hidden: bool) -> Iterator[Points]:
    yield from map(cards.lines.__getitem__, cards.in_order(laid.lying_open))
    if laid.piled is not None:
        yield Points("piled recipes", cards.points(laid.piled), hidden=hidden)


def _guests(cards: Cards, laid: Laid) -> Iterator[Points]:
    if KARLSMAN in laid.guests:
        yield Points("Karlsman", cards.karlsman, KARLSMAN)
    if BEAR in laid.guests:
        yield Points("The Bear", cards.bear, BEAR)


def _tasks(cards: Cards, laid: Laid, tasks: "Tasks", *, hidden: bool) -> Iterator[Points]:
    use = tasks.best_use(laid.recipes())
    yield Points("stock for the winter", use.winter, hidden=hidden)
    yield Points("pies for granny", use.granny, hidden=hidden)
    yield Points("tea party", use.tea, hidden=hidden)
    yield Points("yummy-yummy", _yummy(cards, laid, tasks), hidden=hidden)


def _yummy(cards: Cards, laid: Laid, tasks: "Tasks") -> int:
    """The points for the fruits of the yummy tasks on all cards before the seat (12)."""
    below = [cards.of[card].below for card in (*laid.recipes(), *laid.under)]
    return cards.yummy.points * sum(map(below.count, tasks.yummy))


def winners(table: "TheJam", scores: Sequence[int]) -> list[str]:
    """The seats with the most points; of tied ones those with the most yummy points (13)."""
    best = max(scores)
    tied = [seat for seat, points in zip(table.seats, scores, strict=True) if points == best]
    if len(tied) == 1 or table.variant == "kids":
        return tied
    yummies = {seat: _yummy_of(table, table.sides[seat]) for seat in tied}
    return [seat for seat in tied if yummies[seat] == max(yummies.values())]


def _yummy_of(table: "TheJam", side: "Side") -> int:
    return _yummy(table.cards, _laid(table, side), table.tasks_of(side.tasks.cards))
