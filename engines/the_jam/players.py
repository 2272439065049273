"""The sensible player of The Jam. It looks at nothing but what lies open to its seat."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, combinations, product
from typing import Any, TypeVar

from engines.players import Choose, best
from engines.the_jam import moves as m
from engines.the_jam.cards import Cards
from engines.the_jam.deck_schema import CONE
from engines.the_jam.state import BID, COSTS, RETURN, TheJam
from notation.moves import Move

# What each thing is worth, in tenths of a point.
_POINT = 10
_WANTED = 14
_IN_HAND = 2
_KARLSMAN = 20
_DISPENSABLE = 40

_SURPLUS = (_WANTED - 1) // _POINT
"""The most points that are given up for a recipe that a task wants."""

# How often the player is in the mood: one time in this many.
_TRADE = 6
_BLIND_TRADE = 8
_PRESENT = 40

T = TypeVar("T")


def sensible(table: TheJam, choose: Choose) -> Move:
    """A legal move that helps the seat to act; of those worth the same, one by `choose`."""
    seat = _Seat(table, table.to_act or "")
    if table.phase is BID:
        return seat.bid(choose)
    if table.phase is RETURN:
        return m.Return(seat.least(seat.pantry.recipes.cards, len(table.given_ages)))
    if table.phase in COSTS:
        return m.Forfeit(*seat.least(table.completed(seat.seat, COSTS[table.phase]), 1))
    return seat.trade(choose) or seat.play(choose)


class _Seat:
    """The seat to act: its own cards, its tasks, and what lies open."""

    def __init__(self, table: TheJam, seat: str) -> None:
        self.table = table
        self.seat = seat
        self.pantry = table.pantries[seat]
        self._hand = table.hands[seat]
        self.others = table.clockwise(seat)[1:]
        self._of = table.cards.of
        self._owns = Counter([self._of[recipe].product for recipe in self.pantry.cards])
        self._tasks = table.zone("tasks", seat).cards if table.variant.tasks else ()
        self._wants = _wants(table.cards, self._tasks)
        self._gain = cache(partial(self._worth, without=0))
        self._loss = cache(partial(self._worth, without=1))

    def _worth(self, recipe: str, without: int) -> int:
        """The worth of one more copy of a recipe if the seat had `without` copies fewer.

        With 0 that is the gain by one more copy, with 1 the loss of one.
        """
        if not self._tasks:
            return _POINT
        return _POINT * self._of[recipe].points + _WANTED * self._wanted(recipe, without)

    def _wanted(self, recipe: str, without: int) -> bool:
        """Whether a task can use one more copy of a recipe if the seat had `without` fewer."""
        product = self._of[recipe].product
        return product[1] == CONE or self._wants[product] > self._owns[product] - without

    def _worth_in_hand(self, card: str) -> int:
        """The worth of a card that stays in the hand."""
        return _IN_HAND * self._gain(card) // _POINT

    def least(self, recipes: Iterable[str], count: int) -> tuple[str, ...]:
        """The `count` recipes that are worth least, in deck order."""
        cards = self.table.cards
        chosen = sorted(cards.in_order(recipes), key=self._loss)[:count]
        return tuple(cards.in_order(chosen))

    def play(self, choose: Choose) -> Move:
        """The play that is worth most."""
        kinds = [self.table.plays[kind] for kind in (m.Jam, m.Pie, m.Salad, m.Basket)]
        plays: list[Move] = [play for kind in kinds for play in kind.legal(self.table, self.seat)]
        return best(plays, lambda play: _WORTH[type(play)](self, play), choose)

    def of_jam(self, play: m.Jam) -> int:
        """The gain by the jam, less its ingredient if that is in the hand."""
        paid = play.ingredient in self._hand and play.ingredient != play.recipe
        return self._gain(play.recipe) - (self._worth_in_hand(play.ingredient) if paid else 0)

    def of_pie(self, play: m.Pie) -> int:
        """The gain by the pie, less the jam and the card that it costs."""
        cost = self._worth_in_hand(play.discard) if play.discard else 0
        return self._gain(play.recipe) - self._loss(play.jam) - cost

    def of_salad(self, play: m.Salad) -> int:
        """The gain by the salad."""
        return self._gain(play.recipe)

    def of_basket(self, play: m.Basket) -> int:
        """A card is lost."""
        return -self._worth_in_hand(play.card)

    def bid(self, choose: Choose) -> Move:
        """The jams worth least that beat the last bid, unless they are worth more than Karlsman.

        The drawer lets him come for one jam if nobody else can have any.
        """
        table, cards = self.table, self.table.cards
        alone = not any(map(self._may_have_jams, self.others))
        if self.seat == table.whose_turn and alone:
            return m.Pass()
        jams, least = table.completed(self.seat, "jam"), cards.points(table.bid)
        chosen: list[str] = []
        for jam in sorted(jams, key=self._loss):
            if cards.points(chosen) <= least:
                chosen.append(jam)
        for jam in reversed(chosen[:]):
            rest = [*chosen]
            rest.remove(jam)
            if cards.points(rest) > least:
                chosen = rest
        worth = sum(map(self._loss, chosen))
        if worth > _KARLSMAN + _POINT * choose(6):
            return m.Pass()
        return m.Bid(tuple(cards.in_order(chosen)))

    def _may_have_jams(self, seat: str) -> bool:
        """Whether another seat has jams, as far as can be seen: a pile may hold some."""
        if self.table.variant.blind:
            return bool(self.table.pantries[seat].cards)
        return bool(self.table.completed(seat, "jam"))

    def trade(self, choose: Choose) -> m.Trade | None:
        """A trade, if the player is in the mood for one and it is worth its while."""
        if not self.table.variant.tasks or self.table.traded:
            return None
        if self.table.variant.blind:
            return None if choose(_BLIND_TRADE) else self.blind_trade(choose)
        if not choose(_PRESENT):
            return self.present(choose)
        return None if choose(_TRADE) else self.swap(choose)

    def swap(self, choose: Choose) -> m.Trade | None:
        """One or two unwanted recipes for one that a task wants, if that pays.

        A swap for the same points pays or, if there is none, a swap that costs a few points.
        """
        cards, of = self.table.cards, self._of
        own = cards.in_order({c for c in self.pantry.cards if not self._wanted(c, without=1)})
        gives: dict[int, list[tuple[str, ...]]] = {}
        for give in chain(combinations(own, 1), combinations(own, 2)):
            gives.setdefault(cards.points(give), []).append(give)
        gets = [
            (partner, get)
            for partner in self.others
            for get in cards.in_order(set(self.table.pantries[partner].cards))
            if self._wanted(get, without=0)
        ]
        for more in range(_SURPLUS + 1):
            swaps = [
                (partner, give, get)
                for partner, get in gets
                for give in gives.get(of[get].points + more, ())
            ]
            if swaps:
                partner, given, got = _any(swaps, choose)
                return m.Trade(partner, given, (got,))
        return None

    def present(self, choose: Choose) -> m.Trade | None:
        """A recipe of little worth as a present to another seat, or one from there."""
        partner = _any(self.others, choose)
        if choose(2) and len(self.pantry.cards) > 1:
            return m.Trade(partner, self.least(self.pantry.cards, 1))
        theirs = self.table.cards.in_order(self.table.pantries[partner].cards)
        return m.Trade(partner, None, (min(theirs, key=self._gain),)) if theirs else None

    def blind_trade(self, choose: Choose) -> m.Trade | None:
        """The piled recipes of little worth, for as many of another seat."""
        partner = _any(self.others, choose)
        pile = self.pantry.recipes.cards
        little = [recipe for recipe in pile if self._loss(recipe) < _DISPENSABLE]
        most = len(self.table.pantries[partner].recipes)
        count = min(len(little), most, m.MOST_BLIND)
        return m.Trade(partner, self.least(little, count)) if count else None


@lru_cache(64)
def _wants(cards: Cards, tasks: tuple[str, ...]) -> Counter[tuple[str, str]]:
    """How many of each jam and pie these tasks can use."""
    wants: Counter[tuple[str, str]] = Counter()
    for kind, pile in (("jam", cards.winter), ("pie", cards.granny)):
        wants.update((kind, f) for task in pile.tasks if task.id in tasks for f in task.shows)
    for task in map(cards.tasks.__getitem__, tasks):
        wants.update(product(("jam",), task.tea_jams))
        wants.update(product(("pie",), task.tea_pies))
    return wants


_WORTH: Mapping[type[Move], Callable[[_Seat, Any], int]] = {
    m.Jam: _Seat.of_jam,
    m.Pie: _Seat.of_pie,
    m.Salad: _Seat.of_salad,
    m.Basket: _Seat.of_basket,
}
"""How much each play of a card is worth to the seat."""


def _any(choices: Sequence[T], choose: Choose) -> T:
    return choices[choose(len(choices))] if len(choices) > 1 else choices[0]
