"""Ranges of large files, which the workers of a cluster count first, and then read.

A file is cut anywhere. A record belongs to the range that holds its first byte, and is read to its
end wherever that is. In text, records begin with lines that begin with `[CGN `; in JSON Lines, with
any line.
"""

from collections.abc import Iterator, Sequence
from io import BufferedReader
from itertools import chain, pairwise
from typing import BinaryIO, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from notation.json_reader import count_json_lines, raw_json_lines
from notation.outcome import Raw, Reading
from notation.read import Form, form_of, sniffed
from notation.split_records import TAIL, next_start
from notation.streams import GZIP, Pieces
from notation.text_reader import raw_text_part
from replays.many.parts import (
    Input,
    Part,
    Stamp,
    StreamChunk,
    WholeFile,
    check_unchanged,
    open_file,
)
from replays.many.workers import Pool, map_ordered

_BLOCK = 1 << 16

_COUNTS_EACH = 4
"""Tasks in which each worker counts records."""


class Contents(Struct, frozen=True):
    """The records of a range: where the first begins and the last ends, and how many there are.

    `lines` are those that they take up. If one of those says that the file is `complete`, no record
    follows it.
    """

    start: int
    stop: int
    records: int = 0
    lines: int = 0
    complete: bool = False


class FileRange(Part, frozen=True, kw_only=True):
    """A range of a file: cut anywhere at first, then as its contents say.

    `before` has the numbers of records and of lines before it.
    """

    path: str
    form: Form
    start: int
    stop: int
    stamp: Stamp
    before: tuple[int, int] = (0, 0)

    def contents(self) -> Contents | OSError:
        """The records that begin in it, counted; the error if it cannot be read."""
        try:
            with open_file(self.path, max(self.start - 1, 0), self.stop) as stream:
                check_unchanged(self.path, stream, self.stamp)
                return _contents(stream, self.form, self.start, self.stop)
        except OSError as error:
            return error

    def records(self) -> Iterator[Raw | Reading]:
        """Its records, once it begins and ends with them.

        Raises OSError if the file cannot be read, and Changed if it is not the one planned.
        """
        with open_file(self.path, self.start, self.stop) as stream:
            check_unchanged(self.path, stream, self.stamp)
            region = BufferedReader(_Region(stream, self.start, self.stop))
            read = raw_text_part if self.form is Form.TEXT else raw_json_lines
            yield from read(region, self.file, *self.before)


Counted: TypeAlias = tuple[FileRange, Contents | OSError]
"""A range that was cut anywhere, and what is in it."""


def counted(
    seen: Sequence[tuple[Input, Stamp | None]], pool: Pool, size: int
) -> list[list[Counted]]:
    """The ranges of each file; none of one that is not large, or cannot be cut."""
    cuts = [_ranges(item, stamp, size) for item, stamp in seen]
    ranges = list(chain.from_iterable(cuts))
    each = max(len(ranges) // (_COUNTS_EACH * pool.number), 1)
    tasks = [tuple(ranges[at : at + each]) for at in range(0, len(ranges), each)]
    contents = chain.from_iterable(map_ordered(pool, _count, tasks))
    return [list(zip(cut, contents, strict=False)) for cut in cuts]


def _count(ranges: Sequence[FileRange]) -> Iterator[Contents | OSError]:
    return map(FileRange.contents, ranges)


def _ranges(item: Input, stamp: Stamp | None, size: int) -> list[FileRange]:
    if stamp is None or stamp.size < 2 * size:
        return []
    try:
        with item.opened() as stream:
            packed = stream.read(len(GZIP)) == GZIP
            stream.seek(0)
            form = form_of(item.name) or sniffed(stream)[0]
    except OSError:
        return []
    if packed or form is Form.JSON:
        return []
    count = stamp.size // size
    bounds = [stamp.size * number // count for number in range(count + 1)]
    return [
        FileRange(
            file=item.name,
            last=False,
            size=stop - start,
            path=item.path,
            form=form,
            start=start,
            stop=stop,
            stamp=stamp,
        )
        for start, stop in pairwise(bounds)
    ]


def numbered(item: Input, ranges: Sequence[Counted]) -> Iterator[Part]:
    """The ranges of a file that hold records, numbered, and its end."""
    records = lines = 0
    for part, found in ranges:
        if isinstance(found, OSError):
            yield StreamChunk(file=item.name, found=(found,))
            return
        # what follows the line that completes a file is read with it
        stop = part.stamp.size if found.complete else found.stop
        if found.records or found.complete:
            yield replace(part, start=found.start, stop=stop, before=(records, lines))
        if found.complete:
            yield StreamChunk(file=item.name)
            return
        records, lines = records + found.records, lines + found.lines
    yield StreamChunk(file=item.name) if records else WholeFile(file=item.name, input=item)


class _Region(Pieces):
    """The bytes of a stream from one offset to another. `lines` counts the line ends read."""

    def __init__(self, stream: BinaryIO, start: int, stop: int) -> None:
        stream.seek(start)
        self.lines = 0
        self._stream = stream
        self._left = stop - start

    def piece(self, size: int) -> bytes:
        """The next bytes, up to the end of the region."""
        piece = self._stream.read(min(size, self._left))
        self._left -= len(piece)
        self.lines += piece.count(b"\n")
        return piece


def _contents(stream: BinaryIO, form: Form, start: int, stop: int) -> Contents:
    first = _first_start(stream, form, start, stop)
    if first >= stop:
        return Contents(stop, stop)
    end = _first_start(stream, form, stop)
    region = _Region(stream, first, end)
    buffered, complete = BufferedReader(region, _BLOCK), False
    if form is Form.TEXT:
        records = sum(1 for _ in raw_text_part(buffered, ""))
    else:
        records, complete = count_json_lines(buffered)
    return Contents(first, end, records, region.lines, complete)


def _first_start(stream: BinaryIO, form: Form, at: int, most: int | None = None) -> int:
    """Where the first record at or after `at` begins; where the stream ends, if none does.

    The search stops at `most`: the result is some offset from there on if none begins before.
    """
    if at == 0:
        return 0
    base = at - 1
    stream.seek(base)
    buffer = b""
    while block := stream.read(_BLOCK):
        buffer += block
        if (start := _start_in(buffer, form)) > 0:
            return base + start
        base += max(len(buffer) - TAIL, 0)
        buffer = buffer[-TAIL:]
        if most is not None and base >= most:
            break
    return base + len(buffer)


def _start_in(buffer: bytes, form: Form) -> int:
    """Where the first record after the first byte begins; 0 or less if none does."""
    return next_start(buffer, 0, 0) if form is Form.TEXT else buffer.find(b"\n") + 1
