"""Turns the errors of SQLite into those of the store."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from replays.store.model import StoreBusy, StoreError, StoreFull, StoreUnsure, StoreUnusable

_PRIMARY = 0xFF
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNUSABLE = {
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
}
_UNSURE = {
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_DIR_FSYNC,
}
_INCOMPLETE = ("no such table", "no such column")
"""The beginnings of SQLite's messages if a table is not as the migrations left it."""

_NO_ROOM = {
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMMAP,
}


@contextmanager
def store_errors() -> Iterator[None]:
    """Raise errors of SQLite in this block as the StoreError that they mean."""
    try:
        yield
    except sqlite3.Error as error:
        raise meaning(error) from error


@contextmanager
def committing() -> Iterator[None]:
    """Raise StoreUnsure if the disk fails during the commit in this block."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) in _UNSURE:
            raise StoreUnsure(f"the disk failed while it took a commit: {error}") from error
        raise


def meaning(error: sqlite3.Error) -> StoreError | sqlite3.Error:
    """The StoreError that an error means; the error itself if it is our bug."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return error
    if code & _PRIMARY == sqlite3.SQLITE_FULL or code in _NO_ROOM:
        return StoreFull(f"there is no room to write: {error}")
    if code & _PRIMARY in _BUSY:
        return StoreBusy("others kept the file occupied for too long")
    if code & _PRIMARY in _UNUSABLE or str(error).startswith(_INCOMPLETE):
        return StoreUnusable(f"the file cannot be used: {error}")
    return error
