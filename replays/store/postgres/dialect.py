"""How PostgreSQL inserts rows, finds words, reads JSON, and what its errors mean."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import errors
from psycopg_pool import PoolClosed, PoolTimeout

from replays.store.model import StoreBusy, StoreError, StoreFull, StoreUnsure, StoreUnusable
from replays.store.sql.connection import Connection
from replays.store.sql.dialect import Dialect, Lookup
from replays.store.sql.schema import COLUMNS

CHANGED = "cgn_changed"
"""The channel on which processes tell one another that the store has changed."""

_BUSY = (
    errors.LockNotAvailable,
    errors.QueryCanceled,
    errors.IdleInTransactionSessionTimeout,
    errors.DeadlockDetected,
    errors.SerializationFailure,
    errors.TooManyConnections,
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
)
_FULL = (errors.DiskFull, errors.OutOfMemory)
_UNUSABLE = (
    errors.InvalidAuthorizationSpecification,
    errors.InvalidPassword,
    errors.InvalidCatalogName,
    errors.InsufficientPrivilege,
    errors.UndefinedTable,
    errors.UndefinedColumn,
    errors.ReadOnlySqlTransaction,
    errors.DataCorrupted,
    errors.IndexCorrupted,
)


@contextmanager
def store_errors() -> Iterator[None]:
    """Raise errors of PostgreSQL in this block as the StoreError that they mean."""
    try:
        yield
    except PoolClosed:
        raise StoreUnusable("the store was closed") from None
    except psycopg.Error as error:
        raise meaning(error) from error


@contextmanager
def committing() -> Iterator[None]:
    """Raise StoreUnsure if the connection is lost during the commit in this block."""
    try:
        yield
    except psycopg.OperationalError as error:
        if error.sqlstate is None or isinstance(error, _BUSY):
            raise StoreUnsure("the database was lost while it took a commit") from error
        raise


def meaning(error: psycopg.Error) -> StoreError | psycopg.Error:
    """The StoreError that an error means; the error itself if it is our bug."""
    if isinstance(error, _FULL):
        return StoreFull(f"the database has no room to write: {_first_line(error)}")
    if isinstance(error, _UNUSABLE):
        return StoreUnusable(f"the database cannot be used: {_first_line(error)}")
    if isinstance(error, PoolTimeout):
        return StoreBusy("the database had no free connection for too long")
    if isinstance(error, _BUSY):
        return StoreBusy(f"the database was busy: {_first_line(error)}")
    if isinstance(error, psycopg.OperationalError):
        return StoreBusy(f"the database cannot be reached: {_first_line(error)}")
    return error


def _first_line(error: psycopg.Error) -> str:
    return str(error).strip().partition("\n")[0]


_TYPES = {bool: "BOOLEAN", int: "BIGINT", str: "TEXT", bytes: "BYTEA"}


def insert(db: Connection, table: str, new_rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows, which all have the same columns, with one statement."""
    rows = list(new_rows)
    arrays, types = {}, {}
    for column in rows[0] if rows else ():
        values = [row[column] for row in rows]
        kind = next((type(value) for value in values if value is not None), None)
        if kind is not None:  # the others are NULL by themselves
            arrays[column] = values
            types[column] = next(name for type_, name in _TYPES.items() if issubclass(kind, type_))
    if arrays:
        columns = ", ".join(arrays)
        unnested = ", ".join(f"CAST(:{column} AS {types[column]}[])" for column in arrays)
        db.execute(
            f"INSERT INTO {table} ({columns}) SELECT * FROM unnest({unnested})",  # noqa: S608 - of constants
            arrays,
        )


def match(phrases: list[list[str]]) -> dict[str, list[str]]:
    """The words to find in the index, and the phrases to find in the texts with all words.

    >>> match([["tuesday", "club"], ["ana"]])
    {'words': ['tuesday', 'club', 'ana'], 'phrases': [' tuesday club ']}
    """
    return {
        "words": [word for words in phrases for word in words],
        "phrases": [f" {' '.join(words)} " for words in phrases if len(words) > 1],
    }


DIALECT = Dialect(
    words=Lookup(
        "words w",
        "w.single @> CAST(:words AS TEXT[])"
        # Not by LIKE: PostgreSQL assumes that it matches hardly any text.
        " AND NOT EXISTS (SELECT 1 FROM unnest(CAST(:phrases AS TEXT[])) AS p(phrase)"
        " WHERE strpos(' ' || w.text || ' ', p.phrase) = 0)",
        "w.rowid",
    ),
    phrases=match,
    join="JOIN",
    insert=insert,
    each="json_array_elements(CAST(:rows AS JSON)) AS p(value)",
    listed="coalesce(CAST(json_agg(id) AS TEXT), '[]')",
    counter="SELECT last, version FROM arrival FOR UPDATE",
    telling=f" RETURNING pg_notify('{CHANGED}', '')",
    snapshot="BEGIN ISOLATION LEVEL REPEATABLE READ",
    sequences=tuple(
        f"SELECT setval(pg_get_serial_sequence('{table}', '{one.counter}'),"  # noqa: S608 - of constants
        f" coalesce(max({one.counter}), 0) + 1, false) FROM {table}"
        for table, one in COLUMNS.items()
        if one.counter
    ),
)
"""The dialect of PostgreSQL."""
