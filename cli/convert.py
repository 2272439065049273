"""`cgn convert`: writes records in another spelling, and loses nothing."""

import sys
from io import BytesIO
from pathlib import Path

import click

from cli.common import FORMS, chosen_form, output_option, paths_argument, show_problem
from cli.files import Abandoned, written
from cli.inputs import Inputs
from notation.read import Form
from notation.write import Writer


@click.command()
@paths_argument
@click.option("--to", type=click.Choice(list(FORMS)), help="The form to write.")
@output_option
def convert(paths: tuple[str, ...], to: str | None, output: Path | None) -> None:
    """Convert records between text, JSON and JSON Lines.

    Nothing is lost on the way, not even comments and variations. The rules are not checked:
    `cgn validate` does that. Records that cannot be read are reported on standard error, and
    then no file is written. A file that is named twice is converted once.

    \b
    Examples:
      cgn convert game.cgn --to json
      cgn convert club/*.cgn -o club.cgn.jsonl
      cgn convert game.cgn.json -o game.cgn
      cgn convert --to jsonl - < games.cgn

    Exit codes: 0 fine, 1 a record cannot be read, 2 usage or unreadable files.
    """
    form = chosen_form("--to", to, output)
    if form is None:
        raise click.UsageError("say with --to which form to write: text, json or jsonl")
    inputs, broken = Inputs(paths), 0
    with written(output) as out:
        document = BytesIO()  # holds the first record until it is certain that there is no second
        writer = Writer(document if form is Form.JSON else out, form)
        for reading in inputs:
            if reading.problem is not None:
                show_problem(reading.problem, inputs.progress)
                broken += 1
            elif reading.record is not None:
                _check_single(writer, form)
                writer.write(reading.record)
        if output is not None and (broken or inputs.failures):
            raise Abandoned
        out.write(document.getvalue())
    sys.exit(2 if inputs.failures else int(broken > 0))


def _check_single(writer: Writer, form: Form) -> None:
    if form is Form.JSON and writer.written:
        raise click.UsageError(
            "a JSON file holds one record, and there are more; use --to jsonl, one record a line"
        )
