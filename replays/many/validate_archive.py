"""The job of `replays.many.job` that validates all records of some files."""

from collections import Counter
from collections.abc import Iterator

from msgspec import field
from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from notation.every_fault import faults_of_form
from notation.fault import Fault
from notation.origin import Original, require_from
from notation.outcome import Raw, Reading, as_reading
from notation.places import Source
from notation.record import Record
from notation.text_reader import RawText
from notation.weight import is_heavy
from replays.many.job import Job, PartEnd
from replays.many.parts import Part
from replays.validate import INVALID, Report, validate


class Tally(PartEnd):
    """The counts of a part of a file: records by verdict, and the decks that they name.

    `latest` is the report of its last record.
    """

    verdicts: Counter[str] = field(default_factory=Counter)
    decks: set[str] = field(default_factory=set)
    latest: Report | None = None


class Validation(Job[Report, Tally], frozen=True, kw_only=True):
    """How records are validated, and which reports are wanted.

    With an `original`, records that do not go on from it are invalid.

    Reports of errors always are. `warnings` asks for those with warnings, of undetermined records
    and of heavy ones, too, and `every` for all. With `mends`, diagnostics have edits.
    """

    decks: Decks = OWN_DECKS
    original: Original | None = None
    digest: bool = False
    every: bool = False
    warnings: bool = True
    all_of_form: bool = False
    mends: bool = False

    def begun(self, part: Part) -> Tally:
        """An empty tally."""
        return Tally(part.file, part.last, part.size)

    def each(self, item: Raw | Reading, end: Tally) -> Iterator[Report]:
        """The report of a record, if it is wanted."""
        reading = as_reading(item, mends=self.mends)
        report = validate(reading, self.decks, digest=self.digest)
        if self.original is not None and reading.record is not None and report.problem is None:
            report = _compared(report, reading.source, reading.record, self.original)
        if is_heavy(reading.source):
            report = replace(report, heavy=True)
        if self.all_of_form and report.game is None and isinstance(item, RawText):
            report = replace(report, others=tuple(faults_of_form(item)[1:]))
        end.verdicts[report.verdict] += 1
        end.latest = report
        if report.deck is not None:
            end.decks.add(report.deck)
        if self._is_wanted(report):
            yield report

    def _is_wanted(self, report: Report) -> bool:
        if self.every or report.problem is not None:
            return True
        return self.warnings and (report.heavy or bool(report.warnings or report.doubt))


def _compared(report: Report, source: Source, record: Record, original: Original) -> Report:
    """The report on a record that plays, or that it does not go on from the original."""
    try:
        require_from(record, original)
    except Fault as fault:
        problem = replace(source.diagnostic(fault), game=record.game)
        return replace(report, verdict=INVALID, problem=problem)
    return report
