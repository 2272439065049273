"""Files that commands write: whole or not at all."""

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from gzip import GzipFile
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO, cast

from cli.inputs import STANDARD_INPUT, Unreadable, input_at, why


class Abandoned(Exception):
    """Leaves the file that is being replaced as it was."""


def written(path: Path | None) -> AbstractContextManager[BinaryIO]:
    """A file to write as `replaced` has it, or standard output (None).

    Raises Unreadable if that is a file that the command reads.
    """
    if path is not None:
        return replaced(path)
    with suppress(OSError, ValueError):
        _check_is_no_input("standard output", os.fstat(sys.stdout.fileno()))
    return nullcontext(cast("BinaryIO", sys.stdout.buffer))


def _check_is_no_input(name: str, found: os.stat_result) -> None:
    """Raise Unreadable if a file to write is one that the running command reads."""
    read = input_at(found)
    if read is not None:
        same = "an input" if read in (name, STANDARD_INPUT) else f"{read}, an input"
        raise Unreadable(
            f"{name} is {same} of this command, which would be overwritten: write to another file"
        )


@contextmanager
def replaced(path: Path, *, in_place: bool = False) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of `path` once it is complete.

    If its name ends with .gz, its bytes are packed with gzip. To keep the old file, raise
    Abandoned within; any other error keeps it as well. A link still points to the same file, and
    the permissions stay. A device or a pipe is written directly. Raises Unreadable if it cannot
    be written, or if the command reads it, unless it is there to rewrite its input `in_place`.
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


def _packed(out: BinaryIO, path: Path) -> AbstractContextManager[BinaryIO]:
    """The file to write to, so that `out` gets what the name of `path` promises."""
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
    """The permissions that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
