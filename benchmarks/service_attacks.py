"""How long others wait while sixteen connections send the costliest requests, over and over.

    python -m benchmarks.service_attacks [--seconds N] [--only WORDS]

Each request is within the limits. No rates are set, and nothing is cached, so that each counts.
Others read and upload from another address. Target: reads below 250 ms and uploads below 1 s in 99
of 100, and the serving process below 600 MB.
"""

import argparse
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console

from benchmarks.attack_requests import (
    Attack,
    Ids,
    Match,
    Request,
    attacks,
    long_game,
    nested,
    unseen_game,
    wordy,
)
from benchmarks.client import HOST
from benchmarks.games import Corpus, text_of, upload_of
from benchmarks.measure import table_of
from benchmarks.servers import TOKEN, cgn, make_store
from notation.record import SEATS, Record
from replays.store.open_store import open_store
from replays.store.tokens import UPLOAD, digest_of

_AT_ONCE = 16
_TICK = os.sysconf("SC_CLK_TCK")
_OTHER = {"X-Forwarded-For": "192.0.2.1"}
_OTHER_TOKEN = "cgn_other"  # noqa: S105 - of a service that is gone after a minute
_WORD = "wordy"
_FEWEST = 3
"""The least number of requests of each kind that others make."""

_START, _PAUSE = 2.0, 1.0
"""Seconds until the attackers are under way, and after they were stopped."""

_READ, _UPLOAD, _MEMORY = 250, 1_000, 600
"""Targets: milliseconds that 99 of 100 of others' requests take at most, and MB."""


class Others(NamedTuple):
    """The milliseconds that others' reads and uploads took, and how many were refused."""

    reads: list[float]
    uploads: list[float]
    refused: int


def main() -> None:
    """Measure each request alone, and its effect on others while sixteen send it at once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--only", default="", help="attacks with these words in their names")
    options = parser.parse_args()
    table = table_of(
        *("16 at once send", "status", "CPU, s", "reads, ms", "p99, ms", "uploads, ms", "p99, ms"),
        *("refused", "MB", ""),
        caption=f"Target of p99: reads {_READ} ms, uploads {_UPLOAD:,} ms. Memory: {_MEMORY} MB.",
    )
    corpus, long = Corpus(), long_game()
    with TemporaryDirectory() as folder:
        data = Path(folder, "cgn.db")
        ids = _store(data, corpus, long)
        flags = ("--cache", "0", "--proxies", "1", "--max-tables", "1000")
        with cgn(data, *flags, workers=0) as port:
            fresh = cycle([text for some in corpus.take(100).values() for text in some])
            pid, missed, count = _listener(port), 0, 0
            for attack in attacks(ids, long, _match(port)):
                if options.only not in attack.name:
                    continue
                status, cpu = _alone(port, pid, attack)
                Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")  # the peak
                with _repeated(port, attack):
                    others = _asked(port, ids.other, fresh, options.seconds)
                row, good = _row(others, _peak(pid))
                table.add_row(attack.name, str(status), f"{cpu:.2f}", *row)
                missed, count = missed + (not good), count + 1
    console = Console(width=132)
    console.print(table)
    console.print(f"{count - missed} of {count} attacks stay within the targets.")


def _store(data: Path, corpus: Corpus, long: Record) -> Ids:
    """Make the store that is attacked: some games, and a hundred with the longest headers."""
    stored = [upload_of(text) for some in corpus.take(100).values() for text in some]
    three = [upload_of(raw) for raw in (text_of([long]), nested(long, 6_000))]
    three.append(upload_of(text_of([unseen_game()])))
    wordy_ones = [upload_of(wordy(long, _WORD, number)) for number in range(100)]
    make_store(data, [*stored, *three, *wordy_ones])
    with open_store(data, lambda: int(time.time())) as store:
        store.tokens.create("other", [UPLOAD], digest_of(_OTHER_TOKEN))
    whole, many, unseen = (upload.id for upload in three)
    return Ids(whole, many, unseen, stored[0].id, _WORD)


def _match(port: int) -> Match:
    """A table with tokens for all seats, and one with real cards."""
    header = {"cgn": 1, "game": "turkey_my_mayonnaise", "rules": "1", "seed": "attack"}
    header["seats"] = [f"Seat {seat}" for seat in SEATS]
    table = _told(port, "/v1/tables", {"header": header})["id"]
    tokens = [_told(port, f"/v1/tables/{table}/tokens", {"seat": seat})["token"] for seat in SEATS]
    del header["seed"]
    return Match(table, tokens, _told(port, "/v1/tables", {"header": header})["id"])


def _told(port: int, path: str, asked: object) -> dict[str, str]:
    connection = HTTPConnection(HOST, port, timeout=30)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    connection.request("POST", path, json.dumps(asked), headers)
    answer: dict[str, str] = json.loads(connection.getresponse().read())
    connection.close()
    return answer


def _alone(port: int, pid: int, attack: Attack) -> tuple[int, float]:
    """The status of one such request, and the CPU that service and checkers take for it."""
    before = _cpu(pid)
    status = _ask(port, attack.clients[0])
    time.sleep(0.2)
    return status, _cpu(pid) - before


def _row(others: Others, peak: int) -> tuple[list[str], bool]:
    """What is printed of the others, and whether all of it is within the targets."""
    slow = [quantiles(times, n=100, method="inclusive")[98] for times in others[:2]]
    good = slow[0] < _READ and slow[1] < _UPLOAD and peak < _MEMORY
    figures = [median(others.reads), slow[0], median(others.uploads), slow[1]]
    counts = [others.refused, peak]
    return [*(f"{figure:.0f}" for figure in (*figures, *counts)), "" if good else "over"], good


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
def _repeated(port: int, attack: Attack) -> Iterator[None]:
    """Sixteen clients send it again and again, from a separate process."""
    process = get_context("spawn").Process(target=_send, args=(port, attack), daemon=True)
    process.start()
    time.sleep(_START)
    try:
        yield
    finally:
        process.terminate()
        process.join()
        time.sleep(_PAUSE)


def _send(port: int, attack: Attack) -> None:
    def again(request: Request) -> None:
        while True:
            _ask(port, request)

    for number in range(_AT_ONCE):
        request = attack.clients[number % len(attack.clients)]
        threading.Thread(target=again, args=(request,)).start()


def _asked(port: int, name: str, fresh: Iterator[bytes], seconds: float) -> Others:
    """What others meet meanwhile: they read in four ways, and upload, in turn."""
    text = {**_OTHER, "Accept": "text/vnd.cgn"}
    reads: list[Request] = [
        ("GET", "/readyz", b"", _OTHER),
        ("GET", "/v1/replays", b"", _OTHER),
        ("GET", f"/v1/replays/{name}", b"", text),
        ("GET", f"/v1/replays/{name}/frames/3", b"", _OTHER),
    ]
    by = {**_OTHER, "Content-Type": "text/vnd.cgn", "Authorization": f"Bearer {_OTHER_TOKEN}"}
    found = Others([], [], 0)
    end = time.monotonic() + seconds
    while time.monotonic() < end or len(found.uploads) < _FEWEST:
        upload: Request = ("POST", "/v1/replays", next(fresh), by)
        for times, request in [*((found.reads, read) for read in reads), (found.uploads, upload)]:
            begun = time.perf_counter()
            status = _ask(port, request)
            times.append((time.perf_counter() - begun) * 1_000)
            found = found._replace(refused=found.refused + (status not in (200, 201)))
    return found


def _peak(pid: int) -> int:
    """The most memory that a process had since that was last asked to be forgotten, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    (line,) = [line for line in lines if line.startswith("VmHWM:")]
    return int(line.split()[1]) // 1024


def _cpu(parent: int) -> float:
    """Seconds of CPU that the service and its checkers have taken so far."""
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
