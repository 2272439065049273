"""Holds the conversation of `cgn record`, wherever the lines come from."""

import os
import sys

import click

from cli.draw.printing import print_lines
from cli.inputs import closed_input
from cli.recorder.asking import Asker, Piped, Plain
from cli.recorder.recorder import Recorder, Stopped


def asker(*, plain: bool, quick: bool) -> Asker:
    """What asks for lines here. Says what to install if a terminal could do more.

    If `quick`, a terminal with a cursor takes a move without Enter once it is certain. Raises
    Unreadable if there is no standard input.
    """
    if sys.stdin is None:
        raise closed_input()
    if not sys.stdin.isatty():
        return Piped()
    if plain or not sys.stdout.isatty() or os.environ.get("TERM") in (None, "", "dumb"):
        return Plain()
    try:
        from cli.recorder.screen import Screen  # noqa: PLC0415 - needs an extra, slow to import
    except ModuleNotFoundError:
        click.echo("For completion: pip install 'cgn[screen]'", err=True)
        return Plain()
    return Screen(quick=quick)


def converse(recorder: Recorder, asker: Asker) -> bool:
    """Ask for lines until the game ends or is paused. False if a piped line was a mistake."""
    shown: object = None
    while True:
        if shown is not recorder.draft and not asker.quiet and not recorder.asking:
            shown = recorder.draft
            recorder.show()
        _print(recorder)
        try:
            recorder.enter(asker.ask(recorder.prompt, recorder.offer, recorder))
        except (Stopped, EOFError):
            _print(recorder)
            return True
        except KeyboardInterrupt:
            click.echo()
            return True
        if recorder.failed and asker.quiet:
            _print(recorder)
            return False


def _print(recorder: Recorder) -> None:
    print_lines(recorder.printed())
