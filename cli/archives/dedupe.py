"""`cgn dedupe`: finds duplicate records."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from cli.archives.picking import Run
from cli.archives.rows import CSV, JSON, JSON_LINES, RowWriter
from cli.common import counted, form_for_many, paths_argument
from cli.decks import UserDecks, deck_option
from cli.files import replaced
from cli.inputs import STANDARD_INPUT, Inputs, Unreadable, unreadable
from cli.progress import Bar
from notation.outcome import Reading
from notation.read import Form
from notation.render.visible import visible
from replays.many.parts import Changed
from replays.many.tools.copying import Copier
from replays.many.tools.dedupe import Bits, Pair, Passes, Same, find_same
from replays.many.tools.sorted_rows import SortedRows

_TEXT = "text"
_COLUMNS = ("file", "record", "same", "other_file", "other_record")
_SAYS = {
    Same.RECORD: "the same record as",
    Same.GAME: "the same game as",
    Same.BEGINNING: "a beginning of",
}
_SAMES = {same.name.lower(): same for same in Same}


def _file(_: click.Context, __: click.Parameter, given: Path | None) -> Path | None:
    if str(given) == STANDARD_INPUT:
        raise click.BadParameter("the pairs are printed on standard output, so name a file")
    return given


@click.command()
@paths_argument
@click.option(
    "--same",
    "what",
    type=click.Choice(list(_SAMES)),
    default="record",
    help="What counts as a duplicate: an equal record; or also an equal game; or also the "
    "beginning of a longer game.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice([_TEXT, CSV, JSON, JSON_LINES]),
    default=_TEXT,
    help="How to print what is found.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    callback=_file,
    help="Write the remaining records to this file.",
)
@deck_option
def dedupe(
    paths: tuple[str, ...], *, what: str, form: str, decks: UserDecks, output: Path | None
) -> None:
    """Find duplicate records, and list each with the record that it equals.

    Two are the same record if their canonical forms are equal: spaces, the form and the order of
    tags make no difference. They are the same game if everything that decides play is equal: the
    game, its options, the cards and every move; names, comments and variations do not matter. The
    beginning of a longer game is a duplicate if it is not over and another record continues it.

    With --output, the remaining records are written unchanged: the first of several equal ones,
    and the longer one of a game and its beginning. With --same game, comments and other details of
    the duplicates are lost.

    The result is exact: records with equal keys are compared, and games whose cards are written in
    different ways are replayed. The records are read several times; temporary files hold 60 bytes
    a record for each kind of duplicate, and standard input.

    \b
    Examples:
      cgn dedupe club/
      cgn dedupe club/ --same game -o club.cgn
      cgn dedupe a.cgn b.cgn.jsonl --same beginning --format csv > pairs.csv

    Exit codes: 0 fine, even with duplicates, 1 a record cannot be read, 2 usage or unreadable
    files.
    """
    run = Run(Inputs(paths))
    copier_form = form_for_many(None, output)
    dropped = Bits()
    with Passes(run.inputs.sources(), run.inputs.progress) as records:
        pairs = _in_order(_found(run, records, _SAMES[what], decks))
        try:
            count = _print(pairs, records, form, dropped, run.inputs.progress)
            for item, error in records.failures:
                run.inputs.fail(unreadable(item.name, error))
            if output is not None and not run.inputs.failures:
                with replaced(output) as out:
                    _write(run, records, dropped, out, copier_form)
        except Changed as changed:
            raise Unreadable(str(changed)) from None
    run.inputs.progress.clear()
    click.echo(f"{counted(count, 'duplicate')}", err=True)
    run.end()


def _found(run: Run, records: Passes, same: Same, decks: UserDecks) -> Iterator[Pair]:
    """The pairs, after reporting the records that cannot be read."""
    for found in find_same(records, same, decks.decks):
        if isinstance(found, Pair):
            yield found
        elif found.reading.problem is not None:
            run.report(found.reading.problem)


def _in_order(pairs: Iterator[Pair]) -> Iterator[Pair]:
    """The pairs in the order of the duplicates."""
    with SortedRows() as rows:
        for number, other, same in pairs:
            rows.add(None, number, b"%d %d" % (other, same))
        for _, number, said in rows:
            other, kind = map(int, said.split())
            yield Pair(number, other, Same(kind))


def _print(pairs: Iterator[Pair], records: Passes, form: str, dropped: Bits, bar: Bar) -> int:
    """Print the pairs, and remember which records are duplicates. Returns their number."""
    count = 0
    rows = None if form == _TEXT else RowWriter(sys.stdout.buffer, form, _COLUMNS)
    for pair in pairs:
        bar.clear()
        count += 1
        dropped.add(pair.number)
        (file, record), (other, there) = records.place(pair.number), records.place(pair.other)
        if rows is not None:
            rows.write([file, record, pair.same.name.lower(), other, there])
        else:
            click.echo(visible(f"{file}:{record}: {_SAYS[pair.same]} {other}:{there}"))
    if rows is not None:
        rows.finish()
    return count


def _write(run: Run, records: Passes, dropped: Bits, out: BinaryIO, form: Form | None) -> None:
    """Write the records that are no duplicates."""
    copier = Copier(out, form)
    for number, found in enumerate(records()):
        if number not in dropped and not isinstance(found, Reading):
            run.copy(copier, found)
