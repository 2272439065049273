"""Durable uploads on all cores, one by one and many in a stream, next to checking alone."""

import json
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from http import HTTPStatus
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from rich.table import Table

from benchmarks.client import Client, connected, post
from benchmarks.games import Corpus, Texts, reading_of
from benchmarks.measure import ratio, table_of
from benchmarks.servers import CORES, TOKEN, cgn, make_file
from replays.store.data import ADMIN, Query
from replays.store.sqlite.store import SqliteStore
from replays.validate import VALID, validate

_CONNECTIONS = 32
_IMPORTERS = 8
_IN_AN_IMPORT = 25
_CHUNK = 10
_ALONE = f"checking alone, {CORES} processes"


def uploads(corpus: Corpus, rounds: int, count: int) -> Table:
    """Upload so many records of each game in each round, to a new file each time.

    Every one is on the disk before it is acknowledged; afterwards all of them have to be there.
    """
    found: dict[str, list[float]] = {}
    with ProcessPoolExecutor(CORES) as pool:
        _check(pool, _mixed(corpus.take(_CHUNK * CORES)))  # which loads the games
        for _ in range(rounds):
            texts = corpus.take(count)
            for way, seconds in {
                _ALONE: _check(pool, _mixed(texts)),
                f"uploads, {_CONNECTIONS} connections": _send(texts, _CONNECTIONS, _one_by_one),
                f"imports of {_IN_AN_IMPORT}, {_IMPORTERS} connections": _send(
                    texts, _IMPORTERS, _in_imports
                ),
            }.items():
                found.setdefault(way, []).append(count * len(texts) / seconds)
    table = table_of("records stored", "a second", "/ checking, target 0.6")
    for way, rates in found.items():
        table.add_row(way, f"{median(rates):,.0f}", str(ratio(rates, found[_ALONE])))
    return table


def _mixed(texts: Texts) -> list[bytes]:
    """The records in turn, one of each game after another."""
    return list(chain.from_iterable(zip(*texts.values(), strict=True)))


def _check(pool: ProcessPoolExecutor, texts: Iterable[bytes]) -> float:
    """Seconds for reading and checking these on all cores, and nothing else."""
    start = perf_counter()
    if not all(pool.map(_is_valid, texts, chunksize=_CHUNK)):
        raise ValueError("a record is not valid")
    return perf_counter() - start


def _is_valid(text: bytes) -> bool:
    return validate(reading_of(text)).verdict == VALID


def _send(texts: Texts, connections: int, send: Callable[[Client, list[bytes]], float]) -> float:
    """Seconds for sending these to a service with a process a core."""
    with TemporaryDirectory() as folder:
        data = Path(folder, "cgn.db")
        make_file(data, [])
        with cgn(data, workers=CORES) as port:
            with connected(port, _CONNECTIONS) as client:
                for some in texts.values():  # which loads the games
                    client.ask([post("/v1/validations", some[0])] * _CONNECTIONS)
            with connected(port, connections) as client:
                seconds = send(client, _mixed(texts))
        with SqliteStore(data, lambda: 0) as store:
            if store.count(Query(own=True), ADMIN) != len(_mixed(texts)):
                raise ValueError("an upload was lost")
    return seconds


def _one_by_one(client: Client, texts: list[bytes]) -> float:
    requests = [post("/v1/replays", text, TOKEN) for text in texts]
    return client.ask(requests, HTTPStatus.CREATED).seconds


def _in_imports(client: Client, texts: list[bytes]) -> float:
    parts = [texts[at : at + _IN_AN_IMPORT] for at in range(0, len(texts), _IN_AN_IMPORT)]
    answers = client.ask([post("/v1/imports", b"\n".join(part), TOKEN) for part in parts])
    for part, answer in zip(parts, answers.bodies, strict=True):
        end = json.loads(answer.splitlines()[-1])
        if (end["complete"], end["stored"]) != (True, len(part)):
            raise ValueError(f"an import ended with {end}")
    return answers.seconds
