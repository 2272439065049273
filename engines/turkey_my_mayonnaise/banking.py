"""Banking recipes and stopping banks (section 4 of rules.md)."""

from typing import TYPE_CHECKING, cast

from engines.turkey_my_mayonnaise import blocked, refusals
from engines.turkey_my_mayonnaise.cards import INSPECTOR
from engines.turkey_my_mayonnaise.due import Due

if TYPE_CHECKING:
    from engines.play import Reveals
    from engines.turkey_my_mayonnaise.moves import Bank, Inspect
    from engines.turkey_my_mayonnaise.sandwich import Sandwich
    from engines.turkey_my_mayonnaise.sides import Seat
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise

FREE = (Due.DRAW, Due.PLAY, Due.END)
"""When a bank may be called: at any time in a turn, but not while others answer or in a dive."""


def bank(table: "TurkeyMyMayonnaise", move: "Bank") -> "Reveals":
    """Call a bank."""
    place = table.out.get(move.recipe)
    if (
        table.due not in FREE
        or place is None
        or place.team is not table.turn.team
        or not place.complete
        or place.stopped is not None
    ):
        raise refusals.of_bank(table, move)
    table.banking, table.resume = place, table.due
    return ask(table, table.turn)


def ask(table: "TurkeyMyMayonnaise", after: "Seat") -> "Reveals":
    """Ask the next opponent with a Health Inspector; where there is none, the bank is made."""
    turn, seat = table.turn, after.next
    while seat is not turn:
        if seat.team is not turn.team and INSPECTOR in seat.hand:
            table.due, table.to_act = Due.VERDICT, seat.letter
            return []
        seat = seat.next
    return _collect(table)


def _collect(table: "TurkeyMyMayonnaise") -> "Reveals":
    place, team = _banked(table), table.turn.team
    team.banked += place.value()
    table.clear(place)
    if team.banked < table.target:
        return _resume(table)
    table.due, table.to_act = table.resume, None
    return []


def inspect(table: "TurkeyMyMayonnaise", move: "Inspect") -> "Reveals":
    """Stop a bank: it costs the caller a turn, and the recipe waits until then."""
    hand = table.actor.hand
    if table.due is not Due.VERDICT:
        raise blocked.of_inspect(table, move)
    table.discard.put(hand.take(INSPECTOR))
    _banked(table).stopped = table.turn
    table.turn.misses = True
    return _resume(table)


def _banked(table: "TurkeyMyMayonnaise") -> "Sandwich":
    place, table.banking = table.banking, None
    return cast("Sandwich", place)


def _resume(table: "TurkeyMyMayonnaise") -> "Reveals":
    """Go on with the turn; after the play it ends, unless there is more to bank."""
    table.due, table.to_act = table.resume, table.turn.letter
    return table.end_play() if table.due is Due.END else []
