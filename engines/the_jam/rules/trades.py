"""Trades: open ones, and the blind ones of travel (rules.md, 6, 11 and 14)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb, prod
from typing import Any

from engines.play import Illegal, LazyMoves, Place, Reason, Reveals, Seen
from engines.the_jam import words
from engines.the_jam.moves import MOST_BLIND, Return, Trade
from engines.the_jam.pantry import Recipe
from engines.the_jam.rules.checks import (
    MOST_LISTED,
    Action,
    Answer,
    CardChoice,
    are_recipe_cards,
    choices,
    drawn,
    have_completed,
    written,
)
from engines.the_jam.state import PLAY, RETURN, TheJam
from engines.wording import Sentence
from notation.record import UNKNOWN_CARD


class Trading(Action[Trade]):
    """Trade completed recipes openly with another seat (6)."""

    move = Trade
    exact = True
    samples = True

    def check(self, table: TheJam, seat: str, move: Trade) -> None:
        give, get = move.give or (), move.get or ()
        are_recipe_cards(table, seat, give, "give")
        are_recipe_cards(table, seat, get, "get")
        is_another_seat(table, seat, move.partner)
        names_a_recipe(table, seat, give + get)
        have_completed(table, seat, seat, give, "give")
        have_completed(table, seat, move.partner, get, "get")

    def candidates(self, table: TheJam, seat: str) -> LazyMoves[Trade]:
        own = table.cards.in_order(table.pantries[seat].cards)
        groups: list[tuple[Sequence[Any], ...]] = []
        for partner, pantry in table.pantries.items():
            if partner != seat:
                gives, gets = _sides(own, table.cards.in_order(pantry.cards))
                groups += ([partner], [None], gets), ([partner], gives, [None, *gets])
        return LazyMoves(Trade, groups)

    def apply(self, table: TheJam, seat: str, move: Trade) -> Reveals:
        own, theirs = table.pantries[seat], table.pantries[move.partner]
        given = [own.take(card) for card in move.give or ()]
        got = [theirs.take(card) for card in move.get or ()]
        for recipe in given:
            theirs.add(recipe, table.turns)
        for recipe in got:
            own.add(recipe, table.turns)
        return table.reveal()

    def sentence(self, table: TheJam, seat: str, move: Trade, reveals: Seen) -> Sentence:
        of = table.cards.of
        give, get = ([of[card] for card in side or ()] for side in (move.give, move.get))
        return words.trading(move.partner, give, get, drawn(table, reveals))


class NotTrading(Trading):
    """With kids nothing is traded (14)."""

    samples = False

    def check(self, table: TheJam, seat: str, move: Trade) -> None:
        are_recipe_cards(table, seat, move.give or (), "give")
        are_recipe_cards(table, seat, move.get or (), "get")
        are_no_kids(table, seat)

    def candidates(self, table: TheJam, seat: str) -> LazyMoves[Trade]:
        return LazyMoves(Trade, ())


class TradingBlindly(Action[Trade]):
    """Recipes of the pile go to another seat, which has to give as many back (11)."""

    move = Trade
    exact = True
    samples = True

    def check(self, table: TheJam, seat: str, move: Trade) -> None:
        give, get = move.give or (), move.get or ()
        are_recipe_cards(table, seat, give, "give")
        are_recipe_cards(table, seat, get, "get")
        is_another_seat(table, seat, move.partner)
        names_a_recipe(table, seat, give + get)
        is_the_first(table, seat)
        asks_for_nothing(table, seat, get)
        is_small_enough(table, seat, move.partner, len(give))
        lie_on_the_pile(table, seat, give, "give")

    def candidates(self, table: TheJam, seat: str) -> Iterator[Trade]:
        if table.traded:
            return
        for partner, pantry in table.pantries.items():
            if partner != seat:
                sizes = range(1, 1 + min(MOST_BLIND, len(pantry.recipes)))
                for give in _piled(table, seat, sizes):
                    yield Trade(partner, give)

    def apply(self, table: TheJam, seat: str, move: Trade) -> Reveals:
        given = table.zone("given", seat)
        for card in _handed(table, seat, move.give or ()):
            recipe = table.pantries[seat].take(card)
            given.put(recipe.card)
            table.given_ages.append(recipe.age)
        table.traded = True
        # Written even without a choice, so nothing but the trade decides who is asked.
        table.phase, table.to_act = RETURN, move.partner
        return table.reveal()

    def sentence(self, table: TheJam, seat: str, move: Trade, reveals: Seen) -> Sentence:
        give = [table.cards.of.get(card) for card in move.give or ()]
        return words.trading_blindly(move.partner, give, drawn(table, reveals))


class Returning(Answer[Return]):
    """Give as many recipes of the pile back as were given (11)."""

    move = Return
    phases = frozenset((RETURN,))
    exact = True
    samples = True

    def check(self, table: TheJam, seat: str, move: Return) -> None:
        returns_as_many(table, seat, len(move.cards))
        are_recipe_cards(table, seat, move.cards, "cards")
        lie_on_the_pile(table, seat, move.cards, "cards")

    def candidates(self, table: TheJam, seat: str) -> Iterator[Return]:
        return map(Return, _piled(table, seat, [len(table.given_ages)]))

    def apply(self, table: TheJam, seat: str, move: Return) -> Reveals:
        trader = table.whose_turn
        own, theirs = table.pantries[seat], table.pantries[trader]
        for card in _handed(table, seat, move.cards):
            theirs.add(own.take(card), table.turns)
        given = table.zone("given", trader).gather()
        for card, age in zip(given, table.given_ages, strict=True):
            own.add(Recipe(card, age, ()), table.turns)
        table.given_ages = []
        table.phase, table.to_act = PLAY, trader
        return table.reveal()

    def sentence(self, table: TheJam, seat: str, move: Return, reveals: Seen) -> Sentence:
        returned = [table.cards.of.get(card) for card in move.cards]
        return words.returning(table.whose_turn, returned)


def _handed(table: TheJam, seat: str, cards: Sequence[str]) -> Sequence[str]:
    """The cards that a blind trade names, with an unseen one of the pile for each `_` (11)."""
    if table.unseen is None:
        return cards
    return table.unseen.handed(table.pantries[seat].recipes, cards)


def _sides(own: Sequence[str], theirs: Sequence[str]) -> tuple[list[CardChoice], list[CardChoice]]:
    """What each side of a trade may name; one recipe at most if there are too many trades (16)."""
    gives, gets = Counter(own), Counter(theirs)
    if prod([count + 1 for count in (*gives.values(), *gets.values())]) - 1 <= MOST_LISTED:
        return _choices(own), _choices(theirs)
    return [(card,) for card in gives], [(card,) for card in gets]


def _choices(cards: Sequence[str]) -> list[CardChoice]:
    return [*choices(cards, range(1, len(cards) + 1))]


def _piled(table: TheJam, seat: str, sizes: Sequence[int]) -> Iterable[CardChoice]:
    """Choices from a seat's pile; if there are too many, only neighbours in deck order (16)."""
    pile = table.cards.in_order(table.pantries[seat].recipes.cards)
    if sum([comb(len(pile), size) for size in sizes]) <= MOST_LISTED:
        return choices(pile, sizes)
    starts = ((start, size) for size in sizes for start in range(len(pile) - size + 1))
    return dict.fromkeys(tuple(pile[start : start + size]) for start, size in starts)


def are_no_kids(table: TheJam, seat: str) -> None:
    """With kids nothing is traded (14)."""
    raise Illegal(are_no_kids, _no_trade, table, seat)


def _no_trade(table: TheJam, seat: str) -> Reason:
    return Reason("no-trade", "with kids, nothing is traded", label="no trade")


def is_another_seat(table: TheJam, seat: str, partner: str) -> None:
    """A trade is with another seat of the game (6)."""
    if partner == seat or partner not in table.pantries:
        raise Illegal(is_another_seat, _no_partner, table, seat, partner)


def _no_partner(table: TheJam, seat: str, partner: str) -> Reason:
    others = [other for other in table.seats if other != seat]
    return Reason(
        "trade-partner",
        f"{partner} is not another seat of this game",
        at=("partner",),
        label="not another seat",
        advice=f"name {' or '.join(others)}",
    )


def names_a_recipe(table: TheJam, seat: str, cards: Sequence[str]) -> None:
    """A trade names at least one recipe (6)."""
    if not cards:
        raise Illegal(names_a_recipe, _no_recipe, table, seat, cards)


def _no_recipe(table: TheJam, seat: str, cards: Sequence[str]) -> Reason:
    return Reason("trade-nothing", "the trade names no recipe", label="no recipe is named")


def is_the_first(table: TheJam, seat: str) -> None:
    """A turn has one blind trade at most (11)."""
    if table.traded:
        raise Illegal(is_the_first, _second_trade, table, seat)


def _second_trade(table: TheJam, seat: str) -> Reason:
    return Reason(
        "one-trade",
        "a trade was already made this turn",
        label="a second trade",
        since="the trade of this turn was made here",
    )


def asks_for_nothing(table: TheJam, seat: str, get: Sequence[str]) -> None:
    """A blind trade names only what is given (11)."""
    if get:
        raise Illegal(asks_for_nothing, _not_blind, table, seat, get)


def _not_blind(table: TheJam, seat: str, get: Sequence[str]) -> Reason:
    return Reason(
        "blind-trade",
        "the other seat chooses what comes back",
        at=("get",),
        label="not chosen here",
        advice="leave `get=` out",
    )


def is_small_enough(table: TheJam, seat: str, partner: str, given: int) -> None:
    """A blind trade is of up to three recipes, and not more than the partner has piled (11)."""
    if given > min(MOST_BLIND, len(table.pantries[partner].recipes)):
        raise Illegal(is_small_enough, _too_many, table, seat, partner, given)


def _too_many(table: TheJam, seat: str, partner: str, given: int) -> Reason:
    pile = len(table.pantries[partner].recipes)
    most = (
        f"{partner} has only {pile} on its pile"
        if pile < MOST_BLIND
        else "at most three are allowed"
    )
    return Reason(
        "trade-size",
        f"{given} {'is' if given == 1 else 'are'} given, but {most}",
        at=("give",),
        label="too many",
        table=_pile(table, seat),
    )


def returns_as_many(table: TheJam, seat: str, named: int) -> None:
    """As many recipes are given back as were given (11)."""
    if named != len(table.given_ages):
        raise Illegal(returns_as_many, _other_number, table, seat, named)


def _other_number(table: TheJam, seat: str, named: int) -> Reason:
    due = len(table.given_ages)
    return Reason(
        "return-size",
        f"{due} {'was' if due == 1 else 'were'} given, but {named} would come back",
        at=("cards",),
        label=f"{due} {'is' if due == 1 else 'are'} due",
        table=_pile(table, seat),
    )


def lie_on_the_pile(table: TheJam, seat: str, cards: Sequence[str], field: str) -> None:
    """The recipes of a blind trade are on their seat's pile, as many times as named (11).

    Each of them may be the one unseen recipe there, but not all of them.
    """
    for at, card in enumerate(cards):
        lies_on_the_pile(table, seat, card, cards[: at + 1].count(card), (field, at))
    named = [at for at, card in enumerate(cards) if card != UNKNOWN_CARD]
    missing = table.pantries[seat].recipes.first_missing([cards[at] for at in named])
    if missing is not None:
        at = named[missing]
        times = cards[: at + 1].count(cards[at])
        raise Illegal(lies_on_the_pile, _not_piled, table, seat, cards[at], times, (field, at))


def lies_on_the_pile(table: TheJam, seat: str, card: str, times: int, at: Place) -> None:
    """A recipe of a blind trade is on its seat's pile, at least this many times (11)."""
    pile = table.pantries[seat].recipes
    if (len(pile) if card == UNKNOWN_CARD else pile.count(card)) < times:
        raise Illegal(lies_on_the_pile, _not_piled, table, seat, card, times, at)


def _not_piled(table: TheJam, seat: str, card: str, times: int, at: Place) -> Reason:
    pantry = table.pantries[seat]
    many = " that many times" if pantry.recipes.count(card) else ""
    return Reason(
        "not-piled",
        f"{seat} has only {len(pantry.recipes)} on its pile"
        if card == UNKNOWN_CARD
        else f"{card} is not on the pile{many}",
        at=at,
        label="still fresh" if card in pantry.fresh else "not on the pile",
        table=_pile(table, seat),
        since=f"{card} left the pile of {seat} here",
    )


def _pile(table: TheJam, seat: str) -> str:
    return f"has piled {written(table, table.pantries[seat].recipes.cards)}"
