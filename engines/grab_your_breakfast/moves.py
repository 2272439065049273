"""The moves of Grab Your Breakfast: hand cards are named by their item, tiles by their place."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from notation.moves import Choice, Joined, Key, Move, MoveSet

ITEMS = ("coffee", "toast", "egg", "pancakes", "cereal")
"""The main items, which are also the hand cards, in deck order."""

ROWS = 5
COLUMNS = 5
HAND_SIZE = 2

PLACES = tuple(f"r{row}c{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))
"""The places of the stacks, row by row, each from left to right."""

_CARD = Choice(ITEMS, "CARD")


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take the uppermost tile of a stack, paying with a hand card."""

    verb: ClassVar[str] = "take"
    examples: ClassVar[tuple[str, ...]] = ("take r2c5 using=toast",)
    place: Annotated[str, Choice(PLACES, "PLACE")]
    using: Annotated[str, _CARD, Key("using")]


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Exchange one or two hand cards for new ones."""

    verb: ClassVar[str] = "swap"
    spelled_out: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("swap egg", "swap egg,toast")
    cards: Annotated[tuple[str, ...], Joined(_CARD, most=HAND_SIZE)]


MOVES = MoveSet(Take, Swap)
"""The moves of Grab Your Breakfast."""
