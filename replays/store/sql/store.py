"""A Store in an SQL database: the part that all databases share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Self, TypeVar

from replays.store.model import (
    NO_QUOTA,
    Added,
    Changes,
    Clock,
    Entry,
    Key,
    Known,
    Page,
    Progress,
    Query,
    Quota,
    Replay,
    StoreError,
    Upload,
    Usage,
    Viewer,
    Visibility,
)
from replays.store.sql import adding, queries, writes
from replays.store.sql.adding import Addition
from replays.store.sql.connection import Connection, Transaction
from replays.store.sql.decks import SqlDecks
from replays.store.sql.dialect import Dialect
from replays.store.sql.queries import Finder
from replays.store.sql.tables import SqlTables
from replays.store.sql.tokens import SqlTokens
from replays.store.sql.usage import usage_of
from replays.store.sql.writer import Ledger, Writer

_AT_ONCE = 100

T = TypeVar("T")


class SqlStore(ABC):
    """A Store, as in the protocol; a subclass provides the database, and closes it.

    `clock` gives the time.
    """

    def __init__(self, dialect: Dialect, ledger: Ledger, clock: Clock, quota: Quota) -> None:
        self.dialect = dialect
        self._finder = Finder(dialect)
        self._clock = clock
        self._quota = quota
        self._writer = Writer(ledger)
        self.tokens = SqlTokens(self, clock, quota)
        self.decks = SqlDecks(self, clock, quota)
        self.tables = SqlTables(self, clock, quota, self._keep)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def reading(self) -> AbstractContextManager[Connection]:
        """A connection that cannot write, for a while."""

    def do(self, work: Callable[[Transaction], T]) -> T:
        """Do the work in a transaction, and return its result once that is safely kept."""
        return self._writer.do(work)

    def usage(self, owner: str) -> Usage:
        """As in the protocol."""
        with self.reading() as db:
            return usage_of(db, owner, self._clock())

    def add(
        self,
        uploads: Sequence[Upload],
        holder: str,
        visibility: Visibility = Visibility.PUBLIC,
        key: Key | None = None,
    ) -> list[Added]:
        """As in the protocol."""
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
        (outcome,) = adding.add_all(work, [addition], NO_QUOTA)  # asked when the table was made
        if isinstance(outcome, StoreError):
            raise outcome

    def known(self, ids: Iterable[str], holder: str) -> dict[str, Known]:
        """As in the protocol."""
        with self.reading() as db:
            return adding.known(db, self.dialect, ids, holder)

    def get(self, replay: str, viewer: Viewer) -> Replay | None:
        """As in the protocol."""
        with self.reading() as db:
            return queries.get(db, replay, viewer)

    def page(
        self, query: Query, viewer: Viewer, after: int | None = None, limit: int = 100
    ) -> Page[Entry]:
        """As in the protocol."""
        queries.check_range(after, limit)
        with self.reading() as db:
            return self._finder.page(db, query, viewer, after, limit)

    def bodies(
        self, query: Query, viewer: Viewer, after: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """As in the protocol."""
        queries.check_range(after, _AT_ONCE)
        return self._bodies(query, viewer, after)

    def _bodies(
        self, query: Query, viewer: Viewer, after: int | None
    ) -> Iterator[tuple[int, bytes]]:
        """A batch at a time, so that a slow reader leaves the file free to others."""
        while True:
            with self.reading() as db:
                bodies = self._finder.bodies(db, query, viewer, after, _AT_ONCE)
            if not bodies:
                return
            yield from bodies
            after = bodies[-1][0]

    def count(self, query: Query, viewer: Viewer, most: int | None = None) -> int:
        """As in the protocol."""
        with self.reading() as db:
            return self._finder.count(db, query, viewer, most)

    def same_game(self, game_digest: str, viewer: Viewer) -> tuple[str, ...]:
        """As in the protocol."""
        with self.reading() as db:
            return queries.same_game(db, game_digest, viewer)

    def changes(self, since: int | None = None) -> Changes:
        """As in the protocol."""
        with self.reading() as db:
            return queries.changes(db, since)

    def set_visibility(
        self, replay: str, viewer: Viewer, visibility: Visibility, revision: int | None = None
    ) -> Replay | None:
        """As in the protocol."""
        now = self._clock()

        def change(work: Transaction) -> Replay | None:
            stored = writes.to_change(work.db, replay, viewer, revision)
            if stored is None:
                return None
            writes.set_visibility(work, stored, viewer, visibility, now)
            return queries.get(work.db, replay, viewer)

        return self.do(change)

    def give_up(self, replay: str, viewer: Viewer, revision: int | None = None) -> bool:
        """As in the protocol."""
        now = self._clock()

        def change(work: Transaction) -> bool:
            stored = writes.to_change(work.db, replay, viewer, revision)
            if stored is None:
                return False
            writes.give_up(work, stored, viewer, now)
            return True

        return self.do(change)

    @abstractmethod
    def check(self, progress: Progress) -> Iterator[str]:
        """As in the protocol."""

    @abstractmethod
    def backup(self, path: Path, progress: Progress) -> None:
        """As in the protocol."""

    def close(self) -> None:
        """As in the protocol. A subclass also closes the connections of readers."""
        self._writer.close()
