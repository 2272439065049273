"""Has records gone through by several processes, with a bar."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

import click

from cli.inputs import Inputs, Unreadable, unreadable
from replays.archive import WorkerDied
from replays.job import Job, PartEnd

_MOST_JOBS = 256

Item = TypeVar("Item")
End = TypeVar("End", bound=PartEnd)

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, _MOST_JOBS),
    default=1,
    metavar="N",
    help="Processes to share the work.",
)


@contextmanager
def found_in(inputs: Inputs, job: Job[Item, End], jobs: int) -> Iterator[Iterator[Item | End]]:
    """What a job finds in the files, done in so many processes, as `Job.through` has it.

    The bar moves, and files that cannot be read are reported. Raises Unreadable if a process dies.
    """
    with closing(job.through(inputs.sources(), jobs)) as found:
        try:
            yield _watched(inputs, found)
        except WorkerDied:
            raise Unreadable("a process of --jobs was killed, or ran out of memory") from None
    inputs.progress.clear()


def _watched(inputs: Inputs, found: Iterator[Item | End]) -> Iterator[Item | End]:
    for item in found:
        if isinstance(item, PartEnd):
            inputs.progress.advance(item.size)
            if item.error is not None:
                inputs.fail(unreadable(item.file, item.error))
        yield item
