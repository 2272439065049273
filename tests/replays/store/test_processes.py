"""Several processes on one store: nothing is lost, doubled or missed, and none blocks another."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.postgres import Server, programs, running
from replays.store.model import ADMIN, Order, Query, StoreBusy
from replays.store.open_store import open_store
from replays.store.protocol import Store
from tests.replays.store.making import upload

ROOT = Path(__file__).parent.parent.parent.parent
KILLS = int(os.environ.get("CGN_KILLS", "2"))
EVERYTHING = Query(own=True)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new store."""
    if request.param == "sqlite":
        return str(tmp_path / "cgn.db")
    server: Server = request.getfixturevalue("server")
    return server.database()


@contextmanager
def uploaders(
    address: str, holders: list[str], count: int, threads: int
) -> Iterator[list[subprocess.Popen[str]]]:
    """An uploading process for each holder, ready to begin."""
    command = [sys.executable, "-m", "tests.replays.store.uploader"]
    started = [
        subprocess.Popen(
            [*command, address, holder, str(count), str(threads)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for holder in holders
    ]
    try:
        for process in started:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n", process.stdout.read()
        yield started
    finally:
        for process in started:
            process.kill()
            process.communicate()


def begin(processes: list[subprocess.Popen[str]]) -> None:
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()


def acknowledged(process: subprocess.Popen[str], most: int | None = None) -> list[list[str]]:
    """So many of the ids that a process prints, with their outcomes; all by default."""
    assert process.stdout is not None
    lines = [line for line in islice(process.stdout, most) if line.endswith("\n")]
    for line in lines:
        assert re.fullmatch("[0-9a-f]{64} (created|known)\n", line), line
    return [line.split() for line in lines]


def faults(store: Store) -> list[str]:
    return list(store.check(lambda *_: None))


def test_processes_that_write_at_once_lose_nothing(address: str) -> None:
    with uploaders(address, [f"holder {n}" for n in range(4)], 60, 8) as processes:
        begin(processes)
        ids = [name for process in processes for name, _ in acknowledged(process)]
    assert len(set(ids)) == 4 * 60
    with open_store(address, lambda: 0) as store:
        assert store.count(EVERYTHING, ADMIN) == 4 * 60
        assert all(store.get(name, ADMIN) for name in ids)
        numbers = [number for number, _ in store.bodies(EVERYTHING, ADMIN)]
        assert len(set(numbers)) == 4 * 60
        assert faults(store) == []


def test_processes_that_upload_the_same_create_it_once(address: str) -> None:
    with uploaders(address, ["same"] * 2, 16, 8) as processes:
        begin(processes)
        acks = [pair for process in processes for pair in acknowledged(process)]
    assert len(acks) == 32
    assert sum(outcome == "created" for _, outcome in acks) == 16
    with open_store(address, lambda: 0) as store:
        assert store.count(EVERYTHING, ADMIN) == 16
        assert faults(store) == []


@pytest.mark.parametrize("kill", range(KILLS))
def test_no_acknowledged_upload_is_lost_by_a_kill(address: str, kill: int) -> None:
    """With CGN_KILLS=50 as `make torture` has it; every one at another moment."""
    with uploaders(address, ["ana", "bo"], 400, 8) as processes:
        begin(processes)
        acks = acknowledged(processes[0], 1 + kill * 7 % 50 * 7)
        for process in processes:
            process.kill()
        acks += [pair for process in processes for pair in acknowledged(process)]
    assert len(acks) < 800, "they were still uploading"
    with open_store(address, lambda: 0) as store:
        assert all(store.get(name, ADMIN) for name, _ in acks)
        assert faults(store) == []
        made = store.count(EVERYTHING, ADMIN)
        assert len(acks) <= made <= len(acks) + 16, "each thread may have had an upload under way"


def test_other_processes_survive_a_killed_writer(address: str) -> None:
    with uploaders(address, ["ana", "bo"], 200, 4) as processes:
        begin(processes)
        acknowledged(processes[0], 20)
        processes[0].kill()
        assert len(acknowledged(processes[1])) == 200
    with open_store(address, lambda: 0) as store:
        assert faults(store) == []


def test_a_follower_of_changes_misses_none(address: str) -> None:
    seen: list[int] = []
    with (
        open_store(address, lambda: 0) as store,
        uploaders(address, [f"holder {n}" for n in range(2)], 60, 8) as processes,
    ):
        begin(processes)
        while any(process.poll() is None for process in processes) or after(store, seen):
            seen += after(store, seen)
        assert seen == after(store, [])
    assert len(seen) == 2 * 60


def after(store: Store, seen: list[int]) -> list[int]:
    """The numbers of the replays that came after those seen."""
    query = Query(order=Order.OLDEST)
    page = store.page(query, ADMIN, seen[-1] if seen else None, limit=1_000)
    return [entry.number for entry in page.entries]


def test_a_frozen_process_does_not_hold_up_the_others(server: Server) -> None:
    """Its transaction times out."""
    address = server.database()
    with uploaders(address, ["ana", "bo"], 150, 4) as processes:
        begin(processes)
        acks = acknowledged(processes[0], 20)
        processes[0].send_signal(signal.SIGSTOP)
        assert len(acknowledged(processes[1])) == 150
        processes[0].send_signal(signal.SIGCONT)
        assert len(acks + acknowledged(processes[0])) == 150
    with open_store(address, lambda: 0) as store:
        assert store.count(EVERYTHING, ADMIN) == 300
        assert faults(store) == []


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_no_acknowledged_upload_is_lost_with_the_server() -> None:
    with running(safe=True) as server:
        address = server.database()
        with uploaders(address, ["ana", "bo"], 100, 4) as processes:
            begin(processes)
            acks = acknowledged(processes[0], 20)
            server.stop("immediate")
            server.start()
            acks += [pair for process in processes for pair in acknowledged(process)]
        assert len(acks) == 200
        with open_store(address, lambda: 0) as store:
            assert all(store.get(name, ADMIN) for name, _ in acks)
            assert store.count(EVERYTHING, ADMIN) == 200
            server.stop("immediate")
            with pytest.raises(StoreBusy, match="the database"):
                store.add([upload()], "cleo")
            server.start()
            store.add([upload()], "cleo")
            server.stop()
            server.start()
            store.add([upload("later")], "cleo")  # although it lost its connection
            assert faults(store) == []
