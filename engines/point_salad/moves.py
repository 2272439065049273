"""The moves of Point Salad, in the order in which they are listed."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from notation.moves import Choice, Code, Joined, Key, Move, MoveSet

PILES = ("1", "2", "3")
"""The piles, left to right; also the columns of the market below them."""

SLOTS = ("1a", "1b", "2a", "2b", "3a", "3b")
"""The places of the market: column by column, upper before lower."""

VEGGIES_A_TURN = 2


@dataclass(frozen=True, slots=True)
class Point(Move):
    """Draft the top point card of a pile."""

    verb: ClassVar[str] = "point"
    title: ClassVar[str] = "Take the point card"
    examples: ClassVar[tuple[str, ...]] = ("point 2", "point 1 flip=CB08")

    pile: Annotated[str, Choice(PILES, "PILE")]
    flip: Annotated[str | None, Code(), Key("flip")] = None


@dataclass(frozen=True, slots=True)
class Veg(Move):
    """Draft two veggies of the market, or the one that is left."""

    verb: ClassVar[str] = "veg"
    title: ClassVar[str] = "Take veggies"
    examples: ClassVar[tuple[str, ...]] = ("veg 1a,3b", "veg 2a,2b flip=CB08", "veg 1a")

    slots: Annotated[tuple[str, ...], Joined(Choice(SLOTS, "SLOT"), most=VEGGIES_A_TURN)]
    flip: Annotated[str | None, Code(), Key("flip")] = None


MOVES = MoveSet(Point, Veg)
"""The moves of Point Salad."""
