"""What tests of several commands need."""

import pytest

from cgn import connection
from replays import archive
from tests.replays.hostile import cut_into


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
    cut_into(3_000, monkeypatch)
