"""The sensible player of The Jam. It looks at nothing but what lies open to its seat."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import TypeVar

from engines.players import Choose, best
from engines.the_jam import moves as m
from engines.the_jam.deck_schema import CONE
from engines.the_jam.state import BID, COSTS, RETURN, TheJam
from notation.moves import Move

# What each thing is worth, in tenths of a point.
_POINT = 10
_WANTED = 14
_IN_HAND = 2
_KARLSMAN = 20
_DISPENSABLE = 40

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
        self.others = table.clockwise(seat)[1:]
        self._of = table.cards.of
        self._owns = Counter(map(self._made, self.pantry.cards))
        self._wants = Counter(self._wishes() if table.variant.tasks else ())

    def _made(self, recipe: str) -> tuple[str, str]:
        return self._of[recipe].kind, self._of[recipe].fruits[0]

    def _wishes(self) -> Iterator[tuple[str, str]]:
        """Every jam and pie on an own task."""
        cards, own = self.table.cards, self.table.zone("tasks", self.seat).cards
        for kind, pile in (("jam", cards.winter), ("pie", cards.granny)):
            yield from ((kind, f) for task in pile.tasks if task.id in own for f in task.shows)
        for code in own:
            task = cards.tasks[code]
            yield from product(("jam",), task.tea_jams)
            yield from product(("pie",), task.tea_pies)

    def _gain(self, recipe: str) -> int:
        """What one more recipe of this kind is worth."""
        return self._worth(recipe, self._owns[self._made(recipe)])

    def _loss(self, recipe: str) -> int:
        """What an own recipe is worth."""
        return self._worth(recipe, self._owns[self._made(recipe)] - 1)

    def _worth(self, recipe: str, others: int) -> int:
        if not self.table.variant.tasks:
            return _POINT
        made = self._made(recipe)
        wanted = made[1] == CONE or self._wants[made] > others
        return _POINT * self._of[recipe].points + _WANTED * wanted

    def _kept(self, card: str) -> int:
        """What a card is worth that stays in the hand."""
        return _IN_HAND * self._gain(card) // _POINT

    def least(self, recipes: Iterable[str], count: int) -> tuple[str, ...]:
        """The recipes that are worth least, this many of them, in deck order."""
        cards = self.table.cards
        chosen = sorted(cards.in_order(recipes), key=self._loss)[:count]
        return tuple(cards.in_order(chosen))

    def play(self, choose: Choose) -> Move:
        """The play that is worth most."""
        kinds = [self.table.plays[kind] for kind in (m.Jam, m.Pie, m.Salad, m.Basket)]
        plays: list[Move] = [play for kind in kinds for play in kind.legal(self.table, self.seat)]
        return best(plays, self._worth_of_play, choose)

    def _worth_of_play(self, play: Move) -> int:
        match play:
            case m.Jam(recipe, ingredient):
                spent = ingredient if ingredient in self.table.hands[self.seat] else recipe
                return self._gain(recipe) - (self._kept(spent) if spent != recipe else 0)
            case m.Pie(recipe, jam, cost):
                return self._gain(recipe) - self._loss(jam) - (self._kept(cost) if cost else 0)
            case m.Salad(recipe):
                return self._gain(recipe)
            case m.Basket(card):
                return -self._kept(card)
        raise TypeError(f"{play} is no play of a card")

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
        """One or two recipes for a better one that gives no more points, if there is one."""
        cards = self.table.cards
        losses = {card: self._loss(card) for card in cards.in_order(set(self.pantry.cards))}
        gives = [
            (give, cards.points(give), sum([losses[card] for card in give]))
            for give in chain(combinations(losses, 1), combinations(losses, 2))
        ]
        most, found = 1, []
        for partner in self.others:
            for get in cards.in_order(set(self.table.pantries[partner].cards)):
                gain, least = self._gain(get), self._of[get].points
                for give, points, loss in gives:
                    if points >= least and gain - loss >= most:
                        most = gain - loss
                        found.append((most, partner, give, get))
        trades = [m.Trade(seat, give, (get,)) for worth, seat, give, get in found if worth == most]
        return _any(trades, choose) if trades else None

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


def _any(choices: Sequence[T], choose: Choose) -> T:
    return choices[choose(len(choices))] if len(choices) > 1 else choices[0]
