"""Checks and copies the file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from sqlite_utils import Database

from replays.store.model import Progress, StoreUnusable
from replays.store.sql import check as shared
from replays.store.sql.connection import Connection
from replays.store.sql.store import Store
from replays.store.sqlite.connections import check_folder
from replays.store.sqlite.dialect import store_errors

_PAGES = 256
"""Pages that a backup copies between two reports of its progress."""


def check(store: Store, progress: Progress) -> Iterator[str]:
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
    db.execute("BEGIN")  # so that later writes are not copied, and do not restart the backup
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        with drafted(path) as draft, store_errors(), closing(sqlite3.connect(draft)) as copy:
            db.conn.backup(
                copy, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total)
            )
    finally:
        db.rollback()


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """A draft of a new file, beside it; it gets the file's name when the block ends.

    Raises FileExistsError if there is such a file, and StoreUnusable if it cannot be made there.
    """
    if path.exists():
        raise FileExistsError(path)
    check_folder(path)
    try:
        stream = NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False)  # noqa: SIM115 - SQLite writes it
    except OSError as error:
        raise StoreUnusable(f"{path} cannot be made: {error.strerror}") from None
    stream.close()
    draft = Path(stream.name)
    try:
        yield draft
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)


def _check_file(db: Connection) -> Iterator[str]:
    for (verdict,) in db.execute("PRAGMA integrity_check"):
        if verdict != "ok":
            yield f"SQLite finds: {verdict}"
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} refers to a row of {parent} that is not there"
