"""Fixtures of stores."""

from collections.abc import Iterator

import pytest

from tests.replays.store.postgres import Server, running


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server for all tests of this process."""
    with running() as found:
        yield found
