"""A Store in one SQLite file, for any number of threads and processes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Self, TypeVar

from sqlite_utils import Database

from replays.store.model import (
    NO_QUOTA,
    Added,
    Changes,
    Clock,
    Key,
    Known,
    Page,
    Progress,
    Query,
    Quota,
    Replay,
    StoreError,
    Upload,
    Viewer,
    Visibility,
)
from replays.store.sql import queries, writes
from replays.store.sql.connection import Transaction
from replays.store.sql.decks import SqlDecks
from replays.store.sql.queries import Finder
from replays.store.sql.tables import SqlTables
from replays.store.sql.tokens import SqlTokens
from replays.store.sqlite import adding, maintenance
from replays.store.sqlite.adding import Addition
from replays.store.sqlite.connections import Connections, Place, migrate, open_database
from replays.store.sqlite.words import WORDS
from replays.store.sqlite.writer import Writer

_AT_ONCE = 100
_FINDER = Finder(WORDS)

T = TypeVar("T")


class SqliteStore:
    """A Store, as the protocol has it.

    The file is made if it is missing, and brought up to this version if it is older. Raises
    StoreUnusable if it is newer, or something else. `clock` tells the time. Each process opens it
    anew: it cannot be taken along through a fork.
    """

    def __init__(self, path: Path, clock: Clock, quota: Quota = NO_QUOTA) -> None:
        self._clock = clock
        self._quota = quota
        db = open_database(path)
        with ExitStack() as stack:
            stack.callback(db.close)
            migrate(db)
            stack.pop_all()
        place = Place(path)
        self._connections = Connections(path, place)
        self._writer = Writer(db, place)
        self.tokens = SqlTokens(self, clock)
        self.decks = SqlDecks(self, clock, quota)
        self.tables = SqlTables(self, clock, quota, self._keep)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def reading(self) -> AbstractContextManager[Database]:
        """A connection that cannot write, for a while."""
        return self._connections.reading()

    def do(self, work: Callable[[Transaction], T]) -> T:
        """Do the work in a transaction, and return its result once that is safely kept."""
        return self._writer.do(work)

    def add(
        self,
        uploads: Sequence[Upload],
        holder: str,
        visibility: Visibility = Visibility.PUBLIC,
        key: Key | None = None,
    ) -> list[Added]:
        """As the protocol has it."""
        addition = Addition(holder, visibility, key, self._clock(), [*uploads])
        return self._writer.begin(self._add_all, addition, len(addition.uploads)).result()

    def _add_all(
        self, work: Transaction, additions: Iterable[Addition]
    ) -> list[list[Added] | BaseException]:
        return [*adding.add_all(work, list(additions), self._quota)]

    def _keep(
        self, work: Transaction, upload: Upload, holder: str, visibility: Visibility, now: int
    ) -> None:
        addition = Addition(holder, visibility, None, now, [upload])
        (outcome,) = adding.add_all(work, [addition], self._quota)
        if isinstance(outcome, StoreError):
            raise outcome

    def known(self, ids: Iterable[str], holder: str) -> dict[str, Known]:
        """As the protocol has it."""
        with self.reading() as db:
            return adding.known(db, ids, holder)

    def get(self, replay: str, viewer: Viewer) -> Replay | None:
        """As the protocol has it."""
        with self.reading() as db:
            return queries.get(db, replay, viewer)

    def page(
        self, query: Query, viewer: Viewer, after: int | None = None, limit: int = 100
    ) -> Page:
        """As the protocol has it."""
        queries.check_range(after, limit)
        with self.reading() as db:
            return _FINDER.page(db, query, viewer, after, limit)

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
            with self.reading() as db:
                found = _FINDER.bodies(db, query, viewer, after, _AT_ONCE)
            if not found:
                return
            yield from found
            after = found[-1][0]

    def count(self, query: Query, viewer: Viewer, most: int | None = None) -> int:
        """As the protocol has it."""
        with self.reading() as db:
            return _FINDER.count(db, query, viewer, most)

    def same_game(self, game_digest: str, viewer: Viewer) -> tuple[str, ...]:
        """As the protocol has it."""
        with self.reading() as db:
            return queries.same_game(db, game_digest, viewer)

    def changes(self, since: int | None = None) -> Changes:
        """As the protocol has it."""
        with self.reading() as db:
            return queries.changes(db, since)

    def set_visibility(
        self, replay: str, viewer: Viewer, visibility: Visibility, revision: int | None = None
    ) -> Replay | None:
        """As the protocol has it."""
        now = self._clock()

        def change(work: Transaction) -> Replay | None:
            stored = writes.to_change(work.db, replay, viewer, revision)
            if stored is None:
                return None
            writes.set_visibility(work, stored, viewer, visibility, now)
            return queries.get(work.db, replay, viewer)

        return self.do(change)

    def give_up(self, replay: str, viewer: Viewer, revision: int | None = None) -> bool:
        """As the protocol has it."""
        now = self._clock()

        def change(work: Transaction) -> bool:
            stored = writes.to_change(work.db, replay, viewer, revision)
            if stored is None:
                return False
            writes.give_up(work, stored, viewer, now)
            return True

        return self.do(change)

    def check(self, progress: Progress) -> Iterator[str]:
        """As the protocol has it."""
        return maintenance.check(self, self.decks, progress)

    def backup(self, path: Path, progress: Progress) -> None:
        """As the protocol has it."""
        with self.reading() as db:
            maintenance.backup(db, path, progress)

    def close(self) -> None:
        """As the protocol has it."""
        self._connections.close()
        self._writer.close()
