"""Copies a store into another one, of either kind, and proves that both hold the same."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from operator import ge
from typing import Any, Protocol, TypeAlias

from msgspec.json import encode

from replays.store.model import Progress, StoreError, StoreUnusable
from replays.store.sql.connection import Connection, Transaction, snapshot
from replays.store.sql.dialect import Dialect
from replays.store.sql.store import SqlStore

_KEYS = 1_000
"""Keys in a stretch, which is copied in one transaction."""

_ROUNDS = 10
"""Rounds after which a copy of a changing source is given up."""

_FLAGS = {"finished", "undetermined", "open", "won", "clock", "invitation"}
"""Columns that PostgreSQL has as booleans, and SQLite as numbers."""

_Rows: TypeAlias = list[dict[str, Any]]
_Tables: TypeAlias = dict[str, _Rows]


class Readable(Protocol):
    """A store that is read."""

    @property
    def dialect(self) -> Dialect:
        """The dialect of its database."""

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection that cannot write, for a while."""


class OtherStore(StoreUnusable):
    """The target has data that was never in the source."""


class SourceFailed(StoreError):
    """The source cannot be read; the message says why. All other errors are of the target."""


class StillChanging(SourceFailed):
    """The source changed in every round."""


class _Source:
    """The source of a copy, which raises SourceFailed."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.dialect = store.dialect

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with self._store.reading() as db:
                yield db
        except StoreError as error:
            raise SourceFailed(str(error)) from error


@dataclass(frozen=True, slots=True)
class _Table:
    """A table whose rows are copied: its columns, and those by which its rows are sorted.

    `joined` is how its rows `t` are joined to those of the root of their part, `r`; empty for the
    root itself.
    """

    name: str
    columns: str
    order: str
    joined: str = ""


REPLAYS = (
    _Table(
        "replay",
        "key id number revision visibility uploaded game deck seats finished undetermined event"
        " date game_digest facts size open",
        "key",
    ),
    _Table("body", "replay body public_body", "replay", "t.replay = r.key"),
    _Table(
        "hold",
        "replay holder visibility since number revision",
        "replay holder",
        "t.replay = r.key",
    ),
    _Table("player", "name number seat won", "number seat", "t.number = r.number"),
    _Table("words", "rowid text", "rowid", "t.rowid = r.number"),
)
GAMES = (
    _Table(
        "game_table",
        "key id number revision kind game owner visibility players header seed secret catalogue"
        " clock created moved version plies termination winners replay gone made_by",
        "key",
    ),
    _Table("table_player", "name game_table", "game_table name", "t.game_table = r.key"),
    _Table(
        "table_event",
        "game_table version act time token fingerprint answer details",
        "game_table version",
        "t.game_table = r.key",
    ),
    _Table(
        "table_ply",
        "game_table version ply entry sender tail undone",
        "game_table version ply",
        "t.game_table = r.key",
    ),
    _Table(
        "table_shown",
        "game_table view version ply move frame highest entries",
        "game_table view version ply",
        "t.game_table = r.key",
    ),
    _Table(
        "table_token",
        "id game_table seat digest invitation created revoked",
        "id",
        "t.game_table = r.key",
    ),
    _Table(
        "table_seat", "game_table seat promise nonce", "game_table seat", "t.game_table = r.key"
    ),
)
WHOLE = (
    _Table("token", "id owner scopes digest created expires revoked", "id"),
    _Table("deck", "number name game raw holder added", "number"),
    _Table("owner", "name replays bytes", "name"),
    _Table("gone", "version id", "version"),
    _Table("used_key", "holder name fingerprint answer used", "holder name"),
)
_PARTS = (REPLAYS, GAMES)
_KIN = (("replay", "id"), ("token", "digest"), ("game_table", "id"))
"""What tells whether a target is an older copy: tables, each with a column that names its rows."""


def copy(source: SqlStore, target: SqlStore, progress: Progress) -> int:
    """Make the target equal to the source.

    Equal parts are only compared, so an interrupted copy continues where it stopped.
    Each round compares what the round before copied, until nothing is left to copy. Returns how
    many replays the source has.

    Raises OtherStore, before anything is changed, if the target is no older copy of the source,
    StillChanging if the source is written to all the time, SourceFailed for any error of the
    source, and the errors of the target.
    """
    old = _Source(source)
    _check_kin(old, target)
    for _ in range(_ROUNDS):
        if not _round(old, target, progress):
            with old.reading() as db:
                (count,) = db.execute("SELECT count(*) FROM replay").fetchone()
                return int(count)
    raise StillChanging("the source is being written to all the time: copy it again later")


def _round(source: Readable, target: SqlStore, progress: Progress) -> bool:
    """Compare everything, and copy the differences. Returns whether there were any."""
    copied = False
    for part in _PARTS:
        root = part[0].name
        after, last = 0, max(_last_key(source, root), _last_key(target, root))
        while after < last:
            copied |= _stretch(source, target, part, after)
            after += _KEYS
            progress(min(after, last), last)
    return _rest(source, target) or copied


def _stretch(source: Readable, target: SqlStore, part: Sequence[_Table], after: int) -> bool:
    rows = _read(source, part, after)
    if rows == _read(target, part, after):
        return False

    def replace(work: Transaction) -> None:
        values = {"after": after, "last": after + _KEYS}
        root = part[0].name
        keys = f"FROM {root} WHERE key > :after AND key <= :last"
        if part is REPLAYS:
            work.db.execute(f"DELETE FROM words WHERE rowid IN (SELECT number {keys})", values)  # noqa: S608 - of constants
        work.db.execute(f"DELETE {keys}", values)
        _insert(work, rows)

    target.do(replace)
    return True


def _rest(source: Readable, target: SqlStore) -> bool:
    """Copy the small tables and the counter, if they differ. Returns whether they did."""
    rows, counter = _read(source, WHOLE), _counter(source)
    is_ahead = all(map(ge, _counter(target), counter))
    if is_ahead and rows == _read(target, WHOLE):
        return False

    def replace(work: Transaction) -> None:
        for table in WHOLE:
            work.db.execute(f"DELETE FROM {table.name}")  # noqa: S608 - of constants
        _insert(work, rows)
        for statement in work.dialect.sequences:
            work.db.execute(statement)
        work.go_on_from(*counter)

    target.do(replace)
    return True


def _insert(work: Transaction, tables: _Tables) -> None:
    for table, rows in tables.items():
        work.dialect.insert(work.db, table, rows)


def _read(store: Readable, tables: Sequence[_Table], after: int | None = None) -> _Tables:
    """The rows of some tables, as they are at one moment, in the order of their keys."""
    with store.reading() as db, snapshot(db, store.dialect):
        return {table.name: _rows(db, table, tables[0].name, after) for table in tables}


def _rows(db: Connection, table: _Table, root: str, after: int | None) -> _Rows:
    columns = table.columns.split()
    of = "t" if table.joined else "r"
    named = ", ".join(f"{of}.{column}" for column in columns)
    order = ", ".join(f"{of}.{column}" for column in table.order.split())
    join = f"JOIN {table.name} t ON {table.joined}" if table.joined else ""
    where = "" if after is None else "WHERE r.key > :after AND r.key <= :last"
    rows = db.execute(
        f"SELECT {named} FROM {root if table.joined else table.name} r {join} {where}"  # noqa: S608 - of constants
        f" ORDER BY {order}",
        {} if after is None else {"after": after, "last": after + _KEYS},
    )
    return [
        {
            column: bool(value) if column in _FLAGS else value
            for column, value in zip(columns, row, strict=True)
        }
        for row in rows
    ]


def _last_key(store: Readable, table: str) -> int:
    with store.reading() as db:
        (last,) = db.execute(f"SELECT coalesce(max(key), 0) FROM {table}").fetchone()  # noqa: S608 - of constants
        return int(last)


def _counter(store: Readable) -> tuple[int, int]:
    with store.reading() as db:
        last, version = db.execute("SELECT last, version FROM arrival").fetchone()
        return last, version


def _check_kin(source: Readable, target: Readable) -> None:
    """Raise OtherStore if the source has none of the target's replays; without any, of its tokens.

    If the target has neither, its games in progress decide.
    """
    for table, column in _KIN:
        with target.reading() as db:
            rows = db.execute(f"SELECT {column} FROM {table} LIMIT :keys", {"keys": _KEYS})  # noqa: S608 - of constants
            names = [[name] for (name,) in rows]
        if names:
            with source.reading() as db:
                (there,) = db.execute(
                    f"SELECT count(*) FROM {source.dialect.each}"  # noqa: S608 - of constants
                    f" JOIN {table} r ON r.{column} = p.value ->> 0",
                    {"rows": encode(names).decode()},
                ).fetchone()
            if not there:
                raise OtherStore("it holds the data of another store")
            return
