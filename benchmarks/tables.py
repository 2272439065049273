"""Games in progress: watchers of one table behind nginx and without it, and bots at many tables.

    python -m benchmarks.tables [--watchers N] [--alone N] [--seconds N] [--games N]

Watchers poll once a second, as clients do while plies come: with the ETag that they have, and up to
a fifth later. There are as many bots as dealt games, and all games are played at once, so that each
bot sits at two tables. Afterwards each replay is checked: its verdict, the hash of its seed, the
nonces in the seed, and the moves, which must be those that the bots sent.
"""

import argparse
import asyncio
import resource
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from itertools import repeat
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
from client.live_table import LiveTable
from notation.record import Ply
from replays.live.deal import DEALT_TAG

_HEADER = {"cgn": 1, "game": "point_salad", "rules": "1", "seats": ["Ana", "Bo"]}
_PLY_EVERY = 2.0
_POLL_EVERY = 0.2
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
    parser.add_argument("--games", type=int, default=500, help="dealt games at once, and bots")
    options = parser.parse_args()
    allow_files(2 * max(options.watchers, 2 * options.games) + _SPARE)
    console = Console(width=110)
    titles = ("watchers of a table", "answers", "304", "median, ms", "p99, ms", "target")
    shown = table_of(*titles, caption=None)
    with TemporaryDirectory() as folder, _service(Path(folder)) as port:
        seen = asyncio.run(_watched(port, port, options.alone, options.seconds))
        shown.add_row(f"{options.alone:,}, cgn serve", *_row(seen), "50")
        if NGINX is not None:
            with nginx(Path(folder), port, connections=2 * options.watchers + _SPARE) as ports:
                seen = asyncio.run(_watched(port, ports[0], options.watchers, options.seconds))
            shown.add_row(f"{options.watchers:,}, behind nginx", *_row(seen), "10")
        console.print(shown)
        console.print(_played(port, options.games))


@contextmanager
def _service(folder: Path) -> Iterator[int]:
    data = folder / "cgn.db"
    make_store(data, [])
    with serving(data, "--max-tables", "10000", "--connections", "4000") as port:
        yield port


def allow_files(number: int) -> None:
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
        legal = table.legal().legal or ()
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


@dataclass
class _Seat:
    """A seat that a bot has taken, with the moves that it sent."""

    table: LiveTable
    letter: str
    nonce: str
    moves: list[str] = field(default_factory=list)

    def play(self, rng: Random) -> None:
        """Send a legal move, if the seat is asked."""
        state = self.table.refresh()
        if state.due is not None and self.letter in state.due.seats:
            move = rng.choice(self.table.legal().legal or ("",))
            self.table.play(self.letter, move)
            self.moves.append(move)


class _Bot:
    """Plays at several tables at once."""

    def __init__(self, url: str, number: int, invited: Sequence[tuple[LiveTable, str]]) -> None:
        self._rng = Random(number)  # noqa: S311 - as above
        self._clients: list[cgn.Client] = []
        self.seats: list[_Seat] = []
        for table, letter in invited:
            invitation = table.invitations[letter]
            with cgn.Client(url, invitation) as guest:
                own = guest.table(table.id).sit(letter, invitation)
            self._clients.append(cgn.Client(url, own.token))
            seat = _Seat(self._clients[-1].table(table.id), letter, own.nonce)
            self.seats.append(seat)

    def send_nonces(self) -> None:
        """Bring its parts of the deals."""
        for seat in self.seats:
            seat.table.send_nonce(seat.nonce)

    def play(self) -> None:
        """Play until all games have ended."""
        while any(not seat.table.state.finished for seat in self.seats):
            for seat in self.seats:
                seat.play(self._rng)
            time.sleep(_POLL_EVERY)
        for client in self._clients:
            client.close()


def _played(port: int, games: int) -> Table:
    """So many dealt games at once, by as many bots."""
    url = f"http://{HOST}:{port}"
    with cgn.Client(url, TOKEN) as owner, ThreadPoolExecutor(games) as threads:
        tables = [owner.create_table(_HEADER, deal=True) for _ in range(games)]
        pairs = [((tables[at], "A"), (tables[at - 1], "B")) for at in range(games)]
        bots = list(threads.map(_Bot, repeat(url), range(games), pairs))
        list(threads.map(_Bot.send_nonces, bots))
        start = time.perf_counter()
        list(threads.map(_Bot.play, bots))
        took = time.perf_counter() - start
        seats = sorted([seat for bot in bots for seat in bot.seats], key=lambda seat: seat.letter)
        wrong = 0
        for table in tables:
            own = [seat for seat in seats if seat.table.id == table.id]
            wrong += not _is_proved(owner.replay(own[0].table.state.replay or ""), own)
    plies = sum([len(seat.moves) for seat in seats])
    titles = ("dealt games at once", "bots", "plies", "plies a second", "lost or false")
    shown = table_of(*titles, caption=None)
    shown.add_row(f"{games:,}", f"{games:,}", f"{plies:,}", f"{plies / took:.0f}", f"{wrong:,}")
    return shown


def _is_proved(raw: bytes, seats: Sequence[_Seat]) -> bool:
    """Whether a replay is valid, dealt by the nonces of these seats, and made of their moves."""
    (reading,) = cgn.read(BytesIO(raw))
    record = reading.record
    if record is None or cgn.validate(reading).verdict != "valid" or record.seed is None:
        return False
    secret, *nonces = record.seed.split(".")
    plies = [entry for entry in record.plies if isinstance(entry, Ply)]
    moves = [[ply.move for ply in plies if ply.seat == seat.letter] for seat in seats]
    return (
        sha256(record.seed.encode()).hexdigest() == record.seed_hash
        and sha256(secret.encode()).hexdigest() == record.tags[DEALT_TAG]
        and nonces == [seat.nonce for seat in seats]
        and moves == [seat.moves for seat in seats]
    )


if __name__ == "__main__":
    main()
