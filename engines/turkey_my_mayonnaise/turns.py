"""What begins and ends a turn (section 2 of rules.md)."""

from typing import TYPE_CHECKING

from engines.turkey_my_mayonnaise import attacks, banking, refusals
from engines.turkey_my_mayonnaise.due import Due
from engines.turkey_my_mayonnaise.moves import REFRESHED

if TYPE_CHECKING:
    from engines.play import Reveals
    from engines.turkey_my_mayonnaise.moves import Discard, Draw, End, Pass, Refresh
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise

_AFTER_REFRESH = 4


def draw(table: "TurkeyMyMayonnaise", move: "Draw") -> "Reveals":
    """Draw a card, or four after a refresh; fewer where there are no more."""
    if table.due is not Due.DRAW:
        raise refusals.of_draw(table, move)
    seat = table.turn
    cards = table.draw_cards(_AFTER_REFRESH if seat.refreshed else 1)
    seat.hand.put_all(cards)
    seat.refreshed = False
    table.due = Due.PLAY
    return [(card, seat.letter) for card in cards]


def refresh(table: "TurkeyMyMayonnaise", move: "Refresh") -> "Reveals":
    """Discard three cards instead of drawing; the next draw is of four."""
    if table.due is not Due.DRAW or len(move.cards) != REFRESHED:
        raise refusals.of_refresh(table, move)
    seat = table.turn
    try:
        seat.hand.take_all(move.cards)
    except ValueError:
        raise refusals.of_refresh(table, move) from None
    table.discard.put_all(move.cards)
    seat.refreshed = True
    return table.end_turn()


def discard(table: "TurkeyMyMayonnaise", move: "Discard") -> "Reveals":
    """Discard a card instead of playing one."""
    hand = table.turn.hand
    if table.due is not Due.PLAY or move.card not in hand:
        raise refusals.of_discard(table, move)
    table.discard.put(hand.take(move.card))
    return table.end_play()


def end(table: "TurkeyMyMayonnaise", move: "End") -> "Reveals":
    """Leave a recipe out that could be banked."""
    if table.due is not Due.END:
        raise refusals.of_end(table, move)
    return table.end_turn()


def decline(table: "TurkeyMyMayonnaise", move: "Pass") -> "Reveals":
    """Decline an answer, or play nothing with an empty hand."""
    if table.due is Due.ANSWER:
        return attacks.ask(table, table.actor)
    if table.due is Due.VERDICT:
        return banking.ask(table, table.actor)
    if table.due is not Due.PLAY or table.turn.hand:
        raise refusals.of_pass(table, move)
    return table.end_play()
