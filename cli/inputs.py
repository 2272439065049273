"""The files a command was given: paths, folders, globs and standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob, has_magic
from pathlib import Path
from typing import BinaryIO

import click

STANDARD_INPUT = "-"
ENDINGS = (".cgn", ".cgn.json", ".cgn.jsonl")


class Unreadable(click.ClickException):
    """A file that cannot be read, or is not there: exit code 2."""

    exit_code = 2


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
    if Path(path).exists() or not has_magic(path):
        return [path]
    matches = sorted(match for match in glob(path, recursive=True) if Path(match).is_file())
    if not matches:
        raise Unreadable(f"{path}: no file matches")
    return matches


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input. Raises Unreadable where there are none."""
    if path == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    try:
        with Path(path).open("rb") as stream:
            yield stream
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None


def shown(path: str) -> str:
    """The name under which diagnostics speak of a file."""
    return "<stdin>" if path == STANDARD_INPUT else path
