"""Durable uploads to a store: one after another, by several threads, many in a call.

    python -m benchmarks.store [--uploads N] [--rounds N] [--store postgres]

The store alone is timed with records that were checked before; next to it, one process that reads
and checks each record too, and one that does nothing else.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from statistics import median
from typing import TypeAlias, TypeVar

from rich.console import Console
from rich.table import Table

from benchmarks.games import reading_of, records, text_of, upload_of
from benchmarks.measure import ratio, table_of
from benchmarks.postgres import KINDS, SQLITE, new_store
from replays.store.model import ADMIN, Upload
from replays.store.query import Query
from replays.store.sql.store import Store
from replays.validate import VALID, validate

GAME, SEATS = "triggs", 3
THREADS = 16
IN_A_CALL = 100

T = TypeVar("T")

_Way: TypeAlias = Callable[[Store, list[bytes]], Callable[[], object]]


def main() -> None:
    """Time every way in turn, some rounds, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uploads", type=int, default=1000, help="uploads in a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--store", choices=KINDS, default=SQLITE, help="the kind of store")
    options = parser.parse_args()
    made = (text_of([record]) for record in records(GAME, SEATS))
    measured: dict[str, list[float]] = {name: [] for name in WAYS}
    for _ in range(options.rounds):
        texts = list(islice(made, options.uploads))
        for name, way in WAYS.items():
            measured[name].append(_rate(way, options.store, texts))
    Console().print(_table(measured))


def _rate(way: _Way, kind: str, texts: list[bytes]) -> float:
    """Records a second, on a new store."""
    with new_store(kind) as store:
        work = way(store, texts)
        start = time.perf_counter()
        work()
        taken = time.perf_counter() - start
        if store.count(Query(own=True), ADMIN) not in (0, len(texts)):
            raise ValueError("an upload was lost")
    return len(texts) / taken


def _check(_: Store, texts: list[bytes]) -> Callable[[], object]:
    def work() -> None:
        if any(validate(reading_of(text)).verdict != VALID for text in texts):
            raise ValueError("a record is not valid")

    return work


def _one_by_one(store: Store, texts: list[bytes]) -> Callable[[], object]:
    uploads = list(map(upload_of, texts))
    return lambda: [store.add([upload], "one") for upload in uploads]


def _by_threads(store: Store, texts: list[bytes]) -> Callable[[], object]:
    uploads = list(map(upload_of, texts))
    return lambda: _shared(lambda upload: store.add([upload], "one"), uploads)


def _in_calls(store: Store, texts: list[bytes]) -> Callable[[], object]:
    uploads = list(map(upload_of, texts))
    return lambda: [store.add(some, "one") for some in _parted(uploads)]


def _checked_by_threads(store: Store, texts: list[bytes]) -> Callable[[], object]:
    return lambda: _shared(lambda text: store.add([upload_of(text)], "one"), texts)


def _checked_in_calls(store: Store, texts: list[bytes]) -> Callable[[], object]:
    return lambda: [store.add(some, "one") for some in _parted(map(upload_of, texts))]


def _shared(work: Callable[[T], object], things: Iterable[T]) -> None:
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, things))


def _parted(uploads: Iterable[Upload]) -> Iterator[list[Upload]]:
    uploads = iter(uploads)
    while some := list(islice(uploads, IN_A_CALL)):
        yield some


def _table(measured: dict[str, list[float]]) -> Table:
    table = table_of("way", "records a second", "/ checking alone")
    for name, rates in measured.items():
        table.add_row(name, f"{median(rates):,.0f}", str(ratio(rates, measured["checking alone"])))
    return table


WAYS: dict[str, _Way] = {
    "checking alone": _check,
    "stored one after another": _one_by_one,
    f"stored by {THREADS} threads": _by_threads,
    f"stored {IN_A_CALL} in a call": _in_calls,
    f"checked and stored by {THREADS} threads": _checked_by_threads,
    f"checked, and stored {IN_A_CALL} in a call": _checked_in_calls,
}
"""What is timed, by the name in the table."""


if __name__ == "__main__":
    main()
