"""A row of a log and its cells, with what finds their places."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from notation.diagnostics import Place
from notation.fault import Fault
from notation.wording import quote


@dataclass(frozen=True)
class Cell:
    """A value of a row, its column in the log, and what finds its place: slow in long logs."""

    value: Any
    column: str
    locate: Callable[[], Place]

    @cached_property
    def place(self) -> Place:
        """Where the value is written."""
        return self.locate()

    @property
    def text(self) -> str:
        """The value as text, without blanks around it."""
        return str(self.value).strip()

    def fault(self, code: str, message: str, advice: str) -> Fault:
        """What is wrong with this cell, and what to do."""
        label = f"column {quote(self.column)}"
        return Fault(code, message, advice, label=label, place=self.place)


@dataclass(frozen=True)
class Row:
    """A row of a log: what finds its place, and the cells that are not empty, by column.

    In JSON a column is a field; dots in its name lead to an inner one. A name that begins with `/`
    is a pointer into the object of the whole game.
    """

    cells: dict[str, Cell]
    locate: Callable[[], Place]

    @cached_property
    def place(self) -> Place:
        """Where the row is written."""
        return self.locate()


def is_empty(value: object) -> bool:
    """Whether a cell of this value says nothing."""
    return value in ("", None, [], {})
