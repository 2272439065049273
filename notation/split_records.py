"""Cuts a stream of bytes into records of text, in constant memory. Does not read lines."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from msgspec import Struct

from notation.encoding import BOM
from notation.grammar import MAX_LINE, MAX_RECORD

START = b"[CGN "

_BLOCK = 1 << 18

TAIL = len(b"\n" + BOM + START)
"""Bytes before which a start may be hidden at the end of a block, since it may be cut in two."""

_LF = ord("\n")
_LONG_LINE = re.compile(rb"^[^\n]{%d}" % MAX_LINE, re.MULTILINE)


class Chunk(Struct, frozen=True):
    """The bytes of one record, or the bytes before the first.

    `line` is the number of its first line. If it is `overlong`, only its first
    MAX_RECORD + 1 bytes are kept.
    """

    line: int
    raw: bytes
    overlong: bool = False


def chunks(stream: BinaryIO, lines: int = 0) -> Iterator[Chunk]:
    r"""The bytes of every record, from its `[CGN ` line up to the next one.

    `lines` come before in the file.

    >>> from io import BytesIO
    >>> [c.line for c in chunks(BytesIO(b'[CGN "1"]\n\n[CGN "1"]\n'))]
    [1, 3]
    """
    read = getattr(stream, "read1", stream.read)
    line, buffer, overlong = lines + 1, b"", False
    while block := read(_BLOCK):
        unseen = max(len(buffer) - TAIL, 0)
        buffer += block
        at = 0
        while (start := next_start(buffer, at, unseen)) >= 0:
            if not overlong:
                yield _chunk(line, buffer[at:start])
            overlong = False
            line += buffer.count(b"\n", at, start)
            at = start
        buffer = buffer[at:]
        if len(buffer) > MAX_RECORD + TAIL:  # a start within the limit would show by now
            if not overlong:
                yield _chunk(line, buffer)
            overlong = True
            cut = len(buffer) - TAIL
            line += buffer.count(b"\n", 0, cut)
            buffer = buffer[cut:]
    if buffer and not overlong:
        yield _chunk(line, buffer)


def _chunk(line: int, raw: bytes) -> Chunk:
    """The record, cut one byte past the limit, so that the sizes of blocks do not matter."""
    return Chunk(line, raw[: MAX_RECORD + 1], overlong=len(raw) > MAX_RECORD)


def next_start(buffer: bytes, at: int, unseen: int) -> int:
    """The offset of the next line after `at` that begins with `[CGN `; -1 if there is none.

    A byte order mark belongs to its line. No such line begins before `unseen`.
    """
    search = max(at + 1, unseen)
    while (index := buffer.find(START, search)) >= 0:
        marked = buffer[max(index - len(BOM), 0) : index] == BOM
        line_start = index - len(BOM) if marked else index
        if line_start > at and buffer[line_start - 1] == _LF:
            return line_start
        search = index + 1
    return -1


def longest_line(raw: bytes) -> int | None:
    """The index of the first line over MAX_LINE, if there is one."""
    if len(raw) <= MAX_LINE:
        return None
    match = _LONG_LINE.search(raw)
    return raw.count(b"\n", 0, match.start()) if match else None


LATER = "% later: "
"""The beginning of a note that holds a ply, which `cgn record` set aside."""


def set_aside(raw: bytes) -> bytes:
    r"""The notes among the bytes of a record that hold plies, with their line ends.

    >>> set_aside(b'[CGN "1"]\n= * 0 0\n% note\n% later: 8. A: draw')
    b'% later: 8. A: draw\n'
    """
    notes = [line for line in raw.split(b"\n") if line.startswith(LATER.encode())]
    return b"".join([line.rstrip(b"\r") + b"\n" for line in notes])


def without_notes(raw: bytes) -> bytes:
    r"""The bytes of a record without the blank lines and notes that follow its last line.

    Notes that hold plies stay.

    >>> without_notes(b'[CGN "1"]\n= * 0 0 \n\n% note\n% later: 8. A: draw\n')
    b'[CGN "1"]\n= * 0 0 \n% later: 8. A: draw\n'
    """
    record, aside = _without_notes(raw), set_aside(raw)
    if not aside:
        return record
    return (record if record.endswith(b"\n") else record + b"\n") + aside


def _without_notes(raw: bytes) -> bytes:
    end = len(raw)
    while end:
        end = len(raw[:end].rstrip(b" \t\r\n"))
        start = raw.rfind(b"\n", 0, end) + 1
        if not raw.startswith(b"%", start):
            stop = raw.find(b"\n", end)
            return raw if stop < 0 else raw[: stop + 1]
        end = start
    return b""
