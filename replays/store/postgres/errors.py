"""Turns the errors of PostgreSQL into those of the store."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg_pool import PoolClosed, PoolTimeout

from replays.store.model import StoreBusy, StoreError, StoreFull, StoreUnsure, StoreUnusable

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
