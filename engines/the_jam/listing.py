"""Lists the legal moves, each once, in the order of MOVES and of the deck.

Of trades and bids there can be too many: rules.md, 16, says which of them are listed then.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from math import comb, prod
from typing import TYPE_CHECKING, TypeAlias

from engines.the_jam import moves as m
from engines.the_jam.due import COSTS, Due

if TYPE_CHECKING:
    from engines.the_jam.cards import Cards
    from engines.the_jam.sides import Side
    from engines.the_jam.table import TheJam
    from notation.moves import Move

Chosen: TypeAlias = tuple[str, ...]

MOST_LISTED = 100
"""Of more trades or bids than these, a sample is listed."""


def list_moves(table: "TheJam") -> "list[Move]":
    """The legal moves of the seat to act, while the game goes on."""
    if table.due in COSTS:
        recipes = table.recipes_of(table.asked, COSTS[table.due])
        return [m.Forfeit(card) for card in dict.fromkeys(recipes)]
    if table.due is Due.BID:
        return [*map(m.Bid, _bids(table)), m.Pass()]
    if table.due is Due.RETURN:
        return [m.Return(cards) for cards in _piled(table, table.asked, [len(table.side.given)])]
    return [*list_plays(table), *_trades(table)]


def list_plays(table: "TheJam") -> "Iterator[Move]":
    """Every play of a card by the side at turn (3, 4, 5)."""
    hand = table.cards.in_order(set(table.side.hand.cards))
    basket = table.cards.in_order(set(table.basket.usable()))
    yield from _jams(table.cards, hand, basket)
    yield from _pies(table, hand, basket)
    yield from _salads(table.cards, hand, basket)
    yield from map(m.Basket, hand)


def _jams(cards: "Cards", hand: Sequence[str], basket: Sequence[str]) -> Iterator[m.Jam]:
    for recipe in cards.in_order({*hand, *basket}):
        fitting = cards.ingredients.get(recipe, frozenset())
        sources = {*(basket if recipe in hand else ()), *(hand if recipe in basket else ())}
        for ingredient in cards.in_order(fitting & sources):
            yield m.Jam(recipe, ingredient)


def _pies(table: "TheJam", hand: Sequence[str], basket: Sequence[str]) -> Iterator[m.Pie]:
    cards, own = table.cards, {*table.side.pantry}
    for recipe in cards.in_order({*hand, *basket}):
        costs = [*([None] if recipe in hand else ()), *(hand if recipe in basket else ())]
        fitting = cards.fillings.get(recipe, frozenset())
        for jam, cost in product(cards.in_order(fitting & own), costs):
            yield m.Pie(recipe, jam, cost)


def _salads(cards: "Cards", hand: Sequence[str], basket: Sequence[str]) -> Iterator[m.Salad]:
    for recipe in hand:
        if cards.of[recipe].kind == "salad":
            fruits = cards.of[recipe].fruits
            fitting = [[card for card in basket if cards.of[card].below == f] for f in fruits]
            for ingredients in product(*fitting):
                yield m.Salad(recipe, ingredients)


def _trades(table: "TheJam") -> Iterator[m.Trade]:
    """Trades with each other seat (6, 11)."""
    if table.variant == "kids" or table.traded:
        return
    for seat, partner in table.sides.items():
        if partner is table.side:
            continue
        if table.variant == "travel":
            sizes = range(1, 1 + min(m.MOST_BLIND, len(partner.pantry.recipes)))
            for give in _piled(table, table.side, sizes):
                yield m.Trade(seat, give)
        else:
            yield from _open_trades(table, seat, partner)


def _open_trades(table: "TheJam", seat: str, partner: "Side") -> Iterator[m.Trade]:
    """Every trade with a seat; of too many those of at most one recipe of each side."""
    own = table.cards.in_order(table.side.pantry)
    theirs = table.cards.in_order(partner.pantry)
    counts = [*Counter(own).values(), *Counter(theirs).values()]
    few = prod(count + 1 for count in counts) - 1 <= MOST_LISTED
    gives, gets = (
        [None, *_choices(side, range(1, 1 + (len(side) if few else 1)))] for side in (own, theirs)
    )
    for give, get in product(gives, gets):
        if give or get:
            yield m.Trade(seat, give, get)


def _piled(table: "TheJam", side: "Side", sizes: Sequence[int]) -> Iterable[Chosen]:
    """Choices of a side's pile; of too many those that stand together in deck order."""
    pile = table.cards.in_order(side.pantry.recipes.cards)
    if sum(comb(len(pile), size) for size in sizes) <= MOST_LISTED:
        return _choices(pile, sizes)
    starts = ((start, size) for size in sizes for start in range(len(pile) - size + 1))
    return dict.fromkeys(tuple(pile[start : start + size]) for start, size in starts)


def _choices(cards: Sequence[str], sizes: Iterable[int]) -> Iterable[Chosen]:
    """Every choice of so many of these cards, like ones being one choice, in their order."""
    return dict.fromkeys(chain.from_iterable(combinations(cards, size) for size in sizes))


def _bids(table: "TheJam") -> Iterator[Chosen]:
    """Every bid that beats the last one; of too many one for each sum (9)."""
    cards, jams = table.cards, table.recipes_of(table.asked, "jam")
    least = cards.points(table.bid)
    few = 2 ** len(jams) - 1 <= MOST_LISTED
    bids = _choices(jams, range(1, 1 + len(jams))) if few else _one_for_each_sum(cards, jams)
    return (bid for bid in bids if cards.points(bid) > least)


def _one_for_each_sum(cards: "Cards", jams: Sequence[str]) -> list[Chosen]:
    """For each sum that some of these jams make, the fewest that do, first in deck order."""
    found: dict[int, Chosen] = {0: ()}

    def key(chosen: Chosen) -> tuple[int, list[int]]:
        return len(chosen), [cards.rank[jam] for jam in chosen]

    for jam in jams:
        for points, chosen in list(found.items()):
            more, total = (*chosen, jam), points + cards.of[jam].points
            if total not in found or key(more) < key(found[total]):
                found[total] = more
    del found[0]
    return sorted(found.values(), key=key)
