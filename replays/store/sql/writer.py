"""Writes from any number of threads. Writes that wait together share one commit."""

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
"""The weight at which a commit is full. A write weighs 1 unless its caller says otherwise."""

A = TypeVar("A")
T = TypeVar("T")

Work: TypeAlias = Callable[[Transaction, Sequence[A]], Sequence[T | BaseException]]
"""Does the same for many callers. Returns a result, or an error, for the argument of each."""


class WriteConnection(Protocol):
    """The connection of the writer."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """A transaction, which is committed when the block ends, and rolled back if it raises.

        Raises StoreFull or StoreBusy if it cannot be committed, StoreUnsure if nobody knows whether
        it was, and StoreUnusable if the database is gone.
        """

    def close(self) -> None:
        """Close the connection."""


class _QueuedWrite(Generic[A, T]):
    """A write that its caller waits for, and its outcome."""

    def __init__(self, work: Work[A, T], argument: A, weight: int) -> None:
        self.work = work
        self.argument = argument
        self.weight = weight
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

    A separate thread takes all waiting work into one transaction, so that the disk is synchronised
    once. If one piece fails, each gets its own transaction: failures are rare, and savepoints would
    cost all writes a third of the time.
    """

    def __init__(self, connection: WriteConnection) -> None:
        self._connection = connection
        self._queue: SimpleQueue[_QueuedWrite[Any, Any] | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="cgn store writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Transaction], T]) -> T:
        """Do the work in a transaction, and return its result once that is safely kept.

        Raises as the future of `submit` does.
        """

        def alone(transaction: Transaction, arguments: Sequence[None]) -> Sequence[T]:
            return [work(transaction) for _ in arguments]

        return self.submit(alone, None).result()

    def submit(self, work: Work[A, T], argument: A, weight: int = 1) -> Future[T]:
        """Queue work for a transaction; the future has its result once that is safe.

        If callers in a row submit the same `work`, it is called once, with all their arguments. An
        error that it raises undoes this work and no other, and is raised by the future; so are the
        errors of `WriteConnection.transaction`. Raises StoreUnusable in a writer that was closed,
        or inherited through a fork.
        """
        if not self._thread.is_alive():
            raise StoreUnusable("nobody writes here any more")
        waiting = _QueuedWrite(work, argument, weight)
        self._queue.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Write all that is queued, and close the connection."""
        self._queue.put(None)
        self._thread.join()
        self._connection.close()

    def _write_on(self) -> None:
        while (first := self._queue.get()) is not None:
            self._write(self._gather(first))

    def _gather(self, first: _QueuedWrite[Any, Any]) -> list[_QueuedWrite[Any, Any]]:
        """The first write and more from the queue, until the commit is full."""
        together, room = [first], MOST_TOGETHER - first.weight
        with suppress(Empty):
            while room > 0:
                waiting = self._queue.get_nowait()
                if waiting is None:
                    self._queue.put(None)  # it ends the loop around this
                    break
                together.append(waiting)
                room -= waiting.weight
        return together

    def _write(self, together: list[_QueuedWrite[Any, Any]]) -> None:
        error = self._commit(together)
        if error is None or len(together) == 1 or isinstance(error, (StoreBusy, StoreUnsure)):
            for waiting in together:
                waiting.settle(error)
        else:
            for waiting in together:
                self._write([waiting])

    def _commit(self, together: list[_QueuedWrite[Any, Any]]) -> BaseException | None:
        """Do all in one transaction. If that fails, nothing is done, and the error is returned."""
        try:
            with self._connection.transaction() as transaction:
                for work, group in groupby(together, key=lambda waiting: waiting.work):
                    callers = list(group)
                    outcomes = work(transaction, [caller.argument for caller in callers])
                    for caller, outcome in zip(callers, outcomes, strict=True):
                        caller.outcome = outcome
        except BaseException as error:  # noqa: BLE001 - it is raised where the answer is taken
            return error
        return None
