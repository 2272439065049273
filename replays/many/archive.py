"""Plans which parts of which files belong to one task, and has the tasks done.

Records are numbered before they are worked on. This process reads large files and streams once, and
hands their records on; the workers of a cluster count those of large files first, and read the
files again. A task is a few parts for one process.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from replays.many.parts import Input, Part, Stamp, StreamChunk, WholeFile, stream_chunks

if TYPE_CHECKING:
    from replays.many.ranges import Counted
    from replays.many.workers import Pool

R = TypeVar("R")
Task: TypeAlias = tuple[Part, ...]

_SMALLEST, _LARGEST = 1 << 20, 32 << 20
_RANGES_EACH = 12
"""Ranges for each process: enough that no process waits long for another at the end."""

_SCHEDULED = 50
"""Workers that a scheduler can keep busy with ranges of the smallest size."""

_WORTHWHILE = 2 << 20
"""From this many bytes on, it pays to start processes."""

_AHEAD = 64 << 20
"""How many bytes of files that are read here may wait to be worked on."""


class WorkerDied(Exception):
    """A process that worked on a task has ended."""


def plan_tasks(inputs: Sequence[Input], pool: "int | Pool") -> Iterator[Task]:
    """The tasks, in order, in which the inputs are read by processes, or by a cluster's pool.

    A single process reads each record as it is asked for. For several, streams and large files are
    read here when their turn comes. The workers of a cluster open large files themselves.
    """
    seen = [(item, item.stamp()) for item in inputs]
    if pool == 1:
        for item, stamp in seen:
            yield from ((chunk,) for chunk in stream_chunks(item, stamp, _SMALLEST, iter))
        return
    from replays.many.workers import IN_FLIGHT  # noqa: PLC0415 - slow to import

    workers = pool if isinstance(pool, int) else pool.number
    size = range_size(sum(stamp.size for _, stamp in seen if stamp is not None), workers)
    most = min(_SMALLEST, _AHEAD // (IN_FLIGHT * workers))
    task: list[Part] = []
    weight = 0
    for part in _parts(seen, pool, size, most):
        task.append(part)
        weight += part.weight
        if weight >= (most if isinstance(part, StreamChunk) else size):
            yield tuple(task)
            task, weight = [], 0
    if task:
        yield tuple(task)


def _parts(
    seen: Sequence[tuple[Input, Stamp | None]], pool: "int | Pool", size: int, most: int
) -> Iterator[Part]:
    """The parts of all files: ranges of this size for a cluster, chunks of `most` bytes here."""
    ranges: Iterable[Sequence[Counted]] = repeat(())
    if not isinstance(pool, int):
        from replays.many.ranges import counted, numbered  # noqa: PLC0415 - for clusters only

        ranges = counted(seen, pool, size)
    for (item, stamp), own in zip(seen, ranges, strict=False):
        if own:
            yield from numbered(item, own)
        elif stamp is not None and stamp.size < 2 * size:
            yield WholeFile(file=item.name, size=stamp.size, input=item)
        else:
            yield from stream_chunks(item, stamp, most, tuple)


def range_size(total: int, workers: int) -> int:
    """The size of the ranges in which `total` bytes are read by this number of workers.

    The more workers a scheduler serves, the longer each has to work on a range.
    """
    least = max(_SMALLEST, _SMALLEST * workers // _SCHEDULED)
    return min(max(total // (_RANGES_EACH * workers), least), _LARGEST)


def run_tasks(
    fn: Callable[[Task], Iterable[R]], tasks: Iterable[Task], pool: "int | Pool"
) -> Generator[R]:
    """What `fn` yields for each task, in order.

    It runs in this number of processes, or in a pool. If there is little to do, it runs in this
    process instead of several, which yields each result as soon as it is known. Raises WorkerDied
    if a process ends before its task.
    """
    if not isinstance(pool, int):
        yield from _shared(pool, fn, tasks)
        return
    coming = iter(tasks)
    ahead: list[Task] = []
    while pool > 1 and sum(map(_weight, ahead)) < _WORTHWHILE:
        task = next(coming, None)
        if task is None:
            pool = 1
        else:
            ahead.append(task)
    if pool == 1:
        yield from chain.from_iterable(map(fn, chain(ahead, coming)))
        return
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - slow to import

    from replays.many.workers import Pool, processes  # noqa: PLC0415 - likewise

    try:
        with processes(pool) as submit:
            yield from _shared(Pool(pool, submit), fn, chain(ahead, coming))
    except BrokenExecutor:
        raise WorkerDied from None


def _shared(pool: "Pool", fn: Callable[[Task], Iterable[R]], tasks: Iterable[Task]) -> Iterator[R]:
    from replays.many.workers import map_ordered  # noqa: PLC0415 - slow to import

    return chain.from_iterable(map_ordered(pool, fn, tasks))


def _weight(task: Task) -> int:
    return sum(part.weight for part in task)
