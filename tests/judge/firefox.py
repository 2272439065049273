"""Firefox without a window, steered by what it has for that: Marionette, JSON over a socket."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

FIREFOX = shutil.which("firefox")
LONGEST = 600
"""Seconds to wait on a busy machine."""

needs_firefox = pytest.mark.skipif(FIREFOX is None, reason="firefox is not installed")

_STEP = 0.2


@dataclass
class Firefox:
    """A running Firefox with one window."""

    connection: socket.socket
    numbers: Iterator[int] = field(default_factory=count)

    def ask(self, command: str, **arguments: object) -> Any:  # noqa: ANN401 - any JSON value
        """Give a command of WebDriver, and return its result."""
        message = json.dumps([0, next(self.numbers), command, arguments])
        self.connection.sendall(f"{len(message.encode())}:{message}".encode())
        _, _, error, result = self.hear()
        assert error is None, error
        return result

    def hear(self) -> Any:  # noqa: ANN401 - any JSON value
        """The next message: its length in bytes, a colon, and JSON."""
        length = b""
        while (sign := self.connection.recv(1)) != b":":
            assert sign, "Firefox has ended"
            length += sign
        message = b""
        while len(message) < int(length):
            part = self.connection.recv(int(length) - len(message))
            assert part, "Firefox has ended"
            message += part
        return json.loads(message)

    def go(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""
        self.ask("WebDriver:Navigate", url=address)

    def run(self, expression: str) -> Any:  # noqa: ANN401 - any JSON value
        """The value of an expression in the page."""
        asked = self.ask("WebDriver:ExecuteScript", script=f"return {expression}", args=[])
        return asked["value"]

    def text_of(self, selector: str) -> str:
        """The text of an element, once there is one that has some."""
        text = f"document.querySelector({json.dumps(selector)})?.innerText"
        return str(_awaited(lambda: self.run(text), selector))


@contextmanager
def firefox(profile: Path, *flags: str) -> Iterator[Firefox]:
    """Firefox with a new profile, and these flags; it ends with the block."""
    assert FIREFOX is not None
    profile.mkdir()
    (profile / "user.js").write_text('user_pref("marionette.port", 0);\n', encoding="utf-8")
    command = [FIREFOX, "--headless", "--no-remote", "--marionette", "--profile", str(profile)]
    quiet = subprocess.DEVNULL
    running = subprocess.Popen([*command, *flags], stdout=quiet, stderr=quiet)
    try:
        port = profile / "MarionetteActivePort"  # which Firefox writes once it listens
        number = _awaited(lambda: port.exists() and port.read_text(encoding="ascii"), port.name)
        address = ("127.0.0.1", int(number))
        with socket.create_connection(address, timeout=LONGEST) as connection:
            found = Firefox(connection)
            found.hear()  # who it is
            found.ask("WebDriver:NewSession")
            yield found
    finally:
        running.terminate()
        running.wait()


def _awaited(look: Callable[[], Any], what: str) -> Any:  # noqa: ANN401 - of any type
    """What a function returns, once that is true."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(_STEP)
    raise AssertionError(f"there is no {what}")
