"""Sorts more than memory holds: sorted runs in temporary files, merged."""

import pickle
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from heapq import merge
from tempfile import TemporaryFile
from typing import IO, TypeAlias

Keyed: TypeAlias = tuple[tuple[bool, str | int | float], int, bytes]
"""A key, a number that orders items with equal keys, and the bytes to sort."""

_HELD = 32 << 20
"""Bytes that are sorted in memory."""

_ITEM = 300
"""About the bytes that an item takes in memory besides what it holds."""

_MOST_RUNS = 200
"""Runs that are merged at once."""


def sorted_by_key(items: Iterable[Keyed], held: int = _HELD) -> Iterator[bytes]:
    """The bytes of the items, sorted by key, then by number."""
    with ExitStack() as files:
        runs: list[IO[bytes]] = []
        batch: list[Keyed] = []
        size = 0
        for item in items:
            batch.append(item)
            size += len(item[2]) + _ITEM
            if size >= held:
                runs.append(files.enter_context(_run(sorted(batch))))
                batch, size = [], 0
                if len(runs) == _MOST_RUNS:
                    joined = files.enter_context(_run(merge(*map(_read, runs))))
                    for run in runs:
                        run.close()
                    runs = [joined]
        yield from (item[2] for item in merge(*map(_read, runs), sorted(batch)))


def _run(items: Iterable[Keyed]) -> IO[bytes]:
    """A temporary file of these items."""
    run = TemporaryFile()  # noqa: SIM115 - the caller closes it
    for item in items:
        pickle.dump(item, run)
    run.seek(0)
    return run


def _read(run: IO[bytes]) -> Iterator[Keyed]:
    while True:
        try:
            yield pickle.load(run)  # noqa: S301 - written above
        except EOFError:
            return
