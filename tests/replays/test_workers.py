"""Tasks in several processes: results come in order, and no process is left."""

import multiprocessing
import os
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor, wait
from threading import Event
from time import sleep
from typing import Any, TypeVar

import pytest

from notation.split_records import Chunk
from notation.text_reader import RawText
from replays.many import workers
from replays.many.archive import Task, WorkerDied, run_tasks
from replays.many.parts import StreamChunk
from replays.many.workers import IN_FLIGHT, MAX_WAITING, Pool, map_ordered, processes

R = TypeVar("R")

HEAVY: Task = (StreamChunk(file="x", found=(RawText("x", 1, Chunk(1, b"x" * (3 << 20))),)),)


def twice(number: int) -> Iterator[int]:
    yield number
    yield 2 * number


def die(_: object) -> list[int]:
    os._exit(3)


def test_results_come_in_the_order_of_the_tasks() -> None:
    later = Event()

    def slow_at_first(number: int) -> list[int]:
        if number == 0:
            assert later.wait(60)
        if number == IN_FLIGHT:
            later.set()
        return [number]

    with ThreadPoolExecutor(IN_FLIGHT) as pool:
        results = map_ordered(Pool(1, pool.submit), slow_at_first, range(20))
        assert list(results) == [[number] for number in range(20)]


def test_no_task_starts_while_enough_results_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    submitted: list[Future[Any]] = []
    at_a_stop: list[int] = []

    def submit(fn: Callable[..., R], /, *args: object) -> Future[R]:
        future: Future[R] = Future()
        if submitted:
            future.set_result(fn(*args))
        submitted.append(future)
        return future

    def stopped(
        futures: Collection[Future[object]], return_when: str
    ) -> tuple[set[Future[object]], set[Future[object]]]:
        if not any(future.done() for future in futures):
            at_a_stop.append(len(submitted))
            submitted[0].set_result([0, 0])
        return wait(futures, return_when=return_when)

    monkeypatch.setattr(workers, "wait", stopped)
    results = list(map_ordered(Pool(1, submit), twice, range(20)))
    assert results == [[number, 2 * number] for number in range(20)]
    assert at_a_stop == [1 + MAX_WAITING]


def test_an_error_is_raised_in_its_turn() -> None:
    def fails_at_two(number: int) -> list[int]:
        if number == 2:
            raise ValueError(number)
        return [number]

    with ThreadPoolExecutor(IN_FLIGHT) as pool:
        results = map_ordered(Pool(1, pool.submit), fails_at_two, range(9))
        assert [next(results), next(results)] == [[0], [1]]
        with pytest.raises(ValueError, match="2"):
            next(results)


def test_processes_end_with_their_block() -> None:
    with processes(2) as submit:
        assert list(map_ordered(Pool(2, submit), twice, range(5)))[4] == [4, 8]
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


def test_processes_end_at_once_with_an_error() -> None:
    def interrupted() -> None:
        with processes(2) as submit:
            submit(sleep, 3_600)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not multiprocessing.active_children()


def test_a_dead_process_is_reported() -> None:
    with pytest.raises(BrokenExecutor), processes(2) as submit:
        list(map_ordered(Pool(2, submit), die, range(5)))
    with pytest.raises(WorkerDied):
        list(run_tasks(die, [HEAVY, HEAVY], 2))
    assert not multiprocessing.active_children()


def test_a_little_work_is_done_in_this_process() -> None:
    def here(_: Task) -> list[int]:
        return [os.getpid()]

    light: Task = (StreamChunk(file="x"),)
    assert set(run_tasks(here, [light] * 3, 2)) == {os.getpid()}
