"""Steps through a record on a terminal's alternate screen."""

import os
import signal
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from cli.draw.printing import rendered, spelt
from cli.stepper.keys import RESIZED, RESUMED, SUSPEND, Keyboard
from cli.stepper.screen import Screen
from cli.stepper.state import Stepper

_ENTER = "\x1b[?1049h\x1b[?25l"
_LEAVE = "\x1b[?25h\x1b[?1049l"
_HOME, _CLEAR_LINE, _CLEAR_REST = "\x1b[H", "\x1b[2K", "\x1b[J"
_LEAST_WIDTH, _LEAST_HEIGHT = 20, 3


def run(stepper: Stepper, screen: Screen, keys_from: int, *, color: bool) -> None:
    """Draw the screen and obey the keys until one quits.

    Then, and whenever Ctrl-Z stops the process, the terminal is as it was before.
    """
    while (last := _until_left(stepper, screen, keys_from, color=color)) in (SUSPEND, RESUMED):
        if last == SUSPEND:
            # The whole job, as a terminal does it: a process that feeds a pipe stops too.
            os.kill(0, signal.SIGTSTP)


def _until_left(stepper: Stepper, screen: Screen, keys_from: int, *, color: bool) -> str:
    """Draw the screen and obey the keys. Returns the key that leaves the screen."""
    with Keyboard(keys_from) as keyboard, _alternate_screen():
        while True:
            _draw(screen, color=color)
            key = keyboard.read(stepper.delay)
            if key is None:
                stepper.tick()
            elif key in (SUSPEND, RESUMED) or (key != RESIZED and not stepper.press(key)):
                return key
            if stepper.copied is not None:
                _send(f"\x1b]52;c;{b64encode(os.fsencode(stepper.copied)).decode()}\x07")
                stepper.copied = None


def _draw(screen: Screen, *, color: bool) -> None:
    size = os.get_terminal_size(sys.stdout.fileno())
    width, height = max(size.columns, _LEAST_WIDTH), max(size.lines, _LEAST_HEIGHT)
    lines = rendered(screen.lines(width, height), color=color)
    _send(_HOME + "\n".join(_CLEAR_LINE + line for line in lines) + _CLEAR_REST)


@contextmanager
def _alternate_screen() -> Iterator[None]:
    _send(_ENTER)
    try:
        yield
    finally:
        with suppress(OSError):
            _send(_LEAVE)


def _send(text: str) -> None:
    sys.stdout.write(spelt(text, sys.stdout.encoding))
    sys.stdout.flush()
