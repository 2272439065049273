"""Sets up and shares connections to the database."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.conninfo import make_conninfo
from psycopg_pool import ConnectionPool

from replays.store.model import StoreUnusable
from replays.store.postgres.dialect import DIALECT, committing, store_errors
from replays.store.sql.connection import Rows, Transaction

PATIENCE = 30.0
"""Seconds for which a write waits for other processes, and a read for a connection."""

MOST_READERS = 16
"""Connections for reading in one process."""

_NETWORK: dict[str, str | int] = {
    "application_name": "cgn",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""The limits on waiting for a server that does not answer."""

_SESSION = (
    "SET synchronous_commit = on; SET jit = off;"
    " SET idle_in_transaction_session_timeout = '10s';"
    f" SET lock_timeout = '{PATIENCE:.0f}s'; SET statement_timeout = '60s';"
    " SET default_transaction_isolation = 'read committed'"
)
"""A process that freezes while it writes blocks the others for ten seconds at most."""

_READING = "SET default_transaction_read_only = on"
_PARAMETER = re.compile(r":([a-z]\w*)|\?")


@lru_cache(maxsize=512)
def translated(sql: str) -> str:
    """A statement in psycopg's form.

    >>> translated("SELECT body FROM replay WHERE id = :id")
    'SELECT body FROM replay WHERE id = %(id)s'
    """
    return _PARAMETER.sub(lambda match: f"%({match[1]})s" if match[1] else "%s", sql)


class Session:
    """A connection whose statements have parameters of the form `:name`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Any = None, /) -> Rows:  # noqa: ANN401 - as in the protocol
        """Run a statement with named parameters, `:name`."""
        return self._connection.execute(translated(sql), values)


class ServerWriteConnection:
    """The connection of the writer, which reopens it if it was lost."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Connection | None = None

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A transaction, as in `sql.writer.WriteConnection`."""
        with store_errors():
            connection = self._begun()
            try:
                work = Transaction(Session(connection), DIALECT)
                yield work
                work.finish()
            except BaseException:
                with suppress(psycopg.OperationalError):  # a lost connection is not reused
                    connection.execute("ROLLBACK")
                raise
            with committing():
                connection.execute("COMMIT")

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    def _begun(self) -> Connection:
        """The connection, in a transaction."""
        if self._connection is not None:
            with suppress(psycopg.OperationalError):  # it was lost since it was last used
                self._connection.execute("BEGIN")
                return self._connection
        self._connection = connected(self._address)
        self._connection.execute("BEGIN")
        return self._connection


def connected(address: str) -> Connection:
    """A new connection, which can write. Raises psycopg.Error if it cannot be opened."""
    connection = Connection.connect(_with_network(address), autocommit=True)
    _set_up(connection)
    return connection


class Readers:
    """Connections that cannot write. One thread at a time uses each; idle ones are reused."""

    def __init__(self, address: str) -> None:
        self._pool = ConnectionPool(
            _with_network(address),
            # Never prepared: the best plan for a page depends on the words and names asked for.
            kwargs={"autocommit": True, "prepare_threshold": None},
            min_size=1,
            max_size=MOST_READERS,
            open=True,
            timeout=PATIENCE,
            configure=_set_up_reader,
            check=ConnectionPool.check_connection,
        )

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A connection that cannot write. Raises StoreBusy if there is none for too long."""
        with store_errors(), self._pool.connection() as connection:
            yield Session(connection)

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


def _with_network(address: str) -> str:
    try:
        return make_conninfo(address, **_NETWORK)
    except psycopg.ProgrammingError:
        raise StoreUnusable("this is not the address of a PostgreSQL database") from None


def _set_up(connection: Connection) -> None:
    connection.execute(_SESSION)


def _set_up_reader(connection: Connection) -> None:
    _set_up(connection)
    connection.execute(_READING)
