"""Reads the records of some files several times, and finds the place of each."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import Self

from notation.outcome import Raw, Reading
from notation.read import raw_records
from replays.many.parts import Changed, Input

_SELDOM = 100
"""Records between two reports of progress."""


class Passes:
    """The records of these inputs, the same ones in each pass. A context manager.

    A stream is kept in a temporary file while it lasts. `failures` are the errors of files that
    could not be read to their end: such a file ends there in all passes. `watch` is called with the
    bytes that a pass has read so far, and the total.
    """

    def __init__(
        self, inputs: Sequence[Input], watch: Callable[[int, int], None] = lambda *_: None
    ) -> None:
        self.failures: list[tuple[Input, OSError]] = []
        self._inputs = inputs
        self._watch = watch
        self._held = ExitStack()
        self._starts: list[int] = []
        self._counts: list[int] = []

    def __enter__(self) -> Self:
        self._inputs = [self._repeatable(item) for item in self._inputs]
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def __call__(self) -> Iterator[Raw | Reading]:
        """Every record. Raises Changed if there are no longer as many as in the first pass."""
        first = not self._counts
        start = done = 0
        sizes = [_size(item) for item in self._inputs]
        for index, item in enumerate(self._inputs):
            count = 0
            try:
                for found in self._records(item, done, sum(sizes)):
                    if not first and count == self._counts[index]:
                        break
                    count += 1
                    yield found
            except OSError as error:
                if first:
                    self.failures.append((item, error))
            if first:
                self._starts.append(start)
                self._counts.append(count)
                start += count
            elif count != self._counts[index]:
                raise Changed(f"{item.name}: the file changed while it was read")
            done += sizes[index]

    def place(self, number: int) -> tuple[str, int]:
        """The file of a record, counted from 0 through all files, and its number there from 1."""
        index = bisect_right(self._starts, number) - 1
        return self._inputs[index].name, number - self._starts[index] + 1

    def _records(self, item: Input, done: int, total: int) -> Iterator[Raw | Reading]:
        """The records of a file that follows `done` bytes of `total`."""
        with item.opened() as stream:
            if item.stream is not None:
                stream.seek(0)
            for number, found in enumerate(raw_records(stream, item.name)):
                if number % _SELDOM == 0:
                    self._watch(done + stream.tell(), total)
                yield found

    def _repeatable(self, item: Input) -> Input:
        """An input that can be read again."""
        if item.stream is None:
            return item
        copy = self._held.enter_context(TemporaryFile())  # noqa: SIM115 - closed with the others
        copyfileobj(item.stream, copy)
        return Input(item.path, item.name, copy)


def _size(item: Input) -> int:
    """The bytes of a file; 0 if it cannot be looked at, or is a stream."""
    with suppress(OSError):
        return Path(item.path).stat().st_size if item.stream is None else 0
    return 0
