"""Jobs that select records of an archive, as bytes or as rows of a table."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engines.decks import OWN_DECKS, Decks
from notation.diagnostics import Diagnostic
from notation.json_reader import RawJson
from notation.outcome import Raw, Reading
from notation.text_reader import RawText
from replays.many.archive import Part
from replays.many.job import Job, PartEnd
from replays.many.tools.columns import Value, column, depth_of, values
from replays.many.tools.condition import Condition
from replays.many.tools.look import Depth, Seen, look, problem_of
from replays.many.validate_archive import moved

T = TypeVar("T")


class Looked(PartEnd):
    """The end of a part whose records are read to this depth; `looked_at` counts them."""

    depth: Depth = Depth.HEADER
    looked_at: int = 0


class Picking(Job[T | Diagnostic, Looked], Generic[T], frozen=True, kw_only=True):
    """Takes the records of a condition. One that cannot be read is a diagnostic.

    If the verdict is asked for, one that cannot be read is invalid, and no diagnostic.
    """

    condition: Condition = Condition()
    decks: Decks = OWN_DECKS

    def begun(self, part: Part) -> Looked:
        """An end that counts nothing."""
        return Looked(part.file, part.form, part.last, part.size, depth=self.depth())

    def each(self, found: Raw | Reading, end: Looked) -> Iterator[T | Diagnostic]:
        """The result for a record, if the record is selected."""
        end.looked_at += 1
        seen = look(found, end.depth, self.decks)
        if isinstance(seen, Diagnostic):
            yield seen
        elif self.condition.takes(seen):
            yield self.taken(seen)

    def judged(self, reading: Reading) -> Diagnostic:
        """The diagnostic of an error of the whole file."""
        return problem_of(reading)

    def count(self, item: T | Diagnostic, end: Looked) -> None:
        """Count nothing."""

    def shifted(self, item: T | Diagnostic, records: int, lines: int) -> T | Diagnostic:
        """An item, moved down by this number of records and lines in its file."""
        if isinstance(item, Diagnostic):
            return moved(item, records, lines)
        return self.shifted_item(item, records, lines)

    def depth(self) -> Depth:
        """How much of each record is read."""
        return self.condition.depth()

    @abstractmethod
    def taken(self, seen: Seen) -> T | Diagnostic:
        """The result for a record, or the reason why there is none."""

    @abstractmethod
    def shifted_item(self, item: T, records: int, lines: int) -> T:
        """The same, moved down by this number of records and lines in its file."""


class Row(Struct):
    """The values of a record in some columns."""

    values: list[Value]


class Table(Picking[Row], frozen=True, kw_only=True):
    """A row of these columns for each record."""

    columns: tuple[str, ...]

    def depth(self) -> Depth:
        """How much of each record is read, for the condition and the columns."""
        return max(self.condition.depth(), depth_of(self.columns))

    def taken(self, seen: Seen) -> Row:
        """The row of a record."""
        return Row(values(seen, [column(name) for name in self.columns]))

    def shifted_item(self, item: Row, records: int, lines: int) -> Row:
        """The row, with the number and the line of its record in the file."""
        more = {"record": records, "line": lines}
        return Row(
            [
                value + more[name] if name in more and isinstance(value, int) else value
                for name, value in zip(self.columns, item.values, strict=True)
            ]
        )


class Records(Picking[Raw], frozen=True, kw_only=True):
    """The bytes of each record."""

    def taken(self, seen: Seen) -> Raw | Diagnostic:
        """The record."""
        return seen.raw

    def shifted_item(self, item: Raw, records: int, lines: int) -> Raw:
        """The record at its place in the file."""
        return _placed(item, records, lines)


class WithColumn(Picking[tuple[Value, Raw]], frozen=True, kw_only=True):
    """The bytes of each record, with its value in a column, if one is named."""

    column: str | None = None

    def depth(self) -> Depth:
        """How much of each record is read, for the condition and the column."""
        wanted = () if self.column is None else (self.column,)
        return max(self.condition.depth(), depth_of(wanted))

    def taken(self, seen: Seen) -> tuple[Value, Raw]:
        """The value and the record."""
        value = None if self.column is None else column(self.column).value(seen)
        return value, seen.raw

    def shifted_item(self, item: tuple[Value, Raw], records: int, lines: int) -> tuple[Value, Raw]:
        """The same, with the record at its place in the file."""
        value, raw = item
        return value, _placed(raw, records, lines)


def _placed(raw: Raw, records: int, lines: int) -> Raw:
    """A record, moved down by this number of records and lines in its file."""
    number = raw.number + records
    if isinstance(raw, RawText):
        return RawText(raw.file, number, replace(raw.chunk, line=raw.chunk.line + lines))
    return RawJson(raw.file, number, None if raw.line is None else raw.line + lines, raw.raw)
