"""Arguments, options and messages that several commands share."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO, TypeAlias

import click

from cli.progress import Bar
from cli.suggestions import complete_file, complete_view
from engines.game import Game
from engines.registry import load_game
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.read import Form, form_of

Command: TypeAlias = Callable[..., None]

FORMS = {form.value: form for form in Form}
"""The forms by their names on the command line."""

FORMS_OF_MANY = [name for name, form in FORMS.items() if form is not Form.JSON]
"""The names of the forms that hold any number of records."""

_STANDARD_OUTPUT = ("-", "/dev/stdout")

_ADDRESS = re.compile("[a-z][a-z0-9+]+:/")
"""The beginning of an address; `Path` has dropped its second slash."""

paths_argument = click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_file
)

file_argument = click.argument("file", metavar="FILE", shell_complete=complete_file)

record_option = click.option(
    "--record",
    "number",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Which record of the file.",
)

ply_option = click.option(
    "--ply", type=click.IntRange(min=0), metavar="N", help="After which ply; 0 is before the first."
)

view_option = click.option(
    "--view",
    default="all",
    metavar="WHO",
    shell_complete=complete_view,
    help="Show only what a seat or player sees (B, Bo), or what everyone sees (public).",
)

words_option = click.option(
    "--words", "spoken", is_flag=True, help="In words, a fact a line: for a screen reader."
)


def _output(_: click.Context, __: click.Parameter, given: Path | None) -> Path | None:
    """The file to write; None for standard output. Raises BadParameter for an address."""
    if _ADDRESS.match(str(given)):
        raise click.BadParameter(
            "this is an address, but files are written here only; "
            "`cgn upload` sends records to a service"
        )
    return None if given is None or str(given) in _STANDARD_OUTPUT else given


def _writes(what: str) -> Callable[[Command], Command]:
    return click.option(
        "--output",
        "-o",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        callback=_output,
        help=f"The file to write; {what}. By default, or as -: standard output.",
    )


def form_option(default: str) -> Callable[[Command], Command]:
    """The option `--format` of a command that writes many records, as the parameter `asked`.

    `default` is the form that the help names as the default.
    """
    forms = click.Choice(FORMS_OF_MANY)
    return click.option(
        "--format", "asked", type=forms, help=f"The form to write; by default {default}."
    )


output_option = _writes("its ending decides the form, and .gz after that packs it")

rows_option = _writes("an ending .gz packs it")


def chosen_form(asked: str | None, output: Path | None) -> Form | None:
    """The form that --format or the ending of the output file names; None if neither does.

    Raises UsageError if the two contradict each other.
    """
    named = form_of(output.name) if output is not None else None
    if asked is None:
        return named
    if named not in (None, FORMS[asked]):
        raise click.UsageError(f"--format {asked} contradicts the ending of --output {output}")
    return FORMS[asked]


def form_for_many(asked: str | None, output: Path | None) -> Form | None:
    """The form by `chosen_form`. Raises UsageError also for JSON, which holds one record."""
    form = chosen_form(asked, output)
    if form is Form.JSON:
        raise click.UsageError(
            "a JSON file holds one record; use jsonl, one record a line, or text"
        )
    return form


def advised(fault: Fault) -> str:
    """The mistake and the advice, on one line."""
    return f"{fault.message}; {fault.advice}" if fault.advice else fault.message


def find_game(name: str) -> Game:
    """The game of this name. Raises BadParameter, with advice, if it cannot be loaded."""
    try:
        return load_game(name)
    except Fault as fault:
        raise click.BadParameter(advised(fault), param_hint="GAME") from None


def wants_color(stream: TextIO) -> bool:
    """Whether to colour the output to a stream: by NO_COLOR and FORCE_COLOR, or on a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def show_problem(problem: Diagnostic, bar: Bar | None = None) -> None:
    """Print a diagnostic on standard error, after clearing the bar."""
    from notation.render.text import render_text  # noqa: PLC0415 - only for what is wrong

    if bar is not None:
        bar.clear()
    color = wants_color(sys.stderr)
    click.echo(render_text(problem, color=color) + "\n", err=True, color=color)


def too_heavy(file: str, record: int) -> str:
    """A warning about a record that takes too long to check."""
    return (
        f"Warning: {file}: record {record} takes so long to check that a service refuses it, "
        "unless its operator raises --max-weight; leave out some of its variations"
    )


def counted(count: int, what: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "record"), counted(1_200, "record"), counted(2, "ply", "plies")
    ('1 record', '1,200 records', '2 plies')
    """
    return f"{count:,} {what if count == 1 else many or what + 's'}"
