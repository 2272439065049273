"""`cgn validate`: checks records against the rules, and says where the first is wrong."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import BinaryIO

import click

from cli.completing import complete_file
from cli.inputs import Inputs
from cli.reports import FORMATS, Printer
from notation.read import Form, form_of
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
@click.option("--quiet", "-q", is_flag=True, help="Print errors only: no warnings, no summary.")
def validate(paths: tuple[str, ...], form: str, jobs: int, *, quiet: bool) -> None:
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
      cgn simulate triggs --seed s --games 9 | cgn validate - --format jsonl

    Exit codes: 0 all valid or incomplete, 1 some invalid, 2 usage or unreadable files.
    """
    inputs = Inputs(paths)
    printer = Printer(form, quiet=quiet)
    printer.start()
    with ExitStack() as stack:
        workers = None
        if jobs > 1:
            workers = stack.enter_context(Workers(jobs, digest=printer.wants_digest))
        for stream, file in inputs:
            for report in _reports(stream, file, workers, digest=printer.wants_digest):
                printer.add(report, inputs.progress)
    printer.finish(inputs.failures)
    sys.exit(2 if inputs.failures else int(printer.found_invalid))


def _reports(
    stream: BinaryIO, file: str, workers: Workers | None, *, digest: bool
) -> Iterator[Report]:
    if workers is not None and form_of(file) is Form.TEXT:
        return workers.validate_text(stream, file)
    return validate_stream(stream, file, digest=digest)
