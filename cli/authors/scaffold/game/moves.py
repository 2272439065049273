"""The moves of My Game."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from cgn.authoring import Code, Move, MoveSet


@dataclass(frozen=True, slots=True)
class PlayCard(Move):
    """Play a card to the trick."""

    verb: ClassVar[str] = "play"
    examples: ClassVar[tuple[str, ...]] = ("play QS",)
    card: Annotated[str, Code("CARD")]


MOVES = MoveSet(PlayCard)
"""The moves of My Game."""
