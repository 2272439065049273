"""A Store in one SQLite file, for any number of threads and processes."""

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Self

from sqlite_utils import Database

from replays.store.model import (
    Added,
    Clock,
    Key,
    Page,
    Progress,
    Query,
    Replay,
    Upload,
    Viewer,
    Visibility,
)
from replays.store.protocol import Uploads
from replays.store.sqlite import idempotency, maintenance, queries, writes
from replays.store.sqlite.connections import Connections, Place, migrate, open_database
from replays.store.sqlite.decks import SqliteDecks
from replays.store.sqlite.tokens import SqliteTokens
from replays.store.sqlite.writer import Writer

_AT_ONCE = 100


class SqliteStore:
    """A Store, as the protocol has it.

    The file is made where it is missing, and brought up to this version where it is older.
    Raises StoreUnusable where it is newer, or something else. `clock` tells the time. To be
    opened anew by each process: it cannot be taken along through a fork.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self._clock = clock
        db = open_database(path)
        try:
            migrate(db)
        except BaseException:
            db.close()
            raise
        place = Place(path)
        self._connections = Connections(path, place)
        self._writer = Writer(db, place)
        self.tokens = SqliteTokens(self._connections, self._writer, clock)
        self.decks = SqliteDecks(self._connections, self._writer, clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(
        self,
        uploads: Uploads,
        holder: str,
        visibility: Visibility = Visibility.PUBLIC,
        key: Key | None = None,
    ) -> list[Added]:
        """As the protocol has it."""
        return self.add_later(uploads, holder, visibility, key).result()

    def add_later(
        self,
        uploads: Uploads,
        holder: str,
        visibility: Visibility = Visibility.PUBLIC,
        key: Key | None = None,
    ) -> Future[list[Added]]:
        """As the protocol has it."""
        now = self._clock()
        ready: list[Upload] = []

        def get_ready() -> int:
            ready.extend(uploads() if callable(uploads) else uploads)
            return len(ready)

        def work(db: Database) -> list[Added]:
            if key is not None and (answer := idempotency.recall(db, holder, key, now)) is not None:
                return answer
            added = [writes.add(db, upload, holder, visibility, now) for upload in ready]
            if key is not None:
                idempotency.remember(db, holder, key, added, now)
            return added

        return self._writer.begin(work, get_ready)

    def get(self, replay: str, viewer: Viewer) -> Replay | None:
        """As the protocol has it."""
        with self._connections.reading() as db:
            return queries.get(db, replay, viewer)

    def page(
        self, query: Query, viewer: Viewer, after: int | None = None, limit: int = 100
    ) -> Page:
        """As the protocol has it."""
        queries.check_range(after, limit)
        with self._connections.reading() as db:
            return queries.page(db, query, viewer, after, limit)

    def bodies(
        self, query: Query, viewer: Viewer, after: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """As the protocol has it."""
        queries.check_range(after, _AT_ONCE)
        return self._bodies(query, viewer, after)

    def _bodies(
        self, query: Query, viewer: Viewer, after: int | None
    ) -> Iterator[tuple[int, bytes]]:
        """Some at a time: a reader that takes long leaves the file free to others meanwhile."""
        while True:
            with self._connections.reading() as db:
                found = queries.bodies(db, query, viewer, after, _AT_ONCE)
            if not found:
                return
            yield from found
            after = found[-1][0]

    def count(self, query: Query, viewer: Viewer) -> int:
        """As the protocol has it."""
        with self._connections.reading() as db:
            return queries.count(db, query, viewer)

    def same_game(self, game_digest: str, viewer: Viewer) -> tuple[str, ...]:
        """As the protocol has it."""
        with self._connections.reading() as db:
            return queries.same_game(db, game_digest, viewer)

    def set_visibility(
        self, replay: str, viewer: Viewer, visibility: Visibility, revision: int | None = None
    ) -> Replay | None:
        """As the protocol has it."""
        now = self._clock()

        def work(db: Database) -> Replay | None:
            stored = writes.to_change(db, replay, viewer, revision)
            if stored is None:
                return None
            writes.set_visibility(db, stored, viewer, visibility, now)
            return queries.get(db, replay, viewer)

        return self._writer.do(work)

    def give_up(self, replay: str, viewer: Viewer, revision: int | None = None) -> bool:
        """As the protocol has it."""
        now = self._clock()

        def work(db: Database) -> bool:
            stored = writes.to_change(db, replay, viewer, revision)
            if stored is None:
                return False
            writes.give_up(db, stored, viewer, now)
            return True

        return self._writer.do(work)

    def check(self, progress: Progress) -> Iterator[str]:
        """As the protocol has it."""
        return maintenance.check(self._connections, self._writer, self.decks, progress)

    def backup(self, path: Path, progress: Progress) -> None:
        """As the protocol has it."""
        with self._connections.reading() as db:
            maintenance.backup(db, path, progress)

    def close(self) -> None:
        """As the protocol has it."""
        self._connections.close()
        self._writer.close()
