"""What SQLite's errors mean for whoever uses the store."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from replays.store.model import StoreBusy, StoreError, StoreFull, StoreUnusable

_PRIMARY = 0xFF
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNUSABLE = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
}
_NO_ROOM = {
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMMAP,
}


@contextmanager
def told() -> Iterator[None]:
    """Raise the StoreError that stands for an error of SQLite within."""
    try:
        yield
    except sqlite3.Error as error:
        raise meaning(error) from error


def meaning(error: sqlite3.Error) -> StoreError | sqlite3.Error:
    """What an error is to be raised as: itself, where it is a mistake of ours."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return error
    if code & _PRIMARY == sqlite3.SQLITE_FULL or code in _NO_ROOM:
        return StoreFull(f"there is no room to write: {error}")
    if code & _PRIMARY in _BUSY:
        return StoreBusy("others kept the file occupied for too long")
    if code & _PRIMARY in _UNUSABLE:
        return StoreUnusable(f"the file cannot be used: {error}")
    return error
