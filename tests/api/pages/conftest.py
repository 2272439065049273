"""The service and the browser that the tests of pages share."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.api.pages.browser import chromium
from tests.api.serving import ROOT, Running, running

EXAMPLES = sorted((ROOT / "examples").glob("*.cgn"))


@dataclass(frozen=True, slots=True)
class Site:
    """A running service: its address, and the id of each example by file name."""

    url: str
    ids: dict[str, str]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A service that has the examples."""
    with running(tmp_path_factory.mktemp("site") / "site.db", "--reads", "0") as service:
        ids = {path.stem: _upload(service, path) for path in EXAMPLES}
        yield Site(f"http://127.0.0.1:{service.port}", ids)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for a file. While it is open, the tests of its process cannot use asyncio."""
    with chromium() as chromium_browser:
        yield chromium_browser


def _upload(service: Running, path: Path) -> str:
    kind = "text/vnd.cgn"
    answer = service.ask("POST", "/v1/replays", path.read_bytes(), Content_Type=kind)
    return str(answer.json()["id"])
