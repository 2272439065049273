"""A service that is told to stop hears of it, however busy its event loop is."""

import asyncio
import signal

from api import serving

_CALLS = 50_000
"""More than the pipe holds by which a loop is told of calls and signals."""


def test_the_first_signal_alone_is_heard_though_the_pipe_of_the_loop_is_full() -> None:
    heard: list[signal.Signals] = []

    async def work() -> None:
        loop, told = asyncio.get_running_loop(), asyncio.Event()

        def hear(sign: signal.Signals) -> None:
            heard.append(sign)
            told.set()

        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, hear, sign)
        serving._hear_out(loop)
        for _ in range(_CALLS):
            loop.call_soon_threadsafe(int)
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
        await asyncio.wait_for(told.wait(), 30)
        signal.raise_signal(signal.SIGTERM)
        await asyncio.sleep(0.1)

    before = {sign: signal.getsignal(sign) for sign in (signal.SIGTERM, signal.SIGINT)}
    try:
        asyncio.run(work())
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
    assert len(heard) == 1
