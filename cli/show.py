"""`cgn show`: draws one position of a game."""

import sys
from collections.abc import Iterator

import click
from msgspec import to_builtins
from msgspec.json import encode
from rich.text import Text

from cli.common import file_argument, ply_option, record_option, view_option, words_option
from cli.decks import UserDecks, deck_option
from cli.draw.glyphs import signs_for
from cli.draw.layout import flow, words
from cli.draw.position import Drawing
from cli.draw.printing import columns, print_lines, print_words
from cli.draw.spoken import Spoken, legal_in_words
from cli.load import load
from replays.view.frames import frame, legal_moves

_WORDS = "words"


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
    type=click.Choice(["text", "json", "html", "svg"]),
    help="A drawing, its frame as JSON, a web page, or the drawing as a picture.",
)
@words_option
@click.option("--html", is_flag=True, help="As --format html: a page for a browser.")
@click.option("--svg", is_flag=True, help="As --format svg: the drawing as a picture.")
def show(  # noqa: PLR0913 - one for each option
    file: str,
    *,
    ply: int | None,
    view: str,
    number: int,
    decks: UserDecks,
    legal: bool,
    form: str | None,
    spoken: bool,
    html: bool,
    svg: bool,
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
      cgn show game.cgn --ply 37 --words
      cgn show games.cgn --record 2 --format json
      cgn show game.cgn --ply 37 --html > position.html
      cgn simulate triggs --seed s | cgn show -

    Exit codes: 0 fine, 1 the record is invalid before that ply, 2 usage or unreadable.
    """
    form = _one_of(form, spoken and _WORDS, html and "html", svg and "svg")
    loaded = load(file, number, decks.decks)
    seen = loaded.view(view)
    loaded.seek(ply)
    table = loaded.replay.table
    drawn = frame(loaded.replay, seen)
    moves = legal_moves(table, seen) if legal else None
    sample = bool(moves) and not table.lists_all
    if form == "json":
        more = {"legal": moves, "legal_sample": sample} if legal else {}
        click.echo(encode({**to_builtins(drawn), **more}))
    elif form == "html":
        from pages.exported import position_page  # noqa: PLC0415 - slow to import

        click.echo(position_page(loaded.replay, seen), nl=False)
    elif form == "svg":
        from cli.draw.printing import svg as picture  # noqa: PLC0415 - slow to import

        drawing = Drawing(loaded, signs_for("utf-8")).whole(drawn, columns())
        click.echo(picture(drawing, columns() + 2, f"cgn show {loaded.path}"), nl=False)
    elif form == _WORDS:
        print_words(Spoken(loaded).whole(drawn))
        if legal:
            print_words(legal_in_words(moves, sample=sample))
    else:
        print_lines(Drawing(loaded, signs_for(sys.stdout.encoding)).whole(drawn, columns()))
        if legal:
            print_lines([Text(), *_listed(moves, sample=sample)])
    loaded.check(ply, seen)


def _one_of(*asked: str | bool | None) -> str:
    """The one form asked for, by default text. Raises UsageError if there are several."""
    forms = sorted({form for form in asked if isinstance(form, str)})
    if len(forms) > 1:
        raise click.UsageError(f"choose one form: {' or '.join(forms)}")
    return forms[0] if forms else "text"


def _listed(moves: list[str] | None, *, sample: bool) -> Iterator[Text]:
    """A heading and a line for each legal move. `moves` is None if the view does not see them."""
    if not moves:
        why = "hidden from this view" if moves is None else "none, the game is over"
        yield Text(f"Legal moves: {why}", "bold")
        return
    yield Text("A sample of the legal moves:" if sample else "Legal moves:", "bold")
    for move in moves:
        yield from flow(words(move), columns(), first=Text("  "), gap=" ")
