"""What tests of several commands need."""

import pytest

from cgn import connection


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made before something was tried again, without making them."""
    made: list[float] = []
    monkeypatch.setattr(connection, "sleep", made.append)
    return made
