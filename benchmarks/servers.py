"""Starts the servers that are measured, in separate processes: our service, and Datasette."""

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import HOST
from benchmarks.commands import CGN
from replays.store.model import Upload
from replays.store.open_store import open_store
from replays.store.tokens import UPLOAD, digest_of

CORES = os.cpu_count() or 1

TOKEN = "cgn_benchmark"  # noqa: S105 - of a service that is gone after a minute

ROW = "/peer/replays/{}.json"
"""The path of the row of an id in Datasette."""

_PEER = "peer.db"
_DATASETTE = """
import sys, uvicorn
from datasette.app import Datasette
app = Datasette([sys.argv[1]]).app()
uvicorn.run(app, port=int(sys.argv[3]), lifespan="on", access_log=False, timeout_keep_alive=600)
"""
"""Like `datasette serve`, but without its log, and with persistent connections."""

_PATIENCE = 30.0
_GLANCE = 0.1


def make_store(address: Path | str, uploads: list[Upload]) -> None:
    """Make a store for our service, with these replays and a token."""
    with open_store(address, lambda: int(time.time())) as store:
        store.tokens.create("benchmark", [UPLOAD], digest_of(TOKEN))
        store.add(uploads, "benchmark")


@contextmanager
def cgn(address: Path | str, *flags: str, workers: int = 1) -> Iterator[int]:
    """`cgn serve` on a store, for any number of requests; gives its port once it listens."""
    given = ["--data", str(address), "--workers", str(workers), "--reads", "0", "--writes", "0"]
    with _started([CGN, "serve", *given, *flags], "serving at") as port:
        yield port


@contextmanager
def datasette(folder: Path, bodies: Mapping[str, bytes]) -> Iterator[int]:
    """Datasette on a file with these bodies, each in the row of its id; gives its port."""
    path = folder / _PEER
    db = sqlite3.connect(path)
    with db:
        db.execute("CREATE TABLE replays (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
        rows = [(name, body.decode()) for name, body in bodies.items()]
        db.executemany("INSERT INTO replays VALUES (?, ?)", rows)
    db.close()
    with _started([sys.executable, "-c", _DATASETTE, str(path)], "Uvicorn running on") as port:
        yield port


@contextmanager
def _started(command: list[str], sign: str) -> Iterator[int]:
    """A server on a free port, from when its log has this sign until the block ends."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port: int = free.getsockname()[1]
    with TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with log.open("wb") as out:
            process = subprocess.Popen(  # noqa: S603 - our own
                [*command, "--port", str(port)], stdout=out, stderr=out
            )
        try:
            end = time.monotonic() + _PATIENCE
            while sign not in log.read_text(encoding="utf-8"):
                if time.monotonic() > end or process.poll() is not None:
                    raise ValueError(
                        f"it did not begin to serve: {log.read_text(encoding='utf-8')}"
                    )
                time.sleep(_GLANCE)
            yield port
        finally:
            process.terminate()
            process.wait(_PATIENCE)
