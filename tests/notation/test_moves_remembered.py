"""The cache of parsed moves stays small."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from notation.moves import Code, Joined, Move, MoveSet


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard cards."""

    verb: ClassVar[str] = "discard"
    cards: Annotated[tuple[str, ...], Joined(Code())]


def test_a_short_move_is_parsed_once() -> None:
    moves = MoveSet(Discard)
    assert moves.parse("discard 9,9") is moves.parse("discard 9,9")


def test_a_long_move_is_not_cached() -> None:
    moves = MoveSet(Discard)
    text = f"discard {','.join(['9'] * 10_000)}"
    assert moves.parse(text) == moves.parse(text)
    assert moves.parse(text) is not moves.parse(text)
