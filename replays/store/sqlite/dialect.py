"""How SQLite inserts rows, finds words, reads JSON, and what its errors mean."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import Any

from replays.store.model import StoreBusy, StoreError, StoreFull, StoreUnsure, StoreUnusable
from replays.store.sql.connection import Connection
from replays.store.sql.dialect import Dialect, Lookup

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


_VALUES = 20_000
"""Values in one statement; SQLite takes 32,766."""


def insert(db: Connection, table: str, new_rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows, which all have the same columns, with as few statements as possible.

    Each statement releases the GIL.
    """
    rows = list(new_rows)
    if not rows:
        return
    columns = list(rows[0])
    mark = f"({', '.join('?' * len(columns))})"
    step = _VALUES // len(columns)
    for start in range(0, len(rows), step):
        batch = rows[start : start + step]
        values = list(chain.from_iterable(row.values() for row in batch))
        marks = ", ".join([mark] * len(batch))
        db.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES {marks}", values)  # noqa: S608 - of constants


def match(phrases: list[list[str]]) -> dict[str, str]:
    """The query of FTS5 for texts with all these phrases.

    >>> match([["tuesday", "club"], ["ana"]])
    {'text': '"tuesday club" "ana"'}
    """
    return {"text": " ".join(f'"{" ".join(words)}"' for words in phrases)}


DIALECT = Dialect(
    words=Lookup("words", "words MATCH :text", "words.rowid"),
    phrases=match,
    join="CROSS JOIN",  # with JOIN, SQLite would walk the list of all public replays
    insert=insert,
    each="json_each(:rows) p",
    listed="json_group_array(id)",
    counter="SELECT last, version FROM arrival",  # the transaction has the whole file
    telling="",  # SQLite tells other processes nothing
    snapshot="BEGIN",
    sequences=(),
)
"""The dialect of SQLite."""
