"""A full disk is reported, leaves nothing half done, and is no problem once there is room."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier

import pytest

from replays.store.model import ADMIN, ANYONE, StoreFull, Viewer, Visibility
from replays.store.query import Query
from replays.store.sqlite.store import SqliteStore
from tests.replays.store.making import upload
from tests.replays.store.uploader import ENDLESS, uploading

MADE = [upload(comments=(str(number), "x" * 200)) for number in range(60)]


@contextmanager
def no_room(store: SqliteStore) -> Iterator[None]:
    """Let the file not grow."""
    with store.reading() as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
    store.do(lambda work: work.db.execute(f"PRAGMA max_page_count = {pages}"))
    try:
        yield
    finally:
        store.do(lambda work: work.db.execute("PRAGMA max_page_count = 1073741823"))


def test_a_full_disk_refuses_uploads_until_there_is_room(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "cgn.db", lambda: 0) as store:
        store.add(MADE[:10], "ana")
        kept = 0
        with no_room(store):
            with pytest.raises(StoreFull):
                store.add(MADE, "ana")
            assert store.count(Query(), ANYONE) == 10, "all or none"
            for one in MADE[10:]:
                try:
                    store.add([one], "ana")
                except StoreFull:
                    continue
                kept += 1
            assert store.count(Query(), ANYONE) == 10 + kept
            assert store.set_visibility(MADE[0].id, Viewer("ana"), Visibility.UNLISTED)
            assert list(store.check(lambda *_: None)) == []
        assert kept < 50
        store.add(MADE, "ana")
        assert store.count(Query(own=True), ADMIN) == 60
        assert list(store.check(lambda *_: None)) == []


def test_an_upload_that_does_not_fit_stops_no_other(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "cgn.db", lambda: 0) as store:
        store.add(MADE[:1], "ana")
        together = Barrier(9)

        def send(number: int) -> bool:
            together.wait()
            if number == 0:
                with pytest.raises(StoreFull):
                    store.add(MADE, "ana")
                return True
            return store.set_visibility(MADE[0].id, ADMIN, Visibility.PRIVATE) is not None

        with no_room(store), ThreadPoolExecutor(9) as pool:
            assert all(pool.map(send, range(9)))
        assert store.count(Query(own=True), ADMIN) == 1


def test_a_limit_on_file_size_is_a_full_disk(tmp_path: Path) -> None:
    """The process gets the error; exactly the acknowledged uploads are stored."""
    file = tmp_path / "cgn.db"
    with uploading(str(file), ["ana"], ENDLESS, 4, room=400_000) as (process,):
        ids = {ack.id for ack in process.acknowledged()}
    assert process.error.startswith("full: there is no room to write")
    with SqliteStore(file, lambda: 0) as store:
        assert ids
        assert {entry.id for entry in store.page(Query(), ADMIN, limit=1000).entries} == ids
        assert list(store.check(lambda *_: None)) == []
        store.add(MADE, "bo")
        assert store.count(Query(), ANYONE) == len(ids) + 60
