"""Reads ranges of a file that was cut anywhere, and cuts streams into pieces.

A record belongs to the range that holds its first byte, and is read to its end wherever that is.
In text, records begin with lines that begin with `[CGN `; in JSON Lines, with any line.
"""

from collections.abc import Callable, Iterator
from typing import BinaryIO

from msgspec import Struct

from notation.extent import Extent
from notation.grammar import MAX_JSON, MAX_RECORD
from notation.json_reader import cut_lines, raw_json, raw_json_part
from notation.outcome import Raw, Reading, as_reading
from notation.read import Form
from notation.split_records import TAIL, chunks, next_start
from notation.streams import Pieces
from notation.text_reader import raw_text_part

_BLOCK = 1 << 16


class Region(Pieces):
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


def region(stream: BinaryIO, form: Form, start: int, stop: int) -> Region:
    """The records that begin from `start` on and before `stop`, to the end of the last one."""
    first = _first_start(stream, form, start, stop)
    if first >= stop:
        return Region(stream, stop, stop)
    return Region(stream, first, _first_start(stream, form, stop))


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


class Piece(Struct, frozen=True):
    """Records cut from a stream: how many of its lines they take up, their number and weight.

    A record that is too long is the last one, and only its beginning is there. Blank lines may
    count as a record. The lines of the last piece are not counted.
    """

    raw: bytes
    lines: int
    records: int = 1
    weight: int = 0


def pieces(
    stream: BinaryIO, form: Form, most: int = MAX_RECORD, weigh: Callable[[bytes], int] = len
) -> Iterator[Piece]:
    """A stream cut between records, in constant memory: pieces that weigh no more than `most`.

    One record may weigh more, and is a piece of its own. A document of JSON is one piece. `most`
    is at most the weight of a record of MAX_RECORD bytes, so that one too long ends its piece.
    """
    if form is Form.JSON:
        raw = stream.read(MAX_JSON + 1)
        yield Piece(raw, 0, 1, weigh(raw))
        return
    batch: list[bytes] = []
    first, size = 1, 0
    try:
        for line, raw in _records(stream, form):
            more = weigh(raw)
            if batch and size + more > most:
                yield Piece(b"".join(batch), line - first, len(batch), size)
                batch, first, size = [], line, 0
            batch.append(raw)
            size += more
    except OSError:
        yield Piece(b"".join(batch), 0, len(batch), size)  # the records before the error count
        raise
    yield Piece(b"".join(batch), 0, len(batch), size)


def _records(stream: BinaryIO, form: Form) -> Iterator[tuple[int, bytes]]:
    """The bytes of each record, with the number of its first line."""
    if form is Form.TEXT:
        return ((chunk.line, chunk.raw) for chunk in chunks(stream))
    return enumerate(map(_ended, cut_lines(stream)), start=1)


def _ended(line: bytes) -> bytes:
    """The line, with a line end if it was cut."""
    return line + b"\n" if len(line) > MAX_JSON and not line.endswith(b"\n") else line


def read_part(stream: BinaryIO, file: str, form: Form, extent: Extent) -> Iterator[Reading]:
    """The records of a part of a file, numbered from 1; fills `extent`, except for its lines."""
    return map(as_reading, raw_part(stream, file, form, extent))


def raw_part(stream: BinaryIO, file: str, form: Form, extent: Extent) -> Iterator[Raw | Reading]:
    """The same, not yet read. A JSON document that is blank is a reading."""
    if form is Form.JSON_LINES:
        yield from raw_json_part(stream, file, extent)
        return
    for raw in [raw_json(stream, file)] if form is Form.JSON else raw_text_part(stream, file):
        extent.records += 1
        yield raw
