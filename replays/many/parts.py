"""Files of records, and the parts of them that are read for a task."""

import os
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, TypeAlias

from msgspec import Struct

from notation.outcome import Raw, Reading
from notation.read import raw_records
from replays.many.paths import is_remote

Found: TypeAlias = Raw | Reading | OSError
"""A record that is not yet read, an error of the whole file, or the error that ends reading it."""

_OPENING = 2_000
"""The bytes that can be validated in the time that it takes to open a file."""


class Stamp(Struct, frozen=True):
    """How a file looked when the plan was made, to notice changes."""

    size: int
    modified: int
    inode: int


class Changed(OSError):
    """The file was changed after the plan was made."""


class Input(Struct, frozen=True):
    """A file, or an open stream, and its name in messages."""

    path: str
    name: str
    stream: BinaryIO | None = None

    def opened(self) -> AbstractContextManager[BinaryIO]:
        """Its bytes, from the beginning. Raises OSError if they cannot be read."""
        return open_file(self.path) if self.stream is None else nullcontext(self.stream)

    def stamp(self) -> Stamp | None:
        """The stamp of a regular file. None for anything else, and if it cannot be looked at."""
        if self.stream is not None:
            return None
        try:
            return _stamp(self.path)
        except OSError:
            return None


class Part(Struct, frozen=True, kw_only=True):
    """A part of the file of this name, or all of it.

    `last` is true of the last part of its file. `size` counts bytes of the file, for a bar.
    """

    file: str
    last: bool = True
    size: int = 0

    @property
    def weight(self) -> int:
        """How much work it is, in bytes."""
        return self.size + _OPENING

    @abstractmethod
    def records(self) -> Iterator[Raw | Reading]:
        """Its records, not yet read. Raises OSError if it cannot be read."""


class WholeFile(Part, frozen=True, kw_only=True):
    """A whole file. Its form shows when it is read."""

    input: Input

    def records(self) -> Iterator[Raw | Reading]:
        """Its records. Raises OSError if it cannot be read."""
        with self.input.opened() as stream:
            yield from raw_records(stream, self.file)


class StreamChunk(Part, frozen=True, kw_only=True):
    """Records of a file that this process reads: they are here, or read as they are asked for."""

    found: Iterable[Found] = ()

    @property
    def weight(self) -> int:
        """How much work it is, in bytes."""
        return _OPENING + sum(map(_length, self.found))

    def records(self) -> Iterator[Raw | Reading]:
        """Its records. Raises the error that ended the reading, if there is one."""
        for one in self.found:
            if isinstance(one, OSError):
                raise one
            yield one


def stream_chunks(
    item: Input, stamp: Stamp | None, most: int, hold: Callable[[Iterator[Found]], Iterable[Found]]
) -> Iterator[StreamChunk]:
    """A file or stream in chunks of `most` bytes, and an empty one; each record is numbered.

    `hold` makes what a chunk has of its records, which are read as they are asked for.
    """
    done, size = 0, 0 if stamp is None else stamp.size
    try:
        with item.opened() as stream:
            found = _with_error(raw_records(stream, item.name))
            for first in found:
                if stamp is not None:
                    check_unchanged(item.path, stream, stamp)
                before, done = done, stream.tell() if size else 0
                held = hold(chain([first], _up_to(most - _length(first), found)))
                yield StreamChunk(file=item.name, last=False, size=done - before, found=held)
            yield StreamChunk(file=item.name, size=size - done)
    except OSError as error:
        yield StreamChunk(file=item.name, size=size - done, found=(error,))


def _with_error(records: Iterator[Raw | Reading]) -> Iterator[Found]:
    try:
        yield from records
    except OSError as error:
        yield error


def _up_to(most: int, found: Iterator[Found]) -> Iterator[Found]:
    """The next ones, until they have this many bytes."""
    while most > 0 and (one := next(found, None)) is not None:
        most -= _length(one)
        yield one


def _length(found: Found) -> int:
    return 0 if isinstance(found, Reading | OSError) else len(found.raw)


def open_file(path: str, start: int = 0, stop: int | None = None) -> BinaryIO:
    """A file; the bytes from `start` to `stop` will be read first. Raises OSError."""
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


def check_unchanged(path: str, stream: BinaryIO, stamp: Stamp) -> None:
    """Raise Changed unless an open file is the one that was planned."""
    if _stamp(path, stream) != stamp:
        raise Changed("the file changed while it was read")
