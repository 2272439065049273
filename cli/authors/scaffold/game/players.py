"""The sensible player of My Game. It looks at nothing but what its seat sees."""

from cgn.authoring import Choose, Move, best

from .moves import PlayCard
from .state import GameTable


def sensible(table: GameTable, choose: Choose) -> Move:
    """The best move for the seat to act; `choose` decides among equals."""
    return best(table.moves(), lambda move: _worth(table, move), choose)


def _worth(table: GameTable, move: Move) -> int:
    """High cards are for tricks that they can win; otherwise the lowest card goes."""
    if not isinstance(move, PlayCard):
        return 0
    value, led = table.cards.pack[move.card].value, table.led()
    on_table = [
        table.cards.pack[card].value for card in table.trick.cards if table.suit(card) == led
    ]
    wins = led in (None, table.suit(move.card)) and value > max(on_table, default=-1)
    return value if wins else -value
