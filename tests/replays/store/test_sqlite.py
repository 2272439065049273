"""The store on SQLite keeps the contract."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from replays.store.protocol import Store
from replays.store.sqlite.store import SqliteStore
from tests.replays.store.contract import Clock, Contract


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    with SqliteStore(tmp_path / "cgn.db", clock) as opened:
        yield opened


class TestSqlite(Contract):
    """Every test of the contract, on SQLite."""
