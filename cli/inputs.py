"""The files a command was given: paths, folders, globs and standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob, has_magic
from pathlib import Path
from typing import BinaryIO

import click

from cli.progress import Progress

STANDARD_INPUT = "-"
ENDINGS = (".cgn", ".cgn.json", ".cgn.jsonl")


class Unreadable(click.ClickException):
    """A file that cannot be read, or is not there: exit code 2."""

    exit_code = 2


class Inputs:
    """The files that paths name, opened one after another.

    A file that cannot be read is told on standard error and passed over; `failed` remembers it.
    A bar on standard error shows how far long work has come.
    """

    def __init__(self, paths: tuple[str, ...]) -> None:
        self.failed = False
        self._files: list[str] = []
        for path in paths:
            try:
                self._files += expand((path,))
            except Unreadable as error:
                self._fail(error)
        self._files = list(dict.fromkeys(self._files))
        self.progress = Progress(sum(_size(file) for file in self._files))

    def __iter__(self) -> Iterator[tuple[BinaryIO, str]]:
        """Each file's bytes, and the name under which to speak of it."""
        for file in self._files:
            try:
                with opened(file) as stream:
                    yield self.progress.watch(stream), shown(file)
            except Unreadable as error:
                self._fail(error)
        self.progress.finish()

    def _fail(self, error: Unreadable) -> None:
        self.failed = True
        error.show()


def expand(paths: tuple[str, ...]) -> list[str]:
    """The files that paths, folders and globs name, each group sorted; `-` stays itself.

    A folder stands for every `.cgn`, `.cgn.json` and `.cgn.jsonl` file below it. Raises
    Unreadable where a path names nothing.
    """
    found: list[str] = []
    for path in paths:
        found += [path] if path == STANDARD_INPUT else _expand_one(path)
    return list(dict.fromkeys(found))


def _expand_one(path: str) -> list[str]:
    if Path(path).is_dir():
        below = sorted(str(p) for p in Path(path).rglob("*.cgn*") if p.name.endswith(ENDINGS))
        if not below:
            raise Unreadable(f"{path}: no {', '.join(ENDINGS)} file lies below this folder")
        return below
    if Path(path).exists():
        return [path]
    if not has_magic(path):
        raise Unreadable(f"{path}: there is no such file")
    matches = sorted(
        match
        for match in glob(path, recursive=True)  # noqa: PTH207 - Path.glob takes no absolute pattern
        if Path(match).is_file()
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

    Raises Unreadable where they cannot be read, at the start or on the way.
    """
    try:
        if path == STANDARD_INPUT:
            yield sys.stdin.buffer
            return
        with Path(path).open("rb") as stream:
            yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None


def shown(path: str) -> str:
    """The name under which diagnostics speak of a file."""
    return "<stdin>" if path == STANDARD_INPUT else path
