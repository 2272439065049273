"""A store of an older version is refused, untouched; what that version exports is imported."""

import gzip
import sqlite3
from contextlib import closing
from io import BytesIO
from pathlib import Path

import psycopg
import pytest

from benchmarks.postgres import Server
from notation.json_reader import read_json_lines
from replays.store.export_import import take_in
from replays.store.model import ADMIN, Order, StoreUnusable, Visibility
from replays.store.open_store import open_store
from replays.store.query import Query
from replays.store.sql.schema import FORMER
from tests.replays.store.making import upload

FILES = Path(__file__).parent / "files"
OLDER = "f0dd0de"
"""The version that made a store with something of everything, and exported its records."""


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """An SQLite file of the older version."""
    path = tmp_path / "cgn.db"
    path.write_bytes(gzip.decompress((FILES / f"{OLDER}.db.gz").read_bytes()))
    return path


def test_an_older_file_is_refused_and_left_alone(older: Path) -> None:
    before = older.read_bytes()
    with pytest.raises(StoreUnusable, match="the file was made by an older version") as refused:
        open_store(older, lambda: 0)
    for told in ("cgn store export", "cgn store import", "private", "tokens", "docs/operators.md"):
        assert told in str(refused.value)
    assert older.read_bytes() == before
    assert [path.name for path in older.parent.iterdir()] == ["cgn.db"]


@pytest.mark.parametrize("step", sorted(FORMER))
def test_older_tables_in_postgresql_are_refused_and_left_alone(server: Server, step: str) -> None:
    address = server.database()
    with open_store(address, lambda: 0) as store:
        store.add([upload()], "ana")
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE cgn_migration SET name = %s WHERE position = 1", [step])
    with pytest.raises(StoreUnusable, match=r"the tables were made by an older .*cgn store export"):
        open_store(address, lambda: 0)
    with psycopg.connect(address) as connection:
        steps = "SELECT name FROM cgn_migration WHERE position > 0"
        assert connection.execute(steps).fetchall() == [(step,)]
        assert connection.execute("SELECT count(*) FROM replay").fetchall() == [(1,)]


def test_what_the_older_version_exported_is_imported_whole(older: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(older)) as file:
        ids = [id_ for (id_,) in file.execute("SELECT id FROM replay ORDER BY number")]
    exported = gzip.decompress((FILES / f"{OLDER}.cgn.jsonl.gz").read_bytes())
    with open_store(tmp_path / "new.db", lambda: 0) as store:
        readings = read_json_lines(BytesIO(exported))
        taken = list(take_in(store, readings, "operator", Visibility.PRIVATE))
        assert all(one.added is not None and one.added.created for one in taken)
        found = store.page(Query(own=True, order=Order.OLDEST), ADMIN).entries
        assert [entry.id for entry in found] == ids
        assert list(store.check(lambda *_: None)) == []
