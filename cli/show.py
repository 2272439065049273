"""`cgn show`: draws one position of a game."""

import sys
from collections.abc import Iterator

import click
from msgspec import to_builtins
from msgspec.json import encode
from rich.text import Text

from cli.common import file_argument, ply_option, record_option, view_option
from cli.decks import UserDecks, deck_option
from cli.draw.glyphs import signs_for
from cli.draw.layout import flow, words
from cli.draw.position import Drawing
from cli.draw.printing import columns, print_lines
from cli.load import load
from engines.table import Table
from replays.frames import frame, legal_moves


@click.command()
@file_argument
@ply_option
@view_option
@record_option
@deck_option
@click.option("--legal", is_flag=True, help="List the legal moves too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="A drawing, or the frame it is made from.",
)
def show(  # noqa: PLR0913 - one for each option
    file: str, *, ply: int | None, view: str, number: int, decks: UserDecks, legal: bool, form: str
) -> None:
    """Draw one position of a game: by default the last.

    FILE is a file of records, or - for standard input. Brackets mark what the last ply changed.
    A record with a mistake is drawn as far as it is valid.

    --legal lists the moves from which the next ply can be chosen, in views that see the cards
    of the seat to act. If there may be too many, it lists a sample. In JSON, `legal` is the list
    (null in other views), and `legal_sample` is true for a sample.

    \b
    Examples:
      cgn show game.cgn
      cgn show game.cgn --ply 37 --view Bo
      cgn show game.cgn --ply 37 --legal
      cgn show games.cgn --record 2 --format json
      cgn simulate triggs --seed s | cgn show -

    Exit codes: 0 fine, 1 the record is invalid before that ply, 2 usage or unreadable.
    """
    loaded = load(file, number, decks.decks)
    seen = loaded.view(view)
    loaded.seek(ply)
    table = loaded.replay.table
    drawn = frame(loaded.replay, seen)
    moves = _Moves(table, seen) if legal else None
    if form == "json":
        click.echo(encode({**to_builtins(drawn), **(moves.fields() if moves else {})}))
    else:
        print_lines(Drawing(loaded, signs_for(sys.stdout.encoding)).whole(drawn, columns()))
        if moves:
            print_lines([Text(), *moves.lines(columns())])
    loaded.check(ply, seen)


class _Moves:
    """The legal moves of a position, as far as a view may know them."""

    def __init__(self, table: Table, view: str | None) -> None:
        self._moves = legal_moves(table, view)
        self._sample = bool(self._moves) and not table.lists_all

    def fields(self) -> dict[str, object]:
        """The fields that they add to a frame."""
        return {"legal": self._moves, "legal_sample": self._sample}

    def lines(self, width: int) -> Iterator[Text]:
        """A heading and a line for each move."""
        yield Text(self._heading(), "bold")
        for move in self._moves or ():
            yield from flow(words(move), width, first=Text("  "), gap=" ")

    def _heading(self) -> str:
        if self._moves is None:
            return "Legal moves: hidden from this view"
        if not self._moves:
            return "Legal moves: none, the game is over"
        return "A sample of the legal moves:" if self._sample else "Legal moves:"
