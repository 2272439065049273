"""Shares tasks among processes, and returns the results in the order of the tasks."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from itertools import islice
from threading import Thread
from typing import NamedTuple, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

IN_FLIGHT, MAX_WAITING = 2, 5
"""For each worker: tasks under way, and results that may wait for an earlier one."""


class Submit(Protocol):
    """The `submit` of any executor of `concurrent.futures`."""

    def __call__(self, fn: Callable[..., R], /, *args: object) -> "Future[R]":
        """Have the function run."""


class Pool(NamedTuple):
    """Workers that are ready, and the way to give them work."""

    number: int
    submit: Submit


def map_ordered(
    pool: Pool, fn: Callable[[T], Iterable[R]], tasks: Iterable[T]
) -> Iterator[list[R]]:
    """The list of what `fn` yields for each task, in the order of the tasks.

    At most `IN_FLIGHT` tasks for each worker are under way, and none is added while `MAX_WAITING`
    results for each wait for their turn. Raises the exceptions of `fn`, each when the turn of its
    task comes.
    """
    most, waiting = IN_FLIGHT * pool.number, MAX_WAITING * pool.number
    coming = iter(tasks)
    under_way: set[Future[list[R]]] = set()
    in_order: deque[Future[list[R]]] = deque()
    while True:
        if len(in_order) - len(under_way) < waiting:
            for task in islice(coming, most - len(under_way)):
                future = pool.submit(_listed, fn, task)
                under_way.add(future)
                in_order.append(future)
        if not in_order:
            return
        _, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        while in_order and in_order[0].done():
            yield in_order.popleft().result()


def _listed(fn: Callable[[T], Iterable[R]], task: T) -> list[R]:
    return list(fn(task))


@contextmanager
def processes(number: int, method: str | None = None) -> Iterator[Submit]:
    """A pool of processes that end with the block, or at once if it raises.

    `method` is how Python starts them: not by "fork" from a process with other threads.
    """
    context = multiprocessing.get_context(method)
    executor = ProcessPoolExecutor(number, context, initializer=follow_parent)
    with executor, ExitStack() as raising:
        raising.callback(_terminate)
        yield executor.submit
        raising.pop_all()


def _terminate() -> None:
    for process in multiprocessing.active_children():
        process.terminate()


def follow_parent() -> None:
    """Leave Ctrl-C to the parent process, and end when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
