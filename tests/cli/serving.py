"""`cgn serve` in a process of its own, which can be killed and started again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import requests

from cli.serve.options import opened_store
from replays.store.model import ADMIN, MAX_PAGE, Entry, Order
from replays.store.query import Query
from replays.store.tokens import digest_of
from tests.api.serving import FOLLOWING, free_port
from tests.cli.running import ROOT

ALONE = {
    "CGN_URL": None,
    "CGN_TOKEN": None,
    "CGN_TOKEN_FILE": None,
    "CGN_CONFIG": None,
    "CGN_DECKS": "/nowhere",
    "NO_PROXY": "*",
}
"""An environment without a service or deck."""

_LONGEST = 60


@dataclass
class Served:
    """A service on a store of its own."""

    data: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, **settings: int) -> None:
        """Start serving with these settings, and wait until it answers.

        It has one process of each kind, since each takes as much CPU to start as a command.
        """
        flags = [
            f"--{name.replace('_', '-')}={value}"
            for name, value in {"workers": 1, **settings}.items()
        ]
        command = [sys.executable, "-m", "cgn", "serve", f"--port={self.port}", *flags]
        self.process = subprocess.Popen(
            [*FOLLOWING, *command, f"--data={self.data}"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        end = time.monotonic() + _LONGEST
        while not self._answers():
            assert time.monotonic() < end
            assert self.process.poll() is None
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return requests.get(f"{self.url}/readyz", timeout=5).ok
        except requests.RequestException:
            return False

    def kill(self) -> None:
        """Kill it with every process that it started."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def token(self, owner: str = "ana", *scopes: str, expires: int | None = None) -> str:
        """Create a token for this owner."""
        secret = f"cgn_{os.urandom(16).hex()}"
        with opened_store(self.data, make=True) as store:
            store.tokens.create(owner, scopes or ("upload",), digest_of(secret), expires)
        return secret

    def entries(self) -> list[Entry]:
        """Every replay, the oldest first."""
        query, listed, after = Query(own=True, order=Order.OLDEST), list[Entry](), None
        with opened_store(self.data) as store:
            while True:
                page = store.page(query, ADMIN, after, MAX_PAGE)
                listed += page.entries
                if page.next is None:
                    return listed
                after = page.next

    def ids(self) -> set[str]:
        """The ids of all replays."""
        return {entry.id for entry in self.entries()}

    def clear(self) -> None:
        """Give up every replay."""
        with opened_store(self.data) as store:
            for entry in self.entries():
                store.give_up(entry.id, ADMIN)


@contextmanager
def served(folder: Path, **settings: int) -> Iterator[Served]:
    """A running service."""
    service = Served(folder / "served.db")
    service.start(**settings)
    try:
        yield service
    finally:
        service.kill()
