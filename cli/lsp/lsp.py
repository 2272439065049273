"""`cgn lsp`: serves editors, over the Language Server Protocol."""

import os
import sys

import click

from cli.decks import UserDecks, deck_option
from cli.lsp.server import make_server


@click.command()
@deck_option
def lsp(decks: UserDecks) -> None:
    """Check, complete and draw records in an editor while they are written.

    An editor starts this command and talks to it over standard input and output, in the Language
    Server Protocol. It gets errors and warnings while you type, legal moves as completions, the
    position on hover, quick fixes, and formatting in canonical form. docs/editors.md explains how
    to set up Neovim, VS Code and Helix.

    \b
    Examples:
      cgn lsp
      cgn lsp --deck my.toml

    Exit codes: 0 the editor has gone, 2 usage.
    """
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("an editor starts this command; docs/editors.md says how")
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing else is printed between the messages of the protocol
    make_server(decks.decks).start_io(stdout=channel)
