"""Several processes on one store: nothing is lost, doubled or missed, and none blocks another."""

import os
from pathlib import Path

import pytest

from benchmarks.postgres import Server, programs, running
from replays.store.model import ADMIN, Order, StoreBusy
from replays.store.open_store import open_store
from replays.store.query import Query
from replays.store.sql.store import Store
from tests.replays.store.making import upload
from tests.replays.store.uploader import ENDLESS, uploading

pytestmark = pytest.mark.long

KILLS = int(os.environ.get("CGN_KILLS", "2"))
EVERYTHING = Query(own=True)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new store."""
    if request.param == "sqlite":
        return str(tmp_path / "cgn.db")
    server: Server = request.getfixturevalue("server")
    return server.database()


def faults(store: Store) -> list[str]:
    return list(store.check(lambda *_: None))


def test_processes_that_write_at_once_lose_nothing(address: str) -> None:
    with uploading(address, [f"holder {n}" for n in range(4)], 24, 8) as processes:
        ids = [ack.id for process in processes for ack in process.acknowledged()]
    assert len(set(ids)) == 4 * 24
    with open_store(address, lambda: 0) as store:
        assert store.count(EVERYTHING, ADMIN) == 4 * 24
        assert all(store.get(name, ADMIN) for name in ids)
        numbers = [number for number, _ in store.bodies(EVERYTHING, ADMIN)]
        assert len(set(numbers)) == 4 * 24
        assert faults(store) == []


def test_processes_that_upload_the_same_create_it_once(address: str) -> None:
    with uploading(address, ["same"] * 2, 16, 8) as processes:
        acks = [ack for process in processes for ack in process.acknowledged()]
    assert len(acks) == 32
    assert sum(ack.created for ack in acks) == 16
    with open_store(address, lambda: 0) as store:
        assert store.count(EVERYTHING, ADMIN) == 16
        assert faults(store) == []


@pytest.mark.parametrize("kill", range(KILLS))
def test_no_acknowledged_upload_is_lost_by_a_kill(address: str, kill: int) -> None:
    """With CGN_KILLS=50 as `make torture` has it; every one at another moment."""
    with uploading(address, ["ana", "bo"], ENDLESS, 8) as processes:
        acks = processes[0].acknowledged(1 + kill * 7 % 50 * 7)
        for process in processes:
            process.kill()
        acks += [ack for process in processes for ack in process.acknowledged()]
    with open_store(address, lambda: 0) as store:
        assert all(store.get(ack.id, ADMIN) for ack in acks)
        assert faults(store) == []
        made = store.count(EVERYTHING, ADMIN)
        assert len(acks) <= made <= len(acks) + 16, "each thread may have had an upload under way"


def test_other_processes_survive_a_killed_writer(address: str) -> None:
    with uploading(address, ["ana", "bo"], 50, 4) as (killed, other):
        killed.acknowledged(5)
        killed.kill()
        assert len(other.acknowledged()) == 50
    with open_store(address, lambda: 0) as store:
        assert faults(store) == []


def test_a_follower_of_changes_misses_none(address: str) -> None:
    seen: list[int] = []
    with (
        open_store(address, lambda: 0) as store,
        uploading(address, [f"holder {n}" for n in range(2)], 40, 8) as processes,
    ):
        while any(process.running() for process in processes) or after(store, seen):
            seen += after(store, seen)
        assert seen == after(store, [])
    assert len(seen) == 2 * 40


def after(store: Store, seen: list[int]) -> list[int]:
    """The numbers of the replays that came after those seen."""
    query = Query(order=Order.OLDEST)
    page = store.page(query, ADMIN, seen[-1] if seen else None, limit=1_000)
    return [entry.number for entry in page.entries]


def test_a_frozen_process_does_not_hold_up_the_others(server: Server) -> None:
    """Its transaction times out."""
    address = server.database()
    with uploading(address, ["ana", "bo"], 50, 4) as (frozen, other):
        acks = frozen.acknowledged(10)
        frozen.freeze()
        assert len(other.acknowledged()) == 50
        frozen.thaw()
        assert len(acks + frozen.acknowledged()) == 50
    with open_store(address, lambda: 0) as store:
        assert store.count(EVERYTHING, ADMIN) == 100
        assert faults(store) == []


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_no_acknowledged_upload_is_lost_with_the_server() -> None:
    with running(safe=True) as server:
        address = server.database()
        with uploading(address, ["ana", "bo"], 50, 4) as (first, second):
            acks = first.acknowledged(10)
            server.stop("immediate")
            server.start()
            acks += first.acknowledged() + second.acknowledged()
        assert len(acks) == 100
        with open_store(address, lambda: 0) as store:
            assert all(store.get(ack.id, ADMIN) for ack in acks)
            assert store.count(EVERYTHING, ADMIN) == 100
            server.stop("immediate")
            with pytest.raises(StoreBusy, match="the database"):
                store.add([upload()], "cleo")
            server.start()
            store.add([upload()], "cleo")
            server.stop()
            server.start()
            store.add([upload("later")], "cleo")  # although it lost its connection
            assert faults(store) == []
