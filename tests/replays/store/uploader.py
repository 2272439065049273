"""Processes that upload, which can be killed and frozen.

Each is a fork of one that has imported everything, which would take most of its CPU.
"""

import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock
from typing import NamedTuple

from replays.store.model import Added, StoreBusy, StoreFull, StoreUnsure, Upload
from replays.store.open_store import open_store
from replays.store.sql.store import Store
from tests.replays.store.making import upload

ENDLESS = sys.maxsize
"""For an uploader that is to be killed."""

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload([__name__, "pytest"])  # pytest is the main module
_PAUSE = 0.1


class Ack(NamedTuple):
    """An upload that was acknowledged."""

    id: str
    created: bool


class Uploader:
    """A process that uploads so many records, with so many threads.

    Every holder uploads different records, but all processes of one holder upload the same ones.
    Uploads are sent again if the store was busy or unsure. With `room`, no file may grow beyond so
    many bytes.
    """

    def __init__(
        self, address: str, holder: str, count: int, threads: int, room: int | None = None
    ) -> None:
        self.error = ""
        """What ended it early, once all of its uploads were read."""
        self._acks, theirs = _FORKS.Pipe()
        arguments = (theirs, address, holder, count, threads, room)
        self._process = _FORKS.Process(target=_run, args=arguments, daemon=True)
        self._process.start()
        theirs.close()

    def wait(self) -> None:
        """Wait until it is ready to begin."""
        assert self._acks.recv() is None

    def begin(self) -> None:
        """Let it upload."""
        self._acks.send(None)

    def acknowledged(self, most: int = ENDLESS) -> list[Ack]:
        """The next uploads to be acknowledged; by default, all until the process ends."""
        acks: list[Ack] = []
        while len(acks) < most:
            try:
                received = self._acks.recv()
            except EOFError:
                break
            if isinstance(received, Ack):
                acks.append(received)
            else:
                self.error = str(received)
        return acks

    def running(self) -> bool:
        """Whether it has not ended."""
        return self._process.is_alive()

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.join()

    def freeze(self) -> None:
        """Stop it wherever it is."""
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGCONT)


@contextmanager
def uploading(
    address: str, holders: list[str], count: int, threads: int, room: int | None = None
) -> Iterator[list[Uploader]]:
    """An uploader for each holder; they begin together, and are killed when the block ends."""
    with ExitStack() as stack:
        started = []
        for holder in holders:
            started.append(Uploader(address, holder, count, threads, room))
            stack.callback(started[-1].kill)
        for one in started:
            one.wait()
        for one in started:
            one.begin()
        yield started


def _run(
    acks: Connection,
    address: str,
    holder: str,
    count: int,
    threads: int,
    room: int | None,
) -> None:
    """What the process does."""
    if room is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    numbers, lock = iter(range(count)), Lock()
    with open_store(address, lambda: int(time.time())) as store:
        acks.send(None)
        acks.recv()

        def work(_: int) -> None:
            for number in numbers:  # all threads take from it
                added = _sent(store, upload(comments=(holder, str(number))), holder)
                with lock:
                    acks.send(Ack(added.id, added.created))

        try:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(work, range(threads)))
        except StoreFull as error:
            acks.send(f"full: {error}")


def _sent(store: Store, one: Upload, holder: str) -> Added:
    """Send an upload until its outcome is known."""
    while True:
        try:
            (added,) = store.add([one], holder)
        except (StoreBusy, StoreUnsure):
            time.sleep(_PAUSE)
        else:
            return added
