"""Counts requests for Flask-Limiter, in memory. Its own counts start a thread every few moments."""

from threading import Lock
from time import time

from limits.storage import Storage

SCHEME = "cgn"

_SWEEP = 10_000
"""Counts after which those that are over are let go of."""


class Counts(Storage):
    """How often each key was counted in the window that began with its first."""

    STORAGE_SCHEME = [SCHEME]  # noqa: RUF012 - as limits has it

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **_: object) -> None:  # noqa: FBT001, FBT002 - as limits has it
        super().__init__(uri, wrap_exceptions)
        self._lock = Lock()
        self._windows: dict[str, tuple[int, float]] = {}
        self._new = 0

    @property
    def base_exceptions(self) -> type[Exception]:
        """What a count can raise: nothing of its own."""
        return Exception

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count, in a window of so many seconds if none is open; how many there are in it now."""
        now = time()
        with self._lock:
            count, end = self._windows.get(key, (0, 0.0))
            if end <= now:
                count, end = 0, now + expiry
                self._sweep(now)
            self._windows[key] = count + amount, end
        return count + amount

    def get(self, key: str) -> int:
        """How many there are in the window that is open."""
        count, end = self._windows.get(key, (0, 0.0))
        return count if end > time() else 0

    def get_expiry(self, key: str) -> float:
        """When the window ends, or ended; now where there is none."""
        return self._windows.get(key, (0, time()))[1]

    def check(self) -> bool:
        """True: memory is there."""
        return True

    def reset(self) -> int:
        """Let go of all counts, and tell how many there were."""
        with self._lock:
            count = len(self._windows)
            self._windows.clear()
        return count

    def clear(self, key: str) -> None:
        """Let go of one count."""
        with self._lock:
            self._windows.pop(key, None)

    def _sweep(self, now: float) -> None:
        """Let go, now and then, of windows that have ended."""
        self._new += 1
        if self._new >= _SWEEP:
            self._new = 0
            self._windows = {key: kept for key, kept in self._windows.items() if kept[1] > now}
