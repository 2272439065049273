"""What clients have not taken yet is bounded: who waits longest is let go."""

import asyncio
from collections.abc import Coroutine

from api.held import Held

FOREVER = 3_600


def test_who_waits_longest_is_let_go_where_too_much_is_held() -> None:
    held = Held(100)

    async def work() -> list[str]:
        return await _ended(
            _sending(held, 60, FOREVER), _sending(held, 40, 0.2), _sending(held, 30, 0.2)
        )

    assert asyncio.run(work()) == ["let go", "sent", "sent"]


def test_what_is_too_large_alone_is_sent_nevertheless() -> None:
    held = Held(100)

    async def work() -> list[str]:
        return await _ended(_sending(held, 10, FOREVER), _sending(held, 1_000, 0.2))

    assert asyncio.run(work()) == ["let go", "sent"]


def test_what_was_sent_or_let_go_counts_no_more() -> None:
    held = Held(100)

    async def work() -> list[str]:
        found = []
        for _ in range(3):
            found += await _ended(_sending(held, 90, FOREVER), _sending(held, 90, 0))
        return found

    assert asyncio.run(work()) == ["let go", "sent"] * 3


async def _ended(*sending: Coroutine[None, None, str]) -> list[str]:
    """How each ended; they begin in this order."""
    return await asyncio.gather(*sending)


async def _sending(held: Held, size: int, seconds: float) -> str:
    """Hold so many bytes for so long."""
    try:
        async with held.holding(size):
            await asyncio.sleep(seconds)
    except TimeoutError:
        return "let go"
    return "sent"
