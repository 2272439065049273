"""Guessing tokens: by the form of `/session` and by cookies, from one address and from many."""

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from api.policy.rates import _SINGLY
from api.settings import Settings
from tests.api.asking import BROWSER, FORM, JSON, OURS, Served
from tests.api.conftest import Serve
from tests.api.serving import TOKEN, Running, running

WRITES = Settings().writes


class Guesser:
    """Somebody who guesses from addresses of their choice, over one connection."""

    def __init__(self, service: Running) -> None:
        self._connection = HTTPConnection("127.0.0.1", service.port, timeout=60)
        self._headers = {**OURS, "Content-Type": JSON, "Accept": JSON}

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def ask(self, method: str, path: str, address: str, body: str = "") -> HTTPResponse:
        """The answer to a request from an address."""
        headers = {**self._headers, "X-Forwarded-For": address}
        self._connection.request(method, path, body or None, headers)
        answer = self._connection.getresponse()
        answer.read()
        return answer

    def guess(self, address: str, token: str = "cgn_guessed") -> HTTPResponse:  # noqa: S107 - a wrong one
        """The answer to a token in the form, as a script sends it."""
        return self.ask("POST", "/session", address, f'{{"token": "{token}"}}')


@pytest.fixture
def guesser(tmp_path: Path) -> Iterator[Guesser]:
    """A guesser at a service with its usual limits, behind a proxy that names their address."""
    with (
        running(tmp_path / "cgn.db", "--proxies", "1") as service,
        closing(Guesser(service)) as guesser,
    ):
        yield guesser


def test_guesses_in_the_form_are_refused_after_some_the_right_one_too(guesser: Guesser) -> None:
    wrong = [guesser.guess("192.0.2.1", f"cgn_{number}").status for number in range(WRITES)]
    assert wrong == [422] * WRITES
    right = guesser.guess("192.0.2.1", TOKEN)
    assert (right.status, right.getheader("Set-Cookie")) == (429, None)
    assert 1 <= int(right.getheader("Retry-After") or 0) <= 60
    assert guesser.guess("192.0.2.2", TOKEN).status == 204


@pytest.mark.long
def test_so_are_guesses_from_too_many_addresses_by_network(guesser: Guesser) -> None:
    for number in range(_SINGLY):
        assert guesser.ask("GET", "/x", f"10.0.{number >> 8}.{number & 255}").status == 404
    statuses = [guesser.guess(f"198.51.100.{n % 250}").status for n in range(WRITES)]
    assert statuses == [422] * WRITES
    assert guesser.guess("198.51.101.1", TOKEN).status == 429
    assert guesser.guess("203.0.113.1").status == 422


def test_guesses_in_cookies_are_counted_and_no_cached_page_is_free(serve: Serve) -> None:
    served: Served = serve(reads=3, cache_age=1_000)
    served.client = served.app.test_client(use_cookies=False)
    statuses = [
        served.ask(
            "GET",
            "/",
            accept=BROWSER,
            headers={"Cookie": f"cgn=cgn_{number}", "If-None-Match": "*"},
        ).status_code
        for number in range(4)
    ]
    assert statuses == [304, 304, 304, 429]


def test_whoever_has_a_token_guesses_no_faster(serve: Serve) -> None:
    served: Served = serve(writes=3)
    served.client = served.app.test_client(use_cookies=False)
    guesses = [
        served.client.post(
            "/session",
            data=f"token=cgn_{number}",
            content_type=FORM,
            headers={**OURS, "Cookie": "cgn=cgn_ana"},
            environ_overrides={"REMOTE_ADDR": f"192.0.2.{number}"},
        ).status_code
        for number in range(4)
    ]
    assert guesses == [422, 422, 422, 429]
