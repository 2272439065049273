"""Jobs: work on each record of some files, in this process or in several.

Results from parts of files are numbered as in the files.
"""

from abc import abstractmethod
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from msgspec import Struct, field

from notation.extent import Extent
from notation.outcome import Raw, Reading
from notation.read import Form
from replays.many.archive import Input, Part, Task, each, plan

if TYPE_CHECKING:
    from notation.json_reader import Totals
    from replays.many.workers import Team


class PartEnd(Struct):
    """Follows the results of a part of a file.

    `last` is true of the last part of its file, and `size` counts its bytes. `error` is why it
    could not be read to its end. `extent` serves to number the part after it; it is empty for a
    whole file, whose `form` is None. A job that counts more subclasses it.
    """

    file: str
    form: Form | None
    last: bool
    size: int
    error: OSError | None = None
    extent: Extent = field(default_factory=Extent)


Item = TypeVar("Item")
End = TypeVar("End", bound=PartEnd)


class Job(Struct, Generic[Item, End], frozen=True):
    """The work on each record; it is sent to the processes that do it."""

    def __call__(self, task: Task) -> Iterator[Item | End]:
        """The results of each part, each followed by its end."""
        for part in task:
            end = self.begun(part)
            try:
                for item in part.records(end.extent):
                    yield from self.each(item, end)
            except OSError as error:
                end.error = error
            yield end

    def through(self, inputs: Sequence[Input], workers: "int | Team" = 1) -> Generator[Item | End]:
        """The results in the order of the files, numbered as in them, and the ends of parts.

        This number of processes does the work, or a team. Raises WorkerDied
        (`replays.many.archive`) if a process ends before its task does.
        """
        number = workers if isinstance(workers, int) else workers.number
        with closing(each(self, plan(inputs, number), workers)) as items:
            file = _File(self)
            for item in items:
                if not isinstance(item, PartEnd):
                    if (placed := file.placed(item)) is not None:
                        yield placed
                    continue
                yield from file.closed(cast("End", item))
                if item.last:
                    file = _File(self)

    @abstractmethod
    def begun(self, part: Part) -> End:
        """The end of a part, before anything is counted."""

    @abstractmethod
    def each(self, item: Raw | Reading, end: End) -> Iterator[Item]:
        """The results of a record, which is counted."""

    @abstractmethod
    def judged(self, reading: Reading) -> Item:
        """The result of an error that only a whole file shows."""

    @abstractmethod
    def count(self, item: Item, end: End) -> None:
        """Count it."""

    @abstractmethod
    def shifted(self, item: Item, records: int, lines: int) -> Item:
        """An item, moved down by this number of records and lines in its file."""


class _File(Generic[Item, End]):
    """A file, with the parts added up so far."""

    def __init__(self, job: Job[Item, End]) -> None:
        self._job = job
        self._totals: Totals | None = None
        self._ended = False

    def placed(self, item: Item) -> Item | None:
        """The item, numbered as in the file. None for a record after the end of the stream."""
        if self._ended or self._is_complete():
            return None
        if self._totals is None:
            return item
        return self._job.shifted(item, self._totals.records, self._totals.lines)

    def closed(self, end: End) -> Iterator[Item | End]:
        """The end, after the error that only the whole file shows, if any."""
        if self._ended:
            yield self._emptied(end)
            return
        counted = self._emptied(end) if self._is_complete() else end
        counted.error = end.error
        if (last := self._judged(end)) is not None:
            item = self._job.judged(last)
            self._job.count(item, counted)
            counted.error = None
            yield item
        self._ended = last is not None or end.error is not None
        yield counted

    def _emptied(self, end: End) -> End:
        return type(end)(end.file, end.form, end.last, end.size)

    def _is_complete(self) -> bool:
        return self._totals is not None and self._totals.complete

    def _judged(self, end: End) -> Reading | None:
        if end.form is None:
            return None
        if self._totals is None:
            self._totals = totals_of(end.file, end.form)
        last = self._totals.add(end.extent)
        if last is None and end.last and end.error is None:
            last = self._totals.finish()
        return last


def totals_of(file: str, form: Form) -> "Totals":
    """Adds up the parts of a file."""
    from notation.json_reader import Totals, no_lines  # noqa: PLC0415 - for files that were cut
    from notation.text_reader import nothing_in  # noqa: PLC0415 - likewise

    return Totals(file, nothing_in if form is Form.TEXT else no_lines)
