"""`cgn merge`: joins the records of many files."""

from collections.abc import Iterator
from pathlib import Path

import click

from cli.archives.filter import format_option
from cli.archives.picking import Run
from cli.common import form_for_many, output_option, paths_argument
from cli.inputs import Inputs
from cli.jobs import Crew, crew_options
from notation.outcome import Raw
from replays.many.tools.columns import UnknownColumn, Value, column
from replays.many.tools.copying import Copier, Unwritable, copied, form_of_raw
from replays.many.tools.picking import WithColumn
from replays.many.tools.sorted_rows import SortedRows


def column_name(_: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """The name of a column. Raises UsageError if there is none of this name."""
    if given in ("record", "line"):
        raise click.UsageError(
            f"{parameter.opts[0]}: records are in the order of `{given}` already"
        )
    if given is not None:
        try:
            column(given)
        except UnknownColumn as unknown:
            raise click.UsageError(
                f"{parameter.opts[0]}: there is no column `{given}`; {unknown.advice}"
            ) from None
    return given


@click.command()
@paths_argument
@click.option(
    "--sort",
    "by",
    metavar="COLUMN",
    callback=column_name,
    help="Sort by a column of `cgn table`, such as date.",
)
@format_option
@crew_options
@output_option
def merge(
    paths: tuple[str, ...], *, by: str | None, asked: str | None, crew: Crew, output: Path | None
) -> None:
    """Join the records of many files, unchanged.

    Records keep the order of the files, or are sorted: numbers as numbers, texts by code point,
    those without a value first, equal ones in the order of the files. Records in the output form
    are copied byte for byte, but without the notes around them; others are converted. Duplicates
    stay: `cgn dedupe` finds them.

    \b
    Examples:
      cgn merge club/ -o club.cgn
      cgn merge 2025.cgn 2026.cgn --sort date -o all.cgn.jsonl.gz
      cgn merge club/ --sort plies | cgn step -

    Exit codes: 0 fine, 1 a record cannot be read, 2 usage or unreadable files.
    """
    run = Run(Inputs(paths))
    form = form_for_many(asked, output)
    with run.written(output) as out, run.taken(WithColumn(column=by), crew) as found:
        copier = Copier(out, form)
        if by is None:
            for _, raw in found:
                run.copy(copier, raw)
        else:
            with SortedRows() as rows:
                _add_all(found, copier, run, rows)
                for _, _, data in rows:
                    copier.add(data)
    run.end()


def _add_all(
    found: Iterator[tuple[Value, Raw]], copier: Copier, run: Run, rows: SortedRows
) -> None:
    """Add the records, in the output form, under their values."""
    for number, (value, raw) in enumerate(found):
        copier.form = copier.form or form_of_raw(raw)
        try:
            rows.add(value, number, copied(raw, copier.form))
        except Unwritable as unwritable:
            run.report(unwritable.problem)
