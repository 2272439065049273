"""`cgn open`: shows a game in the browser."""

import webbrowser
from pathlib import Path
from tempfile import mkdtemp

import click

from cli.common import file_argument, record_option, view_option
from cli.decks import UserDecks, deck_option
from cli.export import exported


@click.command()
@file_argument
@view_option
@record_option
@deck_option
def open(file: str, *, view: str, number: int, decks: UserDecks) -> None:  # noqa: A001 - as the command is named
    """Step through a game in the browser.

    FILE is a file of records, or - for standard input. This makes the file that `cgn export`
    makes, opens it in the browser, and prints where it is.

    \b
    Examples:
      cgn open game.cgn
      cgn simulate the_jam --seats 3 | cgn open -

    Exit codes: 0 fine, 1 the record is invalid or there is no browser, 2 usage or unreadable.
    """
    drawn = exported(file, view, number, decks)
    page = Path(mkdtemp(prefix="cgn-")) / "game.html"
    page.write_bytes(drawn)
    click.echo(page)
    if not webbrowser.open(page.as_uri()):
        raise click.ClickException(f"no browser was found; open {page} in one")
