"""How soon those that wait for a game hear of a move.

    python -m benchmarks.push [--watchers N] [--tables N] [--plies N] [--games N]

The watchers of one table, and then of many, each have a request with `wait=60` under way; a move is
played, and the time is taken until each of them has its answer, and until another request has its
own. Then bots play dealt games of three, each as soon as it hears that it is asked.
"""

import argparse
import re
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from os import sysconf
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from rich.console import Console

import cgn
from benchmarks.client import HOST
from benchmarks.measure import table_of
from benchmarks.servers import TOKEN, make_store
from benchmarks.servers import cgn as serving
from benchmarks.tables import allow_files
from client.live_table import LiveTable

_FLAGS = [
    "--reads",
    "0",
    "--writes",
    "0",
    "--connections",
    "4096",
    "--waits",
    "4096",
    "--max-tables",
    "1000",
]
_HEADER = {"cgn": 1, "game": "point_salad", "rules": "1", "plies": []}
_SPARE = 500
_EACH = 10
"""Watchers of each table, where there are many."""

_IDLE = 5.0
"""Seconds in which the CPU of a service is counted at which all wait."""

_CALM = 0.05
"""Seconds of CPU within one second at which nothing is under way."""

_BLOCK = 1 << 16
_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.IGNORECASE)
_TAG = re.compile(rb'\r\netag: *("[^"]*")', re.IGNORECASE)


def main() -> None:
    """Measure one after another, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=1_000)
    parser.add_argument("--tables", type=int, default=200, help="with ten watchers each")
    parser.add_argument("--plies", type=int, default=20)
    parser.add_argument("--games", type=int, default=2, help="dealt games of three bots")
    options = parser.parse_args()
    allow_files(2 * max(options.watchers, 10 * options.tables) + _SPARE)
    titles = ("what", "median, ms", "p99, ms", "other request, ms", "idle, cores", "target")
    shown = table_of(*titles, caption=None)
    with (
        TemporaryDirectory() as folder,
        _service(Path(folder)) as port,
        cgn.Client(f"http://{HOST}:{port}", TOKEN) as client,
    ):
        tables = [_table(client, str(number)) for number in range(options.tables)]
        one = f"{options.watchers:,} watchers of a table"
        many = f"{_EACH * options.tables:,} watchers of {options.tables} tables"
        for what, watched, each, target in (
            (one, tables[:1], options.watchers, "400"),
            (many, tables, _EACH, "100"),
        ):
            shown.add_row(what, *_row(*_watched(port, watched, each, options.plies)), target)
        plies = _played(client, options.games)
        shown.add_row("three bots, plies a second", f"{plies:.1f}", "", "", "", "25")
    Console(width=130).print(shown)


@contextmanager
def _service(folder: Path) -> Iterator[int]:
    data = folder / "cgn.db"
    make_store(data, [])
    with serving(data, *_FLAGS) as port:
        yield port


def _table(client: cgn.Client, seed: str) -> LiveTable:
    return client.create_table({**_HEADER, "seats": ["Ana", "Bo"], "seed": seed})


def _row(took: Sequence[float], other: Sequence[float], idle: float) -> tuple[str, ...]:
    worst = quantiles(took, n=100)[98]
    return (
        f"{median(took) * 1000:.0f}",
        f"{worst * 1000:.0f}",
        f"{max(other) * 1000:.0f} at most",
        f"{idle:.3f}",
    )


class _Watcher:
    """A connection on which a request for the next change of a table waits."""

    def __init__(self, port: int, table: str) -> None:
        self._socket = socket.create_connection((HOST, port))
        self._path = f"/v1/tables/{table}"
        self._tag = ""
        self._data = b""
        self.ask("")
        while not self.take():
            pass

    def fileno(self) -> int:
        """That of its socket."""
        return self._socket.fileno()

    def ask(self, query: str = "?wait=60") -> None:
        """Send the request."""
        known = f"If-None-Match: {self._tag}\r\n" if self._tag else ""
        head = f"GET {self._path}{query} HTTP/1.1\r\nHost: x\r\n{known}\r\n"
        self._socket.sendall(head.encode())

    def take(self) -> bool:
        """Read what has come; whether the answer is whole. Raises ValueError if it is no change."""
        self._data += self._socket.recv(_BLOCK)
        head, end, body = self._data.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if not end or length is None or len(body) < int(length[1]):
            return False
        tag = _TAG.search(head)
        if not head.startswith(b"HTTP/1.1 200") or tag is None or tag[1].decode() == self._tag:
            raise ValueError(f"this is no change: {head[:200]!r}")
        self._tag, self._data = tag[1].decode(), b""
        return True

    def close(self) -> None:
        """End the connection."""
        self._socket.close()


def _watched(
    port: int, tables: Sequence[LiveTable], each: int, plies: int
) -> tuple[list[float], list[float], float]:
    """The seconds until each watcher has each move, those of other requests, and the idle cores.

    Raises ValueError if a watcher misses a move.
    """
    watchers = {table.id: [_Watcher(port, table.id) for _ in range(each)] for table in tables}
    for group in watchers.values():
        for one in group:
            one.ask()
    _settle(port)
    before = _cpu(port)
    time.sleep(_IDLE)
    idle = (_cpu(port) - before) / _IDLE
    took: list[float] = []
    others: list[float] = []
    with ThreadPoolExecutor(1) as pool:
        for number in range(plies):
            table = tables[number % len(tables)]
            move = (table.legal().legal or ())[0] if table.state.due else ""
            begun = time.perf_counter()
            other = pool.submit(_asked, port)
            table.play(table.state.due.seats[0] if table.state.due else "A", move)
            took += _heard(watchers[table.id], begun)
            others.append(other.result())
            for one in watchers[table.id]:
                one.ask()
            time.sleep(0.3)
    for group in watchers.values():
        for one in group:
            one.close()
    return took, others, idle


def _settle(port: int) -> None:
    """Wait until the service has set all requests aside."""
    before = -1.0
    while _cpu(port) - before > _CALM:
        before = _cpu(port)
        time.sleep(1)


def _heard(watchers: Sequence[_Watcher], begun: float) -> list[float]:
    """The seconds until each watcher has its answer."""
    took: list[float] = []
    with selectors.DefaultSelector() as selector:
        for one in watchers:
            selector.register(one, selectors.EVENT_READ, one)
        while len(took) < len(watchers):
            ready = selector.select(30)
            if not ready:
                raise ValueError(f"{len(watchers) - len(took)} watchers have missed a move")
            for key, _ in ready:
                if key.data.take():
                    took.append(time.perf_counter() - begun)
                    selector.unregister(key.data)
    return took


def _asked(port: int) -> float:
    """The seconds that a request of somebody else takes meanwhile."""
    begun = time.perf_counter()
    with socket.create_connection((HOST, port)) as other:
        other.sendall(b"GET /v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        while other.recv(_BLOCK):
            pass
    return time.perf_counter() - begun


def _cpu(port: int) -> float:
    """The seconds of CPU that the service at a port has used."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"--port\0{port}\0" in (process / "cmdline").read_text():
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")
    raise ValueError(f"nobody serves at {port}")


def _played(client: cgn.Client, games: int) -> float:
    """How many plies a second three bots play at a dealt table, one game after another."""
    found = [_game(client) for _ in range(games)]
    return sum(plies for plies, _ in found) / sum(seconds for _, seconds in found)


def _game(client: cgn.Client) -> tuple[int, float]:
    """The plies of a dealt game, and the seconds that it took."""
    table = client.create_table({**_HEADER, "seats": ["Ana", "Bo", "Cleo"]}, deal=True)
    with ThreadPoolExecutor(3) as pool:
        sat = [
            pool.submit(_sat, client.url, table.id, *invited)
            for invited in table.invitations.items()
        ]
        tokens = [one.result() for one in sat]
        begun = time.perf_counter()
        bots = [
            pool.submit(_bot, client.url, table.id, seat, token)
            for seat, token in zip(table.invitations, tokens, strict=True)
        ]
        return sum(bot.result() for bot in bots), time.perf_counter() - begun


def _sat(url: str, table: str, seat: str, invitation: str) -> str:
    """The token of a seat that was taken, and dealt."""
    with cgn.Client(url, invitation) as guest:
        own = guest.table(table).sit(seat, invitation)
    with cgn.Client(url, own.token) as player:
        player.table(table).send_nonce(own.nonce)
    return own.token


def _bot(url: str, table: str, seat: str, token: str) -> int:
    """Play random legal moves to the end; returns how many."""
    dice, plies = Random(seat), 0  # noqa: S311 - nothing secret
    with cgn.Client(url, token) as player:
        live = player.table(table)
        for state in live.watch():
            moves = live.legal().legal if state.is_asked else None
            if moves:
                live.play(seat, dice.choice(moves))
                plies += 1
    return plies


if __name__ == "__main__":
    main()
