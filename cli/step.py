"""`cgn step`: steps through a game with keys on a terminal, or prints the steps."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.text import Text

from cli.common import file_argument, ply_option, record_option, view_option, wants_color
from cli.decks import UserDecks, deck_option
from cli.draw.glyphs import signs_for
from cli.draw.position import Drawing
from cli.draw.printing import columns, print_lines
from cli.inputs import STANDARD_INPUT
from cli.load import load
from cli.stepper.screen import Screen
from cli.stepper.state import Stepper
from replays.frames import Frame, frame, frames


@click.command()
@file_argument
@ply_option
@view_option
@record_option
@deck_option
def step(file: str, ply: int | None, view: str, number: int, decks: UserDecks) -> None:
    """Step through a game, move by move.

    FILE is a file of records, or - for standard input. On a terminal, Left and Right step,
    Space plays, v changes the view, ? lists all keys, q quits. Without a terminal, or on one
    that cannot move its cursor, the steps up to --ply are printed, and the position after them.

    A record with a mistake can be stepped through up to the mistake, which is then shown. A view
    leaves out what would give hidden cards away.

    \b
    Examples:
      cgn step game.cgn
      cgn step game.cgn --ply 37 --view Bo
      cgn step games.cgn --record 2 | less
      cgn simulate triggs --seed s | cgn step -

    Exit codes: 0 fine, 1 the record is invalid, 2 usage or unreadable.
    """
    loaded = load(file, number, decks.decks)
    seen = loaded.view(view)
    drawing = Drawing(loaded, signs_for(sys.stdout.encoding))
    with _keys_from(file) as keys:
        if keys is None:
            print_steps(drawing, ply, seen)
            loaded.check(ply, seen)
        else:
            from cli.stepper.terminal import run  # noqa: PLC0415 - only some systems have its modules

            loaded.seek(ply or 0)
            color = wants_color(sys.stdout)
            stepper = Stepper(loaded, seen)
            run(stepper, Screen(stepper, drawing, color=color), keys, color=color)
            loaded.check(None, stepper.view)


@contextmanager
def _keys_from(file: str) -> Iterator[int | None]:
    """The terminal to read keys from, or None if there is none, or only one without a cursor."""
    if not sys.stdout.isatty() or os.environ.get("TERM") in (None, "", "dumb"):
        yield None
    elif file != STANDARD_INPUT:
        yield sys.stdin.fileno() if sys.stdin.isatty() else None
    else:
        try:
            terminal = os.open("/dev/tty", os.O_RDONLY)
        except OSError:
            yield None
            return
        try:
            yield terminal
        finally:
            os.close(terminal)


def print_steps(drawing: Drawing, ply: int | None, view: str | None) -> None:
    """Print every step up to a ply (None: the last), as far as the record is valid.

    Raises UsageError if the record has no such ply.
    """
    replay, width = drawing.loaded.replay, columns()
    drawing.loaded.seek(ply)
    last = replay.ply
    print_lines([*drawing.heading(frame(replay, view), width), Text()])
    replay.seek(0)
    print_lines(_steps(drawing, last, view))
    drawn = frame(replay, view)
    print_lines([Text(), *drawing.table(drawn, width), Text(), *drawing.outcome(drawn, width)])


def _steps(drawing: Drawing, last: int, view: str | None) -> Iterator[Text]:
    """A line for each ply, with the scores if they change."""
    before: Frame | None = None
    for drawn in frames(drawing.loaded.replay, view):
        if before is None:
            if drawn.comments:
                yield from drawing.comments(drawn, columns())
        else:
            yield _step(drawing, drawn, before, len(str(last)))
        if drawn.ply == last:
            return
        before = drawn


def _step(drawing: Drawing, drawn: Frame, before: Frame, digits: int) -> Text:
    first = Text(f"{drawn.ply:>{digits}}. {drawn.seat} ", "bold")
    pieces = [first, *drawing.line(drawn, columns())]
    if drawn.scores != before.scores:
        pieces.append(drawing.scores(drawn))
    return Text(" ").join(pieces)
