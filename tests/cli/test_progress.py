"""The progress bar: on terminals only, and removed at the end."""

import sys
from io import StringIO

import pytest

from cli import progress
from cli.inputs import Inputs, Unreadable
from cli.progress import Bar
from tests.cli.running import EXAMPLE

WIPED = "\x1b[2K"


class Screen(StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_BETWEEN", 0)


def test_a_bar_shows_the_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    bar = Bar()
    for done in (0, 30, 60):
        bar(done, 100)
    bar.advance(15)
    for share in ("0%", "30%", "60%", "75%"):
        assert share in screen.getvalue()
    bar(100, 200)
    assert "50%" in screen.getvalue()
    bar.clear()
    assert screen.getvalue().endswith(WIPED)


def test_without_a_terminal_or_work_nothing_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    bar = Bar()
    bar(5, 5)
    bar.clear()
    monkeypatch.setattr(sys, "stderr", pipe := StringIO())
    bar(1, 9)
    bar.clear()
    assert screen.getvalue() == pipe.getvalue() == ""


def test_a_file_that_cannot_be_read_is_reported_after_the_bar_is_wiped_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    inputs = Inputs((str(EXAMPLE),))
    inputs.progress(1, 2)
    inputs.fail(Unreadable("gone.cgn: there is no such file"))
    assert screen.getvalue().endswith(f"{WIPED}Error: gone.cgn: there is no such file\n")
