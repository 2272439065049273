"""A file in an editor: its records, and the mistakes of each."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO

from lsprotocol.types import Position, PositionEncodingKind, Range

from engines.registry import OWN_DECKS, Decks
from notation.diagnostics import Diagnostic, Place
from notation.encoding import BOM
from notation.outcome import Reading
from notation.read import Form, form_of, read
from notation.split_records import Chunk
from notation.text_reader import nothing_in, raw_text_part, read_chunk
from replays.validate import validate

_END = re.compile(r"\r\n|\n|\r")
_BOM = "\ufeff"
_CODECS = {
    PositionEncodingKind.Utf8: ("utf-8", 1),
    PositionEncodingKind.Utf16: ("utf-16-le", 2),
    PositionEncodingKind.Utf32: ("utf-32-le", 4),
}
"""The codec of each unit of columns in the protocol, and the bytes of a unit."""


class Lines:
    """The lines of a text, for an editor that counts columns in `units`.

    In an editor, lines end with LF, CRLF or CR; in a record, only with LF or CRLF.
    """

    def __init__(self, text: str, units: PositionEncodingKind | str | None = None) -> None:
        self.text = text
        default = _CODECS[PositionEncodingKind.Utf16]
        self._codec, self._width = _CODECS.get(PositionEncodingKind(units or "utf-16"), default)

    @cached_property
    def _starts(self) -> list[int]:
        """The index at which each line of the editor begins."""
        return [0, *[match.end() for match in _END.finditer(self.text)]]

    @cached_property
    def _record_starts(self) -> list[int]:
        """The index at which each line of records begins."""
        return [0, *[match.end() for match in re.finditer("\n", self.text)]]

    def position(self, offset: int) -> Position:
        """The place of a character in the editor."""
        line = bisect_right(self._starts, offset) - 1
        before = self.text[self._starts[line] : offset]
        return Position(line, len(before.encode(self._codec, "surrogatepass")) // self._width)

    def offset(self, position: Position) -> int:
        """The index of the character at a place of the editor; the line's end if it is shorter."""
        if position.line >= len(self._starts):
            return len(self.text)
        start = self._starts[position.line]
        end = _END.search(self.text, start)
        line = self.text[start : end.start() if end else len(self.text)]
        raw = line.encode(self._codec, "surrogatepass")[: position.character * self._width]
        return start + len(raw.decode(self._codec, "ignore"))

    def range(self, start: int, end: int) -> Range:
        """The range from one character up to before another."""
        return Range(self.position(start), self.position(end))

    def offset_at(self, line: int, column: int) -> int:
        """The index of the character at a diagnostic's place, in the text or at its end."""
        start = self.start(line)
        marked = self.text.startswith(_BOM, start)
        return min(start + marked + column - 1, len(self.text))

    def start(self, line: int) -> int:
        """The index at which a line of records begins, counted from 1."""
        return self._record_starts[min(line, len(self._record_starts)) - 1]

    def line_at(self, offset: int) -> int:
        """The number of the line of records that holds a character."""
        return bisect_right(self._record_starts, offset)


@dataclass(frozen=True)
class RecordPart:
    """A record of text, or a whole file of JSON.

    `number` counts the parts from 1, `above` the lines before this one.
    """

    number: int
    above: int
    chunk: Chunk


@dataclass(frozen=True)
class Document:
    """The text of a file in an editor, which may be incomplete.

    `name` is the name of the file; the editor counts columns in `units`; records may name `decks`.
    Nothing here raises for malformed text.
    """

    text: str
    name: str = ""
    units: PositionEncodingKind | str | None = None
    decks: Decks = field(default=OWN_DECKS)

    @cached_property
    def lines(self) -> Lines:
        """The lines of the text."""
        return Lines(self.text, self.units)

    @property
    def raw(self) -> bytes:
        """The bytes of the file."""
        return self.text.encode("utf-8", "surrogatepass")

    @property
    def is_text(self) -> bool:
        """Whether the records are text, not JSON."""
        return form_of(self.name) in (None, Form.TEXT)

    def parts(self) -> Iterator[RecordPart]:
        """The records of a text, or a file of JSON as one part."""
        if not self.is_text:
            yield RecordPart(1, 0, Chunk(1, self.raw))
            return
        for text in raw_text_part(BytesIO(self.raw), self.name):
            chunk = Chunk(1, text.raw, text.chunk.overlong)
            yield RecordPart(text.number, text.line - 1, chunk)

    def part_at(self, line: int) -> RecordPart | None:
        """The record that holds a line, counted from 1; None if there is none, or for JSON."""
        before = [part for part in self.parts() if part.above < line] if self.is_text else []
        return before[-1] if before else None

    def text_of(self, part: RecordPart) -> str:
        """The text of a part, with LF line ends and without a byte order mark."""
        raw = part.chunk.raw.removeprefix(BOM)
        return raw.decode(errors="replace").replace("\r\n", "\n")

    def read(self, part: RecordPart) -> list[Reading]:
        """The record of a text part, or all records of a file of JSON."""
        if self.is_text:
            return [read_chunk(part.chunk, self.name, 1, mends=True)]
        return list(read(BytesIO(part.chunk.raw), self.name))

    def check(self, part: RecordPart) -> list[Diagnostic]:
        """The warnings and mistakes of a part; lines count from its first."""
        diagnostics: list[Diagnostic] = []
        for reading in self.read(part):
            report = validate(reading, self.decks)
            diagnostics += report.warnings
            diagnostics += [report.problem] if report.problem else []
        return diagnostics

    def empty(self) -> Diagnostic | None:
        """The diagnostic of a text without records; None if it is blank."""
        return nothing_in(self.name).problem if self.text.strip() else None

    def range_of(self, part: RecordPart, place: Place) -> Range:
        """The range in the editor of a place of a part; without a line, in its first."""
        line = part.above + (place.line or 1)
        start = self.lines.offset_at(line, place.column or 1)
        end = self.lines.offset_at(line, place.end or (place.column or 1) + 1)
        return self.lines.range(start, max(start, end))
