"""Durable uploads on all cores, one by one and many in a stream, next to checking alone."""

import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from http import HTTPStatus
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
_IN_AN_IMPORT = 20
_ALONE, _UPLOADS, _IMPORTS = "checking alone", "uploads", "imports"
_ALL = "all together"


def uploads(corpus: Corpus, rounds: int, count: int) -> Table:
    """Upload so many records of each game in each round, to a new file each time.

    Every one is on the disk before it is acknowledged; afterwards all of them have to be there.
    """
    found: dict[str, dict[str, list[float]]] = {}
    with ProcessPoolExecutor(CORES) as pool:
        _check_all(pool, corpus.take(_IN_AN_IMPORT * CORES))  # which loads the games
        for _ in range(rounds):
            texts = corpus.take(count)
            for way, seconds in {
                _ALONE: _check_all(pool, texts),
                _UPLOADS: _send_all(texts, _one_by_one),
                _IMPORTS: _send_all(texts, _in_imports),
            }.items():
                for game, taken in seconds.items():
                    found.setdefault(game, {}).setdefault(way, []).append(count / taken)
                rate = count * len(seconds) / sum(seconds.values())
                found.setdefault(_ALL, {}).setdefault(way, []).append(rate)
    target = "/ alone, target 0.6"
    table = table_of("records a second", _ALONE, _UPLOADS, target, _IMPORTS, target)
    for game, rates in found.items():
        if game == _ALL:
            table.add_section()
        told = [f"{median(rates[_ALONE]):,.0f}"]
        for way in (_UPLOADS, _IMPORTS):
            told += [f"{median(rates[way]):,.0f}", str(ratio(rates[way], rates[_ALONE]))]
        table.add_row(game, *told)
    return table


def _check_all(pool: ProcessPoolExecutor, texts: Texts) -> dict[str, float]:
    """Seconds that reading and checking the records of each game takes on all cores."""
    found = {}
    for game, some in texts.items():
        start = perf_counter()
        if not all(pool.map(_is_valid, some, chunksize=_IN_AN_IMPORT)):
            raise ValueError("a record is not valid")
        found[game] = perf_counter() - start
    return found


def _is_valid(text: bytes) -> bool:
    return validate(reading_of(text)).verdict == VALID


def _send_all(texts: Texts, send: Callable[[Client, list[bytes]], float]) -> dict[str, float]:
    """Seconds that sending the records of each game takes, to a service with a process a core."""
    with TemporaryDirectory() as folder:
        data = Path(folder, "cgn.db")
        make_file(data, [])
        with cgn(data, "--workers", str(CORES)) as port, connected(port, _CONNECTIONS) as client:
            for some in texts.values():  # which loads the games
                client.ask([post("/v1/validations", some[0])] * _CONNECTIONS)
            found = {game: send(client, some) for game, some in texts.items()}
        with SqliteStore(data, lambda: 0) as store:
            if store.count(Query(own=True), ADMIN) != sum(map(len, texts.values())):
                raise ValueError("an upload was lost")
    return found


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
