"""Services with open tables, and browsers of people without a token."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlencode

import pytest
from msgspec.json import encode

from tests.api.asking import BROWSER, FORM, JSON, OURS, Answer, Served
from tests.api.conftest import Serve

if TYPE_CHECKING:
    from benchmarks.postgres import Server

KEY = "0123456789abcdef" * 2

Opened = Callable[..., Served]


@pytest.fixture(params=["sqlite", "postgresql"])
def opened(request: pytest.FixtureRequest, serve: Serve) -> Opened:
    """Makes services with open tables, in each kind of store.

    They cache nothing, since a cache goes by another clock.
    """

    def make(**settings: Any) -> Served:  # noqa: ANN401 - any setting
        if request.param == "postgresql":
            server: Server = request.getfixturevalue("server")
            settings["address"] = server.database()
        return serve(**{"open_tables": 3, "cache": 0, **settings})

    return make


@dataclass
class Browser:
    """A browser at an address, with its cookies."""

    served: Served
    address: str = "192.0.2.1"
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, sent: object = None, headers: Mapping[str, str] = OURS
    ) -> Answer:
        """Send a request; a form if something is sent."""
        self.served.client = self.served.app.test_client(use_cookies=False)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.served.client.open(
            path,
            method=method,
            data=None if sent is None else urlencode(cast("dict[str, str]", sent), doseq=True),
            content_type=None if sent is None else FORM,
            headers={"Accept": BROWSER, **headers, **({"Cookie": cookies} if cookies else {})},
            environ_base={"REMOTE_ADDR": self.address},
        )
        for cookie in answer.headers.getlist("Set-Cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return cast("Answer", answer)

    def start(self, **asked: str) -> Answer:
        """Send the form of a new game of Triggs by two."""
        sent = {"game": "triggs", "cards": "seeded", "player": ["Ana", "Bo"], **asked}
        return self.ask("POST", "/new", sent)

    def opened(self, **asked: str) -> str:
        """The id of a new table."""
        answer = self.start(**asked)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["Location"]).split("/")[2]

    def play(self, table: str, ply: int = 0, move: str = "draw left left") -> Answer:
        """Play a ply by the form of the page without scripts."""
        sent = {"version": str(ply + 1), "seat": "AB"[ply % 2], "move": move}
        return self.ask("POST", f"/t/{table}/plies", sent)

    @property
    def by(self) -> dict[str, str]:
        """The header with its token, for programs."""
        return {"Authorization": f"Bearer {self.cookies['cgn']}"}


def call(browser: Browser, table: str, what: str, body: object, version: int) -> Answer:
    """Call a table with the token in the cookie."""
    return browser.served.ask(
        "POST",
        f"/v1/tables/{table}/{what}",
        body=encode(body),
        kind=JSON,
        headers={**browser.by, "If-Match": f'"v{version}"'},
    )


def ended_replay(browser: Browser) -> str:
    """The replay of a table that was opened and ended."""
    table = browser.opened()
    ended = call(browser, table, "end", {"termination": "abandoned"}, 1)
    return str(ended.json["replay"])
