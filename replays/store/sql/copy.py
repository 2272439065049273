"""Copies a store into another one, of either kind, and proves that both are equal."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from operator import ge, itemgetter
from typing import Any, Protocol, TypeAlias

from msgspec.json import encode

from replays.store.model import Progress, StoreError, StoreUnusable
from replays.store.sql.connection import Connection, Transaction, snapshot
from replays.store.sql.dialect import Dialect
from replays.store.sql.schema import COLUMNS
from replays.store.sql.store import Store

_KEYS = 1_000
"""Keys in a stretch, which is copied in one transaction."""

_ROUNDS = 10
"""Rounds after which a copy of a changing source is given up."""

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

    def __init__(self, store: Store) -> None:
        self._store = store
        self.dialect = store.dialect

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with self._store.reading() as db:
                yield db
        except StoreError as error:
            raise SourceFailed(str(error)) from error


def _part(root: str) -> tuple[str, ...]:
    """A table whose rows have a `key`, and the tables whose rows belong to them."""
    return (root, *(name for name, one in COLUMNS.items() if one.parent and one.parent[1] == root))


REPLAYS, GAMES = _part("replay"), _part("game_table")
"""The tables that are copied by stretches of keys, their root first."""

_COUNTER = "arrival"
WHOLE = tuple([name for name in COLUMNS if name not in {*REPLAYS, *GAMES, _COUNTER}])
"""The small tables, which are copied whole."""

_PARTS = (REPLAYS, GAMES)
_KIN = (("replay", "id"), ("token", "digest"), ("game_table", "id"))
"""The tables, each with an identifying column, that show whether a target is an older copy."""


def copy(source: Store, target: Store, progress: Progress) -> int:
    """Make the target equal to the source.

    Equal parts are only compared, so an interrupted copy continues where it stopped. Each round
    compares the copies of the round before, until nothing is left to copy. Returns the number of
    replays in the source.

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


def _round(source: Readable, target: Store, progress: Progress) -> bool:
    """Compare everything, and copy the differences. Returns whether there were any."""
    copied = False
    for part in _PARTS:
        after, last = 0, max(_last_key(source, part[0]), _last_key(target, part[0]))
        while after < last:
            copied |= _stretch(source, target, part, after)
            after += _KEYS
            progress(min(after, last), last)
    return _rest(source, target) or copied


def _stretch(source: Readable, target: Store, part: Sequence[str], after: int) -> bool:
    rows = _read(source, part, after)
    if rows == _read(target, part, after):
        return False

    def replace(work: Transaction) -> None:
        values = {"after": after, "last": after + _KEYS}
        keys = f"FROM {part[0]} WHERE key > :after AND key <= :last"
        if part is REPLAYS:
            work.db.execute(f"DELETE FROM words WHERE rowid IN (SELECT number {keys})", values)  # noqa: S608 - of constants
        work.db.execute(f"DELETE {keys}", values)
        _insert(work, rows)

    target.do(replace)
    return True


def _rest(source: Readable, target: Store) -> bool:
    """Copy the small tables and the counter, if they differ. Returns whether they did."""
    rows, counter = _read(source, WHOLE), _counter(source)
    is_ahead = all(map(ge, _counter(target), counter))
    if is_ahead and rows == _read(target, WHOLE):
        return False

    def replace(work: Transaction) -> None:
        for table in WHOLE:
            work.db.execute(f"DELETE FROM {table}")  # noqa: S608 - of constants
        _insert(work, rows)
        for statement in work.dialect.sequences:
            work.db.execute(statement)
        work.go_on_from(*counter)

    target.do(replace)
    return True


def _insert(work: Transaction, tables: _Tables) -> None:
    for table, rows in tables.items():
        work.insert(table, rows)


def _read(store: Readable, tables: Sequence[str], after: int | None = None) -> _Tables:
    """The rows of some tables, as they are at one moment, in the order of their keys."""
    with store.reading() as db, snapshot(db, store.dialect):
        return {table: _rows(db, table, after) for table in tables}


def _rows(db: Connection, table: str, after: int | None) -> _Rows:
    """The rows of a table, or those of a stretch, in the order of their keys."""
    columns = COLUMNS[table]
    where, values = "", {}
    if after is not None:
        root = "t"
        if columns.parent is not None:
            column, parent, its = columns.parent
            root, where = "r", f"JOIN {parent} r ON r.{its} = t.{column}"
        where += f" WHERE {root}.key > :after AND {root}.key <= :last"
        values = {"after": after, "last": after + _KEYS}
    named = ", ".join(f"t.{name}" for name in columns.names)
    rows = [
        {
            name: bool(value) if name in columns.flags else value
            for name, value in zip(columns.names, row, strict=True)
        }
        for row in db.execute(f"SELECT {named} FROM {table} t {where}", values)  # noqa: S608 - of constants
    ]
    # Sorted here: to have them in this order, a database would read each table from its beginning.
    return sorted(rows, key=itemgetter(*columns.key))


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
