"""The moves of Triggs, in the order of its table of moves. Cards and rows are named by value."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engines.phrases import listed
from notation.moves import Choice, Code, Joined, Move, MoveSet

PILES = ("left", "middle", "right")
"""The draw piles, in the order in which moves are listed."""

_VALUE = "(?:[1-9]|1[0-2])"
_CARD = Code("CARD", _VALUE)
_PILE = Choice(PILES, "PILE")


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw two cards, naming a pile for each; or one, where only one can be drawn.

    >>> Draw("left", "middle").sentence()
    'draws from the left pile and the middle pile'
    """

    verb: ClassVar[str] = "draw"
    examples: ClassVar[tuple[str, ...]] = ("draw left middle", "draw left")
    first: Annotated[str, _PILE]
    second: Annotated[str | None, _PILE] = None

    def sentence(self) -> str:
        """What the seat does: where the cards come from."""
        if self.second is None:
            return f"draws one card from the {self.first} pile"
        if self.first == self.second:
            return f"draws two cards from the {self.first} pile"
        return f"draws from the {self.first} pile and the {self.second} pile"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard cards of one value.

    >>> Discard(("9", "9")).sentence()
    'discards 9 and 9'
    """

    verb: ClassVar[str] = "discard"
    examples: ClassVar[tuple[str, ...]] = ("discard 9,9",)
    cards: Annotated[tuple[str, ...], Joined(_CARD)]

    def sentence(self) -> str:
        """What the seat does: the cards discarded."""
        return f"discards {listed(self.cards)}"


@dataclass(frozen=True, slots=True)
class Cross(Move):
    """Cross off one box of a row for each combination: a card, or two, that make its value.

    >>> Cross("11", (("11",), ("7", "4"), ("10", "1"))).sentence()
    'crosses off 11 with 11, 7+4 and 10+1'
    """

    verb: ClassVar[str] = "cross"
    examples: ClassVar[tuple[str, ...]] = ("cross 11 11,7+4,10+1",)
    value: Annotated[str, Code("VALUE", _VALUE)]
    combinations: Annotated[tuple[tuple[str, ...], ...], Joined(Joined(_CARD, "+"))]

    def sentence(self) -> str:
        """What the seat does: the value, and what makes it."""
        parts = ["+".join(combination) for combination in self.combinations]
        return f"crosses off {self.value} with {listed(parts)}"


@dataclass(frozen=True, slots=True)
class Extra(Move):
    """Cross off one box of any row, for a row just completed.

    >>> Extra("8").sentence()
    'takes an extra cross in row 8'
    """

    verb: ClassVar[str] = "extra"
    examples: ClassVar[tuple[str, ...]] = ("extra 8",)
    row: Annotated[str, Code("ROW", _VALUE)]

    def sentence(self) -> str:
        """What the seat does: the row crossed."""
        return f"takes an extra cross in row {self.row}"


MOVES = MoveSet(Draw, Discard, Cross, Extra)
"""The moves of Triggs."""
