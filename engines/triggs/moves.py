"""The moves of Triggs, in the order of its table of moves. Cards and rows are named by value."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from notation.moves import Choice, Code, Joined, Move, MoveSet

PILES = ("left", "middle", "right")
"""The draw piles, in the order in which moves are listed."""

_VALUE = "(?:[1-9]|1[0-2])"
_CARD = Code("CARD", _VALUE)
_PILE = Choice(PILES, "PILE")


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw two cards, naming a pile for each; or one, if only one can be drawn."""

    verb: ClassVar[str] = "draw"
    examples: ClassVar[tuple[str, ...]] = ("draw left middle", "draw left")
    first: Annotated[str, _PILE]
    second: Annotated[str | None, _PILE] = None


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard cards of one value."""

    verb: ClassVar[str] = "discard"
    spelled_out: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("discard 9,9",)
    cards: Annotated[tuple[str, ...], Joined(_CARD)]


@dataclass(frozen=True, slots=True)
class Cross(Move):
    """Cross off one box of a row for each combination: a card, or two, that make its value."""

    verb: ClassVar[str] = "cross"
    title: ClassVar[str] = "Cross off"
    examples: ClassVar[tuple[str, ...]] = ("cross 11 11,7+4,10+1",)
    value: Annotated[str, Code("ROW", _VALUE)]
    combinations: Annotated[tuple[tuple[str, ...], ...], Joined(Joined(_CARD, "+"))]


@dataclass(frozen=True, slots=True)
class Extra(Move):
    """Cross off one box of any row, for a row just completed."""

    verb: ClassVar[str] = "extra"
    title: ClassVar[str] = "Cross an extra box"
    examples: ClassVar[tuple[str, ...]] = ("extra 8",)
    row: Annotated[str, Code("ROW", _VALUE)]


MOVES = MoveSet(Draw, Discard, Cross, Extra)
"""The moves of Triggs."""
