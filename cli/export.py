"""`cgn export`: makes a file of a game, to step through in any browser."""

from pathlib import Path

import click

from cli.common import file_argument, output_option, record_option, view_option
from cli.decks import UserDecks, deck_option
from cli.files import written
from cli.load import load


@click.command()
@file_argument
@view_option
@record_option
@deck_option
@output_option
def export(file: str, *, view: str, number: int, decks: UserDecks, output: Path | None) -> None:
    """Make one HTML file of a game, to step through in any browser.

    FILE is a file of records, or - for standard input. The result works without a service or the
    internet: send it by mail, or keep it on a USB stick. With --view it has only what that seat
    saw.

    \b
    Examples:
      cgn export game.cgn -o game.html
      cgn export game.cgn --view Bo -o as-bo-saw-it.html
      cgn export club.cgn --record 2 -o second.html

    Exit codes: 0 fine, 1 the record is invalid, 2 usage or unreadable.
    """
    page = exported(file, view, number, decks)
    with written(output) as out:
        out.write(page)


def exported(file: str, view: str, number: int, decks: UserDecks) -> bytes:
    """The HTML file of a record as a view sees it. Raises BrokenRecord if the record is invalid."""
    from pages.exported import exported_page  # noqa: PLC0415 - slow to import

    loaded = load(file, number, decks.decks)
    seen = loaded.view(view)
    loaded.check(None, seen)
    return exported_page(loaded.replay, seen, loaded.decks).encode()
