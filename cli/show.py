"""`cgn show`: draws one position of a game."""

import sys

import click
from msgspec.json import encode
from msgspec.structs import replace

from cli.decks import UserDecks, deck_option
from cli.drawing import Drawing
from cli.options import file_argument, ply_option, record_option, view_option
from cli.printing import columns, print_lines
from cli.records import load
from cli.signs import signs_for
from notation.json_writer import seconds
from replays.frames import Frame, frame


@click.command()
@file_argument
@ply_option
@view_option
@record_option
@deck_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A drawing, or the frame it is made from.",
)
def show(file: str, ply: int | None, view: str, number: int, decks: UserDecks, form: str) -> None:
    """Draw one position of a game: by default the last.

    FILE is a file of records, or - for standard input. What the last ply changed stands in
    brackets. A record that is wrong is drawn as far as it is good.

    \b
    Examples:
      cgn show game.cgn
      cgn show game.cgn --ply 37 --view B
      cgn show games.cgn --record 2 --format json
      cgn simulate triggs --seed s | cgn show -

    Exit codes: 0 fine, 1 the record is wrong before that ply, 2 usage or unreadable.
    """
    loaded = load(file, number, decks.decks)
    seen = loaded.view(view)
    loaded.seek(ply)
    drawn = frame(loaded.replay, seen)
    if form == "json":
        click.echo(encode(_with_seconds(drawn)))
    else:
        print_lines(Drawing(loaded, signs_for(sys.stdout.encoding)).whole(drawn, columns()))
    loaded.check(ply, seen)


def _with_seconds(drawn: Frame) -> Frame:
    """A frame as it is written: JSON has times in seconds."""
    return drawn if drawn.at is None else replace(drawn, at=seconds(drawn.at))
