"""The stretches of play that lead to an entry of a record, through its variations."""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from notation.record import Entry, Path, Ply, Record

RESIGNED_TAG = "Resigned"
"""The free tag that the end of a game adds, with the seats that have resigned."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a line of play: the line at `start`, from its beginning up to `stop`."""

    line: tuple[Entry, ...]
    start: Path
    stop: int


def legs(record: Record, path: Path) -> list[Leg]:
    """The lines that lead to the entry at a path: the main line, then variations inwards."""
    line: tuple[Entry, ...] = record.plies
    start: Path = ()
    legs = [Leg(line, start, path[0])]
    for variation, index in zip(path[1::2], path[2::2], strict=True):
        owner = line[legs[-1].stop]
        start = (*start, legs[-1].stop, variation)
        line = owner.variations[variation] if isinstance(owner, Ply) else ()
        legs.append(Leg(line, start, index))
    return legs


def ply_number(record: Record, path: Path) -> int:
    """The number of the ply at a path; of a shuffle, the number of the ply before it."""
    plies = sum(isinstance(e, Ply) for leg in legs(record, path) for e in leg.line[: leg.stop])
    last = legs(record, path)[-1]
    return plies + isinstance(last.line[last.stop], Ply)


def line_to(record: Record, path: Path) -> tuple[Record, list[Path]]:
    """The line of the entry at a path, as a separate record without variations.

    Also returns the path of each of its entries in the record. Only the main line has an end line.
    """
    *ahead, last = legs(record, path)
    parts = [Leg(leg.line[: leg.stop], leg.start, leg.stop) for leg in ahead]
    plies: list[Entry] = []
    paths: list[Path] = []
    for leg in (*parts, last):
        for index, entry in enumerate(leg.line):
            bare = isinstance(entry, Ply) and entry.variations
            plies.append(replace(entry, variations=()) if bare else entry)
            paths.append((*leg.start, index))
    if ahead:
        record = replace(record, result=None, termination=None)
    return replace(record, plies=tuple(plies)), paths


def main_line(record: Record) -> Record:
    """A record without its variations."""
    return line_to(record, (0,))[0]


def beginning(record: Record, plies: int) -> Record:
    """The record as it was after `plies` plies of the main line.

    It lacks all that the end added: an end line, a termination, the seats that had resigned.
    """
    left, entries = plies, list[Entry]()
    for entry in record.plies:
        left -= isinstance(entry, Ply)
        if left < 0:
            break
        entries.append(entry)
    tags = {name: value for name, value in record.tags.items() if name != RESIGNED_TAG}
    return replace(record, tags=tags, plies=tuple(entries), result=None, termination=None)


def variations(record: Record) -> Iterator[Path]:
    """The path of the first entry of each variation, in the order in which they are written."""
    return _variations(record.plies, ())


def _variations(line: tuple[Entry, ...], start: Path) -> Iterator[Path]:
    for index, entry in enumerate(line):
        if isinstance(entry, Ply):
            for number, variation in enumerate(entry.variations):
                inner = (*start, index, number)
                if variation:
                    yield (*inner, 0)
                yield from _variations(variation, inner)
