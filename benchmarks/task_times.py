"""Times the tasks of a cluster where they are done."""

from functools import partial
from itertools import chain
from pathlib import Path
from time import process_time
from unittest.mock import patch

from replays.many import archive
from replays.many.archive import Task, plan_tasks
from replays.many.cluster import LOCAL, cluster
from replays.many.parts import Input
from replays.many.validate_archive import Validation
from replays.many.workers import map_ordered


def recorded(path: Path, size: int) -> list[float]:
    """The seconds of CPU that a local cluster takes to validate each range of so many bytes."""
    job = Validation(warnings=False)
    with (
        patch.multiple(archive, _SMALLEST=size, _LARGEST=size),
        cluster(LOCAL, print) as pool,
    ):
        tasks = plan_tasks([Input(str(path), path.name)], pool)
        times = map_ordered(pool, partial(_timed, job), tasks)
        return list(chain.from_iterable(times))


def _timed(job: Validation, task: Task) -> list[float]:
    start = process_time()
    list(job(task))
    return [process_time() - start]
