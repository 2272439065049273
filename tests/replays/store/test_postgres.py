"""The store on PostgreSQL keeps the contract."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import psycopg
import pytest

from benchmarks.postgres import Server
from replays.store.model import ADMIN
from replays.store.postgres.store import PostgresStore
from replays.store.query import Query
from replays.store.sql.store import Store
from tests.replays.store.contract import Clock, Contract
from tests.replays.store.making import upload

pytestmark = pytest.mark.long

TABLES = """
SELECT string_agg(tablename, ', ') FROM pg_tables
WHERE schemaname = current_schema() AND tablename NOT IN ('arrival', 'cgn_migration')
"""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    """A database for all tests: to make one takes longer than most of them."""
    made = server.database()
    PostgresStore(made, Clock()).close()
    return made


@pytest.fixture
def store(address: str, clock: Clock) -> Iterator[Store]:
    """The store, as empty as a new one."""
    with psycopg.connect(address) as connection:
        ((tables,),) = connection.execute(TABLES).fetchall()
        connection.execute(f"TRUNCATE {tables} RESTART IDENTITY".encode())
        connection.execute("UPDATE arrival SET last = 0, version = 0")
    with PostgresStore(address, clock) as opened:
        yield opened


def test_many_may_open_a_fresh_database_at_once(server: Server) -> None:
    def open_at_once(address: str, all_there: Barrier) -> int:
        all_there.wait()
        with PostgresStore(address, Clock()) as store:
            return store.count(Query(), ADMIN)

    for _ in range(4):
        address, all_there = server.database(), Barrier(4)
        with ThreadPoolExecutor(4) as pool:
            waiting = [pool.submit(open_at_once, address, all_there) for _ in range(4)]
            assert [one.result() for one in waiting] == [0] * 4


def test_other_processes_hear_of_a_change_and_again_after_their_connection_was_lost(
    address: str,
) -> None:
    heard = Event()

    def hears() -> bool:
        """Whether the listener hears of something, which it then has to hear anew."""
        found = heard.wait(20)
        heard.clear()
        return found

    with PostgresStore(address, Clock()) as store, PostgresStore(address, Clock()) as other:
        other.listen(heard.set)
        assert hears(), "it has connected"
        store.add([upload("1")], "ana")
        assert hears()
        assert not heard.wait(0.1)
        store.count(Query(), ADMIN)
        assert not heard.wait(0.1), "a read is no change"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
        assert hears(), "it has connected again"
        store.add([upload("2")], "ana")
        assert hears()


class TestPostgres(Contract):
    """Every test of the contract, on PostgreSQL."""
