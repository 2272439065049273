"""Has jobs run in checker processes: light, middling and heavy ones apart, by their weight."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from multiprocessing import get_context
from os import cpu_count
from threading import Condition, Thread
from typing import Any, Self, TypeAlias

from api.checking.checker_process import Call, begin, run
from notation.weight import LIGHT

Make: TypeAlias = Callable[[int], Executor]
"""Starts one process of this niceness."""

Run: TypeAlias = Callable[[Sequence[Call]], list[Any]]

_MIDDLING = 10 * LIGHT
"""The weight up to which clients take turns, as with light work: some 200 milliseconds."""

_LIGHT_ROOM, _MIDDLING_ROOM, _HEAVY_ROOM = 48, 32, 8
"""Jobs that may wait. Fewer than there are threads, so that other requests always find one."""

_NICER, _NICEST = 5, 10
_TRIES = 2


class Busy(Exception):
    """Too many jobs wait already, or the client has one under way that may only have one."""


class Died(Exception):
    """The process that ran the job died, and so did the next one."""


@dataclass(eq=False, slots=True)
class _Job:
    call: Call
    weight: int
    client: str
    tries: int = 0
    future: "Future[Any]" = field(default_factory=Future)


class Lane:
    """A queue of jobs, and the processes that take from it, each with a thread that waits for it.

    Clients share the processes by the weight of their jobs: the next job is one of the client who
    has had the least done, and a client who had none waiting comes next. A process gets as many
    jobs together as are light together. One that dies is replaced, and what it had is done once
    more, each job on its own.
    """

    def __init__(self, start: Callable[[], Executor], how: Run, processes: int, room: int) -> None:
        self._start = start
        self._how = how
        self._room = room
        self._count = 0
        self._clients: Counter[str] = Counter()
        self._closed = False
        self._again: deque[_Job] = deque()
        self._waiting: list[tuple[int, int, _Job]] = []
        self._numbers = count()
        self._turns: dict[str, int] = {}
        self._turn = 0
        self._changed = Condition()
        self._threads = [Thread(target=self._serve, daemon=True) for _ in range(processes)]
        for thread in self._threads:
            thread.start()

    def submit(self, call: Call, weight: int, client: str, *, alone: bool = False) -> "Future[Any]":
        """Have a job run. Raises Busy if too many wait, or, if `alone`, one of this client."""
        job = _Job(call, weight, client)
        with self._changed:
            if self._count >= self._room or (alone and self._clients[client]):
                raise Busy
            self._count += 1
            self._clients[client] += 1
            turn = max(self._turn, self._turns.get(client, 0))
            self._turns[client] = turn + weight
            heappush(self._waiting, (turn, next(self._numbers), job))
            self._changed.notify()
        return job.future

    def close(self) -> None:
        """End the processes once their jobs are done; those that wait still fail."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
        left = [*self._again, *(job for *_, job in self._waiting)]
        self._settle(left, [Died()] * len(left))

    def _serve(self) -> None:
        process = self._started()
        while jobs := self._next():
            try:
                results = process.submit(self._how, [job.call for job in jobs]).result()
            except BrokenExecutor:
                process.shutdown(wait=False)
                process = self._started()
                self._retry(jobs)
            except Exception as error:  # noqa: BLE001 - raised again where it is waited for
                self._settle(jobs, [error] * len(jobs))
            else:
                self._settle(jobs, results)
        process.shutdown()

    def _started(self) -> Executor:
        """A process that has done something: what kills it from now on is its work."""
        while True:
            process = self._start()
            try:
                process.submit(self._how, ()).result()
            except BrokenExecutor:
                process.shutdown(wait=False)
            else:
                return process

    def _next(self) -> list[_Job]:
        """The jobs to be run next; none once this is closed."""
        with self._changed:
            while not (self._closed or self._again or self._waiting):
                self._changed.wait()
            if self._closed:
                return []
            if self._again:
                return [self._again.popleft()]
            jobs: list[_Job] = []
            weight = 0
            while self._waiting and (not jobs or weight + self._waiting[0][2].weight <= LIGHT):
                self._turn, _, job = heappop(self._waiting)
                jobs.append(job)
                weight += job.weight
            return jobs

    def _retry(self, jobs: list[_Job]) -> None:
        """Have the jobs of a process that died done once more, each on its own."""
        for job in jobs:
            job.tries += 1
        self._settle([job for job in jobs if job.tries >= _TRIES], [Died()] * len(jobs))
        with self._changed:
            self._again.extend(job for job in jobs if job.tries < _TRIES)
            self._changed.notify_all()

    def _settle(self, jobs: list[_Job], results: list[Any]) -> None:
        with self._changed:
            self._count -= len(jobs)
            self._clients -= Counter(job.client for job in jobs)
            for client in {job.client for job in jobs}.difference(self._clients):
                del self._turns[client]
        for job, result in zip(jobs, results, strict=False):
            if isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)


class Checkers:
    """Three lanes: a process a core for light jobs, niced ones for middling and for heavy jobs.

    A client has one heavy job at a time.
    """

    def __init__(self, processes: int = 0, start: Make | None = None, how: Run = run) -> None:
        make = start or _process
        count = processes or cpu_count() or 1
        self._light = Lane(lambda: make(0), how, count, _LIGHT_ROOM)
        self._middling = Lane(lambda: make(_NICER), how, max(count // 2, 1), _MIDDLING_ROOM)
        self._heavy = Lane(lambda: make(_NICEST), how, 1, _HEAVY_ROOM)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(
        self, client: str, weight: int, job: Callable[..., Any], *args: object
    ) -> "Future[Any]":
        """Have a job run for a client. The future raises what the job does, TooLong and Died.

        Raises Busy as Lane does.
        """
        if weight <= LIGHT:
            return self._light.submit((job, args), weight, client)
        if weight <= _MIDDLING:
            return self._middling.submit((job, args), weight, client)
        return self._heavy.submit((job, args), weight, client, alone=True)

    def close(self) -> None:
        """End all processes."""
        self._light.close()
        self._middling.close()
        self._heavy.close()


def _process(niceness: int) -> Executor:
    return ProcessPoolExecutor(
        1, mp_context=get_context("spawn"), initializer=begin, initargs=(niceness,)
    )
