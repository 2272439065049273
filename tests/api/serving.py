"""A service in a process of its own, as `cgn serve` runs it."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Any

from replays.store.open_store import open_store
from replays.store.tokens import UPLOAD, digest_of

ROOT = Path(__file__).parent.parent.parent
TOKEN = "cgn_test"  # noqa: S105 - of a service for tests
_PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: status, headers with lower-case names, body."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    def json(self) -> Any:  # noqa: ANN401 - any JSON value
        return json.loads(self.data)


@dataclass(frozen=True, slots=True)
class Running:
    """A running service."""

    port: int
    process: subprocess.Popen[str]

    def children(self) -> list[int]:
        """The ids of the processes that it started."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text(encoding="ascii").split()]

    def kill(self) -> None:
        """Kill all of its processes, as a power cut would."""
        for pid in [self.process.pid, *self.children()]:
            os.kill(pid, signal.SIGKILL)

    def connect(self) -> socket.socket:
        """A connection to it."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=_PATIENCE)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        **headers: str,
    ) -> Answer:
        """Send a request; `_` in the name of a header stands for `-`.

        The token is sent unless `Authorization` is given; an empty one sends none.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE)
        try:
            sent = {"Authorization": f"Bearer {TOKEN}", **headers}
            named = {name.replace("_", "-"): value for name, value in sent.items() if value}
            connection.request(method, path, body, named)
            response = connection.getresponse()
            lower = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, lower, response.read())
        finally:
            connection.close()


FOLLOWING = ("setpriv", "--pdeathsig", "KILL") if which("setpriv") else ()
"""Prefix for a command that has to die with its parent process."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def running(data: Path | str, *flags: str, port: int | None = None) -> Iterator[Running]:
    """A running service on this store, with one light checker and these flags."""
    with open_store(data, lambda: int(time.time())) as store:
        if store.tokens.find(digest_of(TOKEN)) is None:
            store.tokens.create("ana", [UPLOAD], digest_of(TOKEN))
    port = port or free_port()
    command = [sys.executable, "-m", "cgn", "serve", "--port", str(port), "--data", str(data)]
    command += ["--workers", "1"]
    process = subprocess.Popen(
        [*FOLLOWING, *command, *flags], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    service = Running(port, process)
    try:
        wait(service)
        yield service
    finally:
        process.terminate()
        process.communicate(timeout=_PATIENCE)


def wait(service: Running) -> None:
    """Wait until the service is ready. Raises AssertionError if it never is."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        assert service.process.poll() is None, service.process.communicate()[1]
        try:
            if service.ask("GET", "/readyz").status == http.client.OK:
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("it did not begin to serve")
