"""Steps through a record: what each key does. Draws nothing."""

import shlex
from typing import TYPE_CHECKING, Final

from cli.inputs import STANDARD_INPUT
from cli.load import Loaded

if TYPE_CHECKING:
    from collections.abc import Callable

_SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""In plies a second."""

HELP: Final = (
    ("Left Right", "one ply back, one ply on"),
    ("Shift+Left Shift+Right", "one round back, one round on"),
    ("Home End", "before the first ply, after the last"),
    ("Space", "play, or pause"),
    ("< >", "slower, faster"),
    ("g", "go to a ply: type its number, then Enter"),
    ("v", "the next view: all, each seat's, public"),
    ("c", "copy the command that shows this position"),
    ("Up Down", "scroll, if the table is taller than the screen"),
    ("?", "this page; any key leaves it"),
    ("Ctrl-Z", "suspend; fg in the shell comes back"),
    ("q Esc Ctrl-C", "quit"),
)
"""What each key does."""

_PAGE = 10


class Stepper:
    """A place in a record, and what the keys do to it.

    Attributes:
        view: whose view is shown.
        playing: whether the plies play by themselves.
        message: what to say about the last key; empty: nothing.
        prompt: the number typed so far, while a ply is asked for; otherwise None.
        helping: whether the page of keys is shown.
        scrolled: by how many lines the table was scrolled since the last ply.
        copied: the text for the clipboard, until the terminal has been sent it.
    """

    def __init__(self, loaded: Loaded, view: str | None) -> None:
        self.loaded = loaded
        self.view = view
        self.playing = False
        self.message = ""
        self.prompt: str | None = None
        self.helping = False
        self.scrolled = 0
        self.copied: str | None = None
        self._replay = loaded.replay
        self._speed = _SPEEDS.index(1.0)
        self._keys: dict[str, Callable[[], None]] = {
            "left": lambda: self._step(-1),
            "right": lambda: self._step(1),
            "shift-left": self._round_back,
            "shift-right": self._round_forward,
            "home": lambda: self._go(0),
            "end": lambda: self._go(self._replay.plies),
            "space": self._play,
            "<": lambda: self._change_speed(-1),
            ">": lambda: self._change_speed(1),
            "g": self._ask,
            "v": self._next_view,
            "c": self._copy,
            "?": self._help,
            "up": lambda: self._move(-1),
            "down": lambda: self._move(1),
            "page-up": lambda: self._move(-_PAGE),
            "page-down": lambda: self._move(_PAGE),
        }

    @property
    def delay(self) -> float | None:
        """Seconds until the next ply is played by itself; None while paused."""
        return 1 / _SPEEDS[self._speed] if self.playing else None

    @property
    def speed(self) -> str:
        """The speed in words."""
        speed = _SPEEDS[self._speed]
        if speed > 1:
            return f"{speed:g} plies a second"
        return "a ply a second" if speed == 1 else f"a ply in {1 / speed:g} seconds"

    def tick(self) -> None:
        """Play the next ply by itself; pause at the end."""
        self._go(self._replay.ply + 1)
        self.playing = self.playing and self._replay.ply < self._replay.plies

    def press(self, key: str) -> bool:
        """Do what a key asks for. Returns False if it asks to quit."""
        self.message = ""
        if key == "quit":
            return False
        if self.helping:
            self.helping = False
        elif self.prompt is not None:
            self._type(key, self.prompt)
        elif key in ("q", "escape"):
            return False
        elif key in self._keys:
            self._keys[key]()
        return True

    def _go(self, ply: int) -> None:
        self._replay.seek(ply)
        self.scrolled = 0

    def _step(self, by: int) -> None:
        self.playing = False
        self._go(self._replay.ply + by)

    def _round_back(self) -> None:
        here = self._replay.ply
        self._go(max((at for at in self._replay.rounds if at < here), default=0))

    def _round_forward(self) -> None:
        here = self._replay.ply
        last = self._replay.plies
        self._go(min((at for at in self._replay.rounds if at > here), default=last))

    def _play(self) -> None:
        self.playing = not self.playing
        if self.playing and self._replay.ply >= self._replay.plies:
            self._go(0)

    def _change_speed(self, step: int) -> None:
        self._speed = min(max(self._speed + step, 0), len(_SPEEDS) - 1)
        self.message = f"speed: {self.speed}"

    def _ask(self) -> None:
        self.playing = False
        self.prompt = ""

    def _type(self, key: str, typed: str) -> None:
        if key == "enter":
            self.prompt = None
            if typed:
                self._jump(int(typed))
        elif key == "escape":
            self.prompt = None
        elif key == "backspace":
            self.prompt = typed[:-1]
        elif key in "0123456789" and len(typed) < len(str(self.loaded.plies)):
            self.prompt = typed + key

    def _jump(self, ply: int) -> None:
        self._go(ply)
        if ply > self.loaded.plies:
            self.message = f"the last ply is {self.loaded.plies}"
        elif ply > self._replay.ply:
            self.message = f"the record is valid up to ply {self._replay.ply}"

    def _next_view(self) -> None:
        views = self.loaded.views
        self.view = views[(views.index(self.view) + 1) % len(views)]
        self.message = f"view: {self._view_name}"

    @property
    def _view_name(self) -> str:
        if self.view in self._replay.table.seats:
            return f"what {self.view} sees"
        return "what everyone sees" if self.view else "everything"

    def _copy(self) -> None:
        path = self.loaded.path
        if path == STANDARD_INPUT:
            self.message = "nothing to copy: the record came from standard input, not from a file"
            return
        if path.startswith("-"):
            path = f"./{path}"
        command = ["cgn", "step", path, "--ply", str(self._replay.ply)]
        if self.loaded.number > 1:
            command += ["--record", str(self.loaded.number)]
        if self.view is not None:
            command += ["--view", self.view]
        self.copied = shlex.join(command)
        self.message = f"copied: {self.copied}"

    def _help(self) -> None:
        self.helping = True

    def _move(self, lines: int) -> None:
        self.scrolled += lines
