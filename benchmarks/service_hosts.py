"""Two serving processes on PostgreSQL next to one on SQLite: reads, uploads and imports.

    python -m benchmarks.service_hosts [--rounds N] [--requests N] [--records N] [--games NAME ...]

Both sides have as many checkers as the machine has cores, and the same two cores are the client's
and the database's too. Each upload is on the disk before it is acknowledged.
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeAlias

from rich.console import Console

from benchmarks.client import connected, get
from benchmarks.games import Corpus, upload_of
from benchmarks.measure import ratio, table_of
from benchmarks.postgres import running
from benchmarks.servers import CORES, cgn, make_store
from benchmarks.service_uploads import Uploading, mixed
from engines.registry import GAMES
from replays.store.model import Upload

_OF_EACH_GAME = 100
_CONNECTIONS = 12
_PROCESSES = 2
_WIDTH = 110

_Way: TypeAlias = Callable[["_Side", list[bytes], list[str]], float]


@dataclass(frozen=True)
class _Side:
    """Serving processes on one store: with the defaults, and without their caches."""

    ports: tuple[int, ...]
    bare: tuple[int, ...]


def main() -> None:
    """Measure each way on both sides, some rounds, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--requests", type=int, default=2000, help="replays read in a round")
    parser.add_argument("--records", type=int, default=160, help="uploads of each game in a round")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, help="default: all")
    options = parser.parse_args()
    corpus = Corpus(options.games)
    stored = [upload_of(text) for text in chain(*corpus.take(_OF_EACH_GAME).values())]
    rng = Random("cgn-benchmark-hosts")  # noqa: S311 - which are asked for, no secret
    with _on_sqlite(stored) as one, _on_postgres(stored) as two:
        measured: dict[str, tuple[list[float], list[float]]] = {way: ([], []) for way in _WAYS}
        for _ in range(options.rounds):
            ids = rng.choices([upload.id for upload in stored], k=options.requests)
            for name, (way, per_record) in _WAYS.items():
                texts = mixed(corpus.take(options.records)) if per_record else []
                for rates, side in zip(measured[name], (one, two), strict=True):
                    rates.append(len(texts or ids) / way(side, texts, ids))
    table = table_of("a second", "one process, SQLite", "two, PostgreSQL", "PostgreSQL / SQLite")
    for name, (sqlite, postgres) in measured.items():
        figures = (f"{median(rates):,.0f}" for rates in (sqlite, postgres))
        table.add_row(name, *figures, str(ratio(postgres, sqlite)))
    Console(width=_WIDTH).print(table)


def _read(ports: tuple[int, ...], ids: list[str]) -> float:
    with connected(ports, _CONNECTIONS) as client:
        return client.ask([get(f"/v1/replays/{replay}") for replay in ids]).seconds


_WAYS: dict[str, tuple[_Way, bool]] = {
    "replays read": (lambda side, _, ids: _read(side.ports, ids), False),
    "replays read, without caches": (lambda side, _, ids: _read(side.bare, ids), False),
    "uploads": (lambda side, texts, _: Uploading(side.ports).uploads(texts), True),
    "records imported": (lambda side, texts, _: Uploading(side.ports).imports(texts), True),
}
"""A kind of work that is timed, and whether it takes new records rather than stored ids."""


@contextmanager
def _on_sqlite(stored: list[Upload]) -> Iterator[_Side]:
    with TemporaryDirectory() as folder:
        address = str(Path(folder, "cgn.db"))
        with _side(address, stored, processes=1) as side:
            yield side


@contextmanager
def _on_postgres(stored: list[Upload]) -> Iterator[_Side]:
    with running(safe=True) as server, _side(server.database(), stored, _PROCESSES) as side:
        yield side


@contextmanager
def _side(address: str, stored: list[Upload], processes: int) -> Iterator[_Side]:
    make_store(address, stored)
    workers = max(CORES // processes, 1)
    with ExitStack() as stack:
        ports, bare = (
            tuple(
                stack.enter_context(cgn(address, *flags, workers=workers)) for _ in range(processes)
            )
            for flags in ((), ("--cache", "0"))
        )
        yield _Side(ports, bare)


if __name__ == "__main__":
    main()
