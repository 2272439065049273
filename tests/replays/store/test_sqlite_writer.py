"""The one door for writing: who waits shares a commit, and nobody spoils it for others."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import TypeAlias

import pytest
from sqlite_utils import Database

from replays.store.data import Changed, StoreBusy
from replays.store.sqlite import connections
from replays.store.sqlite.connections import open_database, write
from replays.store.sqlite.writer import MOST_TOGETHER, Writer

Work: TypeAlias = Callable[[Database], int]


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "t.db")
    with write(opened):
        opened.execute(f"PRAGMA application_id = {connections.APPLICATION}")
        opened.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
    yield opened
    opened.close()


def insert(number: int) -> Work:
    return lambda db: db.execute("INSERT INTO t VALUES (?)", [number]).rowcount


def refuse(db: Database) -> int:
    """A write that finds out late that it is not to be."""
    insert(99)(db)
    raise Changed("no")


def together(writer: Writer, works: list[Work]) -> list[object]:
    """What comes of writes that all wait at the same time: their results, or their errors."""

    def outcome(work: Work) -> object:
        try:
            return writer.do(work)
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return error

    with ThreadPoolExecutor(len(works)) as pool:
        with writer._writing:
            waiting = [pool.submit(outcome, work) for work in works]
            while len(writer._queue) < len(works):
                sleep(0.001)
        return [one.result() for one in waiting]


def kept(db: Database) -> list[int]:
    return [number for (number,) in db.execute("SELECT n FROM t ORDER BY n")]


def commits(db: Database) -> list[str]:
    """A list that grows by each commit from now on."""
    found: list[str] = []
    db.conn.set_trace_callback(lambda sql: found.append(sql) if sql == "COMMIT" else None)
    return found


def test_those_who_wait_share_one_commit(db: Database) -> None:
    made = commits(db)
    assert together(Writer(db), [insert(number) for number in range(20)]) == [1] * 20
    assert kept(db) == list(range(20))
    assert len(made) == 1


def test_a_commit_has_its_most(db: Database) -> None:
    made = commits(db)
    works = [insert(number) for number in range(MOST_TOGETHER + 5)]
    assert together(Writer(db), works) == [1] * len(works)
    assert len(made) == 2


def test_one_that_refuses_takes_back_its_own_work_only(db: Database) -> None:
    made = commits(db)
    first, error, last = together(Writer(db), [insert(1), refuse, insert(2)])
    assert (first, last) == (1, 1)
    assert isinstance(error, Changed)
    assert kept(db) == [1, 2]
    assert len(made) == 1


def test_one_that_sqlite_refuses_is_told_and_the_others_are_kept(db: Database) -> None:
    outcomes = together(Writer(db), [insert(1), insert(1), insert(2), insert(3)])
    assert sorted(str(one) for one in outcomes)[:3] == ["1", "1", "1"]
    assert "UNIQUE" in sorted(map(str, outcomes))[3]
    assert kept(db) == [1, 2, 3]


def test_a_commit_that_fails_is_tried_one_by_one(db: Database) -> None:
    """A foreign key checked at the end of the transaction stops all of it."""
    db.execute("CREATE TABLE u (n INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
    good: list[Work] = [insert(number) for number in range(3)]
    bad: Work = lambda db: db.execute("INSERT INTO u VALUES (7)").rowcount  # noqa: E731
    *fine, error = together(Writer(db), [*good, bad])
    assert fine == [1, 1, 1]
    assert "FOREIGN KEY" in str(error)
    assert kept(db) == [0, 1, 2]
    assert db.execute("SELECT count(*) FROM u").fetchone()[0] == 0


def test_a_writer_that_is_interrupted_leaves_the_work_of_others_to_them(db: Database) -> None:
    def interrupted(_: Database) -> int:
        raise KeyboardInterrupt

    writer = Writer(db)
    with ThreadPoolExecutor(1) as pool:
        with writer._writing:
            waiting = pool.submit(writer.do, insert(1))
            while not writer._queue:
                sleep(0.001)
        assert waiting.result() == 1
    with pytest.raises(KeyboardInterrupt):
        writer.do(interrupted)
    assert not db.conn.in_transaction
    assert kept(db) == [1]


def test_who_waits_too_long_is_told_that_the_store_is_busy(
    tmp_path: Path, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.05)
    other = Writer(open_database(tmp_path / "t.db"))
    with write(db):
        outcomes = together(other, [insert(number) for number in range(5)])
    assert [type(one) for one in outcomes] == [StoreBusy] * 5
    assert other.do(insert(1)) == 1
    other.close()


def test_reading_goes_on_while_somebody_writes(tmp_path: Path, db: Database) -> None:
    reader = open_database(tmp_path / "t.db")
    with write(db):
        insert(1)(db)
        assert kept(reader) == []
    assert kept(reader) == [1]
    reader.close()
