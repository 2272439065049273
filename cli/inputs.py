"""The files that a command reads: paths, folders, globs and standard input."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR, ENOENT
from io import BufferedReader
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

import click

from cli.progress import Bar
from notation.outcome import Reading
from notation.read import read
from notation.render.visible import visible, without_secrets
from replays.many.parts import Input
from replays.many.paths import ENDINGS, files_of, is_remote

STANDARD_INPUT = "-"

_SERVICES = ("http://", "https://")

_MISSING = os.strerror(ENOENT)

_READ = "cgn.inputs"
"""The key in a command's context of the files that it reads, by device and inode."""

_LONG = 4 << 20
"""The size in bytes from which a bar is shown."""


class Unreadable(click.ClickException):
    """A file that cannot be read, or is not there: exit code 2."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(visible(without_secrets(message)))


def note_input(path: str) -> None:
    """Note that the running command reads a file, and so must not write to it."""
    context = click.get_current_context(silent=True)
    if context is not None and not is_remote(path):
        with suppress(OSError):
            found = os.fstat(0) if path == STANDARD_INPUT else Path(path).stat()
            context.find_root().meta.setdefault(_READ, {})[found.st_dev, found.st_ino] = path


def input_at(found: os.stat_result) -> str | None:
    """The path under which the running command reads this very file; None if it does not."""
    context = click.get_current_context(silent=True)
    if context is None or not S_ISREG(found.st_mode):
        return None
    read: dict[tuple[int, int], str] = context.find_root().meta.get(_READ, {})
    return read.get((found.st_dev, found.st_ino))


class Inputs:
    """The records of all files that paths name.

    Unreadable files are reported on standard error and skipped; `failures` keeps the messages.
    `progress` is a bar on standard error, which counts the bytes of large files. A file that is
    named twice is read once.
    """

    def __init__(self, paths: tuple[str, ...]) -> None:
        self.failures: list[str] = []
        self.progress = Bar()
        files: list[str] = []
        for path in paths:
            try:
                files += [path] if is_stream(path) else files_of(path, self._skip)
            except OSError as error:
                self.fail(unreadable(path, error))
        self.files = list(dict.fromkeys(files))
        for file in self.files:
            note_input(file)
        total = sum(map(_size, self.files))
        self.progress = Bar(total if total >= _LONG else 0)

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

    def sources(self) -> list[Input]:
        """The files as inputs of an archive job. Closed standard input is reported and skipped.

        Paths are absolute, since processes elsewhere may read them.
        """
        sources = []
        for file in self.files:
            if not is_stream(file):
                path = file if is_remote(file) else os.path.abspath(file)  # noqa: PTH100 - Path is slow
                sources.append(Input(path, shown(file)))
            elif file != STANDARD_INPUT:
                sources.append(Input(file, shown(file), _service(file)))
            elif sys.stdin is None:
                self.fail(closed_input())
            else:
                sources.append(Input(file, shown(file), sys.stdin.buffer))
        return sources

    def _skip(self, error: OSError) -> None:
        self.fail(unreadable(str(error.filename), error))

    def fail(self, error: Unreadable) -> None:
        """Report that a file cannot be read or written, and remember it."""
        self.failures.append(error.message)
        self.progress.clear()
        error.show()


def is_stream(path: str) -> bool:
    """Whether a path is standard input or the address of a service, and not a file."""
    if path.startswith(_SERVICES):
        return not path.endswith(ENDINGS)  # then it is a file there
    return path == STANDARD_INPUT


def _size(file: str) -> int:
    try:
        return 0 if is_stream(file) or is_remote(file) else Path(file).stat().st_size
    except OSError:
        return 0


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file, of a service, or of standard input.

    Raises Unreadable if opening or reading fails.
    """
    note_input(path)
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise closed_input()
            yield sys.stdin.buffer
            return
        if is_stream(path):
            with _service(path) as stream:
                yield stream
            return
        with Input(path, path).opened() as stream:
            yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unreadable(path, error) from None


def _service(address: str) -> BinaryIO:
    """The records of a service. Raises Unreadable for a bad address or a missing extra."""
    try:
        from client.service_stream import ServiceStream  # noqa: PLC0415 - an extra, rarely needed
    except ModuleNotFoundError as error:
        raise Unreadable(
            f"{address}: a service needs {error.name}, which is not installed: "
            "pip install 'cgn[client]'"
        ) from None
    try:
        return BufferedReader(
            ServiceStream(address, lambda line: click.echo(visible(line), err=True))
        )
    except ValueError as error:
        raise Unreadable(f"{address}: {error}") from None


def unreadable(path: str, error: OSError) -> Unreadable:
    """The error of a file that cannot be read."""
    if not path:
        return Unreadable("an empty path names no file; . names this folder, and - standard input")
    if error.errno == EISDIR:
        return Unreadable(f"{path}: this is a folder; name one file{_for_example(path)}")
    return Unreadable(f"{path}: {why(path, error, 'there is no such file')}")


def _for_example(folder: str) -> str:
    """Words with the first file of records in a folder, as an example; empty if there is none."""
    with suppress(OSError):
        names = sorted(file.name for file in Path(folder).iterdir() if file.name.endswith(ENDINGS))
        return f", such as {Path(folder, names[0])}" if names else ""
    return ""


def why(path: str | Path, error: OSError, missing: str = "") -> str:
    """The reason why a file cannot be read or written; `missing` if it is not there."""
    reason = str(error.strerror or error)
    if reason != _MISSING or is_remote(str(path)):
        return reason
    folder = Path(path).absolute().parent
    return missing or reason if folder.is_dir() else f"there is no folder {Path(path).parent}"


def closed_input() -> Unreadable:
    """The error of standard input that is closed."""
    return Unreadable("standard input is closed")


def shown(path: str) -> str:
    """The name of a file in diagnostics; of an address without its secrets."""
    return "<stdin>" if path == STANDARD_INPUT else without_secrets(path)
