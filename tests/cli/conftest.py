"""What tests of several commands need."""

from functools import partial

import pytest

from cgn import connection
from notation import ranges
from replays import archive


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made before something was tried again, without making them."""
    made: list[float] = []
    monkeypatch.setattr(connection, "sleep", made.append)
    return made


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started for little, and everything is cut into small parts."""
    monkeypatch.setattr(archive, "_WORTHWHILE", 1)
    monkeypatch.setattr(archive, "_SMALLEST", 3_000)
    monkeypatch.setattr(archive, "_LARGEST", 3_000)
    monkeypatch.setattr(ranges, "pieces", partial(ranges.pieces, most=3_000))
