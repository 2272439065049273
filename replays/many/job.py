"""Jobs: work on each record of some files, in this process or in several."""

from abc import abstractmethod
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

from notation.outcome import Raw, Reading
from replays.many.archive import Task, plan_tasks, run_tasks
from replays.many.parts import Input, Part

if TYPE_CHECKING:
    from replays.many.workers import Pool


class PartEnd(Struct):
    """Follows the results of a part of a file.

    `last` is true of the last part of its file, and `size` counts its bytes. `error` is why it
    could not be read to its end. A job that counts more subclasses it.
    """

    file: str
    last: bool
    size: int
    error: OSError | None = None


Item = TypeVar("Item")
End = TypeVar("End", bound=PartEnd)


class Job(Struct, Generic[Item, End], frozen=True):
    """The work on each record; it is sent to the processes that do it."""

    def __call__(self, task: Task) -> Iterator[Item | End]:
        """The results of each part, each followed by its end."""
        for part in task:
            end = self.begun(part)
            try:
                for item in part.records():
                    yield from self.each(item, end)
            except OSError as error:
                end.error = error
            yield end

    def through(self, inputs: Sequence[Input], pool: "int | Pool" = 1) -> Generator[Item | End]:
        """The results in the order of the files, and the ends of parts.

        This number of processes does the work, or a pool. What follows an error in its file is left
        out. Raises WorkerDied (`replays.many.archive`) if a process ends before its task does.
        """
        with closing(run_tasks(self, plan_tasks(inputs, pool), pool)) as items:
            failed = False
            for item in items:
                if not failed:
                    yield item
                if isinstance(item, PartEnd):
                    failed = not item.last and (failed or item.error is not None)

    @abstractmethod
    def begun(self, part: Part) -> End:
        """The end of a part, before anything is counted."""

    @abstractmethod
    def each(self, item: Raw | Reading, end: End) -> Iterator[Item]:
        """The results of a record, which is counted; or of an error that only the file shows."""
