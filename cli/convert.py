"""`cgn convert`: converts records between forms, and logs to records; loses nothing."""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import click

from cli.common import FORMS, chosen_form, output_option, paths_argument, show_problem
from cli.files import Abandoned, written
from cli.inputs import Inputs, Unreadable, opened, shown
from notation.outcome import Reading
from notation.read import Form
from notation.write import Writer


@click.command()
@paths_argument
@click.option("--format", "asked", type=click.Choice(list(FORMS)), help="The form to write.")
@click.option(
    "--mapping",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="How to read logs of another shape, in CSV or JSON Lines: docs/mapping.md.",
)
@output_option
def convert(
    paths: tuple[str, ...], asked: str | None, mapping: Path | None, output: Path | None
) -> None:
    """Convert records between text, JSON and JSON Lines, and logs to records.

    Nothing is lost, not even comments and variations. The rules are not checked:
    `cgn validate` does that. Records that cannot be read are reported on standard error, and
    then no file is written. A file that is named twice is converted once.

    With --mapping, each PATH is a log of one game, a table (CSV) or JSON Lines. FILE says what each
    column holds, and which move each action stands for. Such a record is also checked by the rules,
    so that a mistake is shown in its row of the log; the record is still written.

    \b
    Examples:
      cgn convert game.cgn --format json
      cgn convert club/*.cgn -o club.cgn.jsonl
      cgn convert game.cgn.json -o game.cgn
      cgn convert --format jsonl - < games.cgn
      cgn convert evening.csv --mapping club.toml -o evening.cgn

    Exit codes: 0 fine, 1 a record cannot be read, or (with --mapping) breaks the
    rules, 2 usage or unreadable files.
    """
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
    """The record of each log. Raises Unreadable if the mapping is malformed."""
    from replays.logs.mapping import BadMapping, read_mapping  # noqa: PLC0415 - for logs only
    from replays.logs.read_log import read_log  # noqa: PLC0415 - likewise

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
            yield read_log(raw, shown(file), known)
    except BadMapping as bad:
        raise Unreadable(f"{mapping}: {bad.message}") from None


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
