"""A Store in one SQLite file, for any number of threads and processes."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from sqlite_utils import Database

from replays.store.model import NO_QUOTA, Clock, Progress, Quota
from replays.store.sql.store import Store
from replays.store.sqlite import maintenance
from replays.store.sqlite.connections import (
    Connections,
    FileIdentity,
    FileWriteConnection,
    migrate,
    open_database,
)
from replays.store.sqlite.dialect import DIALECT


class SqliteStore(Store):
    """A Store in a file.

    The file is made if it is missing. Raises StoreUnusable if it is of another version, or
    something else. `clock` gives the time. Each process opens it anew: it cannot be inherited
    through a fork.
    """

    def __init__(self, path: Path, clock: Clock, quota: Quota = NO_QUOTA) -> None:
        db = open_database(path)
        with ExitStack() as stack:
            stack.callback(db.close)
            migrate(db)
            stack.pop_all()
        place = FileIdentity(path)
        self._connections = Connections(path, place)
        super().__init__(DIALECT, FileWriteConnection(db, place), clock, quota)

    def reading(self) -> AbstractContextManager[Database]:
        """A connection that cannot write, for a while."""
        return self._connections.reading()

    def check(self, progress: Progress) -> Iterator[str]:
        """As in Store."""
        return maintenance.check(self, progress)

    def backup(self, path: Path, progress: Progress) -> None:
        """As in Store."""
        with self.reading() as db:
            maintenance.backup(db, path, progress)

    def close(self) -> None:
        """As in Store."""
        self._connections.close()
        super().close()
