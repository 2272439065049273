"""The signs in drawings, in Unicode, and in ASCII for terminals without it."""

from dataclasses import astuple, dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Signs:
    """The sign for each thing.

    Attributes:
        full, free: a box of a counter, counted or not.
        hidden: a card whose face the view does not see.
        more: at the end of what was cut off.
        turn, won: before the seat to act, and a winner.
        none: a zone without cards.
        times: before the number of like cards.
        rule: the character of a line across.
        dot: between the parts of a heading.
    """

    full: str
    free: str
    hidden: str
    more: str
    turn: str
    won: str
    none: str
    times: str
    rule: str
    dot: str


UNICODE: Final = Signs("▪", "▫", "▒", "…", "▶", "★", "—", "\N{MULTIPLICATION SIGN}", "─", "·")
ASCII: Final = Signs("#", ".", "?", "...", ">", "*", "-", "x", "-", "|")


def signs_for(encoding: str | None) -> Signs:
    """The signs that an encoding has.

    >>> signs_for("utf-8").turn, signs_for("latin-1").turn, signs_for(None).turn
    ('▶', '>', '>')
    """
    try:
        "".join(astuple(UNICODE)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
