"""Counts how often each client asks, in memory."""

from threading import Lock
from time import monotonic

WINDOW = 60
"""Seconds for which a client is counted, from the first request on."""

_SWEEP = 10_000
"""Windows after which those that are over are let go of."""


class Rates:
    """How often each client asked in the window that its first request opened."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._windows: dict[str, tuple[int, float]] = {}
        self._opened = 0

    def count(self, client: str) -> tuple[int, float]:
        """Count a request: how many there are in the window now, and the seconds it is open yet."""
        now = monotonic()
        with self._lock:
            count, end = self._windows.get(client, (0, 0.0))
            if end <= now:
                count, end = 0, now + WINDOW
                self._sweep(now)
            self._windows[client] = count + 1, end
        return count + 1, end - now

    def _sweep(self, now: float) -> None:
        """Let go, now and then, of windows that have ended."""
        self._opened += 1
        if self._opened >= _SWEEP:
            self._opened = 0
            self._windows = {name: kept for name, kept in self._windows.items() if kept[1] > now}
