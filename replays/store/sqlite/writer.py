"""The one door for writing: those who wait go into one commit, and are answered after it."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from sqlite_utils import Database

from replays.store.data import StoreBusy, StoreUnusable
from replays.store.sqlite.connections import write
from replays.store.sqlite.errors import meaning

MOST_TOGETHER = 256
"""Writes in one commit."""

T = TypeVar("T")

_Work: TypeAlias = Callable[[Database], Any]


class _Waiting:
    """A write whose answer is waited for, and what came of it so far."""

    def __init__(self, work: _Work) -> None:
        self._work = work
        self._result: object = None
        self.error: BaseException | None = None
        self.answer: Future[Any] = Future()

    def run(self, db: Database) -> None:
        """Do the work within a transaction. SQLite's errors are raised, others kept."""
        self.error = None
        try:
            with db.atomic():
                self._result = self._work(db)
        except sqlite3.Error:
            raise
        except BaseException as error:  # noqa: BLE001 - it is raised where the answer is taken
            self.error = error

    def settle(self) -> None:
        """Give the answer to whoever waits."""
        if self.error is None:
            self.answer.set_result(self._result)
        else:
            self.answer.set_exception(self.error)


class Writer:
    """Writes of any number of threads, on one connection that nobody else uses.

    A thread of its own takes all that wait at a time into one transaction, with a savepoint each,
    so that the disk is waited for once for all of them.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="cgn store writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Database], T]) -> T:
        """Do the work within a transaction, and return its result once that is safely kept.

        Its own errors take back what it did, and nothing else. Raises StoreFull or StoreBusy
        where it cannot be kept, and StoreUnusable in a writer that was closed, or taken along
        through a fork.
        """
        if not self._thread.is_alive():
            raise StoreUnusable("nobody writes here any more")
        waiting = _Waiting(work)
        self._queue.put(waiting)
        answer: Future[T] = waiting.answer
        return answer.result()

    def close(self) -> None:
        """Do what waits, and close the connection."""
        self._queue.put(None)
        self._thread.join()
        self._db.close()

    def _write_on(self) -> None:
        closing = False
        while not closing:
            together = [self._queue.get()]
            with suppress(Empty):
                while len(together) < MOST_TOGETHER:
                    together.append(self._queue.get_nowait())
            closing = None in together
            self._write([waiting for waiting in together if waiting is not None])

    def _write(self, together: list[_Waiting]) -> None:
        if not self._commit(together):
            for waiting in together:
                self._commit([waiting])

    def _commit(self, together: list[_Waiting]) -> bool:
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
            waiting.settle()
        return True
