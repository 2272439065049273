"""How `cgn validate --cluster` scales to many workers, by a model on recorded times.

    python -m benchmarks.cluster_model [--megabytes N]

A local cluster validates a file in ranges of 1 MB, and each range is timed. The model runs larger
archives of such ranges on more workers. It has one scheduler, which handles one task after another,
and workers that hold two tasks each and do one at a time. As in `map_ordered`, no task is submitted
while too many results wait for an earlier one.
"""

import argparse
import random
from collections import deque
from collections.abc import Sequence
from heapq import heappop, heappush
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from benchmarks.commands import fill
from benchmarks.task_times import recorded
from replays.many.archive import range_size
from replays.many.workers import IN_FLIGHT, MAX_WAITING

MEGABYTE = 1 << 20
TASK, TASK_EACH = 2.7e-3, 3e-6
"""Seconds of the scheduler for a task, and for each worker in addition, measured on empty tasks."""

SLOW, TIMES_SLOWER = 0.01, 5
CASES = ((1, 2), (10, 10), (10, 100), (10, 300), (100, 300), (100, 1_000), (1_000, 1_000))
"""Gigabytes and workers."""


def main() -> None:
    """Record the times, and print how busy the model keeps its workers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=64)
    megabytes: int = parser.parse_args().megabytes
    with TemporaryDirectory() as folder:
        path = Path(folder, "large.cgn")
        fill(path, megabytes * MEGABYTE)
        times = recorded(path, MEGABYTE)
    Console().print(_table(times))


def _table(times: Sequence[float]) -> Table:
    mean = sum(times) / len(times)
    table = Table(
        caption=f"{len(times)} ranges of 1 MB took {mean:.3f} s each ({min(times):.3f}-"
        f"{max(times):.3f}). Busy: the share of the workers' time in which they validate."
        f" Slow tasks: {SLOW:.0%} of the tasks take {TIMES_SLOWER} times as long."
    )
    for title in ("GB", "workers", "MB a range", "tasks", "a second", "busy", "with slow tasks"):
        table.add_column(title, justify="right")
    for gigabytes, workers in CASES:
        size = range_size(gigabytes * 1024 * MEGABYTE, workers) // MEGABYTE
        tasks = _tasks(times, gigabytes * 1024 // size, size)
        wall = simulated(tasks, workers)
        slow = [t * TIMES_SLOWER if n % (1 / SLOW) == 0 else t for n, t in enumerate(tasks)]
        busy, busy_slow = (sum(one) / workers / simulated(one, workers) for one in (tasks, slow))
        table.add_row(
            *(f"{number:,}" for number in (gigabytes, workers, size, len(tasks))),
            f"{len(tasks) / wall:.0f}",
            *(f"{share:.0%}" for share in (busy, busy_slow)),
        )
    return table


def _tasks(times: Sequence[float], count: int, size: int) -> list[float]:
    """The times of so many ranges of so many megabytes, each as one that was recorded."""
    chance = random.Random(1)  # noqa: S311 - no secret
    return [sum(chance.choices(times, k=size)) for _ in range(count)]


def simulated(tasks: Sequence[float], workers: int) -> float:
    """The seconds until so many workers have done tasks that take so long.

    >>> round(simulated([1.0] * 4, 2), 4)
    2.0054
    """
    cost = TASK + TASK_EACH * workers
    clock = scheduler = 0.0
    free = [0.0] * workers
    idle = deque(list(range(workers)) * IN_FLIGHT)
    ends: list[tuple[float, int, int]] = []
    done: set[int] = set()
    first = submitted = 0
    waiting = MAX_WAITING * workers
    while submitted < len(tasks) or ends:
        while submitted < len(tasks) and idle and submitted - first - len(ends) < waiting:
            scheduler = max(scheduler, clock) + cost
            worker = idle.popleft()
            free[worker] = max(free[worker], scheduler) + tasks[submitted]
            heappush(ends, (free[worker], submitted, worker))
            submitted += 1
        clock, number, worker = heappop(ends)
        idle.append(worker)
        done.add(number)
        while first in done:
            done.remove(first)
            first += 1
    return clock


if __name__ == "__main__":
    main()
