"""The numbers of the newest public replays, counted again at most once a minute."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from threading import Lock
from time import monotonic
from typing import cast

from flask import current_app
from msgspec import Struct

from api.checking.checkers import Checkers
from api.checking.statistics_jobs import Numbered, sums_of, tables_of, weight_of_sums
from api.checking.work_queue import WorkQueue
from api.problems import Problem
from notation.weight import LIGHT
from replays.many.tools.stats import Sums
from replays.many.tools.stats_tables import Numbers
from replays.store.model import ANYONE
from replays.store.query import Query
from replays.store.sql.store import Store

STATISTICS = "cgn.statistics"
"""Under which name an app keeps them."""

MOST = 100
"""The most players, and the most first moves, of each game."""

_AGE = 60
"""Seconds for which numbers are given again, whatever changes: counting 10,000 takes a second."""

_CLIENT = ("statistics", "statistics")


def statistics() -> "Statistics":
    """Those of the service that handles this request."""
    return cast("Statistics", current_app.extensions[STATISTICS])


class Counted(Struct, frozen=True):
    """The tables of a number of replays; `more` says whether there are older ones."""

    tables: list[Numbers]
    replays: int
    more: bool


class Statistics:
    """Counts the `most` newest public replays of a store, for nobody in particular.

    While somebody counts, others are given the numbers before, or wait for the first ones.
    """

    def __init__(self, store: Store, checkers: Checkers, most: int, max_weight: int) -> None:
        self._store = store
        self._queue = WorkQueue(checkers, store, _CLIENT, max_weight, lambda _: None)
        self._most = most
        self._lock = Lock()
        self._known: Counted | None = None
        self._version = -1
        self._due = 0.0

    def counted(self) -> Counted:
        """The tables, at most a minute old, or older ones if the checkers are too busy.

        Raises Problem (503) if they are, and there are none yet.
        """
        known = self._known
        if known is not None and not self._lock.acquire(blocking=False):
            return known
        if known is None:
            self._lock.acquire()
        try:
            return self._fresh()
        finally:
            self._lock.release()

    def _fresh(self) -> Counted:
        if self._known is not None and monotonic() < self._due:
            return self._known
        version = self._store.changes().version
        if self._known is None:
            self._known, self._version = self._count(), version
        elif version != self._version:
            with suppress(Problem):
                self._known, self._version = self._count(), version
        self._due = monotonic() + _AGE
        return self._known

    def _count(self) -> Counted:
        bodies = self._store.bodies(Query(), ANYONE)
        sums = Sums()
        count = 0
        for some in _parts(islice(bodies, self._most)):
            sums.update(self._queue.ask(sums_of(some)))
            count += len(some)
        tables = self._queue.ask(tables_of(sums, MOST))
        return Counted(tables, count, next(bodies, None) is not None)


def _parts(bodies: Iterable[Numbered]) -> Iterator[list[Numbered]]:
    """The bodies, as many at a time as are light together: other clients' jobs come between."""
    part: list[Numbered] = []
    weight = 0
    for one in bodies:
        more = weight_of_sums([one])
        if part and weight + more > LIGHT:
            yield part
            part, weight = [], 0
        part.append(one)
        weight += more
    if part:
        yield part
