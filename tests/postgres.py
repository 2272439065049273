"""The database server of the tests of stores and of services."""

from collections.abc import Iterator

import pytest

from benchmarks.postgres import Server, programs, running


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server for all tests of this process; skips them if there is none."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with running() as process:
        yield process
