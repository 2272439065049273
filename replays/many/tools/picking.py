"""Jobs that select records of an archive, as bytes or as rows of a table."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from engines.registry import OWN_DECKS, Decks
from notation.diagnostics import Diagnostic
from notation.outcome import Raw, Reading
from replays.many.job import Job, PartEnd
from replays.many.parts import Part
from replays.many.tools.columns import Value, column, depth_of, values
from replays.many.tools.condition import Condition
from replays.many.tools.look import Depth, Seen, look

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
        return Looked(part.file, part.last, part.size, depth=self.depth())

    def each(self, found: Raw | Reading, end: Looked) -> Iterator[T | Diagnostic]:
        """The result for a record, if the record is selected."""
        end.looked_at += 1
        seen = look(found, end.depth, self.decks)
        if isinstance(seen, Diagnostic):
            yield seen
        elif self.condition.takes(seen):
            yield self.taken(seen)

    def depth(self) -> Depth:
        """How much of each record is read."""
        return self.condition.depth()

    @abstractmethod
    def taken(self, seen: Seen) -> T | Diagnostic:
        """The result for a record, or the reason why there is none."""


class Table(Picking[list[Value]], frozen=True, kw_only=True):
    """A row of these columns for each record."""

    columns: tuple[str, ...]

    def depth(self) -> Depth:
        """How much of each record is read, for the condition and the columns."""
        return max(self.condition.depth(), depth_of(self.columns))

    def taken(self, seen: Seen) -> list[Value]:
        """The row of a record."""
        return values(seen, [column(name) for name in self.columns])


class Records(Picking[Raw], frozen=True, kw_only=True):
    """The bytes of each record."""

    def taken(self, seen: Seen) -> Raw | Diagnostic:
        """The record."""
        return seen.raw


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
