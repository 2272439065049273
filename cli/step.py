"""`cgn step`: steps through a game on a full screen, or prints the steps."""

import os
import sys
from functools import partial

import click

from cli.common import (
    file_argument,
    ply_option,
    record_option,
    view_option,
    wants_color,
    words_option,
)
from cli.decks import UserDecks, deck_option
from cli.draw.glyphs import signs_for
from cli.draw.position import Drawing
from cli.inputs import STANDARD_INPUT
from cli.load import LoadedRecord, load
from cli.stepper.game_list import read_game_list
from cli.stepper.plain import ask_for_steps, print_steps
from cli.stepper.stepper import Stepper
from cli.watch import FileWatch


@click.command()
@file_argument
@ply_option
@view_option
@record_option
@deck_option
@click.option(
    "--plain", "mode", flag_value="plain", help="No full screen: on a terminal, ask line by line."
)
@words_option
@click.option(
    "--follow", "mode", flag_value="follow", help="Stay at the last ply while the file is written."
)
def step(  # noqa: PLR0913 - one for each option
    file: str,
    *,
    ply: int | None,
    view: str,
    number: int,
    decks: UserDecks,
    mode: str | None,
    spoken: bool,
) -> None:
    """Step through a game, move by move.

    FILE is a file of records, or - for standard input. On a terminal, Left and Right step,
    Space plays, v changes the view, ? lists all keys, q quits. Without a terminal, or on one
    that cannot move its cursor, the steps up to --ply are printed, and the position after them.
    With --plain, which suits a screen reader, nothing is drawn: each line that you enter is
    answered in words. Enter says what happens next, t what is on the table, a fact a line; ? lists
    the others. --words does the same, and prints words also without a terminal.

    The full screen needs the extra `screen`. From 110 columns up, a list of moves is next to the
    table.

    A record with a mistake opens at the mistake, and can be stepped through up to it. A view
    leaves out everything that would reveal hidden cards.

    With --follow, a screen next to the players keeps up with `cgn record` in another terminal:
    it opens at the last ply, and stays at the last one as the file grows.

    \b
    Examples:
      cgn step game.cgn
      cgn step game.cgn --ply 37 --view Bo
      cgn step games.cgn --record 2 | less
      cgn step game.cgn --follow --view public
      cgn step game.cgn --plain
      cgn simulate triggs --seed s | cgn step -

    Exit codes: 0 fine, 1 the record is invalid, 2 usage or unreadable.
    """
    loaded = load(file, number, decks.decks)
    seen = loaded.view(view)
    terminal = _has_terminal(file)
    follow = mode == "follow"
    if follow and (spoken or not terminal or file == STANDARD_INPUT):
        raise click.UsageError("--follow needs a full screen, and a file that others can write")
    if not terminal:
        print_steps(Drawing(loaded, signs_for(sys.stdout.encoding)), ply, seen, spoken=spoken)
        loaded.check(ply, seen)
        return
    named = file != STANDARD_INPUT
    again = partial(_again, file, decks) if named else None
    loaded.seek(ply)
    stepper = Stepper(loaded, seen, again, partial(read_game_list, file) if named else None)
    stepper.start(loaded.plies if follow and ply is None else ply)
    if loaded.more and number == 1 and named:
        stepper.message = "there are several games in this file: f lists them"
    watch = FileWatch(file) if follow else None
    plain = mode == "plain" or spoken or not sys.stderr.isatty()
    if plain or not _fill_the_screen(stepper, watch):
        ask_for_steps(stepper)
    stepper.cursor.game.check(None, stepper.cursor.view)


def _again(file: str, decks: UserDecks, number: int) -> LoadedRecord:
    return load(file, number, decks.decks)


def _has_terminal(file: str) -> bool:
    """Whether there is a terminal with a cursor to draw on and to read keys from.

    A record from standard input leaves the keys to the terminal of the process.
    """
    if not sys.stdout.isatty() or os.environ.get("TERM") in (None, "", "dumb"):
        return False
    if file == STANDARD_INPUT:
        return _takes_keys()
    return sys.stdin is not None and sys.stdin.isatty()


def _takes_keys() -> bool:
    """Put the terminal of the process in the place of standard input; False if there is none."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return False
    os.dup2(terminal, 0)
    os.close(terminal)
    return True


def _fill_the_screen(stepper: Stepper, watch: FileWatch | None) -> bool:
    """Step on a full screen. Returns False, and says what to install, if Textual is missing."""
    try:
        from cli.stepper.app import run  # noqa: PLC0415 - slow to import, and not always installed
    except ModuleNotFoundError as error:
        click.echo(f"For a full screen install {error.name}: pip install 'cgn[screen]'", err=True)
        return False
    from cli.stepper.screen import Screen  # noqa: PLC0415 - only for the full screen

    screen = Screen(stepper, signs_for(sys.stdout.encoding), color=wants_color(sys.stdout))
    run(stepper, screen, watch)
    return True
