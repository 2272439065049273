"""`cgn complete`: replaces every unseen card by a card that fits."""

import re
import sys
from itertools import islice
from pathlib import Path

import click

from cli.common import (
    chosen_form,
    counted,
    file_argument,
    output_option,
    record_option,
)
from cli.decks import UserDecks, deck_option
from cli.files import Abandoned, written
from cli.load import diagnosed, load_reading, record_of
from notation.read import Form
from notation.record import Path as Line
from notation.record import Record
from notation.write import Writer
from replays.digests import canonical
from replays.unseen.judge import completions, judge

_POINTER = re.compile(r"/plies/[0-9]+/variations/[0-9]+(?:/[0-9]+/variations/[0-9]+)*")


def _line(_: click.Context, __: click.Parameter, given: str | None) -> Line:
    """The path to the beginning of a line. Raises BadParameter if the pointer is malformed."""
    if given is None:
        return (0,)
    if _POINTER.fullmatch(given) is None:
        raise click.BadParameter("a variation is named as in JSON: /plies/3/variations/0")
    return (*map(int, re.findall("[0-9]+", given)), 0)


@click.command()
@file_argument
@record_option
@click.option(
    "--variation",
    "line",
    callback=_line,
    metavar="POINTER",
    help="Complete a variation instead of the main line: /plies/3/variations/0.",
)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="How many different ones to write.",
)
@output_option
@deck_option
def complete(
    file: str, *, number: int, line: Line, count: int, output: Path | None, decks: UserDecks
) -> None:
    """Put a card in the place of every unseen one, so that the record is right with them.

    The result, a completion, is an ordinary record: `cgn validate` checks it, so nobody has to
    trust the search. There may be many completions; --count writes several different ones. A
    completion has no variations.

    \b
    Examples:
      cgn complete table.cgn
      cgn complete table.cgn | cgn validate -
      cgn complete table.cgn --count 5 -o five.cgn

    Exit codes: 0 fine, 1 no completion was found, 2 usage or unreadable files.
    """
    form = chosen_form(None, output) or Form.TEXT
    if form is Form.JSON and count > 1:
        raise click.UsageError("a JSON file holds one record; name it .cgn.jsonl to write several")
    reading, _ = load_reading(file, number)
    record = record_of(reading)
    _check_line(record, line)
    count_written = 0
    with written(output) as out:
        writer = Writer(out, form)
        with diagnosed(reading, record, decks.decks):
            for completion in islice(completions(record, decks.decks, line), count):
                writer.write(canonical(completion))
                count_written += 1
        if not count_written:
            doubt = judge(record, decks.decks).doubt if line == (0,) else None
            found = "no completion was found, but there may still be one"
            click.echo(f"{found}: {doubt}" if doubt else found, err=True)
            if output is not None:
                raise Abandoned
    if 0 < count_written < count:
        click.echo(f"only {counted(count_written, 'completion')} found", err=True)
    sys.exit(int(not count_written))


def _check_line(record: Record, line: Line) -> None:
    """Raise UsageError if the record has no such line."""
    entries = record.plies
    for index, variation in zip(line[::2], line[1::2], strict=False):
        lines = getattr(entries[index], "variations", ()) if index < len(entries) else ()
        if variation >= len(lines):
            raise click.UsageError("--variation: the record has no such variation")
        entries = lines[variation]
