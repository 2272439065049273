"""A real terminal in tmux."""

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.cli.running import ROOT

_PATIENCE = 60.0
"""Seconds after which a screen counts as wrong; a right one appears much sooner."""

needs_tmux = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed; it keeps the terminal tested here"
)


class Terminal:
    """A terminal in which one shell command runs."""

    def __init__(self, socket: Path) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", os.devnull]

    def start(self, command: str, columns: int, lines: int) -> None:
        """Run a shell command; the terminal stays open after it."""
        self._run("new-session", "-d", "-x", str(columns), "-y", str(lines), f"{command}; cat")

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(
            [*self._tmux, *arguments], check=True, capture_output=True, text=True, cwd=ROOT
        )
        return done.stdout

    def press(self, *keys: str) -> None:
        """Press keys, named as in tmux."""
        self._run("send-keys", *keys)

    def resize(self, columns: int, lines: int) -> None:
        """Resize the terminal."""
        self._run("resize-window", "-x", str(columns), "-y", str(lines))

    def screen(self) -> str:
        """The text on the screen."""
        return self._run("capture-pane", "-p")

    def clipboard(self) -> str:
        """The text last copied in the terminal."""
        return self._run("show-buffer")

    def wait_for(self, text: str) -> str:
        """The screen once it shows this text; fails if it never does."""
        deadline = time.monotonic() + _PATIENCE
        while text not in (screen := self.screen()):
            if time.monotonic() > deadline:
                pytest.fail(f"{text!r} does not come up on the screen:\n{screen}")
            time.sleep(0.02)
        return screen

    def close(self) -> None:
        """End the terminal and its processes."""
        self._run("kill-server")


@contextmanager
def terminal(command: str, columns: int = 80, lines: int = 24, **env: str) -> Iterator[Terminal]:
    """A terminal of this size in which a shell command runs; `cgn` in it is ours."""
    ours = f"{shlex.quote(sys.executable)} -m cgn"
    settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in env.items())
    with TemporaryDirectory(dir="/tmp", prefix="cgn") as folder:
        kept = Terminal(Path(folder) / "tmux")
        kept.start(f'cgn() {{ {settings} {ours} "$@"; }}; {command}', columns, lines)
        try:
            kept._run("set-option", "-s", "set-clipboard", "on")
            yield kept
        finally:
            kept.close()
