"""One stored replay as JSON, compared with Datasette's row with the same JSON."""

import gzip
import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory

from rich.table import Table

from benchmarks.client import Answers, Client, connected, get
from benchmarks.games import Corpus, upload_of
from benchmarks.measure import ratio, table_of
from benchmarks.nginx import NGINX, nginx
from benchmarks.servers import ROW, cgn, datasette, make_store

_OF_EACH_GAME = 100
_CONNECTIONS = 8

_BEHIND, _LONGER = "cgn serve behind nginx", 10
"""Has longer rounds, since nginx keeps answers for a second and would start each round empty."""


@dataclass(frozen=True)
class _Source:
    """A server of replays: the path of a replay by its id, and its JSON in an answer."""

    client: Client
    path: str
    replay_in: Callable[[bytes], bytes]

    def read(self, ids: list[str], bodies: dict[str, bytes]) -> Answers:
        """Read these. Raises ValueError if one differs from what was stored."""
        answers = self.client.ask([get(self.path.format(replay)) for replay in ids])
        for replay, answer in zip(ids, answers.bodies, strict=True):
            if self.replay_in(answer) != bodies[replay]:
                raise ValueError(f"{self.path.format(replay)} is another replay than was stored")
        return answers


def reads(corpus: Corpus, rounds: int, requests: int) -> Table:
    """Read so many replays in each round from each server, and check them.

    None of them logs the requests.
    """
    stored = [upload_of(text) for text in chain(*corpus.take(_OF_EACH_GAME).values())]
    bodies = {upload.id: gzip.decompress(upload.body) for upload in stored}
    rng = Random("cgn-benchmark-reads")  # noqa: S311 - which are asked for, no secret
    with TemporaryDirectory() as folder, ExitStack() as stack:
        data = Path(folder, "cgn.db")
        make_store(data, stored)
        peer = stack.enter_context(datasette(Path(folder), bodies))
        one = stack.enter_context(cgn(data))
        bare = stack.enter_context(cgn(data, "--cache", "0"))

        def source_at(port: int, path: str, replay_in: Callable[[bytes], bytes]) -> _Source:
            return _Source(stack.enter_context(connected(port, _CONNECTIONS)), path, replay_in)

        sources = {
            "Datasette's row": source_at(peer, ROW, _in_row),
            "cgn serve": source_at(one, "/v1/replays/{}", bytes),
            "cgn serve --cache 0": source_at(bare, "/v1/replays/{}", bytes),
        }
        if NGINX is not None:
            behind, _ = stack.enter_context(nginx(Path(folder), one))
            sources[_BEHIND] = source_at(behind, "/v1/replays/{}", bytes)
        sizes = {
            name: mean(map(len, source.read(list(bodies), bodies).bodies))
            for name, source in sources.items()
        }
        measured: dict[str, list[float]] = {name: [] for name in sources}
        for _ in range(rounds):
            ids = rng.choices(list(bodies), k=requests)
            for name, source in sources.items():
                asked = ids * (_LONGER if name == _BEHIND else 1)
                measured[name].append(len(asked) / source.read(asked, bodies).seconds)
    theirs = next(iter(measured.values()))
    table = table_of("a replay as JSON", "a second", "bytes", "/ Datasette, target 5; nginx 20")
    for name, rates in measured.items():
        cells = (f"{median(rates):,.0f}", f"{sizes[name]:,.0f}", str(ratio(rates, theirs)))
        table.add_row(name, *cells)
    return table


def again(corpus: Corpus, rounds: int, requests: int) -> Table:
    """A list, and all frames of a replay, from the cache and through the app."""
    stored = [upload_of(text) for text in chain(*corpus.take(_OF_EACH_GAME).values())]
    paths = {"a list": "/v1/replays", "all frames": f"/v1/replays/{stored[0].id}/frames"}
    table = table_of("answers a second", "through the app", "from the cache", "/ app, target 5")
    with TemporaryDirectory() as folder, ExitStack() as stack:
        data = Path(folder, "cgn.db")
        make_store(data, stored)
        ports = [stack.enter_context(cgn(data, *flags)) for flags in (("--cache", "0"), ())]
        clients = [stack.enter_context(connected(port, _CONNECTIONS)) for port in ports]
        for name, path in paths.items():
            measured: list[list[float]] = [[], []]
            for _ in range(rounds + 1):
                for rates, client in zip(measured, clients, strict=True):
                    few = max(requests // 10, _CONNECTIONS)
                    rates.append(few / client.ask([get(path, packed=True)] * few).seconds)
            apps, kept = (rates[1:] for rates in measured)  # the first round loads the games
            row = (f"{median(apps):,.0f}", f"{median(kept):,.0f}", str(ratio(kept, apps)))
            table.add_row(name, *row)
    return table


def _in_row(answer: bytes) -> bytes:
    """The row in an answer of Datasette, without its id."""
    ((_, body),) = json.loads(answer)["rows"]
    return str(body).encode()
