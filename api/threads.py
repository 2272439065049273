"""A few threads to which a coroutine hands work, and waits for what comes of it."""

from asyncio import AbstractEventLoop, Future, get_running_loop
from collections.abc import Awaitable, Callable
from concurrent.futures import Future as SlowFuture
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

_Work: TypeAlias = tuple[AbstractEventLoop, "Future[Any]", Callable[[], Any]]


class Threads:
    """So many threads. They take less to hand work to than an executor of the library does."""

    def __init__(self, count: int) -> None:
        self._work: SimpleQueue[_Work] = SimpleQueue()
        for _ in range(count):
            Thread(target=self._run, daemon=True).start()

    def do(self, work: Callable[[], T]) -> Awaitable[T]:
        """Have one of the threads do it. What it returns or raises, awaiting does as well."""
        loop = get_running_loop()
        future: Future[T] = loop.create_future()
        self._work.put((loop, future, work))
        return future

    def _run(self) -> None:
        while True:
            _do(*self._work.get())


async def settled(future: SlowFuture[Any]) -> None:
    """Wait until it is settled, whatever came of it."""
    loop = get_running_loop()
    told: Future[None] = loop.create_future()
    future.add_done_callback(lambda _: loop.call_soon_threadsafe(_settle, told, None))
    await told


def _do(loop: AbstractEventLoop, future: "Future[T]", work: Callable[[], T]) -> None:
    """Do the work, and hand over what comes of it, so that the thread keeps nothing of either."""
    try:
        found = work()
    except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
        loop.call_soon_threadsafe(_fail, future, error)
    else:
        loop.call_soon_threadsafe(_settle, future, found)


def _settle(future: "Future[Any]", found: object) -> None:
    if not future.cancelled():
        future.set_result(found)


def _fail(future: "Future[Any]", error: BaseException) -> None:
    if not future.cancelled():
        future.set_exception(error)
