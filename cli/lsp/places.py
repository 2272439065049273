"""Finds the ply of a line in a record that may be incomplete."""

from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from cli.lsp.document import Document, RecordPart
from engines.registry import Decks
from engines.table import Table
from notation.grammar import PLAY_LINE
from notation.outcome import Reading
from notation.places import TextSource
from notation.record import Path, Ply, Record, walk
from notation.split_records import Chunk
from notation.text_reader import read_chunk
from replays.legs import line_to
from replays.view.playhead import Playhead

_OPENING, _NUMBER, _CLOSING = 1, 2, 13
_ANY_PLY = "A: x"
"""A ply that the reader accepts, whatever the game."""


@dataclass(frozen=True)
class NextPly:
    """A ply still to be written: its number, and the line of play that leads to it.

    `depth` is the number of variations that it is inside of.
    """

    line: Record
    decks: Decks
    number: int
    depth: int

    @cached_property
    def table(self) -> Table:
        """The position before the ply. Raises Fault if the line cannot be played."""
        replay = Playhead(self.line, self.decks, unanswered=True)
        replay.seek(replay.plies)
        if replay.fault is not None:
            raise replay.fault
        return replay.table


def next_at(document: Document, part: RecordPart, line: int, opening: str) -> NextPly | None:
    """The ply for a line of a part, counted from 1, which begins with the parentheses `opening`.

    Only the lines above count. None if they are not the beginning of a record.
    """
    above = document.text_of(part).split("\n")[: line - 1]
    number, depth = _number_and_depth("\n".join(above), opening)
    close = ")" * depth
    reading = _read(document, [*above, f"{opening}{number}. {_ANY_PLY}{close}"])
    if reading.record is None:
        return None
    *_, (path, _) = walk(reading.record.plies)
    record, paths = line_to(reading.record, path)
    before = replace(record, plies=record.plies[: paths.index(path)], result=None)
    return NextPly(before, document.decks, number, depth)


def _number_and_depth(text: str, opening: str) -> tuple[int, int]:
    """The number of the ply after these lines, and the number of variations around it."""
    number, outer = 1, list[int]()
    for match in PLAY_LINE.finditer(text):
        number = _opened(number, outer, match[_OPENING])
        number += match[_NUMBER] is not None
        for _ in range(min(match[_CLOSING].count(")"), len(outer))):
            number = outer.pop()
    return _opened(number, outer, opening), len(outer)


def _opened(number: int, outer: list[int], opening: str) -> int:
    """The number of the next ply after parentheses that open variations of the last."""
    for _ in range(opening.count("(")):
        outer.append(number)
        number -= 1
    return number


@dataclass(frozen=True)
class WrittenPly:
    """A ply of a record: its line of play, and the number of plies in that up to this one.

    The line of play ends with the ply if the record cannot be read to its end.
    """

    line: Record
    plies: int


def written_at(document: Document, part: RecordPart, line: int) -> WrittenPly | None:
    """The ply of a line of a part, counted from 1; for a shuffle, the ply before it.

    None if the line has neither, or if the lines above are not the beginning of a record.
    """
    lines = document.text_of(part).split("\n")
    (whole,) = document.read(part)
    if whole.record is None:
        above = lines[:line]
        _, depth = _number_and_depth("\n".join(above), "")
        whole = _read(document, [*above[:-1], above[-1] + ")" * depth])
    path = _path_at(whole, line)
    if whole.record is None or path is None:
        return None
    record, paths = line_to(whole.record, path)
    until = record.plies[: paths.index(path) + 1]
    return WrittenPly(record, sum(isinstance(entry, Ply) for entry in until))


def _path_at(reading: Reading, line: int) -> Path | None:
    """The path of the entry in a line of the reading's text."""
    if reading.record is None or not isinstance(reading.source, TextSource):
        return None
    text = reading.source.text
    entries = zip(walk(reading.record.plies), PLAY_LINE.finditer(text), strict=False)
    for (path, _), match in entries:
        if text.count("\n", 0, match.start()) + 1 == line:
            return path
    return None


def _read(document: Document, lines: list[str]) -> Reading:
    return read_chunk(Chunk(1, "\n".join(lines).encode()), document.name, 1)
