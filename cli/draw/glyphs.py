"""The signs in drawings, in Unicode, and in ASCII for terminals without it."""

import re
from dataclasses import astuple, dataclass
from typing import Final

NEGATIVE: Final = re.compile(r"(?<![\w.])-(?=\d)")
"""The sign of a negative number, which no hyphen within a name is."""


@dataclass(frozen=True, slots=True)
class Signs:
    """The sign for each thing, in Unicode by default.

    Attributes:
        full, free: a box of a counter, counted or not.
        done: after a row of boxes without a free one.
        hidden: a card whose face the view does not see.
        unknown: a card that nobody knows.
        left, right: next to a tile that is free on that side.
        below: before the tile below.
        opens, closes: around a slot without a card.
        more: at the end of what was cut off.
        turn, won, wrong: before the seat to act, a winner, and a mistake.
        instead: before the number of variations.
        none: a zone without cards.
        times: before the number of like cards.
        minus: before a negative number.
        rule, bar: the characters of a line across and down.
        edge: on both sides of the top of a pile.
        says, said: around a comment.
        dot: between the parts of a heading.
        here: before the ply that is shown, in the list of moves.
        heights: bars of a graph, from low to high.
        arrows, shift: the keys that go to the side, and these with Shift.
    """

    full: str = "▪"
    free: str = "▫"
    done: str = "✓"
    hidden: str = "▒"
    unknown: str = "?"
    left: str = "◂"
    right: str = "▸"
    below: str = "└"
    opens: str = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"
    closes: str = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
    more: str = "…"
    turn: str = "▶"
    won: str = "★"
    wrong: str = "✗"
    instead: str = "↳"
    none: str = "·"
    times: str = "\N{MULTIPLICATION SIGN}"
    minus: str = "\N{MINUS SIGN}"
    rule: str = "─"
    bar: str = "│"
    edge: str = "┃"
    says: str = "“"
    said: str = "”"
    dot: str = "·"
    here: str = "▸"
    heights: str = "▁▂▃▄▅▆▇█"
    arrows: str = "←→"
    shift: str = "⇧←→"

    def negatives(self, text: str) -> str:
        """A text with the right sign before its negative numbers.

        >>> UNICODE.negatives("3 per onion, -2 per pepper: bonus-10").replace(UNICODE.minus, "~")
        '3 per onion, ~2 per pepper: bonus-10'
        """
        return NEGATIVE.sub(self.minus, text)


UNICODE: Final = Signs()
ASCII: Final = Signs(
    full="#",
    free=".",
    done="+",
    hidden="%",
    unknown="?",
    left="<",
    right=">",
    below="\\",
    opens="<",
    closes=">",
    more="...",
    turn=">",
    won="*",
    wrong="!",
    instead="=>",
    none="-",
    times="x",
    minus="-",
    rule="-",
    bar="|",
    edge="|",
    says='"',
    said='"',
    dot="|",
    here=">",
    heights=".:-=+*%#",
    arrows="Left/Right",
    shift="Shift",
)


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
