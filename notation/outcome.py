"""The readings and raw bytes of records that readers yield, valid or broken."""

from dataclasses import dataclass
from typing import Protocol, Self

from msgspec.structs import replace

from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.header import header_where, warnings_of
from notation.places import Source
from notation.record import Record


@dataclass(frozen=True, slots=True)
class Reading:
    """One record as found in a file: either the record or the diagnostic is set.

    `source` finds the place of any part; `warnings` come with a good record.
    """

    source: Source
    record: Record | None
    problem: Diagnostic | None = None
    warnings: tuple[Diagnostic, ...] = ()

    @classmethod
    def of_record(cls, source: Source, record: Record) -> Self:
        """The reading of a record, with a warning for each header line that may be a slip."""
        warnings = [
            slip(source, name, message, advice, code)
            for name, message, advice, code in warnings_of(record)
        ]
        return cls(source, record, warnings=tuple(warnings))

    @classmethod
    def of_fault(cls, source: Source, fault: Fault) -> Self:
        """The reading of bytes that are no record."""
        return cls(source, None, source.diagnostic(fault))


class Raw(Protocol):
    """The bytes of one record of a file, not yet read.

    `line` is its first line; None in a JSON document. Blank lines and notes may follow the record.
    """

    @property
    def file(self) -> str: ...  # noqa: D102 - as the docstring of the class says
    @property
    def number(self) -> int: ...  # noqa: D102
    @property
    def line(self) -> int | None: ...  # noqa: D102
    @property
    def raw(self) -> bytes: ...  # noqa: D102

    def reading(self, *, mends: bool = False) -> Reading:
        """The record that the bytes spell. With `mends`, diagnostics of a text have edits."""


def as_reading(item: Raw | Reading, *, mends: bool = False) -> Reading:
    """The reading of a record; its bytes are read now, as `Raw.reading` does, if they were not."""
    return item if isinstance(item, Reading) else item.reading(mends=mends)


def slip(
    source: Source, name: str, message: str, advice: str, code: str = "cgn.near-tag"
) -> Diagnostic:
    """The warning about a header line that may be a slip."""
    fault = Fault(code, message, advice, header_where(name))
    return replace(source.diagnostic(fault), severity="warning")
