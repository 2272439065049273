"""The store on PostgreSQL keeps the contract."""

from collections.abc import Iterator

import pytest

from benchmarks.postgres import Server
from replays.store.postgres.store import PostgresStore
from replays.store.protocol import Store
from tests.replays.store.contract import Clock, Contract


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(server: Server, clock: Clock) -> Iterator[Store]:
    with PostgresStore(server.database(), clock) as opened:
        yield opened


class TestPostgres(Contract):
    """Every test of the contract, on PostgreSQL."""
