"""The store on PostgreSQL keeps the contract."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest

from benchmarks.postgres import Server
from replays.store.model import ADMIN
from replays.store.postgres.store import PostgresStore
from replays.store.query import Query
from replays.store.sql.store import Store
from tests.replays.store.contract import Clock, Contract

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


class TestPostgres(Contract):
    """Every test of the contract, on PostgreSQL."""
