"""A service that has just started answers many clients at once.

Python 3.12 and 3.13 died in 2 to 10 of 16 starts, when threads used a type for the first time at
once; tests/notation/test_typed_json.py makes that certain.
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engines.registry import GAMES
from tests.api.serving import running

ASKED = ["/", "/v1/games", "/v1/replays", *[f"/v1/games/{game}" for game in GAMES]]
CLIENTS = 16


@pytest.mark.parametrize("start", range(3))
def test_sixteen_clients_may_ask_at_once_after_a_start(start: int, tmp_path: Path) -> None:
    with running(tmp_path / "cgn.db") as service, ThreadPoolExecutor(CLIENTS) as clients:
        asked = [ASKED[(start + client) % len(ASKED)] for client in range(CLIENTS)]
        answers = clients.map(lambda path: service.ask("GET", path, Authorization=""), asked)
        assert [answer.status for answer in answers] == [200] * CLIENTS
        assert service.process.poll() is None
