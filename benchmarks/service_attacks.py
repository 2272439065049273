"""The cost of the costliest requests, for the service and for its other clients.

    python -m benchmarks.service_attacks [--seconds N]

Each body is within the limits, and only uploads need a token.
"""

import argparse
import gzip
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TypeAlias

from msgspec.structs import replace
from rich.console import Console

from benchmarks.client import HOST
from benchmarks.games import Corpus, text_of, upload_of
from benchmarks.measure import table_of
from benchmarks.servers import TOKEN, cgn, make_store
from engines.registry import load_game
from notation.record import Ply, Record
from replays.simulate import simulate
from replays.store.open_store import open_store
from replays.store.tokens import UPLOAD, digest_of

_AT_ONCE = 16
_TICK = os.sysconf("SC_CLK_TCK")
_TEXT = {"Content-Type": "text/vnd.cgn"}
_GZIP = {**_TEXT, "Content-Encoding": "gzip"}
_WRITER = {**_TEXT, "Authorization": f"Bearer {TOKEN}"}
_PAGE = {"Accept": "text/html"}
_KNOWN = {"If-None-Match": "*"}
_IS_JSON = {"Content-Type": "application/json"}
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_JSON = b'{"visibility":' + b"[" * 100 + b"0," * 32_000 + b"0" + b"]" * 100 + b"}"
_TABLE = b'{"header":{"tags":{"x":"' + b"\\u0041" * 43_000 + b'"}}}'
_OTHER = {"X-Forwarded-For": "192.0.2.1"}
_OTHER_TOKEN = "cgn_other"  # noqa: S105 - of a service that is gone after a minute
_FEWEST = 3
"""The least number of requests of each kind that others make."""

_START = 3.0
"""Seconds until the attackers are under way."""


Request: TypeAlias = tuple[str, str, bytes, dict[str, str]]


def main() -> None:
    """Measure each request alone, and then its effect on others while 16 run at once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    table = table_of("one request", "status", "CPU, s, target < 2", "wall, s", caption=None)
    titles = (f"{_AT_ONCE} at once", "asked by others", "median, ms", "p99, ms", "refused")
    others = table_of(*titles, caption=None)
    corpus = Corpus()
    stored = [upload_of(text) for some in corpus.take(200).values() for text in some]
    long = _long()
    branched = _nested(long, 6_000)
    wordy = [upload_of(_wordy(long, number)) for number in range(_AT_ONCE)]
    peak = 0
    with TemporaryDirectory() as folder:
        data = Path(folder, "cgn.db")
        make_store(data, [*stored, upload_of(text_of([long])), upload_of(branched), *wordy])
        with open_store(data, lambda: int(time.time())) as store:
            store.tokens.create("other", [UPLOAD], digest_of(_OTHER_TOKEN))
        with cgn(data, "--cache", "0", "--proxies", "1", workers=0) as port:
            attacks = _attacks(long, upload_of(text_of([long])).id, upload_of(branched).id)
            fresh = iter([text for some in corpus.take(400).values() for text in some])
            for name, request in attacks.items():
                before, begun = _cpu(port), time.perf_counter()
                status = _ask(port, request)
                wall = time.perf_counter() - begun
                time.sleep(0.3)
                table.add_row(name, str(status), f"{_cpu(port) - before:.2f}", f"{wall:.2f}")
            for name, request in attacks.items():
                with _repeated(port, request):
                    for other, times, refused in _asked(port, stored[0].id, fresh, options.seconds):
                        slow = quantiles(times, n=100, method="inclusive")[98]
                        others.add_row(
                            name, other, f"{median(times):.0f}", f"{slow:.0f}", str(refused)
                        )
                peak = _peak(port)
    console = Console(width=110)
    console.print(table)
    console.print(others)
    console.print(f"The serving process had at most {peak:,} MB of memory.")


def _attacks(long: Record, name: str, branched: str) -> dict[str, Request]:
    """The costliest requests of each kind; the ids are those of a long game and a branched one."""
    most, refused = (_nested(long, count) for count in (12_000, 24_000))
    return {
        "nested variations, at the limit": ("POST", "/v1/validations", gzip.compress(most), _GZIP),
        "the same, refused": ("POST", "/v1/validations", gzip.compress(refused), _GZIP),
        "lines of nothing": ("POST", "/v1/validations", b"\n" * 190_000, _TEXT),
        "200 records": ("POST", "/v1/validations", text_of([long] * 100), _TEXT),
        "conversion": ("POST", "/v1/conversions", text_of([long] * 100), _TEXT),
        "frames of a whole replay": ("GET", f"/v1/replays/{name}/frames", b"", {}),
        "the same, with legal moves": ("GET", f"/v1/replays/{name}/frames?legal=1", b"", {}),
        "export as text": ("GET", "/v1/replays", b"", {"Accept": "text/vnd.cgn"}),
        "braces": ("POST", "/v1/validations", b"{" * 4_000_000, _TEXT),
        "page with many variations": ("GET", f"/r/{branched}/9", b"", _PAGE),
        "the same, as if never asked": ("GET", f"/r/{branched}/9?x=1", b"", _PAGE),
        "moves with many variations": ("GET", f"/v1/replays/{branched}/moves", b"", {}),
        "list of long headers": ("GET", "/v1/replays?player=Wordy&limit=100", b"", {}),
        "frames, known to the client": ("GET", f"/v1/replays/{name}/frames", b"", _KNOWN),
        "small JSON": ("PATCH", f"/v1/replays/{name}", _JSON, {**_WRITER, **_IS_JSON}),
        "new table": ("POST", "/v1/tables", _TABLE, {**_WRITER, **_IS_JSON}),
        "pasted log": ("POST", "/check", b"log=" + b"%0A" * 340_000, _FORM),
        "upload, heavy": ("POST", "/v1/replays", most, _WRITER),
        "upload, just light": ("POST", "/v1/replays", _nested(long, 90), _WRITER),
    }


def _long() -> Record:
    game = load_game("turkey_my_mayonnaise")
    return simulate(game, 10, "attack", {}, game.player)


def _nested(record: Record, count: int) -> bytes:
    """A record with so many variations, nested as deep as allowed."""
    at = len(record.plies) // 2
    ply = record.plies[at]
    if not isinstance(ply, Ply):
        raise TypeError("the ply in the middle is a shuffle")
    bare = replace(ply, variations=())
    chain = bare
    for _ in range(30):
        chain = replace(bare, variations=((chain,),))
    longer = replace(bare, variations=((chain,),) * (count // 31))
    return text_of([replace(record, plies=(*record.plies[:at], longer, *record.plies[at + 1 :]))])


def _ask(port: int, request: Request) -> int:
    method, path, body, headers = request
    connection = HTTPConnection(HOST, port, timeout=120)
    try:
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException):
        return 0
    else:
        return answer.status
    finally:
        connection.close()


@contextmanager
def _repeated(port: int, request: Request) -> Iterator[None]:
    """Sixteen clients send it again and again, from a separate process."""
    process = get_context("spawn").Process(target=_send, args=(port, request), daemon=True)
    process.start()
    time.sleep(_START)
    try:
        yield
    finally:
        process.terminate()
        process.join()
        time.sleep(1)


def _send(port: int, request: Request) -> None:
    def again() -> None:
        while True:
            _ask(port, request)

    threads = [threading.Thread(target=again) for _ in range(_AT_ONCE)]
    for thread in threads:
        thread.start()


def _asked(
    port: int, name: str, fresh: Iterator[bytes], seconds: float
) -> Iterator[tuple[str, list[float], int]]:
    """The milliseconds that each kind of request of others takes meanwhile."""
    ways: dict[str, Callable[[], Request]] = {
        "readyz": lambda: ("GET", "/readyz", b"", _OTHER),
        "list": lambda: ("GET", "/v1/replays", b"", _OTHER),
        "text": lambda: ("GET", f"/v1/replays/{name}", b"", {**_OTHER, "Accept": "text/vnd.cgn"}),
        "frame": lambda: ("GET", f"/v1/replays/{name}/frames/3", b"", _OTHER),
        "upload": lambda: (
            "POST",
            "/v1/replays",
            next(fresh),
            {**_TEXT, **_OTHER, "Authorization": f"Bearer {_OTHER_TOKEN}"},
        ),
    }
    times: dict[str, list[float]] = {way: [] for way in ways}
    refused = dict.fromkeys(ways, 0)
    end = time.monotonic() + seconds
    while time.monotonic() < end or len(times["upload"]) < _FEWEST:
        for way, make in ways.items():
            begun = time.perf_counter()
            status = _ask(port, make())
            times[way].append((time.perf_counter() - begun) * 1000)
            refused[way] += status not in (200, 201)
    for way, spent in times.items():
        yield way, spent, refused[way]


def _wordy(record: Record, number: int) -> bytes:
    """The game with the longest header that it may have."""
    tags = {f"Tag{at:02}": "x" * 990 for at in range(14)}
    seats = tuple([f"Wordy {number}".ljust(200, str(at)) for at in range(len(record.seats))])
    return text_of([replace(record, seats=seats, tags={**tags, "Number": str(number)})])


def _peak(port: int) -> int:
    """The most memory that the serving process has had, in MB."""
    lines = Path(f"/proc/{_listener(port)}/status").read_text(encoding="ascii").splitlines()
    (line,) = [line for line in lines if line.startswith("VmHWM:")]
    return int(line.split()[1]) // 1024


def _cpu(port: int) -> float:
    """Seconds of CPU that the service and its checkers have taken so far."""
    parent = _listener(port)
    tasks = Path(f"/proc/{parent}/task").glob("*/children")
    pids = [parent, *(int(pid) for task in tasks for pid in task.read_text().split())]
    parts = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(part[11]) + int(part[12]) for part in parts) / _TICK


def _listener(port: int) -> int:
    """The process that should listen at this port."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        words = path.read_bytes().split(b"\0")
        if b"serve" in words and str(port).encode() in words:
            return int(path.parent.name)
    raise ValueError(f"nobody serves at {port}")


if __name__ == "__main__":
    main()
