"""Loads users' decks: the files given with --deck, and the folder of decks."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import click

from cli.inputs import Unreadable, opened
from cli.suggestions import complete_deck
from engines.deck import MAX_DECK, BadDeck, Deck, parse_deck
from engines.registry import Decks
from notation.render.visible import visible

FOLDER = "CGN_DECKS"
"""The environment variable that names another folder of decks."""

_ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class UserDecks:
    """The users' decks that records may name.

    `files` maps the name of each deck to its file; `given` has the names of decks from --deck.
    """

    decks: Decks = field(default_factory=Decks)
    files: Mapping[str, str] = field(default_factory=dict)
    given: tuple[str, ...] = ()

    def only(self) -> Deck | None:
        """The deck given with --deck; None if there is none. Raises UsageError for several."""
        if len(self.given) > 1:
            raise click.UsageError("--deck: one game is played with one deck")
        return next((deck for deck in self.decks if deck.name in self.given), None)


def folder() -> Path:
    """The folder of the user's decks, which may not exist."""
    named = os.environ.get(FOLDER)
    return Path(named) if named else Path(click.get_app_dir("cgn")) / "decks"


def user_decks(given: tuple[str, ...] = ()) -> UserDecks:
    """Load the decks in these files and in the folder.

    Raises Unreadable if one of these files cannot be read or is not a deck. In the folder, such a
    file is skipped with a warning on standard error.
    """
    loaded = {path: _load(path) for path in given}
    names = tuple(deck.name for deck in loaded.values())
    for path in _folder_files():
        try:
            loaded[path] = _load(path)
        except Unreadable as error:
            click.echo(f"Warning: {error.message}", err=True)
    return UserDecks(
        Decks(loaded.values()), {deck.name: path for path, deck in loaded.items()}, names
    )


def _folder_files() -> Iterator[str]:
    try:
        entries = sorted(folder().iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        click.echo(f"Warning: {visible(str(folder()))}: {error.strerror}", err=True)
        return
    yield from (str(entry) for entry in entries if entry.suffix == _ENDING and entry.is_file())


def _load(path: str) -> Deck:
    """The deck in a file. Raises Unreadable if the file is not a deck that its game can use."""
    with opened(path) as stream:
        raw = stream.read(MAX_DECK + 1)
    try:
        deck = parse_deck(raw)
        Decks([deck])
    except BadDeck as bad:
        raise Unreadable(f"{path}: {bad.message}") from None
    return deck


def _read(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> UserDecks:
    return user_decks(given)


deck_option = click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="FILE",
    callback=_read,
    shell_complete=complete_deck,
    help="Your own deck, for records that name it by its digest; may be repeated.",
)
