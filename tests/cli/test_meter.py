"""The bar of long works: on a terminal only, and wiped off at the end."""

import sys
from io import StringIO

import pytest

from cli.progress import Meter


class Screen(StringIO):
    """A terminal, as far as a bar looks at it."""

    def isatty(self) -> bool:
        return True


def test_a_bar_goes_as_far_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    meter = Meter()
    for done in (0, 30, 60, 100):
        meter(done, 100)
    assert "#" in screen.getvalue()
    meter(150, 200)
    meter.finish()
    assert screen.getvalue().endswith("\r\033[K")


def test_nothing_is_drawn_elsewhere_or_for_what_is_done_already(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    meter = Meter()
    meter(5, 5)
    meter.finish()
    monkeypatch.setattr(sys, "stderr", pipe := StringIO())
    meter(1, 9)
    meter.finish()
    assert screen.getvalue() == pipe.getvalue() == ""
