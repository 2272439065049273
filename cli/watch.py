"""`cgn validate --watch`: checks files again and again while they are edited."""

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from cli.common import wants_color
from cli.inputs import Unreadable, opened
from cli.reports import summary_of
from engines.registry import Decks
from notation.read import read
from notation.render.concise import render_concise
from notation.render.visible import visible
from replays.validate import Report, validate


def watch(files: Iterable[str], decks: Decks) -> None:
    """Print the verdict on each record, and again whenever it changes, until Ctrl-C."""
    watched = [WatchedFile(file, decks) for file in files]
    try:
        while True:
            for file in watched:
                for line in file.changes():
                    clock = time.strftime("%H:%M:%S")
                    click.echo(f"{clock}  {line}", color=wants_color(sys.stdout))
            sys.stdout.flush()
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        click.echo()


class WatchedFile:
    """A file, and the line last printed for each of its records."""

    def __init__(self, file: str, decks: Decks) -> None:
        self._file = file
        self._decks = decks
        self._watch = FileWatch(file)
        self._said: dict[int, str] = {}

    def changes(self) -> Iterator[str]:
        """The lines of records that changed; none while the file is being written."""
        if not self._watch.changed():
            return
        said = dict(self._lines())
        for record, line in said.items():
            if self._said.get(record) != line:
                yield line
        self._said = said

    def _lines(self) -> Iterator[tuple[int, str]]:
        """A line for each record, by its number; 0 has the reason why a file cannot be read."""
        try:
            with opened(self._file) as stream:
                for reading in read(stream, self._file):
                    report = validate(reading, self._decks)
                    yield report.record, _line(report)
        except Unreadable as error:
            yield 0, error.message


def _line(report: Report) -> str:
    """The verdict on a record, or its mistake and advice."""
    if report.problem is None:
        summary = summary_of(report)
        return summary if report.record == 1 else f"{summary}, record {report.record}"
    advice = f"; {visible(report.problem.help)}" if report.problem.help is not None else ""
    return render_concise(report.problem) + advice


PAUSE: Final = 0.3
"""Seconds between two looks at a file."""


class FileWatch:
    """A file that another program may write."""

    def __init__(self, file: str) -> None:
        self._file = Path(file)
        self._state: object = None
        self._reported: object = None

    def changed(self) -> bool:
        """Whether the file has changed since this last returned True, and is at rest.

        The file is at rest if it is the same at two looks. The first look always returns True.
        """
        before, self._state = self._state, self._look()
        if self._state == self._reported or (self._reported is not None and self._state != before):
            return False
        self._reported = self._state
        return True

    def _look(self) -> tuple[int, ...]:
        try:
            status = self._file.stat()
        except OSError:
            return ()
        return status.st_mtime_ns, status.st_size, status.st_ino
