"""Finds the files of records that a path names: a file, a folder, or a glob."""

import os
from collections.abc import Callable
from errno import ENOENT
from glob import glob, has_magic
from pathlib import Path

ENDINGS = (".cgn", ".cgn.json", ".cgn.jsonl", ".cgn.gz", ".cgn.json.gz", ".cgn.jsonl.gz")
"""The endings of the names of files of records."""


def is_remote(path: str) -> bool:
    """Whether a path is an address, such as `s3://…`, of a file elsewhere."""
    return "://" in path


def files_of(path: str, fail: Callable[[OSError], object]) -> list[str]:
    """The files that a path names, sorted.

    A folder stands for every file of records below it; `fail` is called with the error of each
    folder below that cannot be read. Raises OSError if the path names nothing.
    """
    if not path:
        raise _nothing(path, "an empty path names no file")
    if is_remote(path):
        from replays.many.remote import remote_files  # noqa: PLC0415 - of an extra

        return remote_files(path, ENDINGS)
    if Path(path).is_dir():
        return _below(path, fail)
    if Path(path).exists():
        return [path]
    if not has_magic(path):
        raise _nothing(path, os.strerror(ENOENT))
    matches = sorted(
        match
        for match in glob(path, recursive=True)  # noqa: PTH207 - Path.glob takes no absolute pattern
        if _is_regular(Path(match))
    )
    if not matches:
        raise _nothing(path, "no file matches")
    return matches


def _below(folder: str, fail: Callable[[OSError], object]) -> list[str]:
    closed: list[OSError] = []
    files = sorted(
        str(Path(parent) / name)
        for parent, _, names in os.walk(folder, onerror=closed.append)
        for name in names
        if name.endswith(ENDINGS) and _is_regular(Path(parent) / name)
    )
    for error in sorted(closed, key=lambda error: str(error.filename)):
        fail(error)
    if not files and not closed:
        raise _nothing(folder, f"no {', '.join(ENDINGS)} file lies below this folder")
    return files


def _is_regular(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return True  # opening it reports the error


def _nothing(path: str, why: str) -> OSError:
    return OSError(ENOENT, why, path)
