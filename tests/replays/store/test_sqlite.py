"""The store on SQLite keeps the contract."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from replays.store.sql.store import Store
from replays.store.sqlite.store import SqliteStore
from tests.replays.store.contract import Clock, Contract


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new file, for each test to copy: making the tables takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "cgn.db"
    SqliteStore(path, Clock()).close()
    return path


@pytest.fixture
def store(empty: Path, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    with SqliteStore(Path(copy(empty, tmp_path)), clock) as opened:
        yield opened


class TestSqlite(Contract):
    """Every test of the contract, on SQLite."""
