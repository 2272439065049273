"""The one door for writing: those who wait go into one commit, and are answered after it."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from sqlite_utils import Database

from replays.store.model import StoreBusy, StoreUnusable
from replays.store.sqlite.connections import Place, write
from replays.store.sqlite.errors import meaning

MOST_TOGETHER = 128
"""Writes in one commit, of which one may count as many."""

T = TypeVar("T")


class _Waiting(Generic[T]):
    """A write that somebody waits for, and what came of it."""

    def __init__(self, work: Callable[[Database], T], ahead: Callable[[], int] | None) -> None:
        self._work = work
        self._ahead = ahead
        self.counts = 1
        self._result: T
        self.future: Future[T] = Future()
        self.future.set_running_or_notify_cancel()  # from now on nobody can cancel it

    def get_ready(self) -> bool:
        """Do what is to be done ahead of the transaction. False where that fails: it is settled."""
        try:
            if self._ahead is not None:
                self.counts = max(self._ahead(), 1)
        except BaseException as error:  # noqa: BLE001 - it is raised where the answer is taken
            self.settle(error)
            return False
        return True

    def do(self, db: Database) -> None:
        """Do the work."""
        self._result = self._work(db)

    def settle(self, error: BaseException | None = None) -> None:
        """Let whoever waits go on: with the result, or this error."""
        if error is None:
            self.future.set_result(self._result)
        else:
            self.future.set_exception(error)


class Writer:
    """Writes of any number of threads, on one connection that nobody else uses.

    A thread of its own takes all that wait at a time into one transaction, so that the disk is
    waited for once for all of them. Where one of them fails, each gets a transaction of its own:
    that is rare, and savepoints would cost them all a third of the time.
    """

    def __init__(self, db: Database, place: Place) -> None:
        self._db = db
        self._place = place
        self._queue: SimpleQueue[_Waiting[Any] | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="cgn store writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Database], T]) -> T:
        """Do the work as `begin` does, and return its result once that is safely kept."""
        return self.begin(work).result()

    def begin(
        self, work: Callable[[Database], T], ahead: Callable[[], int] | None = None
    ) -> Future[T]:
        """Have the work done within a transaction; the future has its result once it is safe.

        What is to be done `ahead` of the transaction is done once, and tells as how many writes it
        counts. Others wait for it meanwhile: many short things are done sooner by one thread than
        by all in turns. Errors of either take back what it did, and nothing else. The future raises
        StoreFull or StoreBusy where it cannot be kept, and StoreUnusable where the file is gone.
        Raises that in a writer that was closed, or taken along through a fork.
        """
        if not self._thread.is_alive():
            raise StoreUnusable("nobody writes here any more")
        waiting = _Waiting(work, ahead)
        self._queue.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Do what waits, and close the connection."""
        self._queue.put(None)
        self._thread.join()
        self._db.close()

    def _write_on(self) -> None:
        while (first := self._queue.get()) is not None:
            ready = self._gather(first)
            if ready:
                self._write(ready)

    def _gather(self, first: _Waiting[Any]) -> list[_Waiting[Any]]:
        """The first that waits and those behind it, as far as they are ready and there is room.

        One that fails is the last: to find out why may have taken as long as all before it.
        """
        ready: list[_Waiting[Any]] = []
        waiting, room = first, MOST_TOGETHER
        with suppress(Empty):
            while waiting.get_ready():
                ready.append(waiting)
                room -= waiting.counts
                if room <= 0:
                    break
                following = self._queue.get_nowait()
                if following is None:
                    self._queue.put(None)  # it ends the loop around this
                    break
                waiting = following
        return ready

    def _write(self, together: list[_Waiting[Any]]) -> None:
        error = self._commit(together)
        if error is None or len(together) == 1 or isinstance(error, StoreBusy):
            for waiting in together:
                waiting.settle(error)
        else:
            for waiting in together:
                self._write([waiting])

    def _commit(self, together: list[_Waiting[Any]]) -> BaseException | None:
        """Do all in one transaction, or nothing; then it is told what stopped it."""
        try:
            with write(self._db):
                for waiting in together:
                    waiting.do(self._db)
                self._place.check()
        except sqlite3.Error as error:
            return meaning(error)
        except BaseException as error:  # noqa: BLE001 - it is raised where the answer is taken
            return error
        return None
