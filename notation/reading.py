"""What a reader gives for each record it meets, good or broken."""

from dataclasses import dataclass

from notation.diagnostics import Diagnostic
from notation.record import Record
from notation.source import Source


@dataclass(frozen=True, slots=True)
class Reading:
    """One record as found in a file: either the record or the diagnostic is there.

    `source` finds the place of any part; `warnings` come with a good record.
    """

    source: Source
    record: Record | None
    problem: Diagnostic | None = None
    warnings: tuple[Diagnostic, ...] = ()
