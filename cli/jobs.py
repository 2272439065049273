"""Runs jobs in several processes, here or on a cluster, with a progress bar."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.common import Command
from cli.inputs import Inputs, Unreadable, unreadable
from replays.many.archive import WorkerDied
from replays.many.job import Job, PartEnd

if TYPE_CHECKING:
    from replays.many.workers import Pool

_MOST_JOBS = 256

Item = TypeVar("Item")
End = TypeVar("End", bound=PartEnd)


@dataclass(frozen=True, slots=True)
class Crew:
    """The workers: a number of processes of this machine, or the cluster at an address."""

    jobs: int = 1
    cluster: str | None = None


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, _MOST_JOBS),
    default=1,
    metavar="N",
    help="Processes to share the work.",
)


def crew_options(command: Command) -> Command:
    """Give a command the options `--jobs` and `--cluster`, as the parameter `crew`."""

    @jobs_option
    @click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Share the work among the workers of a Dask cluster; `local` starts one here.",
    )
    @wraps(command)
    def with_crew(*arguments: Any, jobs: int, cluster: str | None, **options: Any) -> None:  # noqa: ANN401 - of any command
        if cluster is not None and jobs != 1:
            raise click.UsageError("--jobs and --cluster exclude each other")
        command(*arguments, crew=Crew(jobs, cluster), **options)

    return with_crew


@contextmanager
def found_in(inputs: Inputs, job: Job[Item, End], crew: Crew) -> Iterator[Iterator[Item | End]]:
    """Run a job on the files with this crew. Gives its results, as `Job.through` yields them.

    Moves the bar, and reports unreadable files. Raises Unreadable if a process dies or the cluster
    fails.
    """
    working = nullcontext(crew.jobs) if crew.cluster is None else _pool(crew.cluster)
    with (
        none_dead(),
        working as pool,
        closing(job.through(inputs.sources(), pool)) as items,
    ):
        yield _watched(inputs, items)
    inputs.progress.clear()


@contextmanager
def none_dead() -> Iterator[None]:
    """Raise Unreadable if a process of --jobs dies within."""
    try:
        yield
    except WorkerDied:
        raise Unreadable("a process of --jobs was killed, or ran out of memory") from None


@contextmanager
def _pool(address: str) -> "Iterator[Pool]":
    try:
        from replays.many.cluster import ClusterFailed, cluster  # noqa: PLC0415 - of an extra
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        needed = "--cluster needs the extra `cluster`: pip install 'cgn[cluster]'"
        raise Unreadable(needed) from None
    if address.startswith("tcp://"):
        click.echo(
            "Note: anyone who can reach this scheduler can run programs here and on its workers;"
            " tls:// with certificates keeps others out",
            err=True,
        )
    try:
        with cluster(address, lambda line: click.echo(line, err=True)) as pool:
            yield pool
    except ClusterFailed as error:
        raise Unreadable(f"--cluster: {error}") from None


def _watched(inputs: Inputs, items: Iterator[Item | End]) -> Iterator[Item | End]:
    for item in items:
        if isinstance(item, PartEnd):
            inputs.progress.advance(item.size)
            if item.error is not None:
                inputs.fail(unreadable(item.file, item.error))
        yield item
