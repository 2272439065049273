"""The moves of a game by rounds."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from replays.view.frames import Frame


class Round(Struct, frozen=True):
    """The moves of a round."""

    number: int
    moves: tuple[Frame, ...]


def rounds(moves: Sequence[Frame]) -> list[Round]:
    """The moves of a record by rounds, without the deal."""
    played = [move for move in moves if move.ply]
    return [
        Round(number, tuple(group)) for number, group in groupby(played, lambda move: move.round)
    ]


def starts(moves: Sequence[Frame]) -> Iterator[int]:
    """The number of plies before each round."""
    return (one.moves[0].ply - 1 for one in rounds(moves))


def round_at(moves: Sequence[Frame], ply: int, most: int) -> range:
    """The plies of the round to which a ply belongs; the deal belongs to the first round.

    A longer round is cut into pieces of `most` plies: then these are the plies of one piece.
    """
    begins = [0, *[start + 1 for start in starts(moves)][1:], len(moves)]
    at = bisect_right(begins, ply) - 1
    first = ply - (ply - begins[at]) % most
    return range(first, min(first + most, begins[at + 1]))
