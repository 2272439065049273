"""What a reader yields for each record, valid or broken."""

from dataclasses import dataclass

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


def good(source: Source, record: Record) -> Reading:
    """The reading of a record, with a warning for each tag or option that may be a slip."""
    if not (record.tags or record.options):
        return Reading(source, record)
    warnings = [
        Diagnostic(
            code="cgn.near-tag",
            message=message,
            severity="warning",
            place=source.place(header_where(name)),
            record=source.record,
            help=advice,
        )
        for name, message, advice in warnings_of(record.tags, record.options)
    ]
    return Reading(source, record, warnings=tuple(warnings))


def broken(source: Source, fault: Fault) -> Reading:
    """The reading of something that is not a record."""
    return Reading(source, None, source.diagnostic(fault))
