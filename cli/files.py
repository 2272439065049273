"""Files that commands write: whole or not at all."""

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from gzip import GzipFile
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO, cast

import click

from cli.common import wants_color
from cli.inputs import STANDARD_INPUT, Unreadable, input_at, opened, why
from notation.render.visible import visible
from notation.streams import decompressed

_COLORS = {"-": "red", "+": "green", "@": "cyan"}
"""The colours of the lines of a diff, by their first character."""


class Abandoned(Exception):
    """Raised within `replaced`, leaves the old file as it was."""


def written(path: Path | None) -> AbstractContextManager[BinaryIO]:
    """The file to write, which `replaced` opens; standard output for None.

    Raises Unreadable if the command reads the same file.
    """
    if path is not None:
        return replaced(path)
    with suppress(OSError, ValueError):
        _check_is_no_input("standard output", os.fstat(sys.stdout.fileno()))
    return nullcontext(cast("BinaryIO", sys.stdout.buffer))


def _check_is_no_input(name: str, found: os.stat_result) -> None:
    """Raise Unreadable if the running command reads the file that it is about to write."""
    read = input_at(found)
    if read is not None:
        same = "an input" if read in (name, STANDARD_INPUT) else f"{read}, an input"
        raise Unreadable(
            f"{name} is {same} of this command, which would be overwritten: write to another file"
        )


@contextmanager
def replaced(path: Path, *, in_place: bool = False) -> Iterator[BinaryIO]:
    """A file to write, which replaces `path` once it is complete.

    A name that ends with .gz packs it with gzip. To keep the old file, raise Abandoned within; any
    other error keeps it as well. A link still points to the same file, and the permissions stay. A
    device or a pipe is written directly. Raises Unreadable if the file cannot be written, or,
    unless the command rewrites its input `in_place`, if the command reads it.
    """
    if path.exists() and not in_place:
        _check_is_no_input(str(path), path.stat())
    if path.exists() and not path.is_file():
        with suppress(Abandoned), _opened(path) as out:
            yield out
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise unwritable(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    target = Path(os.path.realpath(path))
    try:
        draft = NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False)  # noqa: SIM115 - closed below, then renamed
    except OSError as error:
        raise unwritable(path, error) from None
    try:
        with suppress(Abandoned):
            with draft, _packed(cast("BinaryIO", draft), path) as out:
                yield out
            if path.exists() and not in_place:  # again: the command may have opened more inputs
                _check_is_no_input(str(path), path.stat())
            if target.exists():
                shutil.copymode(target, draft.name)
            else:
                Path(draft.name).chmod(0o666 & ~umask())
            Path(draft.name).replace(target)
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        Path(draft.name).unlink(missing_ok=True)


def content_of(file: str) -> bytes:
    """The unpacked bytes of a file to rewrite, or of standard input.

    Raises Unreadable if it cannot be read, or is no regular file.
    """
    if file != STANDARD_INPUT and not Path(file).is_file():
        raise Unreadable(f"{file}: only regular files can be rewritten")
    with opened(file) as stream:
        return decompressed(BytesIO(stream.read())).read()


def rewrite(file: str, new: bytes) -> None:
    """Replace the content of a file, whole or not at all."""
    with replaced(Path(file), in_place=True) as out:
        out.write(new)


def print_diff(name: str, old: bytes, new: bytes) -> None:
    """Print the lines that differ, as `patch` takes them; on a terminal in colours."""
    from difflib import unified_diff  # noqa: PLC0415 - only for --diff

    texts = (text.decode(errors="replace") for text in (old, new))
    a, b = (StringIO(text, newline="\n").readlines() for text in texts)
    color = wants_color(sys.stdout)
    for line in unified_diff(a, b, visible(name), visible(name)):
        text = line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        text = f"{visible(text.rstrip())}\n" if sys.stdout.isatty() else text
        click.secho(text, nl=False, fg=_COLORS.get(line[0]) if color else None, color=color)


def _packed(out: BinaryIO, path: Path) -> AbstractContextManager[BinaryIO]:
    """A writer to `out`, which packs with gzip if the name of `path` ends with .gz."""
    if path.suffix != ".gz":
        return nullcontext(out)
    return cast("AbstractContextManager[BinaryIO]", GzipFile("", "wb", fileobj=out, mtime=0))


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("wb") as out:
            yield out
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable(path, error) from None


def unwritable(path: Path, error: OSError) -> Unreadable:
    """The error of a file that cannot be written."""
    return Unreadable(f"{path}: cannot be written: {why(path, error)}")


def umask() -> int:
    """The permissions that the process withholds from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
