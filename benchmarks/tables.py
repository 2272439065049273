"""Games in progress: watchers of one table behind nginx and without it, and bots at many tables.

    python -m benchmarks.tables [--watchers N] [--alone N] [--seconds N] [--games N]

Watchers poll once a second, as clients do while plies come: with the ETag that they have, and up to
a fifth later. The bots play dealt games, and check each replay, its seed, and the seed's hash.
"""

import argparse
import asyncio
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

import cgn
from benchmarks.client import HOST
from benchmarks.measure import table_of
from benchmarks.nginx import NGINX, nginx
from benchmarks.servers import TOKEN, make_store
from benchmarks.servers import cgn as serving
from cgn.live_table import LiveTable

_HEADER = {"cgn": 1, "game": "point_salad", "rules": "1", "seats": ["Ana", "Bo"]}
_PLY_EVERY = 2.0
_AT_ONCE = 32
_SPARE = 200


@dataclass
class _Watching:
    """What watchers saw: how long each answer took, and how many said that nothing changed."""

    took: list[float] = field(default_factory=list)
    unchanged: int = 0


def main() -> None:
    """Measure one after another, and print a table of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=2_000, help="behind nginx")
    parser.add_argument("--alone", type=int, default=500, help="of the service alone")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--games", type=int, default=250, help="dealt games of two bots each")
    options = parser.parse_args()
    _allow_files(2 * options.watchers + _SPARE)
    console = Console(width=110)
    shown = table_of("watchers of a table", "answers", "304", "median, ms", "p99, ms", "target")
    with TemporaryDirectory() as folder, _service(Path(folder)) as port:
        rows = [("cgn serve", port, options.alone, "50")]
        if NGINX is not None:
            with nginx(Path(folder), port, connections=2 * options.watchers + _SPARE) as ports:
                rows.append(("behind nginx", ports[0], options.watchers, "10"))
                for name, where, watchers, most in rows:
                    seen = asyncio.run(_watched(port, where, watchers, options.seconds))
                    shown.add_row(f"{watchers:,}, {name}", *_row(seen), most)
        shown.caption = None
        console.print(shown)
        console.print(_played(port, options.games))


@contextmanager
def _service(folder: Path) -> Iterator[int]:
    data = folder / "cgn.db"
    make_store(data, [])
    with serving(data, "--max-tables", "10000", "--connections", "4000") as port:
        yield port


def _allow_files(number: int) -> None:
    """Let this process, and those that it starts, open so many files."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(number, most), most))


def _row(seen: _Watching) -> tuple[str, ...]:
    last = quantiles(seen.took, n=100)[-1]
    share = seen.unchanged / len(seen.took)
    times = (f"{1000 * median(seen.took):.1f}", f"{1000 * last:.1f}")
    return f"{len(seen.took):,}", f"{share:.0%}", *times


async def _watched(service: int, port: int, watchers: int, seconds: float) -> _Watching:
    """What so many watchers at a port see of a table at which a ply is played now and then."""
    with cgn.Client(f"http://{HOST}:{service}", TOKEN) as owner:
        table = owner.create_table({**_HEADER, "seed": f"watched {port} {watchers}"})
        seen, end = _Watching(), time.monotonic() + seconds
        request = f"GET /v1/tables/{table.id} HTTP/1.1\r\nHost: {HOST}\r\n".encode()
        async with asyncio.TaskGroup() as tasks:
            for number in range(watchers):
                tasks.create_task(_watch(port, request, Random(number), end, seen))  # noqa: S311 - the same each time
            tasks.create_task(asyncio.to_thread(_play_on, table, end))
    return seen


def _play_on(table: LiveTable, end: float) -> None:
    """Play a ply every few seconds."""
    while time.monotonic() < end and table.state.due is not None:
        (seat,) = table.state.due.seats
        legal = table.legal() or ()
        table.play(seat, legal[0])
        time.sleep(_PLY_EVERY)


async def _watch(port: int, request: bytes, rng: Random, end: float, seen: _Watching) -> None:
    await asyncio.sleep(rng.random())
    reader, writer = await asyncio.open_connection(HOST, port)
    tag = b""
    while time.monotonic() < end:
        start = time.perf_counter()
        writer.write(request + (b"If-None-Match: " + tag if tag else b"Accept: */*") + b"\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        lines = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
        fields = {name.lower(): text for name, text in lines.items()}
        await reader.readexactly(0 if b" 304 " in head[:16] else int(fields[b"content-length"]))
        seen.took.append(time.perf_counter() - start)
        seen.unchanged += b" 304 " in head[:16]
        tag = fields[b"etag"]
        await asyncio.sleep(1 + rng.random() / 5)
    writer.close()


def _played(port: int, games: int) -> Table:
    """So many dealt games, many at once, each with a client for every seat."""
    start = time.perf_counter()
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        plies = list(threads.map(lambda number: _game(port, number), range(games)))
    took = time.perf_counter() - start
    shown = table_of("dealt games", "games", "plies", "plies a second", "lost or false")
    shown.add_row("two bots each", f"{games:,}", f"{sum(plies):,}", f"{sum(plies) / took:.0f}", "0")
    shown.caption = None
    return shown


def _game(port: int, number: int) -> int:
    """Play a dealt game to its proof; its plies. Raises ValueError if the proof fails."""
    url, rng = f"http://{HOST}:{port}", Random(number)  # noqa: S311 - as above
    with cgn.Client(url, TOKEN) as owner:
        table = owner.create_table(_HEADER, deal=True)
        own = {seat: table.sit(seat, said) for seat, said in table.invitations.items()}
        clients = {seat: cgn.Client(url, kept.token) for seat, kept in own.items()}
        seats = {seat: client.table(table.id) for seat, client in clients.items()}
        for seat, at in seats.items():
            at.send_nonce(own[seat].nonce)
        while (state := table.refresh()).due is not None:
            (seat,) = state.due.seats
            seats[seat].refresh()
            seats[seat].play(seat, rng.choice(seats[seat].legal() or ("",)))
        raw = owner.replay(state.replay or "")
        for client in clients.values():
            client.close()
    (reading,) = cgn.read(BytesIO(raw))
    record = reading.record
    if record is None or cgn.validate(reading).verdict != "valid" or record.seed is None:
        raise ValueError(f"table {table.id} became no valid replay")
    if sha256(record.seed.encode()).hexdigest() != record.seed_hash:
        raise ValueError(f"the seed of table {table.id} is not the one whose hash was shown")
    return state.plies


if __name__ == "__main__":
    main()
