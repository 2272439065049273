"""`cgn convert`: writes records in another spelling, and loses nothing."""

import sys
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

import click

from cli.completing import complete_file
from cli.files import Abandoned, replaced
from cli.inputs import Inputs
from cli.problems import show_problem
from notation.read import Form, form_of, read
from notation.write import Writer

_STANDARD_OUTPUT = ("-", "/dev/stdout")
_FORMS = {"text": Form.TEXT, "json": Form.JSON, "jsonl": Form.JSON_LINES}


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_file)
@click.option("--to", type=click.Choice(list(_FORMS)), help="The form to write.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; its ending decides the form, and .gz after that packs it. "
    "By default, or as -: standard output.",
)
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
    if output is not None and str(output) in _STANDARD_OUTPUT:
        output = None
    form = _form(to, output)
    inputs = Inputs(paths)
    with ExitStack() as stack:
        out: BinaryIO = cast("BinaryIO", sys.stdout.buffer)
        if output is not None:
            out = stack.enter_context(replaced(output))
        document = BytesIO()  # holds the first record until it is certain that there is no second
        writer = Writer(document if form is Form.JSON else out, form)
        broken = 0
        for stream, file in inputs:
            for reading in read(stream, file):
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


def _form(to: str | None, output: Path | None) -> Form:
    form = form_of(output.name) if output is not None else None
    if to is not None:
        if form not in (None, _FORMS[to]):
            raise click.UsageError(f"--to {to} contradicts the ending of --output {output}")
        return _FORMS[to]
    if form is None:
        raise click.UsageError("say with --to which form to write: text, json or jsonl")
    return form


def _check_single(writer: Writer, form: Form) -> None:
    if form is Form.JSON and writer.written:
        raise click.UsageError(
            "a JSON file holds one record, and there are more; use --to jsonl, one record a line"
        )
