"""The lines of a replay: the game, and every variation, each from the deal on."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from notation.record import Record
from replays.legs import line_to
from replays.view.moves import PlayedPly, Variation, start_of


class Line(Struct, frozen=True):
    """A line of play.

    Attributes:
        key: its JSON pointer in the record; empty: it is the game.
        parent: the line that it leaves, as `key`.
        fork: the ply of that line that it replaces; 0: it is the game.
        moves: its moves from ply 0 on; those before the fork are the parent's.
        beside: the other variations of the same ply, the next one first.
    """

    key: str = ""
    parent: str = ""
    fork: int = 0
    moves: tuple[PlayedPly, ...] = ()
    beside: tuple[Variation, ...] = ()


def lines(game: Sequence[PlayedPly]) -> Iterator[Line]:
    """The game whose moves these are, then its variations, each followed by those within it."""
    yield from _lines(Line(moves=tuple(game)))


def _lines(line: Line) -> Iterator[Line]:
    yield line
    for move in line.moves[line.fork :]:
        variations = move.variations
        for at, variation in enumerate(variations):
            moves = (*line.moves[: move.ply], *variation.moves)
            beside = (*variations[at + 1 :], *variations[:at])
            yield from _lines(Line(variation.line, line.key, move.ply, moves, beside))


def record_of_line(record: Record, line: str) -> Record | None:
    """A line as a separate record without variations; None if there is no such line."""
    if not line:
        return record
    start = start_of(line, record)
    return None if start is None else line_to(record, (*start, 0))[0]
