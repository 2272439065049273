"""The files a command was given: paths, folders, globs and standard input."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from glob import glob, has_magic
from pathlib import Path
from typing import BinaryIO

import click

from cli.progress import Bar
from notation.outcome import Reading
from notation.read import read
from notation.render.visible import visible

STANDARD_INPUT = "-"
ENDINGS = (".cgn", ".cgn.json", ".cgn.jsonl", ".cgn.gz", ".cgn.json.gz", ".cgn.jsonl.gz")

_LONG = 4 << 20
"""Bytes from which on a bar is shown."""

_EMPTY_PATH = "an empty path names no file; . names this folder, and - standard input"


class Unreadable(click.ClickException):
    """A file that cannot be read, or is not there: exit code 2."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(visible(message))


class Inputs:
    """The records of the files that paths name, one after another.

    A file that cannot be read is reported on standard error and skipped; `failures` keeps the
    messages. A bar on standard error shows how far long work has come. A file that is named
    twice is read once.
    """

    def __init__(self, paths: tuple[str, ...]) -> None:
        self.failures: list[str] = []
        found: list[str] = []
        for path in paths:
            try:
                found += _expand(path, self.fail)
            except Unreadable as error:
                self.fail(error)
        self.files = list(dict.fromkeys(found))

    @cached_property
    def progress(self) -> Bar:
        """The bar, which counts bytes."""
        total = sum(_size(file) for file in self.files)
        return Bar(total if total >= _LONG else 0)

    def __iter__(self) -> Iterator[Reading]:
        """Every record of every file."""
        for file in self.files:
            done, size = 0, _size(file)
            try:
                with opened(file) as stream:
                    for reading in read(stream, shown(file)):
                        if size:
                            before, done = done, stream.tell()
                            self.progress.advance(done - before)
                        yield reading
            except Unreadable as error:
                self.fail(error)
            self.progress.advance(size - done)
        self.progress.clear()

    def fail(self, error: Unreadable) -> None:
        """Report that a file cannot be read or written, and remember it."""
        self.failures.append(error.message)
        error.show()


def _expand(path: str, fail: Callable[[Unreadable], None]) -> list[str]:
    """The files that a path, a folder or a glob names, sorted; `-` stays itself.

    A folder stands for every `.cgn`, `.cgn.json` and `.cgn.jsonl` file below it, and for those
    packed with gzip; `fail` is called for each folder below that cannot be read. Raises Unreadable
    if the path names nothing.
    """
    if path == STANDARD_INPUT:
        return [path]
    if not path:
        raise Unreadable(_EMPTY_PATH)
    try:
        if Path(path).is_dir():
            return _below(path, fail)
        if Path(path).exists():
            return [path]
    except OSError as error:
        raise unreadable(path, error) from None
    if not has_magic(path):
        raise Unreadable(f"{path}: there is no such file")
    return _matches(path)


def _below(folder: str, fail: Callable[[Unreadable], None]) -> list[str]:
    closed: list[OSError] = []
    found = sorted(
        str(Path(parent) / name)
        for parent, _, names in os.walk(folder, onerror=closed.append)
        for name in names
        if name.endswith(ENDINGS) and _is_regular(Path(parent) / name)
    )
    for error in sorted(closed, key=lambda error: str(error.filename)):
        fail(unreadable(str(error.filename), error))
    if not found and not closed:
        raise Unreadable(f"{folder}: no {', '.join(ENDINGS)} file lies below this folder")
    return found


def _is_regular(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return True  # opening it says what is wrong


def _matches(path: str) -> list[str]:
    matches = sorted(
        match
        for match in glob(path, recursive=True)  # noqa: PTH207 - Path.glob takes no absolute pattern
        if _is_regular(Path(match))
    )
    if not matches:
        raise Unreadable(f"{path}: no file matches")
    return matches


def _size(file: str) -> int:
    try:
        return 0 if file == STANDARD_INPUT else Path(file).stat().st_size
    except OSError:
        return 0


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input.

    Raises Unreadable if they cannot be read, at the start or on the way.
    """
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise closed_input()
            yield sys.stdin.buffer
            return
        if not path:
            raise Unreadable(_EMPTY_PATH)
        with Path(path).open("rb") as stream:
            yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: str, error: OSError) -> Unreadable:
    """The error of a file that cannot be read."""
    if isinstance(error, FileNotFoundError):
        return Unreadable(f"{path}: there is no such file")
    return Unreadable(f"{path}: {error.strerror or error}")


def closed_input() -> Unreadable:
    """The error of standard input that is closed."""
    return Unreadable("standard input is closed")


def shown(path: str) -> str:
    """The name under which diagnostics speak of a file."""
    return "<stdin>" if path == STANDARD_INPUT else path
