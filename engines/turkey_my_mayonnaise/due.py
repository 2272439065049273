"""What the seat to act has to do next."""

from enum import IntEnum


class Due(IntEnum):
    """What the seat to act has to do next. The numbers in brackets are the sections of rules.md."""

    DRAW = 0
    """Begin its turn: draw, or refresh (2)."""
    PLAY = 1
    """Play a card, or discard one (2)."""
    CHOICE = 2
    """Play or keep one of the cards turned up (8)."""
    END = 3
    """Bank, or end the turn (2)."""
    ANSWER = 4
    """Block an attack, or pass (6)."""
    VERDICT = 5
    """Stop a bank, or pass (4)."""
