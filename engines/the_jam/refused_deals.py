"""Why a trade or an answer is refused. The numbers in brackets are the sections of rules.md.

Each function is called only for a move that is illegal, with the table still untouched.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from engines.legacy import Illegal
from engines.the_jam.due import COSTS, Due
from engines.the_jam.moves import MOST_BLIND
from engines.the_jam.refusals import Named, cause, has, not_asked, not_own, unknown, unplayable

if TYPE_CHECKING:
    from engines.the_jam.moves import Bid, Forfeit, Return, Trade
    from engines.the_jam.table import TheJam


def of_trade(table: "TheJam", move: "Trade") -> Illegal:
    """Why these recipes are not traded (1, 2, 6, 11)."""
    give, get = _named("give", move.give or ()), _named("get", move.get or ())
    refusal = unplayable(table, [*give, *get])
    if refusal is not None:
        return refusal
    if table.variant == "kids":
        return Illegal("no-trade", "with kids nothing is traded", label="no trade")
    if move.partner not in table.sides or move.partner == table.side.seat:
        others = [seat for seat in table.seats if seat != table.side.seat]
        return Illegal(
            "trade-partner",
            f"{move.partner} is no other seat here",
            at=("partner",),
            label="no other seat",
            advice=f"name {' or '.join(others)}",
        )
    if not (move.give or move.get):
        return Illegal("trade-nothing", "the trade names no recipe", label="no recipe is named")
    if table.variant == "travel":
        return _of_blind_trade(table, move, give)
    return next(chain(_missing(table, table.side.seat, give), _missing(table, move.partner, get)))


def _of_blind_trade(table: "TheJam", move: "Trade", give: Named) -> Illegal:
    """Why these recipes are not traded blindly (11)."""
    if table.traded:
        return Illegal(
            "one-trade",
            "one trade was made this turn already",
            label="a second trade",
            cause=cause("the trade of this turn was made here", lambda then: then.traded),
        )
    if move.get:
        return Illegal(
            "blind-trade",
            "what comes back, its owner chooses",
            at=("get",),
            label="the other seat chooses",
            advice="leave `get=` out",
        )
    pile = len(table.sides[move.partner].pantry.recipes)
    if len(give) > min(MOST_BLIND, pile):
        most = (
            f"{move.partner} has {pile} on its pile" if pile < MOST_BLIND else "three is the most"
        )
        return Illegal(
            "trade-size",
            f"{len(give)} {'is' if len(give) == 1 else 'are'} given, and {most}",
            at=("give",),
            label="too many",
            table=_pile(table, table.side.seat),
        )
    return _not_piled(table, table.side.seat, give)


def of_return(table: "TheJam", move: "Return") -> Illegal:
    """Why these recipes are not given back (1, 11)."""
    cards, due = _named("cards", move.cards), len(table.side.given)
    if table.due is not Due.RETURN:
        return not_asked(table)
    if len(cards) != due:
        return Illegal(
            "return-size",
            f"{due} {'was' if due == 1 else 'were'} given, and {len(cards)} would come back",
            at=("cards",),
            label=f"{due} {'is' if due == 1 else 'are'} due",
            table=_pile(table, table.asked.seat),
        )
    return unknown(table, cards) or _not_piled(table, table.asked.seat, cards)


def of_bid(table: "TheJam", move: "Bid") -> Illegal:
    """Why this is no bid (1, 9)."""
    named, cards = _named("jams", move.jams), table.cards
    if table.due is not Due.BID:
        return not_asked(table)
    refusal = unknown(table, named) or _wrong_kind(table, named, "jam", "bid-jams")
    refusal = refusal or next(_missing(table, table.asked.seat, named), None)
    if refusal is not None:
        return refusal
    last, points = cards.points(table.bid), cards.points(move.jams)
    return Illegal(
        "bid-more",
        f"the bid is of {_points(points)}, and the last one of {_points(last)}",
        at=("jams",),
        label=_points(points),
        table=has(table, table.asked.seat),
    )


def of_forfeit(table: "TheJam", move: "Forfeit") -> Illegal:
    """Why this recipe is not given up (1, 9, 10)."""
    named: Named = [(("card",), move.card)]
    if table.due not in COSTS:
        return not_asked(table)
    refusal = unknown(table, named) or _wrong_kind(table, named, COSTS[table.due], "forfeit-kind")
    return refusal or not_own(table, table.asked.seat, move.card, ("card",))


def _named(field: str, cards: Sequence[str]) -> Named:
    return [((field, at), card) for at, card in enumerate(cards)]


def _missing(table: "TheJam", seat: str, named: Named) -> Iterator[Illegal]:
    """The refusals of recipes that this seat does not have, or not so often."""
    for at, card in _surplus(named, list(table.sides[seat].pantry)):
        yield not_own(table, seat, card, at)


def _surplus(named: Named, there: Sequence[str]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What is named more often than it is there."""
    left = Counter(there)
    for at, card in named:
        left[card] -= 1
        if left[card] < 0:
            yield at, card


def _wrong_kind(table: "TheJam", named: Named, kind: str, rule: str) -> Illegal | None:
    for at, card in named:
        found = table.cards.of[card].kind
        if found != kind:
            return Illegal(
                rule,
                f"{card} is no {kind}",
                at=at,
                label=f"a {found}",
                table=has(table, table.asked.seat),
            )
    return None


def _not_piled(table: "TheJam", seat: str, named: Named) -> Illegal:
    """The refusal of a recipe that does not lie on the pile of this seat (11)."""
    at, card = next(_surplus(named, table.sides[seat].pantry.recipes.cards))
    count = table.sides[seat].pantry.recipes.count(card)
    fresh = card in table.sides[seat].pantry.fresh
    return Illegal(
        "not-piled",
        f"{card} does not lie on the pile{' so often' if count else ''}",
        at=at,
        label="fresh still" if fresh else "not on the pile",
        table=_pile(table, seat),
        cause=cause(
            f"{card} left the pile of {seat} here",
            lambda then: then.sides[seat].pantry.recipes.count(card) <= count,
        ),
    )


def _pile(table: "TheJam", seat: str) -> str:
    pile = table.cards.in_order(table.sides[seat].pantry.recipes.cards)
    return f"has piled {' '.join(pile) or 'nothing'}"


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"
