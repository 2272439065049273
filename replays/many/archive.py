"""Plans how many records are read: which parts of which files belong to one task.

A part is a file, a range of a large one, or bytes that were read from a stream. A task is a few
parts that one process reads. That process opens the files, so a plan needs only their sizes.
"""

import os
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from io import BufferedReader, BytesIO
from itertools import chain, pairwise
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, BinaryIO, TypeAlias, TypeVar

from msgspec import Struct

from notation.extent import Extent
from notation.outcome import Raw, Reading
from notation.read import Form, form_of, raw_records, sniffed
from notation.streams import GZIP, decompressed
from replays.many.paths import is_remote

if TYPE_CHECKING:
    from notation.ranges import Piece
    from replays.many.workers import Team

R = TypeVar("R")

_SMALLEST, _LARGEST = 1 << 20, 32 << 20
_RANGES_EACH = 12
"""Ranges for each process: enough that no process waits long for another at the end."""

_SCHEDULED = 50
"""Workers that a scheduler can keep busy with ranges of the smallest size."""

_OPENING = 2_000
"""The bytes that can be validated in the time that it takes to open a file."""

_WORTHWHILE = 2 << 20
"""From this many bytes on, it pays to start processes."""


class Input(Struct, frozen=True):
    """A file, or an open stream, and its name in messages."""

    path: str
    name: str
    stream: BinaryIO | None = None

    def opened(self) -> AbstractContextManager[BinaryIO]:
        """Its bytes, from the beginning. Raises OSError if they cannot be read."""
        return _opened(self.path) if self.stream is None else nullcontext(self.stream)


class Stamp(Struct, frozen=True):
    """How a file looked when the plan was made, to notice changes."""

    size: int
    modified: int
    inode: int


class Changed(OSError):
    """The file was changed after the plan was made."""


class WorkerDied(Exception):
    """A process that worked on a task has ended."""


class _Part(Struct, frozen=True, kw_only=True):
    """A part of the file of this name, or all of it.

    `last` is true of the last part of its file. `size` counts its bytes in the file, or is 0 for
    a stream.
    """

    file: str
    last: bool = True
    size: int = 0

    @property
    def weight(self) -> int:
        """How much work it is, in bytes."""
        return self.size + _OPENING

    @abstractmethod
    def records(self, extent: Extent) -> Iterator[Raw | Reading]:
        """Its records, not yet read; fills `extent`.

        If only a part of the file is there, they are numbered from 1. Raises OSError if it cannot
        be read.
        """


class WholeFile(_Part, frozen=True, kw_only=True):
    """A whole file or stream. Its form shows when it is read."""

    input: Input
    form: None = None

    def records(self, extent: Extent) -> Iterator[Raw | Reading]:
        """Its records. Raises OSError if it cannot be read."""
        del extent
        with self.input.opened() as stream:
            yield from raw_records(stream, self.file)


class FileRange(_Part, frozen=True, kw_only=True):
    """The records that begin in a range of a file."""

    path: str
    form: Form
    start: int
    stop: int
    stamp: Stamp

    def records(self, extent: Extent) -> Iterator[Raw | Reading]:
        """Its records, numbered from 1; fills `extent`.

        Raises OSError if the file cannot be read, and Changed if it is not the one planned.
        """
        from notation.ranges import raw_part, region  # noqa: PLC0415 - for large files only

        with _opened(self.path, self.start, self.stop) as stream:
            if _stamp(self.path, stream) != self.stamp:
                raise Changed("the file changed while it was read")
            part = region(stream, self.form, self.start, self.stop)
            yield from raw_part(BufferedReader(part), self.file, self.form, extent)
            extent.lines = part.lines


class Shipped(_Part, frozen=True, kw_only=True):
    """Records that were read from a stream."""

    form: Form
    piece: "Piece"

    @property
    def weight(self) -> int:
        """How much work it is, in bytes."""
        return len(self.piece.raw) + _OPENING

    def records(self, extent: Extent) -> Iterator[Raw | Reading]:
        """Its records, numbered from 1; fills `extent`."""
        from notation.ranges import raw_part  # noqa: PLC0415 - for streams and processes only

        yield from raw_part(BytesIO(self.piece.raw), self.file, self.form, extent)
        extent.lines = self.piece.lines


class StreamEnd(_Part, frozen=True, kw_only=True):
    """The end of a stream; `error` is why it could not be read to its end."""

    form: Form | None = None
    error: OSError | None = None

    def records(self, extent: Extent) -> Iterator[Raw | Reading]:
        """No records. Raises the error, if there is one."""
        del extent
        if self.error is not None:
            raise self.error
        yield from ()


Part: TypeAlias = WholeFile | FileRange | Shipped | StreamEnd
Task: TypeAlias = tuple[Part, ...]


def plan(inputs: Sequence[Input], workers: int) -> Iterator[Task]:
    """The tasks, in order, in which this number of processes reads the inputs.

    A single process reads a stream directly. For several, the stream is read here when its turn
    comes, and cut into pieces.
    """
    stamps = [_look_at(item) for item in inputs]
    size = range_size(sum(stamp.size for stamp in stamps if stamp is not None), workers)
    task: list[Part] = []
    weight = 0
    for item, stamp in zip(inputs, stamps, strict=True):
        for part in _parts(item, stamp, size, workers):
            task.append(part)
            weight += part.weight
            if weight >= size:
                yield tuple(task)
                task, weight = [], 0
    if task:
        yield tuple(task)


def range_size(total: int, workers: int) -> int:
    """The size of the ranges in which `total` bytes are read by this number of workers.

    The more workers a scheduler serves, the longer each has to work on a range.
    """
    if workers == 1:
        return _SMALLEST  # only a progress bar sees the ranges
    least = max(_SMALLEST, _SMALLEST * workers // _SCHEDULED)
    return min(max(total // (_RANGES_EACH * workers), least), _LARGEST)


def each(
    fn: Callable[[Task], Iterable[R]], tasks: Iterable[Task], workers: "int | Team"
) -> Generator[R]:
    """What `fn` yields for each task, in order.

    It runs in this number of processes, or on a team. If there is little to do, it runs in this
    process instead of several, which yields each result as soon as it is known. Raises WorkerDied
    if a process ends before its task.
    """
    if not isinstance(workers, int):
        yield from _shared(workers, fn, tasks)
        return
    coming = iter(tasks)
    ahead: list[Task] = []
    while workers > 1 and sum(map(_weight, ahead)) < _WORTHWHILE:
        task = next(coming, None)
        if task is None:
            workers = 1
        else:
            ahead.append(task)
    if workers == 1:
        yield from chain.from_iterable(map(fn, chain(ahead, coming)))
        return
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - slow to import

    from replays.many.workers import Team, processes  # noqa: PLC0415 - likewise

    try:
        with processes(workers) as submit:
            yield from _shared(Team(workers, submit), fn, chain(ahead, coming))
    except BrokenExecutor:
        raise WorkerDied from None


def _shared(team: "Team", fn: Callable[[Task], Iterable[R]], tasks: Iterable[Task]) -> Iterator[R]:
    from replays.many.workers import map_ordered  # noqa: PLC0415 - slow to import

    return chain.from_iterable(map_ordered(team, fn, tasks))


def _weight(task: Task) -> int:
    return sum(part.weight for part in task)


def _look_at(item: Input) -> Stamp | None:
    """The stamp of a regular file. None for anything else, and if it cannot be looked at."""
    if item.stream is not None:
        return None
    try:
        return _stamp(item.path)
    except OSError:
        return None


def _opened(path: str, start: int = 0, stop: int | None = None) -> BinaryIO:
    """A file; the bytes from `start` to `stop` will be read first."""
    if not is_remote(path):
        return Path(path).open("rb")
    from replays.many.remote import open_remote  # noqa: PLC0415 - of an extra

    return open_remote(path, start, stop)


def _stamp(path: str, stream: BinaryIO | None = None) -> Stamp | None:
    """The stamp of a file, which may be open already; None if it is not a regular one."""
    if is_remote(path):
        from replays.many.remote import stamp_of  # noqa: PLC0415 - of an extra

        return Stamp(*stamp_of(path, stream), 0)
    # Path is slow, and there may be many
    stat = os.stat(path) if stream is None else os.fstat(stream.fileno())  # noqa: PTH116
    if not S_ISREG(stat.st_mode):
        return None
    return Stamp(stat.st_size, stat.st_mtime_ns, stat.st_ino)


def _parts(item: Input, stamp: Stamp | None, size: int, workers: int) -> Iterator[Part]:
    if stamp is None and workers > 1:
        yield from _shipped(item)
    elif stamp is None or stamp.size < 2 * size:
        yield WholeFile(file=item.name, size=stamp.size if stamp else 0, input=item)
    else:
        yield from _cut(item, stamp, size)


def _cut(item: Input, stamp: Stamp, size: int) -> Iterator[Part]:
    """A large file in parts. JSON, and a file that cannot be read, stay whole."""
    try:
        with item.opened() as stream:
            packed = stream.read(len(GZIP)) == GZIP
            stream.seek(0)
            form = form_of(item.name) or sniffed(stream)[0]
    except OSError:
        packed, form = False, Form.JSON
    if packed:
        yield from _shipped(item, stamp.size)
    elif form is Form.JSON:
        yield WholeFile(file=item.name, size=stamp.size, input=item)
    else:
        yield from _ranges(item, form, stamp, size)


def _ranges(item: Input, form: Form, stamp: Stamp, size: int) -> Iterator[Part]:
    count = stamp.size // size
    bounds = [stamp.size * number // count for number in range(count + 1)]
    for start, stop in pairwise(bounds):
        yield FileRange(
            file=item.name,
            last=stop == stamp.size,
            size=stop - start,
            path=item.path,
            form=form,
            start=start,
            stop=stop,
            stamp=stamp,
        )


def _shipped(item: Input, size: int = 0) -> Iterator[Part]:
    """A stream, or a compressed file of this size, in pieces as it is read."""
    from notation.ranges import pieces  # noqa: PLC0415 - for streams and processes only

    done = 0
    try:
        with item.opened() as stream:
            unpacked = decompressed(stream)
            form = form_of(item.name)
            if form is None:
                form, unpacked = sniffed(unpacked)
            for piece in pieces(unpacked, form):
                before, done = done, stream.tell() if size else 0
                yield Shipped(
                    file=item.name, last=False, size=done - before, form=form, piece=piece
                )
            yield StreamEnd(file=item.name, size=size - done, form=form)
    except OSError as error:
        yield StreamEnd(file=item.name, size=size - done, error=error)
