"""`cgn convert`: converts records between forms, and logs to records; loses nothing."""

import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import click

from cli.common import FORMS, chosen_form, output_option, paths_argument, show_problem
from cli.files import Abandoned, written
from cli.inputs import Inputs, Unreadable, opened, shown
from notation.outcome import Reading
from notation.read import Form
from notation.render.visible import masked
from notation.write import Writer

if TYPE_CHECKING:
    from replays.logs.mapping import LogMapping
    from replays.logs.preview import RowPreview

T = TypeVar("T")

_WIDEST = 40
"""The widest column of a preview, so that a row of four columns fits a terminal."""


@click.command()
@paths_argument
@click.option("--format", "asked", type=click.Choice(list(FORMS)), help="The form to write.")
@click.option(
    "--mapping",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="How to read logs of another shape, such as CSV, JSON or a chat: docs/mapping.md.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="With --mapping: show what the first rows become, column by column; write no record.",
)
@output_option
def convert(
    paths: tuple[str, ...],
    *,
    asked: str | None,
    mapping: Path | None,
    dry_run: bool,
    output: Path | None,
) -> None:
    """Convert records between text, JSON and JSON Lines, and logs to records.

    Nothing is lost, not even comments and variations. The rules are not checked:
    `cgn validate` does that. Records that cannot be read are reported on standard error, and
    then no file is written. A file that is named twice is converted once.

    With --mapping, each PATH is a log of one game or several: a table (CSV), JSON, JSON Lines or
    text. FILE says what each column holds, and which move each action stands for. Such a record is
    also checked by the rules, so that a mistake is shown in its row of the log; the record is still
    written. Try a new mapping with --dry-run first.

    \b
    Examples:
      cgn convert game.cgn --format json
      cgn convert club/*.cgn -o club.cgn.jsonl
      cgn convert game.cgn.json -o game.cgn
      cgn convert --format jsonl - < games.cgn
      cgn convert evening.csv --mapping club.toml --dry-run
      cgn convert evening.csv --mapping club.toml -o evening.cgn

    Exit codes: 0 fine, 1 a record cannot be read, or (with --mapping) breaks the
    rules, 2 usage or unreadable files.
    """
    if dry_run:
        _check_dry_run(mapping, asked, output)
        sys.exit(_show_preview(Inputs(paths), cast("Path", mapping)))
    form = chosen_form(asked, output) or (Form.TEXT if mapping is not None else None)
    if form is None:
        raise click.UsageError("say with --format which form to write: text, json or jsonl")
    inputs, broken, wrong = Inputs(paths), 0, 0
    readings = iter(inputs) if mapping is None else _logs(inputs, mapping)
    with written(output) as out:
        document = BytesIO()  # keeps the first record until it is certain that there is no second
        writer = Writer(document if form is Form.JSON else out, form)
        for reading in readings:
            if reading.problem is not None:
                show_problem(reading.problem, inputs.progress)
                broken += 1
            elif reading.record is not None:
                _check_single(writer, form)
                writer.write(reading.record)
                wrong += mapping is not None and _is_wrong(reading)
        if output is not None and (broken or inputs.failures):
            raise Abandoned
        out.write(document.getvalue())
    sys.exit(2 if inputs.failures else int(broken + wrong > 0))


def _logs(inputs: Inputs, mapping: Path) -> Iterator[Reading]:
    """The records of each log. Raises Unreadable if the mapping is malformed."""
    from replays.logs.read_log import read_log  # noqa: PLC0415 - for logs only

    return _each_log(inputs, mapping, read_log)


def _each_log(
    inputs: Inputs, mapping: Path, read: "Callable[[bytes, str, LogMapping], Iterator[T]]"
) -> Iterator[T]:
    """What `read` makes of each log. Raises Unreadable if the mapping is malformed."""
    from replays.logs.mapping import BadMapping, read_mapping  # noqa: PLC0415 - for logs only

    try:
        with opened(str(mapping)) as stream:
            known = read_mapping(stream.read())
        for file in inputs.files:
            try:
                with opened(file) as stream:
                    raw = stream.read()
            except Unreadable as error:
                inputs.fail(error)
                continue
            yield from read(raw, shown(file), known)
    except BadMapping as bad:
        raise Unreadable(f"{mapping}: {bad.message}") from None


def _check_dry_run(mapping: Path | None, asked: str | None, output: Path | None) -> None:
    if mapping is None:
        raise click.UsageError("--dry-run shows how a log is read: name its mapping with --mapping")
    if asked is not None or output is not None:
        raise click.UsageError("--dry-run writes no record: leave out --format and -o")


def _show_preview(inputs: Inputs, mapping: Path) -> int:
    """Print what the first rows of each log become; the exit code."""
    from replays.logs.preview import preview  # noqa: PLC0415 - for logs only

    wrong = 0
    for game in _each_log(inputs, mapping, preview):
        problems = [row.problem for row in game.rows] + [game.problem]
        for line in game.header:
            click.echo(masked(line))
        for row in game.rows:
            _show_row(row)
        if game.total > len(game.rows):
            click.echo(f"\n… {game.total - len(game.rows)} more rows\n")
        if game.unused:
            names = masked(", ".join(game.unused))
            click.echo(f"\nno row of this game has anything in: {names}\n")
        if game.problem is not None:
            show_problem(game.problem)
        wrong += any(problems)
    return 2 if inputs.failures else int(wrong > 0)


def _show_row(row: "RowPreview") -> None:
    """Print a row: a line for each of its columns, and the lines of play that they became."""
    click.echo(f"\n{masked(f'{row.place.file}:{row.place.line}')}")
    table = [(column.name, column.column, column.found) for column in row.columns]
    texts = [[masked(_brief(text)) for text in texts] for texts in table]
    widths = [max([len(texts[i]) for texts in texts], default=0) for i in range(3)]
    for cells, column in zip(texts, row.columns, strict=True):
        line = "  ".join([cell.ljust(width) for cell, width in zip(cells, widths, strict=True)])
        click.echo(f"  {line}  {masked(_brief(column.became)) or '?'}")
    for line in row.lines:
        click.echo(f"  → {masked(line)}")
    if row.problem is not None:
        show_problem(row.problem)
    elif not row.lines:
        click.echo("  → skipped")


def _brief(text: str) -> str:
    """A text on one line, cut if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _WIDEST else f"{line[: _WIDEST - 1]}…"


def _is_wrong(reading: Reading) -> bool:
    """Whether a record breaks the rules. If so, prints the mistake at its place in the log."""
    from replays.validate import validate  # noqa: PLC0415 - for logs only

    problem = validate(reading).problem
    if problem is not None:
        show_problem(problem)
    return problem is not None


def _check_single(writer: Writer, form: Form) -> None:
    if form is Form.JSON and writer.written:
        raise click.UsageError(
            "a JSON file holds one record, and there are more; use --format jsonl, one a line"
        )
