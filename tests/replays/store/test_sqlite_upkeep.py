"""Checks find damage; backups are consistent."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from replays.store.model import ADMIN, ANYONE, StoreError
from replays.store.query import Query
from replays.store.sql.connection import Connection, Rows
from replays.store.sqlite.store import SqliteStore
from tests.replays.store.contracts.beside import deck
from tests.replays.store.contracts.matches import kept
from tests.replays.store.making import EVENT, upload

MADE = [upload("a", tags=EVENT), upload("b", plies=9)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "cgn.db", lambda: 0) as opened:
        opened.add(MADE, "ana")
        opened.decks.add(deck("mine"), "ana")
        yield opened


def faults(store: SqliteStore) -> list[str]:
    return list(store.check(lambda *_: None))


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("DELETE FROM hold", "nobody holds it"),
        ("UPDATE replay SET visibility = 'private'", "it is private, and should be public"),
        ("UPDATE body SET body = x'00'", "its body is no valid record"),
        ("UPDATE body SET body = substr(body, 1, 60)", "its body is no valid record"),
        ("UPDATE body SET public_body = body", "its `public_body` is not what its body gives"),
        ("UPDATE body SET public_body = x'00'", "its `public_body` is not what its body gives"),
        ("DELETE FROM body", "its body is no valid record"),
        ("UPDATE owner SET bytes = 7", "owner ana: the count of what they hold is wrong"),
        ("DELETE FROM owner", "owner ana: the count of what they hold is wrong"),
        ("UPDATE replay SET facts = x'7b7d'", "its `facts` is not what its body gives"),
        ("UPDATE replay SET id = upper(id)", "its `id` is not what its body gives"),
        ("UPDATE replay SET date = 'x'", "its `date` is not what its body gives"),
        ("UPDATE tag SET value = 'x'", "its `tags` is not what its body gives"),
        ("DELETE FROM tag", "its `tags` is not what its body gives"),
        ("UPDATE player SET won = 1 - won", "its `players` is not what its body gives"),
        ("DELETE FROM player", "its `players` is not what its body gives"),
        ("DELETE FROM words", "its `words` is not what its body gives"),
        ("UPDATE words SET text = 'seed'", "its `words` is not what its body gives"),
        ("UPDATE deck SET raw = x'00'", "this is not TOML"),
        ("UPDATE deck SET name = 'sha256:0'", "its file is that of sha256:"),
        ("UPDATE words_data SET block = x'00' WHERE id > 10", "the index of words is damaged"),
    ],
)
def test_damage_is_found(store: SqliteStore, damage: str, fault: str) -> None:
    assert faults(store) == []
    store.do(lambda work: work.db.execute(damage))
    assert any(fault in line for line in faults(store)), faults(store)


def test_changes_during_a_check_are_no_faults(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = kept(store)
    changes: dict[str, Callable[[], object]] = {
        "FROM hold WHERE": lambda: store.give_up(MADE[0].id, ADMIN),
        "FROM table_event": lambda: store.matches.drop(match),
    }
    reading = store.reading

    @contextmanager
    def reading_slowly() -> Iterator[Connection]:
        with reading() as db:
            yield Slow(db)

    class Slow:
        """A connection that others overtake."""

        def __init__(self, db: Connection) -> None:
            self._db = db

        def execute(self, sql: str, values: object = (), /) -> Rows:
            for part in [part for part in changes if part in sql]:
                changes.pop(part)()
            return self._db.execute(sql, values)

    monkeypatch.setattr(store, "reading", reading_slowly)
    assert faults(store) == []
    assert changes == {}


def test_a_row_of_a_missing_replay_is_found(store: SqliteStore, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "cgn.db") as other:
        other.execute("DELETE FROM replay WHERE key = 1")
    other.close()
    assert any("of hold refers to a row of replay" in line for line in faults(store))


def test_damaged_pages_are_found(tmp_path: Path) -> None:
    file = tmp_path / "damaged.db"
    with SqliteStore(file, lambda: 0) as store:
        store.add([upload(comments=(str(number),)) for number in range(200)], "ana")
    raw = file.read_bytes()
    good = len(raw) * 3 // 4
    file.write_bytes(raw[:good] + bytes(len(raw) - good))
    with SqliteStore(file, lambda: 0) as store:
        assert faults(store)


def test_a_backup_is_consistent_while_others_write(store: SqliteStore, tmp_path: Path) -> None:
    large = Random(7)  # noqa: S311 - so that it cannot be packed
    store.add([upload(comments=(large.randbytes(8_000).hex(),)) for _ in range(200)], "ana")
    begun, stop = Event(), Event()

    def write() -> None:
        for number in count():
            if stop.is_set():
                return
            store.add([upload(comments=("more", str(number)))], "bo")
            begun.set()

    writing = Thread(target=write)
    seen: list[tuple[int, int]] = []
    counts: list[int] = []

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        counts.append(store.count(Query(), ANYONE))

    writing.start()
    begun.wait()
    store.backup(tmp_path / "copy.db", progress)
    stop.set()
    writing.join()
    assert len(seen) > 1
    assert seen[-1][0] == seen[-1][1]
    with SqliteStore(tmp_path / "copy.db", lambda: 0) as copy:
        assert 202 <= copy.count(Query(), ANYONE) <= counts[0]
        assert copy.decks.count() == 1
        assert faults(copy) == []
        ours = dict(store.bodies(Query(own=True), ADMIN))
        assert dict(copy.bodies(Query(own=True), ADMIN)).items() <= ours.items()


def test_a_backup_that_fails_leaves_nothing_behind(store: SqliteStore, tmp_path: Path) -> None:
    def fail(*_: int) -> None:
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError, match="stopped"):
        store.backup(tmp_path / "copy.db", fail)
    with pytest.raises(StoreError):
        store.backup(tmp_path / "missing" / "copy.db", lambda *_: None)
    assert not [path for path in tmp_path.iterdir() if "copy" in path.name]
    assert store.count(Query(), ANYONE) == 2


def test_a_backup_that_cannot_be_made_is_named(store: SqliteStore, tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    with pytest.raises(StoreError, match=r"/x{255} cannot be made: File name too long"):
        store.backup(path, lambda *_: None)


def test_two_backups_to_one_path_do_not_share_a_draft(store: SqliteStore, tmp_path: Path) -> None:
    path = tmp_path / "copy.db"

    def again(*_: int) -> None:
        if not path.exists():
            store.backup(path, lambda *_: None)

    store.backup(path, again)
    with SqliteStore(path, lambda: 0) as copy:
        assert faults(copy) == []
    assert not [one for one in tmp_path.iterdir() if one.name.startswith(".copy")]
