"""Reads single keys from a terminal. Knows nothing of what they do."""

import os
import re
import select
import signal
import termios
import tty
from collections import deque
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

_LOCAL_FLAGS = 3
_BLOCK = 1024
_PATIENCE = 0.05
"""How long the rest of a key's sequence may take to come, in seconds."""

RESIZED = "resized"
"""The key that comes when the size of the terminal has changed."""
SUSPEND = "suspend"
"""Ctrl-Z, or the signal that it stands for."""
RESUMED = "resumed"
"""The key that comes after others stopped the process: the terminal may be set differently."""

_SIGNALS = {
    signal.SIGWINCH: RESIZED,
    signal.SIGTSTP: SUSPEND,
    signal.SIGCONT: RESUMED,
    signal.SIGTERM: "quit",
    signal.SIGHUP: "quit",
}
"""The signals that come as keys."""

_SEQUENCES = {
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "[H": "home",
    "[F": "end",
    "[1~": "home",
    "[4~": "end",
    "[7~": "home",
    "[8~": "end",
    "[5~": "page-up",
    "[6~": "page-down",
    "[1;2C": "shift-right",
    "[1;2D": "shift-left",
    "[c": "shift-right",
    "[d": "shift-left",
}
_CHARACTERS = {
    " ": "space",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x1b": "escape",
    "\x03": "quit",
    "\x04": "quit",
    "\x1a": SUSPEND,
}
# A sequence (of the Linux console, of others; with Alt it has a second Esc), or Alt and a key, or
# one character. Esc is a key only if nothing follows it.
_KEY = re.compile(r"\x1b(\x1b?(?:\[\[[A-E]|[\[O][0-?]*[ -/]*[@-~]?)|[^\x1b])|(.)", re.DOTALL)
_OPEN = re.compile(r"\x1b(?:\[\[|[\[O][0-?]*[ -/]*)?\Z")


class Keyboard:
    """The keys of a terminal, one by one, from entering the context to leaving it.

    Meanwhile nothing is echoed, and Ctrl-C and Ctrl-Z are keys like any other. A change of size
    and the signals to end, stop and continue come as the keys `resized`, `quit`, `suspend` and
    `resumed`.
    """

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._keys: deque[str] = deque()

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._terminal)
        # Before the signals: in the background this waits for SIGCONT, and a handler for that would
        # make it fail.
        tty.setcbreak(self._terminal)
        mode = termios.tcgetattr(self._terminal)
        mode[_LOCAL_FLAGS] &= ~termios.ISIG
        termios.tcsetattr(self._terminal, termios.TCSANOW, mode)
        self._signals = {number: signal.signal(number, self._signalled) for number in _SIGNALS}
        self._wakes, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._old_wake = signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.set_wakeup_fd(self._old_wake)
        for number, handler in self._signals.items():
            signal.signal(number, handler)
        os.close(self._wake)
        os.close(self._wakes)
        with suppress(termios.error):
            termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)

    def _signalled(self, number: int, _: FrameType | None) -> None:
        self._keys.append(_SIGNALS[signal.Signals(number)])

    def read(self, seconds: float | None = None) -> str | None:
        """The next key, or None if none comes in so many seconds (None: wait for one).

        A printable character is its own name; other keys are named `left`, `shift-left`, `enter`,
        `escape`, `quit` and so on. Unknown ones are skipped.
        """
        while not self._keys:
            ready, _, _ = select.select([self._terminal, self._wakes], [], [], seconds)
            if not ready:
                return None
            if self._wakes in ready:
                os.read(self._wakes, _BLOCK)
            if self._terminal in ready:
                self._keys += self._typed()
        return self._keys.popleft()

    def _typed(self) -> list[str]:
        text = self._text()
        if not text:
            return ["quit"]
        while _OPEN.search(text) and select.select([self._terminal], [], [], _PATIENCE)[0]:
            text += self._text()
        return named(text)

    def _text(self) -> str:
        """What was typed; nothing if the terminal is gone."""
        try:
            return os.read(self._terminal, _BLOCK).decode(errors="replace")
        except OSError:
            return ""


def named(text: str) -> list[str]:
    r"""The names of the keys that send this text.

    >>> named("g7\r\x1b[1;2D")
    ['g', '7', 'enter', 'shift-left']

    Alt with a key, and the sequences of other keys, have no name. Esc has one if it is alone.

    >>> named("\x1bv\x1b[15~\x1b\x1b[C"), named("\x1b")
    ([], ['escape'])
    """
    keys = []
    for match in _KEY.finditer(text):
        sequence, character = match.groups()
        if sequence is not None:
            keys.append(_SEQUENCES.get(sequence.replace("O", "["), ""))
        elif character.isprintable() or character in _CHARACTERS:
            keys.append(_CHARACTERS.get(character, character))
    return [key for key in keys if key]
