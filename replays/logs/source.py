"""The places of the parts of a record in the log from which it was read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from notation.diagnostics import Place
from notation.places import Source
from notation.record import Result, Where, part_of, path_of
from notation.text_writer import write_result
from replays.logs.mapping import ACTION
from replays.logs.rows import Row
from replays.logs.templates import Filled


@dataclass(frozen=True)
class Line:
    """A line of play that a row gave, and the places of the cells with the parts of a ply."""

    row: Row
    filled: Filled
    parts: Mapping[str, Place]

    @property
    def action(self) -> Place:
        """The place of the action; of a row without one, the row."""
        return self.parts.get(ACTION, self.row.place)

    def place(self, part: str | int, start: int, end: int | None) -> Place:
        """The cell from which a part of the ply comes; of all others the row."""
        if part == "move":
            return self.filled.place(start, end, self.action)
        return self.parts.get(str(part), self.row.place)


@dataclass
class LogSource(Source):
    """A log. `lines` has one for each entry of its record, `end` one for the result."""

    file: str
    record: int = 1
    lines: list[Line] = field(default_factory=list)
    end: Line | None = None

    def place(self, where: Where, start: int = 0, end: int | None = None) -> Place:
        """The cell from which a part comes; of all others the row."""
        path = path_of(where)
        if path and path[0] < len(self.lines):
            return self.lines[path[0]].place(part_of(where)[0], start, end)
        if where[:1] == ("result",):
            return self.last()
        return Place(file=self.file, line=1)

    def last(self) -> Place:
        """The row of the result, or the last one."""
        line = self.end or (self.lines[-1] if self.lines else None)
        return line.row.place if line is not None else Place(file=self.file, line=1)

    def spell(self, result: Result) -> str:
        """The end line."""
        return write_result(result)
