"""NO_COLOR turns colours off in every command."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Timer

import pytest

from tests.cli.running import EXAMPLE, ROOT, broken, cgn

BROKEN = "BROKEN"
COLOURED = [
    ["show", str(EXAMPLE)],
    ["show", str(EXAMPLE), "--ply", "20", "--legal"],
    ["step", str(EXAMPLE)],
    ["step", BROKEN],
    ["diff", str(EXAMPLE), "--ply", "1", "--ply", "2"],
    ["explain"],
    ["explain", "triggs.sum"],
    ["games"],
    ["games", "triggs"],
    ["validate", BROKEN],
    ["fmt", "--reveals", BROKEN],
]
STYLE = re.compile(r"\x1b\[[0-9;:]*m")
COLOR = re.compile(r"\x1b\[(?:[0-9]+[;:])*(?:[34][0-8]|9[0-7]|10[0-7])(?:[;:][0-9]+)*m")
names = pytest.mark.parametrize("command", COLOURED, ids=" ".join)


def prepared(command: list[str], folder: Path) -> list[str]:
    """The command with a file for BROKEN."""
    return [str(broken(folder)) if word == BROKEN else word for word in command]


@names
def test_no_color_wins_over_force_color(command: list[str], tmp_path: Path) -> None:
    words = prepared(command, tmp_path)
    forced = cgn(*words, env={"FORCE_COLOR": "1", "NO_COLOR": None})
    assert STYLE.search(forced.stdout + forced.stderr)
    plain = cgn(*words, env={"FORCE_COLOR": "1", "NO_COLOR": "1"})
    assert STYLE.sub("", forced.stdout) == plain.stdout
    assert STYLE.sub("", forced.stderr) == plain.stderr


@pytest.mark.parametrize(
    "command",
    [["validate", BROKEN], ["show", BROKEN], ["step", str(EXAMPLE)], ["--help"]],
    ids=" ".join,
)
def test_no_color_is_respected_on_a_terminal(command: list[str], tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "cgn", *prepared(command, tmp_path)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "NO_COLOR": "1", "TERM": "xterm-256color"},
        cwd=ROOT,
    )
    os.close(theirs)
    too_long = Timer(60, running.kill)
    too_long.start()
    printed = b""
    for piece in pieces(ours):
        printed += piece
        if b"view all" in printed:  # the stepper has drawn its screen
            os.write(ours, b"q")
    too_long.cancel()
    os.close(ours)
    assert running.wait() in (0, 1)
    assert len(printed) > 100
    # A full screen keeps bold and reverse.
    assert not (COLOR if command[0] == "step" else STYLE).search(printed.decode())


def pieces(terminal: int) -> Iterator[bytes]:
    """The output on a terminal until it is closed."""
    with suppress(OSError):
        while piece := os.read(terminal, 1 << 12):
            yield piece
