"""A Store in a PostgreSQL database, for any number of processes on any number of hosts."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from replays.store.model import NO_QUOTA, Clock, Progress, Quota
from replays.store.postgres.connections import Readers, ServerWriteConnection, Session
from replays.store.postgres.dialect import DIALECT
from replays.store.postgres.listener import Listener
from replays.store.postgres.migrations import migrate
from replays.store.sql.check import check
from replays.store.sql.copy import copy
from replays.store.sql.store import Store
from replays.store.sqlite.maintenance import drafted
from replays.store.sqlite.store import SqliteStore


class PostgresStore(Store):
    """A Store at an address `postgresql://…`.

    The tables are made if they are missing. Raises StoreUnusable if they are of another version, or
    the database is that of something else or cannot be reached. `clock` gives the time.
    """

    def __init__(self, address: str, clock: Clock, quota: Quota = NO_QUOTA) -> None:
        migrate(address)
        self._address = address
        self._readers = Readers(address)
        self._listeners: list[Listener] = []
        super().__init__(DIALECT, ServerWriteConnection(address), clock, quota)

    def reading(self) -> AbstractContextManager[Session]:
        """A connection that cannot write, for a while."""
        return self._readers.reading()

    def listen(self, heard: Callable[[], object]) -> None:
        """As in Store."""
        self._listeners.append(Listener(self._address, heard))

    def check(self, progress: Progress) -> Iterator[str]:
        """As in Store."""
        return check(self, progress)

    def backup(self, path: Path, progress: Progress) -> None:
        """As in Store."""
        with drafted(path) as draft, SqliteStore(draft, self._clock) as target:
            copy(self, target, progress)

    def close(self) -> None:
        """As in Store."""
        for listener in self._listeners:
            listener.close()
        self._readers.close()
        super().close()
