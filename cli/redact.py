"""`cgn redact`: reduces records to what a seat, or everyone, saw."""

import sys
from pathlib import Path

import click

from cli.common import form_for_many, form_option, output_option, paths_argument
from cli.decks import UserDecks, deck_option
from cli.files import Abandoned, written
from cli.inputs import Inputs
from cli.load import BrokenRecord, diagnosed, record_of, view_of
from cli.suggestions import complete_view
from engines.registry import Decks
from notation.outcome import Reading
from notation.read import Form
from notation.record import Record
from notation.write import Writer
from replays.digests import canonical
from replays.legs import beginning
from replays.view.redact import redact as redacted


@click.command()
@paths_argument
@click.option(
    "--view",
    required=True,
    metavar="WHO",
    shell_complete=complete_view,
    help="The seat or player who saw it (B, Bo), or `public`: everyone.",
)
@click.option("--comments", is_flag=True, help="Keep comments: they say what their writer knew.")
@click.option(
    "--ply",
    type=click.IntRange(0),
    metavar="N",
    help="What the view had seen after this ply, while the game was in progress.",
)
@form_option("text")
@output_option
@deck_option
def redact(  # noqa: PLR0913 - click passes each option
    paths: tuple[str, ...],
    *,
    view: str,
    comments: bool,
    ply: int | None,
    asked: str | None,
    output: Path | None,
    decks: UserDecks,
) -> None:
    """Reduce records to what a seat, or everyone, saw of the game.

    Seed, variations and comments are left out. Cards that the view did not see become `_`: in
    shuffles, in reveals, and in moves that pass cards face down. The result is a record like any
    other, which `cgn validate` checks.

    \b
    Examples:
      cgn redact game.cgn --view B -o bo.cgn
      cgn redact game.cgn --view public | cgn validate -
      cgn redact game.cgn --view B --ply 52
      cgn redact club/*.cgn --view public --comments -o club.cgn.jsonl

    Exit codes: 0 fine, 1 a record is broken, 2 usage or unreadable files.
    """
    form = form_for_many(asked, output) or Form.TEXT
    inputs, broken = Inputs(paths), 0
    with written(output) as out:
        writer = Writer(out, form)
        for reading in inputs:
            try:
                writer.write(_redacted(reading, view, ply, decks.decks, comments=comments))
            except BrokenRecord as problem:
                inputs.progress.clear()
                problem.show()
                broken += 1
        if output is not None and (broken or inputs.failures):
            raise Abandoned
    sys.exit(2 if inputs.failures else int(broken > 0))


def _redacted(
    reading: Reading, view: str, ply: int | None, decks: Decks, *, comments: bool
) -> Record:
    """The record up to a ply, redacted for the view. Raises BrokenRecord if it is wrong."""
    whole = record_of(reading)
    record = whole if ply is None else beginning(whole, ply)
    seen = view_of(record, view)
    if seen is None:
        raise click.UsageError("--view all hides nothing; name a seat, a player, or `public`")
    with diagnosed(reading, record, decks):
        return redacted(canonical(record), seen, decks, comments=comments)
