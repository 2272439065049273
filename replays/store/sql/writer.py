"""The one writer: writes that wait at the same time share a commit, and are answered after it."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, suppress
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from replays.store.model import StoreBusy, StoreUnsure, StoreUnusable
from replays.store.sql.connection import Transaction

MOST_TOGETHER = 128
"""Writes in one commit; one may count as many."""

A = TypeVar("A")
T = TypeVar("T")

Work: TypeAlias = Callable[[Transaction, Sequence[A]], Sequence[T | BaseException]]
"""Does the same for many callers. Returns a result, or an error, for what each of them gave."""


class WriteConnection(Protocol):
    """The connection on which everything is written."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """A transaction, which is kept when the block ends, or else nothing of it.

        Raises StoreFull or StoreBusy if it cannot be kept, StoreUnsure if nobody knows whether it
        was, and StoreUnusable if the database is gone.
        """

    def close(self) -> None:
        """Close the connection."""


class _Waiting(Generic[A, T]):
    """A write that somebody waits for, and its outcome."""

    def __init__(self, work: Work[A, T], given: A, counts: int) -> None:
        self.work = work
        self.given = given
        self.counts = counts
        self.outcome: T | BaseException
        self.future: Future[T] = Future()
        self.future.set_running_or_notify_cancel()  # from now on nobody can cancel it

    def settle(self, error: BaseException | None = None) -> None:
        """Answer the waiting caller: with this error, or with the outcome of the work."""
        outcome = self.outcome if error is None else error
        if isinstance(outcome, BaseException):
            self.future.set_exception(outcome)
        else:
            self.future.set_result(outcome)


class Writer:
    """Writes of any number of threads, on one connection that nobody else uses.

    A separate thread takes all waiting work into one transaction, so that the disk is
    synchronised once for all of it. If one piece fails, each gets its own transaction:
    that is rare, and savepoints would cost them all a third of the time.
    """

    def __init__(self, connection: WriteConnection) -> None:
        self._connection = connection
        self._queue: SimpleQueue[_Waiting[Any, Any] | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="cgn store writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Transaction], T]) -> T:
        """Do the work in a transaction, and return its result once that is safely kept.

        Raises as the future of `submit` does.
        """

        def alone(transaction: Transaction, given: Sequence[None]) -> Sequence[T]:
            return [work(transaction) for _ in given]

        return self.submit(alone, None).result()

    def submit(self, work: Work[A, T], given: A, counts: int = 1) -> Future[T]:
        """Queue work for a transaction; the future has its result once it is safe.

        The same `work` of callers in a row is called once, with what each of them gave. It
        `counts` as this many writes of a commit. What it raises takes back what it did, and nothing
        else; so does the future, which raises as `WriteConnection.transaction` does, too. Raises
        StoreUnusable in a writer that was closed, or inherited through a fork.
        """
        if not self._thread.is_alive():
            raise StoreUnusable("nobody writes here any more")
        waiting = _Waiting(work, given, counts)
        self._queue.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Do what waits, and close the connection."""
        self._queue.put(None)
        self._thread.join()
        self._connection.close()

    def _write_on(self) -> None:
        while (first := self._queue.get()) is not None:
            self._write(self._gather(first))

    def _gather(self, first: _Waiting[Any, Any]) -> list[_Waiting[Any, Any]]:
        """The first that waits and those behind it, as far as there is room."""
        together, room = [first], MOST_TOGETHER - first.counts
        with suppress(Empty):
            while room > 0:
                waiting = self._queue.get_nowait()
                if waiting is None:
                    self._queue.put(None)  # it ends the loop around this
                    break
                together.append(waiting)
                room -= waiting.counts
        return together

    def _write(self, together: list[_Waiting[Any, Any]]) -> None:
        error = self._commit(together)
        if error is None or len(together) == 1 or isinstance(error, (StoreBusy, StoreUnsure)):
            for waiting in together:
                waiting.settle(error)
        else:
            for waiting in together:
                self._write([waiting])

    def _commit(self, together: list[_Waiting[Any, Any]]) -> BaseException | None:
        """Do all in one transaction, or nothing; then return what stopped it."""
        try:
            with self._connection.transaction() as transaction:
                for work, group in groupby(together, key=lambda waiting: waiting.work):
                    callers = list(group)
                    outcomes = work(transaction, [caller.given for caller in callers])
                    for caller, outcome in zip(callers, outcomes, strict=True):
                        caller.outcome = outcome
        except BaseException as error:  # noqa: BLE001 - it is raised where the answer is taken
            return error
        return None
