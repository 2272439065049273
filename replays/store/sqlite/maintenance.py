"""Checks the file and copies it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from replays.store.model import Progress, StoreUnusable
from replays.store.sql import check as shared
from replays.store.sql.connection import Connection
from replays.store.sql.store import SqlStore
from replays.store.sqlite.connections import make_private
from replays.store.sqlite.errors import store_errors

_PAGES = 256


def check(store: SqlStore, progress: Progress) -> Iterator[str]:
    """As Store.check does."""
    try:
        with store.reading() as db:
            faults = [*_check_file(db)]
        yield from faults
    except StoreUnusable as error:
        yield f"reading stopped: {error}"
        return
    yield from shared.check(store, progress)
    try:
        store.do(
            lambda work: work.db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        )
    except StoreUnusable:
        yield "the index of words is damaged"


def backup(db: Database, path: Path, progress: Progress) -> None:
    """As Store.backup does, from a connection that reads."""
    if path.exists():
        raise FileExistsError(path)
    draft = path.with_name(f".{path.name}.part")
    draft.unlink(missing_ok=True)
    db.execute("BEGIN")  # so that later writes are not copied, and do not restart the backup
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        make_private(draft)
        with store_errors(), closing(sqlite3.connect(draft)) as copy:
            db.conn.backup(
                copy, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total)
            )
        draft.rename(path)
    finally:
        db.rollback()
        draft.unlink(missing_ok=True)


def _check_file(db: Connection) -> Iterator[str]:
    for (verdict,) in db.execute("PRAGMA integrity_check"):
        if verdict != "ok":
            yield f"SQLite finds: {verdict}"
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} refers to a row of {parent} that is not there"
