"""Requests that wait for a change, without a thread each.

A GET that waits is asked once. If nothing has changed, its channel is set aside with the request
still in it. Once something has, or its time is up, the same request is asked again from the start,
so that there is one road to an answer: with its token, rates and problems as they are then.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from socket import MSG_PEEK
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any

from msgspec import Struct

SPOT = "cgn.spot"
"""Environ key of the Spot of a request that may wait."""

MAX_WAIT = 60
"""Seconds that a request may wait at most: proxies end a connection that is silent for longer."""

LIST = "list "
"""The beginning of the sources of lists; those of tables are their ids."""

_MOST_LISTS = 200
"""Requests for lists that may wait: each is asked again once a second while anybody writes."""

LOOK = 0.1
"""Seconds between two looks for changes, while anybody waits: other hosts write, too."""

_LOOK_FOR_GONE = 1.0
"""Seconds between two looks for clients that have gone; one takes 4 ms with 2,000 that wait."""

_REMEMBERED = 10_000
"""Sources whose last change is remembered, for requests that looked before it."""

_AT_ONCE = 4
"""Threads at most that ask again for those that were woken, and at most a quarter of all threads.

So new requests go between. With 24 of them, 1,000 answers took 1.5 times as long: the threads took
the CPU from each other, and made the same answer several times before it was kept.
"""


class Parked(BaseException):
    """A request waits: no answer has begun. Not an Exception, so that nothing answers it.

    It waits for a change of its source after the version `ticket` of the store, until a time.
    """

    def __init__(self, source: str, client: str, ticket: int, until: float) -> None:
        super().__init__(source)
        self.source, self.client, self.ticket, self.until = source, client, ticket, until


class Spot(Struct, eq=False):
    """What is kept of a request while it waits.

    Attributes:
        channel: its connection, which has `total_outbufs_len` bytes that were not sent yet.
        until: until when it waits at most; None before it has waited.
        last: the version of the last event that was sent, of a stream; empty before the first.
        is_woken: whether it is one of those that are asked again.
    """

    channel: Any
    until: float | None = None
    last: str = ""
    is_woken: bool = False

    @property
    def is_streaming(self) -> bool:
        """Whether its answer has begun."""
        return bool(self.last)

    def is_gone(self) -> bool:
        """Whether its client has closed the connection. The loop does not read there meanwhile."""
        try:
            return not self.channel.socket.recv(1, MSG_PEEK)  # it never blocks: waitress has it so
        except BlockingIOError:
            return False
        except OSError:
            return True


class Parking:
    """The requests that wait, by what they wait for.

    At most `most` wait, and `each` of one client. With `threads` threads, only some of them are
    woken at once.
    """

    def __init__(self, most: int, each: int, threads: int) -> None:
        self._most, self._each = most, each
        self._at_once = max(min(threads // 4, _AT_ONCE), 1)
        self._lock = Lock()
        self._someone = Condition(self._lock)
        self._waiting: dict[str, dict[Spot, Parked]] = {}
        self._ends: list[tuple[float, int, Parked, Spot]] = []
        self._clients: Counter[str] = Counter()
        self._number = self._running = self._on_lists = 0
        self._ready: deque[Spot] = deque()
        self._changed: OrderedDict[str, int] = OrderedDict()
        self._forgotten = -1
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many wait."""
        return self._clients.total()

    @property
    def is_closed(self) -> bool:
        """Whether the service stops, so that nobody may wait."""
        return self._closed

    def has_room(self, client: str, source: str) -> bool:
        """Whether a client may have one more request wait for this source."""
        with self._lock:
            is_full = self._clients.total() >= self._most
            is_full |= source.startswith(LIST) and self._on_lists >= _MOST_LISTS
            return not (self._closed or is_full or self._clients[client] >= self._each)

    def lists(self) -> list[str]:
        """The lists for which anybody waits."""
        with self._lock:
            return [source for source in self._waiting if source.startswith(LIST)]

    def watch(self, look: Callable[[], object]) -> None:
        """Look for changes from now on, while anybody waits, and wake those whose time is up."""
        Thread(target=self._watch, args=(look,), daemon=True, name="waits").start()

    def park(self, spot: Spot, parked: Parked) -> None:
        """Set a request aside, unless its source has changed since the request looked."""
        with self._lock:
            changed = self._changed.get(parked.source, self._forgotten)
            if self._closed or changed > parked.ticket:
                self._ready.append(spot)
            else:
                self._waiting.setdefault(parked.source, {})[spot] = parked
                self._clients[parked.client] += 1
                self._on_lists += parked.source.startswith(LIST)
                self._number += 1
                heappush(self._ends, (parked.until, self._number, parked, spot))
                self._someone.notify()
        self._feed()

    def changed(self, version: int, sources: Iterable[str] | None) -> None:
        """Wake those that wait for one of these sources, or all; they changed with this version."""
        with self._lock:
            if sources is None:
                self._changed.clear()
                self._forgotten = version
            for source in [*self._waiting] if sources is None else sources:
                self._changed[source] = version
                self._changed.move_to_end(source)
                for spot, parked in self._waiting.pop(source, {}).items():
                    self._leave(spot, parked)
            while len(self._changed) > _REMEMBERED:
                self._forgotten = max(self._forgotten, self._changed.popitem(last=False)[1])
        self._feed()

    def done(self) -> None:
        """A request that was woken was answered, or waits again."""
        with self._lock:
            self._running -= 1
        self._feed()

    def close(self) -> None:
        """Wake all, and let nobody wait any more."""
        with self._lock:
            self._closed = True
            self._someone.notify()
        self._expire()

    def _watch(self, look: Callable[[], object]) -> None:
        looked = monotonic()
        while True:
            with self._lock:
                while not (self._ends or self._closed):
                    self._someone.wait()
                if self._closed:
                    return
                self._someone.wait(LOOK)
            look()
            self._expire()
            if monotonic() - looked >= _LOOK_FOR_GONE:
                self._leave_gone()
                looked = monotonic()

    def _leave_gone(self) -> None:
        """Have those end whose clients have gone, so that they take up no place."""
        with self._lock:
            waiting = [
                (spot, parked) for some in self._waiting.values() for spot, parked in some.items()
            ]
        gone = [(spot, parked) for spot, parked in waiting if spot.is_gone()]
        with self._lock:
            for spot, parked in gone:
                spot.channel.connected = False  # so that waitress closes it instead of asking again
                self._take(spot, parked)
        self._feed()

    def _expire(self) -> None:
        """Wake those whose time is up, and those that left before."""
        now = monotonic()
        with self._lock:
            while self._ends and (self._closed or self._ends[0][0] <= now):
                _, _, parked, spot = heappop(self._ends)
                self._take(spot, parked)
        self._feed()

    def _take(self, spot: Spot, parked: Parked) -> None:
        """Have a request asked again, if it still waits. The lock is held."""
        waiting = self._waiting.get(parked.source, {})
        if waiting.get(spot) is parked:
            del waiting[spot]
            if not waiting:
                del self._waiting[parked.source]
            self._leave(spot, parked)

    def _leave(self, spot: Spot, parked: Parked) -> None:
        """Have a request asked again, that no longer waits. The lock is held."""
        self._ready.append(spot)
        self._on_lists -= parked.source.startswith(LIST)
        self._clients[parked.client] -= 1
        if not self._clients[parked.client]:
            del self._clients[parked.client]

    def _feed(self) -> None:
        """Put some of those that are to be asked again into the queue of the server."""
        while True:
            with self._lock:
                if not self._ready or self._running >= self._at_once:
                    return
                spot = self._ready.popleft()
                self._running += 1
            spot.is_woken = True
            spot.channel.server.add_task(spot.channel)
