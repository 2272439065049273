"""The service that most tests ask."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.asking import Served
from tests.postgres import server
from tests.replays.store.making import EVENT, record

__all__ = ["Serve", "serve", "served", "server"]

Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Makes services with the settings given, each on a store of its own."""
    made: list[Served] = []

    def make(**settings: Any) -> Served:  # noqa: ANN401 - any setting
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Served(folder, **settings))
        return made[-1]

    yield make
    for served in made:
        served.close()


@pytest.fixture
def served(serve: Serve) -> Served:
    """A service with the usual settings."""
    return serve()


@pytest.fixture
def shelf(served: Served) -> Served:
    """Eight replays: six of Ana and Bo, one of Zoë and Bo, and a private one of Cleo."""
    for number in range(5):
        served.upload(record(str(number)))
    served.upload(record("z", players=("Zoë", "Bo"), tags=EVENT, comments=("A quiet start.",)))
    served.upload(record("u", plies=8))
    served.upload(record("p", players=("Cleo", "Bo")), visibility="private")
    return served
