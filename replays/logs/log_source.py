"""The places of a record in the log that it was read from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from notation.diagnostics import Place
from notation.places import Source
from notation.record import Result, Where, part_of, path_of
from notation.text_writer import write_result
from replays.logs.cells import Cell, Row
from replays.logs.heads import Head
from replays.logs.mapping import ACTION
from replays.logs.templates import FilledTemplate

_SEAT = re.compile(r"(\S+): +")
_ARROW = "->"


@dataclass(frozen=True)
class LogLine:
    """A line of play that a row gave, and the cells with the parts of a ply."""

    row: Row
    filled: FilledTemplate
    parts: Mapping[str, Cell]

    @property
    def seat(self) -> str | None:
        """The seat that the line names."""
        named = _SEAT.match(self.filled.text)
        return named[1] if named is not None else None

    @property
    def move(self) -> str:
        """The move."""
        return self.filled.text[slice(*self._span("move"))]

    @property
    def reveals(self) -> list[str] | None:
        """The cards that the line reveals; None if it does not say."""
        _, arrow, cards = self.filled.text.partition(_ARROW)
        return cards.split() if arrow else None

    def _span(self, part: str) -> tuple[int, int]:
        """The offsets of a part in the line."""
        text = self.filled.text
        named, arrow = _SEAT.match(text), text.find(_ARROW)
        begin, end = named.end() if named else 0, len(text) if arrow < 0 else arrow
        if part == "seat":
            return 0, begin
        return (end, len(text)) if part == "reveals" else (begin, len(text[:end].rstrip()))

    @property
    def action(self) -> Place:
        """The place of the action; of a row without one, the row."""
        return self._cell(ACTION)

    def place(self, part: str, start: int = 0, end: int | None = None) -> Place:
        """The cell that gave a part of the ply; for other parts, the row."""
        is_in_line = part == "move" or (part in ("seat", "reveals") and getattr(self, part))
        if not is_in_line:
            return self._cell(part)
        first, last = self._span(part)
        if part != "move":
            return self.filled.place(first, last, self.action)
        return self.filled.place(first + start, first + end, self.action) if end else self.action

    def _cell(self, part: str) -> Place:
        return self.parts[part].place if part in self.parts else self.row.place


@dataclass
class LogSource(Source):
    """A log. `lines` has one for each entry of its record, `end` one for the result."""

    file: str
    record: int = 1
    head: Head | None = None
    lines: list[LogLine] = field(default_factory=list)
    end: LogLine | None = None

    def place(self, where: Where, start: int = 0, end: int | None = None) -> Place:
        """The cell that gave a part; for other parts, the row."""
        path = path_of(where)
        if path and path[0] < len(self.lines):
            part = part_of(where)
            return self.lines[path[0]].place(str(part[0]) if part else "", start, end)
        if where[:1] == ("result",):
            return self.last()
        found = self.head.cell(where) if self.head is not None else None
        return found.place if found is not None else Place(file=self.file, line=1)

    def last(self) -> Place:
        """The row of the result, or the last one."""
        line = self.end or (self.lines[-1] if self.lines else None)
        return line.row.place if line is not None else Place(file=self.file, line=1)

    def spell(self, result: Result) -> str:
        """The end line."""
        return write_result(result)
