"""Durable uploads on all cores, one by one and in a stream, compared with checking alone."""

import json
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from rich.table import Table

from benchmarks.client import connected, post
from benchmarks.games import Corpus, Texts, reading_of
from benchmarks.measure import ratio, table_of
from benchmarks.servers import CORES, TOKEN, cgn, make_store
from replays.store.model import ADMIN
from replays.store.open_store import open_store
from replays.store.query import Query
from replays.validate import VALID, validate

_CONNECTIONS = 12
_IMPORTERS = 8
_IN_AN_IMPORT = 50
_CHUNK = 10


def uploads(corpus: Corpus, rounds: int, count: int) -> Table:
    """Upload so many records of each game in each round, to services with a checker a core.

    Each is on disk before it is acknowledged; in the end all of them must be stored.
    """
    alone = f"checking alone, {CORES} processes"
    digested = f"checking and both digests, {CORES} processes"
    first = corpus.take(_CHUNK * CORES)
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(CORES))
        _check(pool, mixed(first), _is_valid)  # which loads the games, as `_served` does
        one, many = (stack.enter_context(_served(first, rounds * count)) for _ in range(2))
        ways = {
            alone: lambda texts: _check(pool, texts, _is_valid),
            digested: lambda texts: _check(pool, texts, _is_told),
            f"uploads, {_CONNECTIONS} connections": one.uploads,
            f"imports of {_IN_AN_IMPORT}, {_IMPORTERS} connections": many.imports,
        }
        measured: dict[str, list[float]] = {way: [] for way in ways}
        for number in range(rounds):
            texts = mixed(corpus.take(count))
            turns = deque(ways.items())
            turns.rotate(number)
            for way, work in turns:
                measured[way].append(len(texts) / work(texts))
    table = table_of("records stored", "a second", "/ checking, targets 0.3 and 0.55")
    for way, rates in measured.items():
        table.add_row(way, f"{median(rates):,.0f}", str(ratio(rates, measured[alone])))
    return table


@dataclass(frozen=True)
class Uploading:
    """Services on one store that take uploads; both methods return the seconds that these took."""

    ports: tuple[int, ...]

    def uploads(self, texts: list[bytes]) -> float:
        """One by one."""
        requests = [post("/v1/replays", text, TOKEN) for text in texts]
        with connected(self.ports, _CONNECTIONS) as client:
            return client.ask(requests, HTTPStatus.CREATED).seconds

    def imports(self, texts: list[bytes]) -> float:
        """Many in a stream. Raises ValueError if one of them was not stored."""
        parts = [texts[at : at + _IN_AN_IMPORT] for at in range(0, len(texts), _IN_AN_IMPORT)]
        with connected(self.ports, _IMPORTERS) as client:
            requests = [post("/v1/imports", b"\n".join(part), TOKEN) for part in parts]
            answers = client.ask(requests)
        for part, answer in zip(parts, answers.bodies, strict=True):
            end = json.loads(answer.splitlines()[-1])
            if (end["complete"], end["stored"]) != (True, len(part)):
                raise ValueError(f"an import ended with {end}")
        return answers.seconds


@contextmanager
def _served(texts: Texts, count: int) -> Iterator[Uploading]:
    """A service on a new file. Raises ValueError if it lacks some of each game in the end."""
    with TemporaryDirectory() as folder:
        data = Path(folder, "cgn.db")
        make_store(data, [])
        with cgn(data, workers=CORES) as port:
            with connected(port, _CONNECTIONS) as client:
                for some in texts.values():
                    client.ask([post("/v1/validations", some[0])] * _CONNECTIONS)
            yield Uploading((port,))
        with open_store(data, lambda: 0) as store:
            if store.count(Query(own=True), ADMIN) != count * len(texts):
                raise ValueError("an upload was lost")


def mixed(texts: Texts) -> list[bytes]:
    """The records in turn, one of each game after another."""
    return list(chain.from_iterable(zip(*texts.values(), strict=True)))


def _check(
    pool: ProcessPoolExecutor, texts: list[bytes], is_good: Callable[[bytes], bool]
) -> float:
    """Seconds for reading and checking these on all cores."""
    start = perf_counter()
    if not all(pool.map(is_good, texts, chunksize=_CHUNK)):
        raise ValueError("a record is not valid")
    return perf_counter() - start


def _is_valid(text: bytes) -> bool:
    return validate(reading_of(text)).verdict == VALID


def _is_told(text: bytes) -> bool:
    """Whether it is valid, with all that the service says of a validation."""
    return validate(reading_of(text), digest=True, game_digest=True).verdict == VALID
