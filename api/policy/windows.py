"""Counts what each client used lately. Knows no HTTP."""

import math
from collections import deque
from collections.abc import Callable
from threading import Lock
from time import monotonic

MINUTE = 60.0

SEATS = 8
"""The seats of all tables of one owner may together use as much as this many clients."""


class Window:
    """What one client used, and when: the oldest first."""

    __slots__ = ("group", "spent", "uses")

    def __init__(self, group: str) -> None:
        self.group = group
        self.spent = 0
        self.uses: deque[tuple[float, int]] = deque()

    def forget(self, before: float) -> None:
        """Forget what was used at or before a time."""
        while self.uses and self.uses[0][0] <= before:
            self.spent -= self.uses.popleft()[1]


class Windows:
    """What each client used of `most` within the last minute, or as many `seconds`.

    Clients may belong to a group, which has SEATS times as much for all of them together: where
    more of them are about, each has an even part of that.
    """

    def __init__(
        self, most: int, clock: Callable[[], float] = monotonic, seconds: float = MINUTE
    ) -> None:
        self.most = most
        self._seconds = seconds
        self._clock = clock
        self._windows: dict[str, Window] = {}
        self._groups: dict[str, set[str]] = {}
        self._swept = clock()
        self._lock = Lock()

    def __len__(self) -> int:
        """How many clients used anything lately, give or take as long again."""
        return len(self._windows)

    def __contains__(self, client: str) -> bool:
        return client in self._windows

    def left(self, client: str, group: str = "") -> tuple[int, int]:
        """How much a client has left, and in how many seconds it will have more.

        >>> windows = Windows(3, clock=lambda: 0.0)
        >>> windows.use("ana", 2), windows.left("ana"), windows.left("bo")
        (None, (1, 60), (3, 60))
        """
        with self._lock:
            now = self._clock()
            window = self._windows.get(client)
            if window is None:
                return self._share(client, group), math.ceil(self._seconds)
            window.forget(now - self._seconds)
            first = window.uses[0][0] if window.uses else now
            seconds = min(max(math.ceil(first + self._seconds - now), 1), math.ceil(self._seconds))
            return max(self._share(client, group) - window.spent, 0), seconds

    def use(self, client: str, cost: int, group: str = "") -> None:
        """Count what a client uses now, even if it has less left."""
        with self._lock:
            now = self._clock()
            self._sweep(now)
            window = self._windows.get(client)
            if window is None:
                window = self._windows[client] = Window(group)
                if group:
                    self._groups.setdefault(group, set()).add(client)
            window.forget(now - self._seconds)
            window.uses.append((now, cost))
            window.spent += cost

    def _share(self, client: str, group: str) -> int:
        """How much a client may use in that time."""
        if not group:
            return self.most
        members = len(self._groups.get(group, set()) | {client})
        return min(self.most, max(SEATS * self.most // members, 1))

    def _sweep(self, now: float) -> None:
        """Forget, once in that time, the clients who used nothing lately."""
        if now - self._swept < self._seconds:
            return
        self._swept = now
        for client, window in list(self._windows.items()):
            window.forget(now - self._seconds)
            if window.uses:
                continue
            del self._windows[client]
            if window.group:
                members = self._groups[window.group]
                members.discard(client)
                if not members:
                    del self._groups[window.group]
