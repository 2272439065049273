"""Fixtures for tests of several commands."""

import pytest

from client import connection
from replays.many import archive
from tests.replays.hostile import cut_into


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Records the pauses before retries instead of waiting."""
    made: list[float] = []
    monkeypatch.setattr(connection, "sleep", made.append)
    return made


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start processes for little work, and cut everything into small parts."""
    monkeypatch.setattr(archive, "_WORTHWHILE", 1)
    cut_into(3_000, monkeypatch)
