"""What clients have not taken yet: so many bytes in all, however many clients are slow."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

MAX_HELD = 1 << 27
"""Bytes of answers that a process holds for clients who are slow to take them."""


class Held:
    """Counts the bytes of answers on their way; where they are too many, the oldest are let go."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._waiting: dict[asyncio.Timeout, int] = {}

    @asynccontextmanager
    async def holding(self, size: int) -> AsyncIterator[None]:
        """Count so many bytes for as long as it takes to send them.

        Raises TimeoutError where they are let go: others came, and these wait the longest. What
        came last is sent, however large.
        """
        async with asyncio.timeout(None) as patience:
            self._waiting[patience] = size
            self._size += size
            self._let_go()
            try:
                yield
            finally:
                self._size -= self._waiting.pop(patience, 0)

    def _let_go(self) -> None:
        while self._size > self._most and len(self._waiting) > 1:
            oldest = next(iter(self._waiting))
            self._size -= self._waiting.pop(oldest)
            oldest.reschedule(0)
