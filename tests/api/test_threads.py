"""The threads to which coroutines hand work."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from weakref import ref

from api.threads import Threads, settled


class Large:
    """What takes much memory."""


def test_a_thread_keeps_nothing_of_what_it_did() -> None:
    async def work() -> bool:
        threads = Threads(1)
        left = ref(await threads.do(Large))
        return await threads.do(lambda: left() is None)

    assert asyncio.run(work())


def test_what_another_thread_settles_is_awaited_whatever_comes_of_it() -> None:
    async def work() -> list[bool]:
        found = []
        for outcome in (lambda: 1, lambda: 1 // 0):
            future: Future[int] = Future()
            waiting = asyncio.ensure_future(settled(future))
            await asyncio.sleep(0)
            found.append(waiting.done())
            await Threads(1).do(lambda: _settle(future, outcome))  # noqa: B023 - it is done now
            await asyncio.wait_for(waiting, 30)
        return found

    assert asyncio.run(work()) == [False, False]


def test_who_waits_no_more_does_not_keep_it_from_being_settled() -> None:
    async def work() -> int:
        future: Future[int] = Future()
        waiting = asyncio.ensure_future(settled(future))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        future.set_result(7)
        await asyncio.sleep(0)
        return future.result()

    assert asyncio.run(work()) == 7


def _settle(future: "Future[int]", outcome: Callable[[], int]) -> None:
    try:
        future.set_result(outcome())
    except ZeroDivisionError as error:
        future.set_exception(error)
