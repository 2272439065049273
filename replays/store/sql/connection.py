"""The interface between the statements and a database."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, TypeAlias, TypeVar

from replays.store.sql.dialect import Dialect

Values: TypeAlias = Mapping[str, Any]
"""The values of a statement's parameters, by their names."""

Row: TypeAlias = Sequence[Any]
"""A row, by position."""

T = TypeVar("T")


class Rows(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that it changed."""

    def __iter__(self) -> Iterator[Any]:
        """The rows, one after another."""

    def fetchone(self) -> Any:  # noqa: ANN401 - a row or None, as DB-API has it
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""


class Connection(Protocol):
    """A connection, which one thread uses at a time."""

    def execute(self, sql: str, values: Any = ..., /) -> Rows:  # noqa: ANN401 - Values, if any
        """Run a statement with named parameters, `:name`."""


@contextmanager
def snapshot(db: Connection, dialect: Dialect) -> Iterator[None]:
    """Within the block, read everything as of one moment."""
    db.execute(dialect.snapshot)
    try:
        yield
    finally:
        db.execute("ROLLBACK")


class Transaction:
    """A transaction that may write, with the counter row, which it took first.

    The row is a lock: the numbers and versions that it gives rise in the order of commits.
    """

    def __init__(self, db: Connection, dialect: Dialect) -> None:
        """Begin with the counter, within a transaction of the caller."""
        self.db = db
        self.dialect = dialect
        self._last, self._version = db.execute(dialect.counter).fetchone()
        self._changed = False

    def next_number(self) -> int:
        """The next number, which was never used before."""
        self._changed = True
        self._last += 1
        return int(self._last)

    def next_version(self) -> int:
        """The version of a change, which was never used before."""
        self._changed = True
        self._version += 1
        return int(self._version)

    def insert(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Insert rows, which all have the same columns."""
        self.dialect.insert(self.db, table, rows)

    def go_on_from(self, last: int, version: int) -> None:
        """Make all further numbers and versions larger than these."""
        self._changed = True
        self._last, self._version = max(self._last, last), max(self._version, version)

    def finish(self) -> None:
        """Write the counter back; once that is committed, other processes hear of it."""
        if self._changed:
            self.db.execute(
                f"UPDATE arrival SET last = :last, version = :version{self.dialect.telling}",  # noqa: S608 - a constant
                {"last": self._last, "version": self._version},
            )


class Access(Protocol):
    """The ways into a database."""

    dialect: Dialect

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection that cannot write, for a while."""

    def do(self, work: Callable[[Transaction], T]) -> T:
        """Do the work in a transaction, and return its result once that is safely kept."""
