"""Starts what is measured over HTTP, each in processes of its own: our service, and Datasette."""

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from benchmarks.client import HOST, connected, get
from benchmarks.commands import CGN
from replays.store.data import Upload
from replays.store.sqlite.store import SqliteStore
from replays.store.tokens import UPLOAD, digest_of

CORES = os.cpu_count() or 1

TOKEN = "cgn_benchmark"  # noqa: S105 - of a service that is gone after a minute

ROW = "/peer/replays/{}.json"
"""Where Datasette has the row of an id."""

_PEER = "peer.db"
_DATASETTE = str(Path(sys.executable).with_name("datasette"))
_PATIENCE = 30.0


def make_file(path: Path, uploads: list[Upload]) -> None:
    """Make a file for our service, with these replays and a token."""
    with SqliteStore(path, lambda: int(time.time())) as store:
        store.tokens.create("benchmark", [UPLOAD], digest_of(TOKEN))
        store.add(uploads, "benchmark")


@contextmanager
def cgn(path: Path, *flags: str) -> Iterator[int]:
    """`cgn serve` on a file, with these flags and any number of requests; gives its port."""
    free = ["--reads", "0", "--writes", "0"]
    with _started([CGN, "serve", "--data", str(path), *free, *flags], "/readyz") as port:
        yield port


@contextmanager
def datasette(folder: Path, bodies: Mapping[str, bytes]) -> Iterator[int]:
    """`datasette serve` on a file with these bodies, each in the row of its id; gives its port."""
    path = folder / _PEER
    db = sqlite3.connect(path)
    with db:
        db.execute("CREATE TABLE replays (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
        rows = [(name, body.decode()) for name, body in bodies.items()]
        db.executemany("INSERT INTO replays VALUES (?, ?)", rows)
    db.close()
    with _started([_DATASETTE, "serve", str(path)], "/-/versions.json") as port:
        yield port


@contextmanager
def _started(command: list[str], ready: str) -> Iterator[int]:
    """A server at a port of its own, from when it answers at the path `ready`, until it is left."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port: int = free.getsockname()[1]
    process = subprocess.Popen(  # noqa: S603 - our own
        [*command, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _await(port, ready, process)
        yield port
    finally:
        process.terminate()
        process.wait(_PATIENCE)


def _await(port: int, ready: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server answers. Raises ValueError where it does not begin to."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with connected(port, 1) as client:
                client.ask([get(ready)], HTTPStatus.OK)
        except (OSError, ValueError):
            time.sleep(0.05)
        else:
            return
    raise ValueError(f"{process.args!r} did not begin to serve")
