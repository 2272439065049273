"""The threads to which coroutines hand work."""

import asyncio
from weakref import ref

from api.threads import Threads


class Large:
    """What takes much memory."""


def test_a_thread_keeps_nothing_of_what_it_did() -> None:
    async def work() -> bool:
        threads = Threads(1)
        left = ref(await threads.do(Large))
        return await threads.do(lambda: left() is None)

    assert asyncio.run(work())
