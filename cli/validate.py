"""`cgn validate`: checks records against the rules, and says where the first is wrong."""

import sys
from collections.abc import Container, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import BinaryIO

import click

from cli.completing import complete_file
from cli.decks import UserDecks, deck_option
from cli.inputs import Inputs
from cli.reports import FORMATS, Printer
from engines.decks import Decks
from notation.read import Form, form_of
from notation.render.visible import visible
from notation.streams import decompressed
from replays.batch import Workers, validate_stream
from replays.validate import Report

_MOST_JOBS = 256


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_file)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="How to print what is found. jsonl: one line a record, good ones too.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, _MOST_JOBS),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes to share the records of text files.",
)
@deck_option
@click.option("--quiet", "-q", is_flag=True, help="Print errors only: no warnings, no summary.")
def validate(
    paths: tuple[str, ...], form: str, jobs: int, decks: UserDecks, *, quiet: bool
) -> None:
    """Check records against the rules.

    PATH is a file, a folder (every .cgn, .cgn.json and .cgn.jsonl below it), a glob, or - for
    standard input. Every record gets a verdict: valid, incomplete (a legal beginning of a
    game), or invalid, with the first mistake, its place, and the nearest legal moves. A file
    that is named twice is checked once.

    \b
    Examples:
      cgn validate game.cgn
      cgn validate club/ --jobs 4
      cgn validate 'club/**/*.cgn' --format github
      cgn validate game.cgn --deck my.toml
      cgn simulate triggs --seed s --games 9 | cgn validate - --format jsonl

    Exit codes: 0 all valid or incomplete, 1 some invalid, 2 usage or unreadable files.
    """
    inputs = Inputs(paths)
    printer = Printer(form, quiet=quiet)
    printer.start()
    with ExitStack() as stack:
        workers = None
        if jobs > 1:
            workers = stack.enter_context(Workers(jobs, decks.decks, digest=printer.wants_digest))
        check = _Checking(decks.decks, workers, digest=printer.wants_digest)
        for stream, file in inputs:
            for report in check.reports(stream, file):
                printer.add(report, inputs.progress)
    printer.finish(inputs.failures)
    if not quiet:
        _tell_unused(decks, printer.decks)
    sys.exit(2 if inputs.failures else int(printer.found_invalid))


@dataclass(frozen=True, slots=True)
class _Checking:
    """How records are checked: on which decks, by whom, and with or without their digests."""

    decks: Decks
    workers: Workers | None
    digest: bool

    def reports(self, stream: BinaryIO, file: str) -> Iterator[Report]:
        """A report for each record of a stream."""
        if self.workers is not None and form_of(file) is Form.TEXT:
            return self.workers.validate_text(decompressed(stream), file)
        return validate_stream(stream, file, self.decks, digest=self.digest)


def _tell_unused(decks: UserDecks, named: Container[str]) -> None:
    """Tell of each deck given that no record names, and how one does."""
    for name in decks.given:
        if name not in named:
            file = visible(decks.files[name])
            click.echo(f'{file}: no record names this deck, by [Deck "{name}"]', err=True)
