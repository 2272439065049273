"""The writer thread: waiting writes share a commit, and a failed one does not affect others."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import sleep
from typing import TypeAlias

import pytest
from sqlite_utils import Database

from replays.store.model import StaleRevision, StoreBusy, StoreUnsure, StoreUnusable
from replays.store.sql.connection import Transaction
from replays.store.sql.writer import MOST_TOGETHER, Writer
from replays.store.sqlite import connections
from replays.store.sqlite.connections import FileIdentity, FileWriteConnection, open_database, write
from replays.store.sqlite.dialect import DIALECT
from tests.replays.store.failing import fail_once

Work: TypeAlias = Callable[[Transaction], int]


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    """A connection that reads the writer's rows."""
    opened = open_database(tmp_path / "t.db")
    with write(opened):
        opened.execute(f"PRAGMA application_id = {connections.APPLICATION}")
        opened.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
        opened.execute("CREATE TABLE arrival (last INTEGER, version INTEGER)")
        opened.execute("INSERT INTO arrival VALUES (0, 0)")
    yield opened
    opened.close()


@pytest.fixture
def writer(tmp_path: Path, db: Database) -> Iterator[Writer]:
    del db  # it makes the table
    opened = writer_on(tmp_path / "t.db")
    yield opened
    opened.close()


def writer_on(path: Path) -> Writer:
    return Writer(FileWriteConnection(open_database(path), FileIdentity(path)))


def insert(number: int) -> Work:
    return lambda work: work.db.execute("INSERT INTO t VALUES (?)", [number]).rowcount


def refuse(work: Transaction) -> int:
    """A write that inserts, and then refuses."""
    insert(99)(work)
    raise StaleRevision("no")


def blocking(going: Event, let_go: Event) -> Callable[[Transaction], None]:
    """A write that blocks until it is released."""

    def work(_: Transaction) -> None:
        going.set()
        let_go.wait()

    return work


def together(writer: Writer, works: list[Work], counts: int = 1) -> list[object]:
    """The results or errors of writes that wait at the same time."""

    def outcome(work: Work) -> object:
        try:
            return writer.submit(lambda one, all_: [work(one) for _ in all_], None, counts).result()
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            return error

    with ThreadPoolExecutor(len(works) + 1) as pool:
        going, let_go = Event(), Event()
        pool.submit(writer.do, blocking(going, let_go))
        going.wait()
        waiting = [pool.submit(outcome, work) for work in works]
        while writer._queue.qsize() < len(works):
            sleep(0.001)
        let_go.set()
        return [one.result() for one in waiting]


def kept(db: Database) -> list[int]:
    return [number for (number,) in db.execute("SELECT n FROM t ORDER BY n")]


@pytest.fixture
def commits(writer: Writer) -> list[str]:
    """A list that grows with each commit; the first is that of the blocking write."""
    statements: list[str] = []
    connection = writer._connection
    assert isinstance(connection, FileWriteConnection)
    connection._db.conn.set_trace_callback(
        lambda sql: statements.append(sql) if sql == "COMMIT" else None
    )
    return statements


def test_waiting_writes_share_one_commit(writer: Writer, db: Database, commits: list[str]) -> None:
    assert together(writer, [insert(number) for number in range(20)]) == [1] * 20
    assert kept(db) == list(range(20))
    assert len(commits) == 1 + 1


def test_a_commit_has_a_limit(writer: Writer, commits: list[str]) -> None:
    works = [insert(number) for number in range(MOST_TOGETHER + 5)]
    assert together(writer, works) == [1] * len(works)
    assert len(commits) == 1 + 2


def test_a_heavy_write_leaves_less_room_in_its_commit(
    writer: Writer, db: Database, commits: list[str]
) -> None:
    works = [insert(number) for number in range(5)]
    assert together(writer, works, MOST_TOGETHER // 2) == [1] * 5
    assert kept(db) == list(range(5))
    assert len(commits) == 1 + 3


def test_a_refused_write_rolls_back_only_its_own_rows(writer: Writer, db: Database) -> None:
    first, error, last = together(writer, [insert(1), refuse, insert(2)])
    assert (first, last) == (1, 1)
    assert isinstance(error, StaleRevision)
    assert kept(db) == [1, 2]


def test_a_write_that_sqlite_refuses_gets_the_error_and_the_others_are_kept(
    writer: Writer, db: Database
) -> None:
    outcomes = together(writer, [insert(1), insert(1), insert(2), insert(3)])
    assert sorted(str(one) for one in outcomes)[:3] == ["1", "1", "1"]
    assert "UNIQUE" in sorted(map(str, outcomes))[3]
    assert kept(db) == [1, 2, 3]


def test_the_writes_of_a_failed_commit_are_retried_one_by_one(writer: Writer, db: Database) -> None:
    """A deferred foreign key fails the whole transaction."""
    db.execute("CREATE TABLE u (n INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
    good: list[Work] = [insert(number) for number in range(3)]
    bad: Work = lambda work: work.db.execute("INSERT INTO u VALUES (7)").rowcount  # noqa: E731
    *results, error = together(writer, [*good, bad])
    assert results == [1, 1, 1]
    assert "FOREIGN KEY" in str(error)
    assert kept(db) == [0, 1, 2]
    assert db.execute("SELECT count(*) FROM u").fetchone()[0] == 0


def test_a_write_that_raises_base_exception_does_not_end_the_writer(
    writer: Writer, db: Database
) -> None:
    def interrupted(work: Transaction) -> int:
        insert(7)(work)
        raise KeyboardInterrupt

    first, error, last = together(writer, [insert(1), interrupted, insert(2)])
    assert (first, last) == (1, 1)
    assert isinstance(error, KeyboardInterrupt)
    assert writer.do(insert(3)) == 1
    assert kept(db) == [1, 2, 3]


def test_a_write_that_waits_too_long_is_store_busy(
    tmp_path: Path, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.05)
    other = writer_on(tmp_path / "t.db")
    with ThreadPoolExecutor(5) as pool:
        with write(db):
            waiting = [pool.submit(other.do, insert(number)) for number in range(5)]
            errors = [one.exception() for one in waiting]
        assert [type(error) for error in errors] == [StoreBusy] * 5
    assert other.do(insert(1)) == 1
    other.close()


def test_a_disk_error_in_a_commit_is_store_unsure(
    tmp_path: Path, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_once("COMMIT", sqlite3.SQLITE_IOERR_FSYNC, monkeypatch)
    writer = writer_on(tmp_path / "t.db")
    with pytest.raises(StoreUnsure, match="disk I/O error"):
        writer.do(insert(1))
    assert writer.do(insert(2)) == 1
    assert kept(db) == [2]


def test_reads_go_on_during_writes(tmp_path: Path, db: Database) -> None:
    reader = open_database(tmp_path / "t.db")
    with write(db):
        insert(1)(Transaction(db, DIALECT))
        assert kept(reader) == []
    assert kept(reader) == [1]
    reader.close()


def test_a_closing_writer_finishes_waiting_writes_and_takes_no_more(
    tmp_path: Path, db: Database
) -> None:
    other = writer_on(tmp_path / "t.db")
    with ThreadPoolExecutor(2) as pool:
        going, let_go = Event(), Event()
        pool.submit(other.do, blocking(going, let_go))
        going.wait()
        last = pool.submit(other.do, insert(1))
        while not other._queue.qsize():
            sleep(0.001)
        let_go.set()
        other.close()
        assert last.result() == 1
    assert kept(db) == [1]
    with pytest.raises(StoreUnusable):
        other.do(insert(2))
