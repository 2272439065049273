"""Two hosts behind nginx on one PostgreSQL database: either may die, and nothing is lost.

CGN_KILLS says how often each thing happens; `make torture` says 10.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from benchmarks.nginx import NGINX, nginx
from benchmarks.postgres import programs
from benchmarks.postgres import running as database
from notation.text_writer import write_text
from replays.store.model import ADMIN
from replays.store.open_store import open_store
from replays.store.query import Query
from tests.api.serving import Running, free_port, running
from tests.replays.store.making import record

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        NGINX is None or programs() is None, reason="nginx or PostgreSQL is not installed"
    ),
]

ROUNDS = min(int(os.environ.get("CGN_KILLS", "1")), 10)
GAME = write_text(record(plies=20, tags={"Event": "@"}))
FLAGS = ("--reads", "0", "--writes", "0", "--proxies", "1")
CREATED = 201


class Uploader(Thread):
    """Uploads one game after another, each until it is acknowledged."""

    def __init__(self, door: Running, name: str) -> None:
        super().__init__(daemon=True)
        self._door, self._event = door, name
        self._enough = Event()
        self.acknowledged: list[str] = []

    def run(self) -> None:
        for number in count():
            body = GAME.replace("@", f"{self._event} {number}").encode()
            while not self._upload(body):
                pass
            if self._enough.is_set():
                return

    def _upload(self, body: bytes) -> bool:
        with suppress(OSError, HTTPException):
            answer = self._door.ask("POST", "/v1/replays", body, Content_Type="text/vnd.cgn")
            if answer.status in (200, CREATED):
                self.acknowledged.append(answer.json()["id"])
                return True
        return False

    def more(self, number: int) -> None:
        """Wait until so many more are acknowledged."""
        goal = len(self.acknowledged) + number
        while len(self.acknowledged) < goal:
            assert self.is_alive()
            self._enough.wait(0.01)

    def finish(self) -> None:
        """Stop after the next acknowledgement."""
        self._enough.set()
        self.join()


@contextmanager
def uploading(door: Running) -> Iterator[Uploader]:
    uploader = Uploader(door, "club")
    uploader.start()
    try:
        yield uploader
    finally:
        uploader.finish()


def test_hosts_are_killed_and_frozen_and_the_database_crashes(tmp_path: Path) -> None:
    first, second = free_port(), free_port()
    with database(safe=True) as server, nginx(tmp_path, first, second) as (plain, _):
        address = server.database()
        with running(address, *FLAGS, port=second) as other:
            door = Running(plain, other.process)
            with uploading(door) as uploader:
                for _ in range(ROUNDS):
                    with running(address, *FLAGS, port=first) as host:
                        uploader.more(5)
                        host.process.send_signal(signal.SIGSTOP)
                        uploader.more(5)
                        host.process.send_signal(signal.SIGCONT)
                        server.stop("immediate")
                        server.start()
                        uploader.more(5)
                        host.process.kill()
                        uploader.more(5)
        with open_store(address, lambda: 0) as store:
            assert all(store.get(one, ADMIN) for one in uploader.acknowledged)
            assert store.count(Query(own=True), ADMIN) >= len(uploader.acknowledged)
            assert list(store.check(lambda *_: None)) == []
