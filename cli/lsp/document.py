"""A file in an editor: its records, and the mistakes of each."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO

from lsprotocol.types import PositionEncodingKind, Range

from cli.lsp.lines import Lines
from engines.decks import OWN_DECKS, Decks
from notation.diagnostics import Diagnostic, Place
from notation.encoding import BOM
from notation.outcome import Reading
from notation.read import Form, form_of, read
from notation.split_records import Chunk
from notation.text_reader import nothing_in, raw_text_part, read_chunk
from replays.validate import validate


@dataclass(frozen=True)
class Part:
    """A record of text, or a whole file of JSON.

    `number` counts the parts from 1, `above` the lines before this one.
    """

    number: int
    above: int
    chunk: Chunk


@dataclass(frozen=True)
class Document:
    """The text of a file in an editor, which may be incomplete.

    `name` is that of the file; `units` are those in which the editor counts columns; `decks` are
    those that records may name. Nothing here raises for malformed text.
    """

    text: str
    name: str = ""
    units: PositionEncodingKind | str | None = None
    decks: Decks = field(default=OWN_DECKS)

    @cached_property
    def lines(self) -> Lines:
        """The lines, as the editor counts."""
        return Lines(self.text, self.units)

    @property
    def raw(self) -> bytes:
        """The bytes of the file."""
        return self.text.encode("utf-8", "surrogatepass")

    @property
    def is_text(self) -> bool:
        """Whether the records are spelled as text, and not as JSON."""
        return form_of(self.name) in (None, Form.TEXT)

    def parts(self) -> Iterator[Part]:
        """The records of a text, or a file of JSON as one part."""
        if not self.is_text:
            yield Part(1, 0, Chunk(1, self.raw))
            return
        for text in raw_text_part(BytesIO(self.raw), self.name):
            chunk = Chunk(1, text.raw, text.chunk.overlong)
            yield Part(text.number, text.line - 1, chunk)

    def part_at(self, line: int) -> Part | None:
        """The record in which a line stands, counted from 1, if there is one."""
        before = [part for part in self.parts() if part.above < line] if self.is_text else []
        return before[-1] if before else None

    def text_of(self, part: Part) -> str:
        """The text of a part, with LF line ends and without a byte order mark."""
        raw = part.chunk.raw.removeprefix(BOM)
        return raw.decode(errors="replace").replace("\r\n", "\n")

    def read(self, part: Part) -> list[Reading]:
        """The record of a text, or those of a file of JSON."""
        if self.is_text:
            return [read_chunk(part.chunk, self.name, 1, mends=True)]
        return list(read(BytesIO(part.chunk.raw), self.name))

    def check(self, part: Part) -> list[Diagnostic]:
        """The mistakes of a part, at places counted from its first line."""
        diagnostics: list[Diagnostic] = []
        for reading in self.read(part):
            report = validate(reading, self.decks)
            diagnostics += report.warnings
            diagnostics += [report.problem] if report.problem else []
        return diagnostics

    def empty(self) -> Diagnostic | None:
        """The mistake of a text that has nothing but blank lines and notes."""
        return nothing_in(self.name).problem if self.text.strip() else None

    def range_of(self, part: Part, place: Place) -> Range:
        """Where a place of a part lies in the editor; without a line, at the part's beginning."""
        line = part.above + (place.line or 1)
        start = self.lines.offset_at(line, place.column or 1)
        end = self.lines.offset_at(line, place.end or (place.column or 1) + 1)
        return self.lines.range(start, max(start, end))
