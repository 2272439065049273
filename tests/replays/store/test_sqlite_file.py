"""The file is made, migrated, or refused with a reason."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlite_utils import Database, Migrations

from replays.store.model import ADMIN, ANYONE, StoreUnusable
from replays.store.query import Query
from replays.store.sqlite import connections
from replays.store.sqlite.connections import open_database
from replays.store.sqlite.store import SqliteStore
from tests.replays.store.failing import fail_once
from tests.replays.store.making import upload


def opened(file: Path) -> SqliteStore:
    return SqliteStore(file, lambda: 0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with one replay in it."""
    path = tmp_path / "cgn.db"
    with opened(path) as store:
        store.add([upload()], "ana")
    return path


def test_a_file_is_made_and_found_again(file: Path) -> None:
    with opened(file) as store:
        assert store.count(Query(), ANYONE) == 1


def test_only_their_owner_can_read_the_files(file: Path, tmp_path: Path) -> None:
    with opened(file) as store:
        store.add([upload("another")], "ana")
        store.backup(tmp_path / "copy.db", lambda *_: None)
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert set(modes) >= {"cgn.db", "cgn.db-wal", "cgn.db-shm", "copy.db"}
    assert set(modes.values()) == {0o600}


def test_a_disk_that_fails_on_opening_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_once("PRAGMA application_id", sqlite3.SQLITE_IOERR_READ, monkeypatch)
    with pytest.raises(StoreUnusable, match="the file cannot be used: disk I/O error"):
        opened(file)


def test_every_connection_is_durable(file: Path) -> None:
    db = open_database(file)
    pragmas = [
        db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    ]
    assert pragmas == ["wal", 2]
    assert db.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    assert db.execute("PRAGMA busy_timeout").fetchone()[0] == 30_000
    db.close()


def test_every_table_of_ours_is_strict(file: Path) -> None:
    db = open_database(file)
    rows = db.execute("PRAGMA table_list").fetchall()
    ours = [row["name"] for row in rows if row["type"] == "table" and row["name"][0] != "_"]
    loose = [row["name"] for row in rows if row["name"] in ours and not row["strict"]]
    assert [name for name in loose if not name.startswith("sqlite_")] == []
    assert "replay" in ours
    db.close()


def test_an_older_file_is_migrated(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def later(db: Database) -> None:
        db.execute("ALTER TABLE replay ADD COLUMN later TEXT")

    with_one_more(monkeypatch, later)
    with opened(file) as store:
        assert store.count(Query(), ANYONE) == 1
        store.add([upload("another")], "ana")
        assert list(store.check(lambda *_: None)) == []
    db = open_database(file)
    assert "later" in db.table("replay").columns_dict
    db.close()


def test_a_file_of_a_newer_version_is_refused_and_left_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def later(db: Database) -> None:
        db.execute("ALTER TABLE replay ADD COLUMN later TEXT")

    with monkeypatch.context() as newer:
        with_one_more(newer, later)
        opened(file).close()
    with pytest.raises(StoreUnusable, match=r"newer version of cgn, with the step `later`"):
        opened(file)


def test_a_failed_migration_leaves_the_older_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def later(db: Database) -> None:
        db.execute("DROP TABLE hold")
        raise RuntimeError("power cut")

    with monkeypatch.context() as newer:
        with_one_more(newer, later)
        with pytest.raises(RuntimeError, match="power cut"):
            opened(file)
    with opened(file) as store:
        assert store.count(Query(own=True), ADMIN) == 1
        assert list(store.check(lambda *_: None)) == []


def with_one_more(monkeypatch: pytest.MonkeyPatch, step: Callable[[Database], None]) -> None:
    """Pretend that this version has one more migration."""
    steps = {**connections.STEPS, step.__name__: step}
    more = Migrations("cgn")
    for name, known in steps.items():
        more(name=name)(known)
    monkeypatch.setattr(connections, "MIGRATIONS", more)
    monkeypatch.setattr(connections, "STEPS", steps)


def test_many_threads_may_make_one_file_at_once(tmp_path: Path) -> None:
    def open_at_once(file: Path, all_there: Barrier) -> int:
        all_there.wait()
        with opened(file) as store:
            return store.count(Query(), ADMIN)

    for number in range(12):
        all_there = Barrier(8)
        with ThreadPoolExecutor(8) as pool:
            waiting = [
                pool.submit(open_at_once, tmp_path / f"{number}.db", all_there) for _ in range(8)
            ]
            assert [one.result() for one in waiting] == [0] * 8


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "else.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE replay (id)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(StoreUnusable, match="the database of another program"):
        opened(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["else.db"]


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.cgn"
    file.write_text('[CGN "1"]\n' * 200)
    with pytest.raises(StoreUnusable, match="not a database"):
        opened(file)
    with pytest.raises(StoreUnusable, match="this is a folder"):
        opened(tmp_path)
    with pytest.raises(StoreUnusable, match="there is no folder"):
        opened(tmp_path / "missing" / "cgn.db")


def test_a_file_that_lacks_a_table_is_reported(file: Path) -> None:
    with opened(file) as store:
        store.do(lambda work: work.db.execute("DROP TABLE body").rowcount)
        with pytest.raises(StoreUnusable, match="no such table: body"):
            list(store.bodies(Query(), ANYONE))
        (fault,) = store.check(lambda *_: None)
    assert fault.startswith("reading stopped: the file cannot be used: no such table: ")


def test_an_sqlite_that_is_too_old_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(StoreUnusable, match=r"3\.38\.0 is needed"):
        opened(tmp_path / "cgn.db")


def test_a_deleted_or_replaced_file_is_noticed_before_the_next_write(
    file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.db"
    opened(other).close()
    with opened(file) as store:
        for replace in (file.unlink, lambda: other.rename(file)):
            replace()
            with pytest.raises(StoreUnusable, match="moved, deleted or replaced"):
                store.add([upload("lost")], "ana")
            with pytest.raises(StoreUnusable, match="moved, deleted or replaced"):
                store.count(Query(), ANYONE)


def test_a_file_moved_back_is_used_again(file: Path, tmp_path: Path) -> None:
    away = tmp_path / "away.db"
    with opened(file) as store:
        file.rename(away)
        with pytest.raises(StoreUnusable, match="moved, deleted or replaced"):
            store.count(Query(), ANYONE)
        away.rename(file)
        store.add([upload("kept")], "ana")
    with opened(file) as store:
        assert store.count(Query(), ANYONE) == 2
