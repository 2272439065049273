"""The one door for writing: those who wait go into one commit, and are answered after it."""

import sqlite3
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from sqlite_utils import Database

from replays.store.data import StoreBusy
from replays.store.sqlite.connections import write
from replays.store.sqlite.errors import meaning

MOST_TOGETHER = 256
"""Writes in one commit."""

T = TypeVar("T")


class _Waiting(Generic[T]):
    """A write, and what came of it."""

    def __init__(self, work: Callable[[Database], T]) -> None:
        self._work = work
        self._result: T | None = None
        self.error: Exception | None = None
        self.done = False

    def run(self, db: Database) -> None:
        """Do the work within a transaction. SQLite's errors are raised, others kept."""
        self.error = None
        try:
            with db.atomic():
                self._result = self._work(db)
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is taken
            self.error = error

    def answer(self) -> T:
        """What the work gave, or its error."""
        if self.error is not None:
            raise self.error
        return self._result  # type: ignore[return-value] # it ran, so this is its T


class Writer:
    """Writes of any number of threads, on one connection that nobody else uses.

    Whoever comes while nobody writes does all the writes that wait, in one transaction with a
    savepoint each; the disk is waited for once for all of them.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._queue: deque[_Waiting[object]] = deque()
        self._writing = Lock()

    def do(self, work: Callable[[Database], T]) -> T:
        """Do the work within a transaction, and return its result once that is safely kept.

        Its own errors take back what it did, and nothing else. Raises StoreFull or StoreBusy
        where it cannot be kept.
        """
        waiting = _Waiting(work)
        self._queue.append(waiting)  # type: ignore[arg-type] # its result goes to nobody else
        with self._writing:
            while not waiting.done:
                self._write()
        return waiting.answer()

    def close(self) -> None:
        """Close the connection, once nobody writes."""
        with self._writing:
            self._db.close()

    def _write(self) -> None:
        together = [self._queue.popleft() for _ in range(min(len(self._queue), MOST_TOGETHER))]
        try:
            if not self._commit(together):
                for waiting in together:
                    self._commit([waiting])
        finally:
            self._queue.extendleft(w for w in reversed(together) if not w.done)

    def _commit(self, together: list[_Waiting[object]]) -> bool:
        """Whether it is settled what comes of each: it is not, where one spoilt it for others."""
        try:
            with write(self._db):
                for waiting in together:
                    waiting.run(self._db)
        except sqlite3.Error as error:
            if len(together) > 1 and not isinstance(meaning(error), StoreBusy):
                return False
            for waiting in together:
                waiting.error = meaning(error)
        for waiting in together:
            waiting.done = True
        return True
