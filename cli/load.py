"""Loads one record of a file, ready to be stepped through."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click

from cli.common import counted, show_problem
from cli.inputs import opened, shown
from engines.registry import OWN_DECKS, Decks
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.outcome import Reading
from notation.read import read
from notation.record import SEATS, Record
from notation.render.visible import visible
from replays.validate import Report, validate
from replays.view.playhead import Playhead
from replays.view.redact import redact_problem
from replays.view.views import PUBLIC, name_of


class BrokenRecord(click.ClickException):
    """A record with a mistake. Exit code 1, after its diagnostic on standard error."""

    def __init__(self, problem: Diagnostic) -> None:
        super().__init__(problem.message)
        self.problem = problem

    def show(self, file: object = None) -> None:
        """Print the whole diagnostic."""
        del file
        show_problem(self.problem)


@dataclass(frozen=True, slots=True)
class LoadedRecord:
    """A record on a table, ready to step through up to its first mistake.

    `path` is the file as the user named it, and `number` the place of the record in it; `more` is
    true if other records follow. `plies` is the number of plies written, `problem` the first
    mistake, and `good` the number of plies of the main line before it. The record may name `decks`.
    """

    path: str
    number: int
    more: bool
    replay: Playhead
    plies: int
    good: int
    problem: Diagnostic | None
    decks: Decks = OWN_DECKS

    @property
    def views(self) -> tuple[str | None, ...]:
        """Every view of the record: all, each seat's, public."""
        return _views(self.replay.record)

    def view(self, name: str) -> str | None:
        """The view of this name, as `view_of` finds it."""
        return view_of(self.replay.record, name)

    def seek(self, ply: int | None, option: str = "--ply") -> None:
        """Go to a ply (None: the last), or to the last valid one before it.

        Raises UsageError, which names the option, if the record has no such ply.
        """
        if ply is not None and ply > self.plies:
            raise click.UsageError(
                f"{option} {ply}: record {self.number} of {visible(shown(self.path))} has "
                + counted(self.plies, "ply", "plies")
            )
        self.replay.seek(self.plies if ply is None else ply)

    def problem_in(self, view: str | None) -> Diagnostic | None:
        """The problem as a view may see it: the whole, or only the place and the broken rule."""
        if self.problem is None or view is None:
            return self.problem
        return redact_problem(self.problem, "look at it with `--view all`, or with `cgn validate`")

    def check(self, ply: int | None, view: str | None = None) -> None:
        """Raise BrokenRecord if a ply (None: the end) comes after a mistake."""
        problem = self.problem_in(view)
        if problem is not None and (ply is None or ply > self.good):
            raise BrokenRecord(problem)


def _views(record: Record) -> tuple[str | None, ...]:
    """Every view of a record: all, each seat's, public."""
    return (None, *SEATS[: len(record.seats)], PUBLIC)


def view_of(record: Record, name: str) -> str | None:
    """The view of this name, or of the player of this name, in any case.

    A seat letter, `all` or `public` wins over a player of that name. Raises UsageError for an
    unknown name, and for one that several players have.
    """
    views, seats = _views(record), SEATS[: len(record.seats)]
    named = [view for view in views if _alike(name, name_of(view))]
    if name and not named:
        named = [seat for seat in seats if _alike(name, record.player(seat))]
    if len(named) == 1:
        return named[0]
    advice = "several players have this name, so name the seat; " if named else ""
    known = ", ".join(_described(record, view) for view in views)
    raise click.UsageError(f"--view {name}: {advice}the views of this record are {known}")


def _described(record: Record, view: str | None) -> str:
    """The name of a view on the command line, with the player of a seat."""
    player = "" if view in (None, PUBLIC) else record.player(view)
    return f"{name_of(view)} ({player})" if player else name_of(view)


def _alike(name: str, other: str) -> bool:
    return name.casefold() == other.casefold()


def record_of(reading: Reading) -> Record:
    """The record of a reading. Raises BrokenRecord if it could not be read."""
    if reading.problem is not None:
        raise BrokenRecord(reading.problem)
    if reading.record is None:
        raise AssertionError("a reading holds a record or a problem")
    return reading.record


@contextmanager
def diagnosed(reading: Reading, record: Record, decks: Decks) -> Iterator[None]:
    """Turn a Fault within into BrokenRecord, with the diagnostic of the record of the reading."""
    try:
        yield
    except Fault as fault:
        from replays.diagnose import diagnose  # noqa: PLC0415 - slow to import, for errors only

        _, problem = diagnose(fault, record, reading.source, decks)
        raise BrokenRecord(problem) from None


class NoSuchRecord(click.UsageError):
    """A file has no record of this number; `found` says how many it has."""

    def __init__(self, number: int, found: str) -> None:
        super().__init__(f"--record {number}: {found}")
        self.found = found


def load_reading(path: str, number: int) -> tuple[Reading, bool]:
    """The record with this number in a file, read but not played, and whether others follow.

    Raises NoSuchRecord if the file has fewer, Unreadable if it cannot be read.
    """
    count = 0
    with opened(path) as stream:
        readings = read(stream, shown(path))
        for reading in readings:
            count += 1
            if count == number:
                return reading, next(readings, None) is not None
    raise NoSuchRecord(number, f"{visible(shown(path))} has {counted(count, 'record')}")


def load(path: str, number: int, decks: Decks = OWN_DECKS) -> LoadedRecord:
    """The record with this number in a file, on a table before ply 1; it may name these decks.

    Raises NoSuchRecord and Unreadable as `load_reading` does, and BrokenRecord as `open_record`.
    """
    reading, more = load_reading(path, number)
    return open_record(reading, path, decks, more=more)


def open_record(reading: Reading, path: str, decks: Decks, *, more: bool = False) -> LoadedRecord:
    """A record that was read, on a table before ply 1.

    Raises BrokenRecord if it could not be read, or if not even the first card can be dealt.
    """
    report = validate(reading, decks)
    if reading.record is None:
        raise _broken(report)
    try:
        replay = Playhead(reading.record, decks)
    except Fault:
        raise _broken(report) from None
    number = reading.source.record
    return LoadedRecord(
        path, number, more, replay, replay.plies, report.plies, report.problem, decks
    )


def _broken(report: Report) -> BrokenRecord:
    if report.problem is None:
        raise AssertionError("what cannot be played has a diagnostic")
    return BrokenRecord(report.problem)
