"""A Store in an SQL database: the part that all databases share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Self, TypeVar

from msgspec.json import decode, encode

from replays.store.model import (
    MAX_NUMBER,
    NO_QUOTA,
    Added,
    Changes,
    Clock,
    Entry,
    Key,
    Order,
    OverQuota,
    Page,
    Progress,
    Quota,
    Replay,
    StoredSummary,
    StoreError,
    Upload,
    Usage,
    Viewer,
    Visibility,
)
from replays.store.query import Query
from replays.store.sql import adding, queries, writes
from replays.store.sql.adding import Addition
from replays.store.sql.connection import Access, Connection, Row, Transaction
from replays.store.sql.decks import UserDecks
from replays.store.sql.dialect import Dialect
from replays.store.sql.guests import Guests
from replays.store.sql.live import Matches
from replays.store.sql.pastes import Pastes
from replays.store.sql.queries import (
    Finder,
    Subject,
    behind,
    check_range,
    has_nul,
    in_order,
    tokens_of,
    usage_of,
)
from replays.store.sql.reviews import Reviews
from replays.store.sql.writer import WriteConnection, Writer
from replays.store.tokens import Token, is_guest

_AT_ONCE = 100
"""Bodies that are read at a time."""


T = TypeVar("T")


class Store(ABC):
    """Replays, each held by its uploaders.

    Every uploader of a record holds it, with a visibility of their own; the most open of them
    counts. Holders and admins see the whole record; so does everyone if the game is finished.
    A call that changes something returns once the change is safe on the disk. If the call raises a
    StoreError, nothing was done, except that after StoreUnsure it may have been. Any number of
    threads may call any method.
    """

    def __init__(
        self, dialect: Dialect, connection: WriteConnection, clock: Clock, quota: Quota
    ) -> None:
        self.dialect = dialect
        self._finder = Finder(dialect)
        self._clock = clock
        self._quota = quota
        self._writer = Writer(connection)
        self.tokens = Tokens(self, clock, quota)
        self.decks = UserDecks(self, clock, quota)
        self.matches = Matches(self, clock, quota, self._keep)
        self.pastes = Pastes(self, clock, quota)
        self.reviews = Reviews(self, clock, quota)
        self.guests = Guests(self, clock)

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
        """The holdings of an owner."""
        with self.reading() as db:
            return usage_of(db, owner, self._clock())

    def add(
        self,
        uploads: Sequence[Upload],
        holder: str,
        visibility: Visibility = Visibility.PUBLIC,
        key: Key | None = None,
    ) -> list[Added]:
        """Keep the uploads, all or none. Returns the outcome of each, in order.

        An upload that the holder has already stays as it is. If the key was used for the same
        uploads within the last `KEY_LIFE` seconds, nothing is done, and the answer is the one given
        then.

        Raises KeyReused if the key was used for other uploads, OverQuota if the holder has no room
        for all uploads, and DeckMissing if one names a user's deck that the store does not have.
        """
        addition = Addition(holder, visibility, key, self._clock(), [*uploads])
        return self._writer.submit(self._add_all, addition, len(addition.uploads)).result()

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

    def keep(self, replay: str, holder: str) -> bool:
        """Have somebody hold a replay, unlisted, unless they hold it already.

        False if there is none of this id that they may see whole. Raises OverQuota if they have no
        room for it.
        """
        now = self._clock()
        return self.do(lambda work: writes.keep(work, replay, holder, self._quota, now))

    def known(self, ids: Iterable[str], holder: str) -> dict[str, StoredSummary]:
        """The summaries of the replays with these ids that the holder holds, by id.

        Their records need not be checked again before they are added.
        """
        with self.reading() as db:
            return adding.known(db, self.dialect, ids, holder)

    def get(self, replay: str, viewer: Viewer) -> Replay | None:
        """The replay of this id, as the viewer may know it.

        None if there is none, or if it is private and the viewer neither holds it nor is an admin.
        """
        with self.reading() as db:
            return queries.get(db, replay, viewer)

    def beginning_with(self, digits: str, viewer: Viewer) -> tuple[str, ...]:
        """The ids that begin with these digits, at most two, of replays that the viewer can list.

        Those are the public ones and the viewer's own; an admin's own are all.
        """
        with self.reading() as db:
            return queries.beginning_with(db, digits, viewer)

    def page(
        self, query: Query, viewer: Viewer, after: int | None = None, limit: int = 100
    ) -> Page[Entry]:
        """At most `limit` entries that the query finds, after the one with the number `after`.

        Raises ValueError if `limit` is not 1 to `MAX_PAGE`, or `after` cannot be a number.
        """
        queries.check_range(after, limit)
        with self.reading() as db:
            return self._finder.page(db, query, viewer, after, limit)

    def bodies(
        self, query: Query, viewer: Viewer, after: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """Each replay that the query finds: its number, and its body as in Replay.

        Replays that come or go meanwhile may or may not be among them. Raises ValueError as `page`
        does.
        """
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
        """The number of replays that the query finds. With `most`, counting stops there."""
        with self.reading() as db:
            return self._finder.count(db, query, viewer, most)

    def same_game(self, game_digest: str, viewer: Viewer) -> tuple[str, ...]:
        """The ids of the replays of a game that the viewer can find, as in Added."""
        with self.reading() as db:
            return queries.same_game(db, game_digest, viewer)

    def changes(self, since: int | None = None) -> Changes:
        """The changes since a version of the store; without one, only the current version."""
        with self.reading() as db:
            return queries.changes(db, since)

    def listen(self, heard: Callable[[], object]) -> None:  # noqa: B027 - not every database tells
        """Have `heard` called, by another thread, whenever any process may have changed the store.

        A file tells nothing, and a database not while its connection is lost: look now and then.
        """

    def subjects(self, changed: Iterable[str]) -> list[Subject | None]:
        """The game and players of each of these replays and matches; None for one that is gone."""
        with self.reading() as db:
            return [queries.subject(db, one) for one in changed]

    def set_visibility(
        self, replay: str, viewer: Viewer, visibility: Visibility, revision: int | None = None
    ) -> Replay | None:
        """Change the visibility of the viewer's hold.

        An admin without a hold changes every hold. Returns the changed replay; None if the viewer
        does not hold it (`get` says whether they see it). Raises StaleRevision if the replay does
        not have this revision.
        """
        now = self._clock()

        def change(work: Transaction) -> Replay | None:
            stored = writes.to_change(work.db, replay, viewer, revision)
            if stored is None:
                return None
            writes.set_visibility(work, stored, viewer, visibility, now)
            return queries.get(work.db, replay, viewer)

        return self.do(change)

    def give_up(self, replay: str, viewer: Viewer, revision: int | None = None) -> bool:
        """Give up the viewer's hold. An admin without a hold gives up every hold.

        The replay is removed with its last hold. False if there was no hold. Raises StaleRevision
        as `set_visibility` does.
        """
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
        """Read and check everything. Yields a sentence for each fault."""

    @abstractmethod
    def backup(self, path: Path, progress: Progress) -> None:
        """Write a copy of everything to a new SQLite file; others go on reading and writing.

        Raises FileExistsError if the file exists, and StoreError if it cannot be written.
        """

    def close(self) -> None:
        """Close everything that is open. Nothing else may be called afterwards."""
        self._writer.close()


_COLUMNS = "id, owner, scopes, created, expires, revoked"


class Tokens:
    """The tokens that open the service. Only the digest of each is kept."""

    def __init__(self, access: Access, clock: Clock, quota: Quota) -> None:
        self._access = access
        self._clock = clock
        self._most = quota.tokens

    def create(
        self, owner: str, scopes: Sequence[str], digest: str, expires: int | None = None
    ) -> Token:
        """Keep a token, whose `digest` `tokens.digest_of` gives.

        Raises ValueError if `expires` is not a time that can be kept, or the name of the owner is
        kept for guests, and OverQuota if the owner has too many usable tokens.
        """
        if is_guest(owner):
            raise ValueError("owner: names such as guest-1 are kept for guests")
        if expires is not None and not 0 <= expires <= MAX_NUMBER:
            raise ValueError(f"expires: 0 to {MAX_NUMBER:,}")
        now = self._clock()
        values = {
            "owner": owner,
            "scopes": encode(scopes).decode(),
            "digest": digest,
            "created": now,
            "expires": expires,
        }

        def insert(work: Transaction) -> Token:
            if self._most is not None and tokens_of(work.db, owner, now) >= self._most:
                raise OverQuota("tokens", self._most)
            rows = work.db.execute(
                "INSERT INTO token (owner, scopes, digest, created, expires)"  # noqa: S608 - of constants
                f" VALUES (:owner, :scopes, :digest, :created, :expires) RETURNING {_COLUMNS}",
                values,
            )
            return _token(rows.fetchall()[0])

        return self._access.do(insert)

    def list(self) -> list[Token]:
        """All tokens, the oldest first, unusable ones included."""
        with self._access.reading() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM token ORDER BY id")  # noqa: S608 - of constants
            return [_token(row) for row in rows]

    def page(
        self,
        owner: str | None = None,
        after: int | None = None,
        limit: int = 100,
        order: Order = Order.OLDEST,
    ) -> Page[Token]:
        """The tokens of an owner, or of all owners.

        `after` and `limit` are as in `Store.page`, and so is the ValueError.
        """
        check_range(after, limit)
        values = {"owner": owner, "limit": limit + 1, "after": after}
        if has_nul(values):
            return Page((), None)
        where = f"(CAST(:after AS BIGINT) IS NULL OR {behind('id', order)})"
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM token"  # noqa: S608 - of constants
                f" WHERE (CAST(:owner AS TEXT) IS NULL OR owner = :owner) AND {where}"
                f" {in_order('id', order)}",
                values,
            )
            tokens = [_token(row) for row in rows]
        more = len(tokens) > limit
        return Page(tuple(tokens[:limit]), tokens[limit - 1].id if more else None)

    def revoke(self, number: int, owner: str | None = None) -> bool:
        """Revoke the token of this id, if it is this owner's or no owner is given.

        False if there is none, or it is revoked already.
        """
        if not 0 <= number <= MAX_NUMBER:
            return False
        sql = (
            "UPDATE token SET revoked = :now WHERE id = :id AND revoked IS NULL"
            " AND (CAST(:owner AS TEXT) IS NULL OR owner = :owner)"
        )
        values = {"now": self._clock(), "id": number, "owner": owner}
        return self._access.do(lambda work: work.db.execute(sql, values).rowcount > 0)

    def find(self, digest: str) -> Token | None:
        """The token of this digest, usable or not; None if there is none."""
        with self._access.reading() as db:
            row = db.execute(
                f"SELECT {_COLUMNS} FROM token WHERE digest = :digest",  # noqa: S608 - of constants
                {"digest": digest},
            ).fetchone()
        return None if row is None else _token(row)


def _token(row: Row) -> Token:
    number, owner, scopes, created, expires, revoked = row
    return Token(number, owner, tuple(decode(scopes)), created, expires, revoked)
