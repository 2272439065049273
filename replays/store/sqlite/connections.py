"""Sets up and shares connections to the file, and takes it to the current schema."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Lock

from sqlite_utils import Database, Migrations

from replays.store.model import StoreUnusable
from replays.store.sql.connection import Transaction
from replays.store.sql.schema import STEP, check_steps, for_sqlite
from replays.store.sqlite.dialect import DIALECT, committing, store_errors

_WORDS = "CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'ascii', columnsize = 0);"


def _make_tables(db: Database) -> None:
    db.executescript(for_sqlite() + _WORDS)


STEPS = {STEP: _make_tables}
"""Every step, by its name, in order."""

MIGRATIONS = Migrations("cgn")
"""The steps; sqlite-utils applies them, and notes in the file which steps it has applied."""

for _name, _step in STEPS.items():
    MIGRATIONS(name=_name)(_step)


APPLICATION = 0x43474E31
"""SQLite's mark for files of this kind: CGN1."""

PATIENCE = 30.0
"""Seconds for which a connection waits for other writers."""

_GLANCE = 0.005
"""Seconds between attempts to set the journal's mode."""

_OLDEST = (3, 38, 0)
"""The first SQLite that has the operator `->>` of JSON."""

_WAL_KEPT = 64 << 20
"""Bytes to which the WAL is cut after a checkpoint."""


def open_database(path: Path) -> Database:
    """A new connection. Only one thread at a time may use it.

    Raises StoreUnusable if there is no folder for the file, or it is not a file of SQLite.
    """
    if sqlite3.sqlite_version_info < _OLDEST:
        raise StoreUnusable(
            f"SQLite {sqlite3.sqlite_version} is too old: {'.'.join(map(str, _OLDEST))} is needed"
        )
    check_folder(path)
    make_private(path)
    with store_errors(), ExitStack() as stack:
        connection = sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        stack.callback(connection.close)
        connection.row_factory = sqlite3.Row
        db = _set_up(connection)
        stack.pop_all()
        return db


def check_folder(path: Path) -> None:
    """Raise StoreUnusable unless a file can be, or is, at the path."""
    try:
        if not path.parent.is_dir():
            raise StoreUnusable(f"there is no folder {path.parent} to put it in")
        if path.is_dir():
            raise StoreUnusable("this is a folder, and a store is a file")
    except OSError as error:
        raise StoreUnusable(f"the file cannot be used: {error.strerror}") from None


def make_private(path: Path) -> None:
    """Make the file, if it is missing, readable by its owner alone: it has private replays.

    SQLite creates its other files, beside this one, with the same permissions.
    """
    # O_EXCL, because closing a file that exists drops all locks of this process on it: another
    # process may then delete the WAL, with what was committed.
    with suppress(OSError):  # SQLite says what is wrong with the path
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600))


def _set_up(connection: sqlite3.Connection) -> Database:
    db = Database(connection, recursive_triggers=False, execute_plugins=False)
    _check_owner(db)
    if _journal_mode(db) != "wal":
        raise StoreUnusable("this kind of disk cannot hold it: SQLite's WAL does not work there")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute(f"PRAGMA journal_size_limit = {_WAL_KEPT}")
    return db


def _journal_mode(db: Database) -> str:
    """Set the journal's mode to WAL. Returns the mode, which is another if the disk cannot do it.

    While another process makes the same file, SQLite fails here at once, so this function waits.
    """
    waited = 0.0
    while True:
        try:
            (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or waited > PATIENCE:
                raise
            Event().wait(_GLANCE)
            waited += _GLANCE
        else:
            return str(mode)


@contextmanager
def write(db: Database) -> Iterator[None]:
    """A transaction that may write from its beginning on, and is committed or rolled back whole.

    `db.atomic()` would begin as a reader, and fail if another process wrote meanwhile. Raises
    StoreUnsure if the disk fails during the commit.
    """
    db.execute("BEGIN IMMEDIATE")
    with ExitStack() as stack:
        stack.callback(db.rollback)
        yield
        with committing():
            db.execute("COMMIT")
        stack.pop_all()


def migrate(db: Database) -> None:
    """Bring the tables up to this version, or make them.

    Raises StoreUnusable if the file was made by another version.
    """
    with store_errors():
        _check_version(db)
        if MIGRATIONS.pending(db):
            with write(db):
                _check_version(db)
                db.execute(f"PRAGMA application_id = {APPLICATION}")
                MIGRATIONS.apply(db)


def _check_owner(db: Database) -> None:
    if not db.table_names():
        return
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    if mark != APPLICATION:
        raise StoreUnusable("the file is the database of another program")


def _check_version(db: Database) -> None:
    check_steps([step.name for step in MIGRATIONS.applied(db)], STEPS, "the file was", "it")


class FileIdentity:
    """Notices if the file was moved, deleted or replaced since it was opened.

    SQLite would go on writing to the file that it has open, and everything in it would be lost.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = self._there()

    def check(self) -> None:
        """Raise StoreUnusable if the file is not where it was."""
        if self._there() != self._file:
            raise StoreUnusable(
                f"{self._path} was moved, deleted or replaced while it was in use: "
                "stop what uses it, put the right file there, and begin again"
            )

    def _there(self) -> tuple[int, int] | None:
        try:
            stat = os.stat(self._path)  # noqa: PTH116 - half the time of Path.stat, at every read
        except OSError:
            return None
        return stat.st_dev, stat.st_ino


class FileWriteConnection:
    """The connection of the writer."""

    def __init__(self, db: Database, place: FileIdentity) -> None:
        self._db = db
        self._place = place

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A transaction, as in `WriteConnection`. Raises StoreUnusable as `check` does, too."""
        with store_errors(), write(self._db):
            work = Transaction(self._db, DIALECT)
            yield work
            work.finish()
            self._place.check()

    def close(self) -> None:
        """Close the connection."""
        self._db.close()


class Connections:
    """Connections for readers. One thread at a time uses each; idle ones are reused."""

    def __init__(self, path: Path, place: FileIdentity) -> None:
        self._path = path
        self._place = place
        self._idle: list[Database] = []
        self._lock = Lock()
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """A connection that cannot write. Raises StoreUnusable as `FileIdentity.check` does."""
        self._place.check()
        with self._lock:
            db = self._idle.pop() if self._idle else None
        if db is None:
            db = open_database(self._path)
            db.execute("PRAGMA query_only = ON")
        try:
            with store_errors():
                yield db
        finally:
            with self._lock:
                if not self._closed:
                    self._idle.append(db)
                    db = None
            if db is not None:
                db.close()

    def close(self) -> None:
        """Close the idle connections now, and the others when they become idle."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for db in idle:
            db.close()
