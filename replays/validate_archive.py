"""Validates all records of some files, in this process or in several."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from engines.decks import OWN_DECKS, Decks
from notation.diagnostics import Diagnostic, Place
from notation.extent import Extent
from notation.outcome import Reading
from notation.read import Form
from notation.weight import is_heavy
from replays.archive import Input, Part, Task, each, plan
from replays.validate import Report, validate

if TYPE_CHECKING:
    from notation.json_reader import Whole


class Tally(Struct):
    """What was found in a part of a file: records by verdict, and the decks that they name.

    `last` is true of the last part of its file, and `size` counts its bytes. `latest` is the
    report of its last record. `error` is why it could not be read to its end. `extent` serves to
    number the part after it; it is empty for a whole file, whose `form` is None.
    """

    file: str
    form: Form | None
    last: bool
    size: int
    verdicts: Counter[str] = field(default_factory=Counter)
    decks: set[str] = field(default_factory=set)
    latest: Report | None = None
    error: OSError | None = None
    extent: Extent = field(default_factory=Extent)

    def count(self, report: Report) -> None:
        """Add one record."""
        self.verdicts[report.verdict] += 1
        self.latest = report
        if report.deck is not None:
            self.decks.add(report.deck)


class Validation(Struct, frozen=True, kw_only=True):
    """How records are validated, and which reports are wanted.

    Errors always are. `warnings` asks for reports with warnings, and of heavy records, too, and
    `every` for all.
    """

    decks: Decks = OWN_DECKS
    digest: bool = False
    every: bool = False
    warnings: bool = True

    def __call__(self, task: Task) -> Iterator[Report | Tally]:
        """For each part, the reports that are wanted, and then its tally."""
        for part in task:
            yield from self._part(part)

    def _part(self, part: Part) -> Iterator[Report | Tally]:
        tally = Tally(part.file, part.form, part.last, part.size)
        try:
            for reading in part.readings(tally.extent):
                report = validate(reading, self.decks, digest=self.digest)
                if is_heavy(reading.source):
                    report = replace(report, heavy=True)
                tally.count(report)
                if self._is_wanted(report):
                    yield report
        except OSError as error:
            tally.error = error
        yield tally

    def _is_wanted(self, report: Report) -> bool:
        if self.every or report.problem is not None:
            return True
        return self.warnings and (report.heavy or bool(report.warnings))


def validate_archive(
    inputs: Sequence[Input], how: Validation, workers: int = 1
) -> Generator[Report | Tally]:
    """The reports that are wanted, in the order of the files, and tallies that count them all.

    Raises WorkerDied (`replays.archive`) if a process ends before its task does.
    """
    with closing(each(how, plan(inputs, workers), workers)) as found:
        yield from _joined(found)


def _joined(found: Iterable[Report | Tally]) -> Iterator[Report | Tally]:
    """The same, numbered as in the files, with the errors that only a whole file shows."""
    file = _File()
    for item in found:
        if isinstance(item, Report):
            if (report := file.placed(item)) is not None:
                yield report
        else:
            yield from file.closed(item)
            if item.last:
                file = _File()


class _File:
    """A file, with the parts added up so far."""

    def __init__(self) -> None:
        self._whole: Whole | None = None
        self._ended = False

    def placed(self, report: Report) -> Report | None:
        """The report, numbered as in the file. None for a record after the end of the stream."""
        if self._ended or self._is_complete():
            return None
        if self._whole is None:
            return report
        return shifted(report, self._whole.records, self._whole.lines)

    def closed(self, tally: Tally) -> Iterator[Report | Tally]:
        """The tally, preceded by the error that only the whole file shows, if there is one."""
        if self._ended:
            yield _without_records(tally)
            return
        counted = _without_records(tally) if self._is_complete() else tally
        counted.error = tally.error
        if (last := self._judged(tally)) is not None:
            report = validate(last)
            counted.count(report)
            counted.error = None
            yield report
        self._ended = last is not None or tally.error is not None
        yield counted

    def _is_complete(self) -> bool:
        return self._whole is not None and self._whole.complete

    def _judged(self, tally: Tally) -> Reading | None:
        if tally.form is None:
            return None
        if self._whole is None:
            self._whole = whole_of(tally.file, tally.form)
        last = self._whole.add(tally.extent)
        if last is None and tally.last and tally.error is None:
            last = self._whole.finish()
        return last


def _without_records(tally: Tally) -> Tally:
    return Tally(tally.file, tally.form, tally.last, tally.size)


def whole_of(file: str, form: Form) -> "Whole":
    """What adds up the parts of a file."""
    from notation.json_reader import Whole, no_lines  # noqa: PLC0415 - for files that were cut
    from notation.text_reader import nothing_in  # noqa: PLC0415 - likewise

    return Whole(file, nothing_in if form is Form.TEXT else no_lines)


def shifted(report: Report, records: int, lines: int) -> Report:
    """The report of a record after so many other records and lines of its file."""
    problem = report.problem
    return replace(
        report,
        record=report.record + records,
        problem=None if problem is None else moved(problem, records, lines),
        warnings=tuple(moved(warning, records, lines) for warning in report.warnings),
    )


def moved(diagnostic: Diagnostic, records: int, lines: int) -> Diagnostic:
    """A diagnostic about a record after so many other records and lines of its file."""
    record, also = diagnostic.record, diagnostic.also
    return replace(
        diagnostic,
        record=None if record is None else record + records,
        place=_lowered(diagnostic.place, lines),
        also=None if also is None else replace(also, place=_lowered(also.place, lines)),
    )


def _lowered(place: Place, lines: int) -> Place:
    return place if place.line is None else replace(place, line=place.line + lines)
