"""Runs jobs in checker processes: three queues, by cost."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain, count
from multiprocessing import get_context
from os import cpu_count
from threading import Condition, Thread
from typing import Any, Generic, Self, TypeAlias, TypeVar

from api.checking.checker_process import Call, begin, run
from api.checking.job import Job, RawDecks
from notation.weight import LIGHT

T = TypeVar("T")

Make: TypeAlias = Callable[[int], Executor]
"""Starts one process of this niceness."""

Run: TypeAlias = Callable[[Sequence[Call]], list[Any]]

Client: TypeAlias = tuple[str, str]
"""Whose job it is: the owner of a table and one of its seats, or one name twice."""

_MIDDLING = 10 * LIGHT
"""The weight up to which clients take turns, as with light work: some 200 milliseconds."""

_LIGHT_ROOM, _MIDDLING_ROOM, _HEAVY_ROOM = 48, 32, 8
"""Jobs that may wait. Fewer than there are threads, so that other requests always find one."""

_PART = 4
"""No client has more than this part of the room: otherwise one could keep all others out."""

_NICER, _NICEST = 5, 10
_TRIES = 2


class Busy(Exception):
    """Too many jobs wait already, in all or of this client."""


class Died(Exception):
    """The process that ran the job died, and so did the next one."""


@dataclass(eq=False, slots=True)
class _QueuedJob:
    call: Call
    weight: int
    client: Client
    tries: int = 0
    future: "Future[Any]" = field(default_factory=Future)


class Turns(Generic[T]):
    """Waiting things, each under a name. Names take turns by the weight of what they had.

    The name that has had the least is next; so is one that had nothing waiting.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, T]] = []
        self._numbers = count()
        self._turns: dict[str, int] = {}
        self._turn = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[T]:
        return (thing for *_, thing in self._waiting)

    def add(self, name: str, weight: int, thing: T) -> None:
        """Queue a thing under a name."""
        turn = max(self._turn, self._turns.get(name, 0))
        self._turns[name] = turn + weight
        heappush(self._waiting, (turn, next(self._numbers), thing))

    def peek(self) -> T:
        """Return the next thing, and leave it. Raises IndexError if nothing waits."""
        return self._waiting[0][2]

    def pop(self) -> T:
        """Take the next thing. Raises IndexError if nothing waits."""
        self._turn, _, thing = heappop(self._waiting)
        return thing

    def forget(self, name: str) -> None:
        """Forget what a name had, once it has nothing waiting."""
        self._turns.pop(name, None)


class Lane:
    """A queue of jobs, and the processes that take from it, each with a thread that waits for it.

    Owners share the processes by the weight of their jobs, and the seats of an owner's tables share
    the turns of that owner. A process gets as many jobs together as are light together. One that
    dies is replaced, and what it had is done once more, each job on its own.
    """

    def __init__(self, start: Callable[[], Executor], how: Run, processes: int, room: int) -> None:
        self._start = start
        self._how = how
        self._room = room
        self._count = 0
        self._owners: Counter[str] = Counter()
        self._closed = False
        self._again: deque[_QueuedJob] = deque()
        self._turns: Turns[str] = Turns()
        self._jobs: dict[str, Turns[_QueuedJob]] = {}
        self._changed = Condition()
        self._threads = [Thread(target=self._serve, daemon=True) for _ in range(processes)]
        for thread in self._threads:
            thread.start()

    def submit(
        self, call: Call, weight: int, client: Client, *, alone: bool = False
    ) -> "Future[Any]":
        """Queue a job. Raises Busy if too many wait, in all or of its owner; one, if `alone`."""
        job, (owner, name) = _QueuedJob(call, weight, client), client
        most = 1 if alone else max(self._room // _PART, 1)
        with self._changed:
            if self._count >= self._room or self._owners[owner] >= most:
                raise Busy
            self._count += 1
            self._owners[owner] += 1
            self._turns.add(owner, weight, owner)
            self._jobs.setdefault(owner, Turns()).add(name, weight, job)
            self._changed.notify()
        return job.future

    def close(self) -> None:
        """Finish running jobs, fail waiting ones, stop."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
        left = [*self._again, *chain.from_iterable(self._jobs.values())]
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
        """Start a process, and see it work: what kills it from now on is a job."""
        while True:
            process = self._start()
            try:
                process.submit(self._how, ()).result()
            except BrokenExecutor:
                process.shutdown(wait=False)
            else:
                return process

    def _next(self) -> list[_QueuedJob]:
        """Wait for the next jobs to run; none once this is closed."""
        with self._changed:
            while not (self._closed or self._again or self._turns):
                self._changed.wait()
            if self._closed:
                return []
            if self._again:
                return [self._again.popleft()]
            jobs: list[_QueuedJob] = []
            weight = 0
            while self._turns and (not jobs or weight + self._following().weight <= LIGHT):
                jobs.append(self._jobs[self._turns.pop()].pop())
                weight += jobs[-1].weight
            return jobs

    def _following(self) -> _QueuedJob:
        """Return the next job, and leave it."""
        return self._jobs[self._turns.peek()].peek()

    def _retry(self, jobs: list[_QueuedJob]) -> None:
        """Queue the jobs of a process that died once more, each on its own."""
        for job in jobs:
            job.tries += 1
        self._settle([job for job in jobs if job.tries >= _TRIES], [Died()] * len(jobs))
        with self._changed:
            self._again.extend(job for job in jobs if job.tries < _TRIES)
            self._changed.notify_all()

    def _settle(self, jobs: list[_QueuedJob], results: list[Any]) -> None:
        with self._changed:
            self._count -= len(jobs)
            owners = Counter(job.client[0] for job in jobs)
            self._owners -= owners
            for owner in owners.keys() - self._owners.keys():
                self._turns.forget(owner)
                del self._jobs[owner]
        for job, result in zip(jobs, results, strict=False):
            if isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)


class Checkers:
    """Three lanes: a process a core for light jobs, niced ones for middling and for heavy jobs.

    An owner has one heavy job at a time.
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

    def submit(self, client: Client, cost: int, job: Job[T], raw_decks: RawDecks) -> "Future[T]":
        """Queue a client's job of this cost. Raises Busy as Lane does.

        The future raises what the job does, TooLong and Died.
        """
        call = job, raw_decks
        if cost <= LIGHT:
            return self._light.submit(call, cost, client)
        if cost <= _MIDDLING:
            return self._middling.submit(call, cost, client)
        return self._heavy.submit(call, cost, client, alone=True)

    def close(self) -> None:
        """End all processes."""
        self._light.close()
        self._middling.close()
        self._heavy.close()


def _process(niceness: int) -> Executor:
    return ProcessPoolExecutor(
        1, mp_context=get_context("spawn"), initializer=begin, initargs=(niceness,)
    )
