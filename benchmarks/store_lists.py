"""Lists of a large store: a page of each kind of query, and uploads at the same time.

    python -m benchmarks.store_lists [--replays N] [--rounds N] [--store postgres]

The replays are copies of two games, finished and not, under names, events, dates and words of their
own. The first answer is that of a page not asked for before; the others find it in memory.
"""

import argparse
import time
from calendar import timegm
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from random import Random
from statistics import median

import click
from msgspec import structs
from rich.console import Console

from benchmarks.games import records, text_of, upload_of
from benchmarks.measure import table_of
from benchmarks.postgres import KINDS, POSTGRES, SQLITE, new_store
from replays.store.model import ANYONE, Upload, Viewer
from replays.store.query import Query
from replays.store.sql.store import Store

IN_A_CALL = 1_000
UPLOADS, THREADS = 2_000, 16
UNFINISHED = 50
"""One replay in so many."""

_WIDTH = 96

QUERIES = {
    "all": Query(),
    "finished": Query(finished=True),
    "unfinished": Query(finished=False),
    "an event": Query(event="Event 77"),
    "an unknown event": Query(event="nothing"),
    "a year": Query(date="2019"),
    "a month": Query(date="2019-05"),
    "a day": Query(date="2019-05-05"),
    "a day of uploads": Query(uploaded="2019-05-05"),
    "a year of uploads": Query(uploaded="2017"),
    "uploads since a year": Query(uploaded="2017.."),
    "uploads before all": Query(uploaded="..2016"),
    "a tag": Query(tag="Round=7"),
    "a rare tag": Query(tag="Table=777"),
    "an unknown tag": Query(tag="Round=none"),
    "a player": Query(player="Player 5"),
    "an unknown player": Query(player="nobody"),
    "a word of all": Query(text="common"),
    "a rare word": Query(text="w77"),
    "an unknown word": Query(text="nothing"),
    "a player against another": Query(player="Player 5", opponent="Player 6"),
    "a phrase": Query(text="player-event"),
    "own": Query(own=True),
    "own, a rare tag": Query(own=True, tag="Table=777"),
    "own, a day of uploads": Query(own=True, uploaded="2019-05-05"),
    "a game, a day of uploads": Query(game="triggs", uploaded="2019-05-05"),
    "a year of uploads, a tag": Query(uploaded="2017", tag="Round=7"),
    "own, a word of all": Query(own=True, text="common"),
    "a game, a rare word": Query(game="triggs", text="w77"),
    "a game, a word of all": Query(game="triggs", text="common"),
    "a player, a word of all": Query(player="Player 5", text="common"),
    "a year, an event": Query(date="2019", event="Event 77"),
}


def main() -> None:
    """Fill a store, ask every query some times, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replays", type=int, default=250_000)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--store", choices=KINDS, default=SQLITE, help="the kind of store")
    options = parser.parse_args()
    titles = ("a page of", "first, ms", "median, ms", "slowest, ms", "count to 10,000, ms")
    table = table_of(*titles, caption=None)
    with new_store(options.store) as store:
        uploads = _uploads(options.replays + UPLOADS)
        start = time.perf_counter()
        for number, some in enumerate(_parted(islice(uploads, options.replays))):
            store.add(some, f"owner {number % 20}")
        filled = options.replays / (time.perf_counter() - start)
        _spread(store, options.replays)
        if options.store == POSTGRES:  # which does so by itself within a minute
            store.do(lambda work: work.db.execute("ANALYZE").rowcount)
        for name, query in QUERIES.items():
            first, *others = [_page(store, query) for _ in range(options.rounds)]
            counted = median(_count(store, query) for _ in range(3))
            figures = (first, median(others), max(others), counted)
            table.add_row(name, *(f"{seconds * 1e3:,.2f}" for seconds in figures))
        waited = sorted(_upload_all(store, list(uploads)))
    Console(width=_WIDTH).print(table)
    last = waited[len(waited) * 99 // 100]
    click.echo(
        f"{filled:,.0f} replays a second filled it; with {THREADS} uploads waiting, one took"
        f" {median(waited) * 1e3:,.1f} ms, and 99 of 100 at most {last * 1e3:,.1f}"
    )


def _spread(store: Store, count: int) -> None:
    """Have the replays as if they had been uploaded one after another, from 2017 to 2026."""
    first, years = timegm((2017, 1, 1, 0, 0, 0)), 10 * 365 * 24 * 60 * 60
    values = {"first": first, "years": years, "count": count}
    when = ":first + number * :years / :count"
    store.do(lambda work: work.db.execute(f"UPDATE replay SET uploaded = {when}", values).rowcount)  # noqa: S608 - of constants
    store.do(lambda work: work.db.execute("UPDATE hold SET since = :first", values).rowcount)


def _upload_all(store: Store, uploads: list[Upload]) -> Iterable[float]:
    """How long each upload took, while others waited."""

    def add(one: Upload) -> float:
        start = time.perf_counter()
        store.add([one], "owner 3")
        return time.perf_counter() - start

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(add, uploads))


def _parted(uploads: Iterator[Upload]) -> Iterator[list[Upload]]:
    while some := list(islice(uploads, IN_A_CALL)):
        yield some


def _page(store: Store, query: Query) -> float:
    start = time.perf_counter()
    store.page(query, Viewer("owner 3") if query.own else ANYONE, limit=20)
    return time.perf_counter() - start


def _count(store: Store, query: Query) -> float:
    start = time.perf_counter()
    store.count(query, Viewer("owner 3") if query.own else ANYONE, 10_001)
    return time.perf_counter() - start


def _uploads(count: int) -> Iterator[Upload]:
    random = Random(1)  # noqa: S311 - no secret
    game = next(records("triggs", 3))
    whole = upload_of(text_of([game]))
    begun = upload_of(text_of([structs.replace(game, plies=game.plies[:9], result=None)]))
    for number in range(count):
        day = f"{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        event = f"Event {random.randint(0, 2_000)}"
        words = f"common w{random.randint(0, 50_000)} player {event.lower()}"
        table = random.randint(0, 5_000)
        yield replace(
            whole if number % UNFINISHED else begun,
            id=sha256(f"{number}".encode()).hexdigest(),
            game_digest=sha256(f"game {number}".encode()).hexdigest(),
            game="triggs" if number % 3 else "point_salad",
            tags={
                "Event": event,
                "Date": f"{2015 + number * 12 // count}-{day}",
                "Round": f"{number % 9}",
                "Table": f"{table}",
            },
            players=tuple(f"Player {random.randint(0, 20_000)}" for _ in game.seats),
            words=words,
        )


if __name__ == "__main__":
    main()
