"""Guessing tokens: by the form of `/session` and by cookies, from one address and from many."""

import pytest

from api.policy import rates
from tests.api.asking import BROWSER, FORM, OURS, Served
from tests.api.conftest import Serve


def without_cookies(serve: Serve, **settings: int) -> Served:
    """A service, and a client that sends the cookies of its headers alone."""
    served: Served = serve(**settings)
    served.client = served.app.test_client(use_cookies=False)
    return served


def guess(served: Served, address: str, token: str = "cgn_guessed", cookie: str = "") -> int:  # noqa: S107 - a wrong one
    """The status of a token in the form, from an address."""
    return served.client.post(
        "/session",
        data=f"token={token}",
        content_type=FORM,
        headers={**OURS, "Cookie": cookie},
        environ_overrides={"REMOTE_ADDR": address},
    ).status_code


def test_guesses_in_the_form_are_refused_after_some_the_right_one_too(serve: Serve) -> None:
    served = without_cookies(serve, writes=3)
    assert [guess(served, "192.0.2.1") for _ in range(3)] == [422] * 3
    assert guess(served, "192.0.2.1", "cgn_ana") == 429
    assert guess(served, "192.0.2.2", "cgn_ana") == 303


def test_guesses_from_too_many_addresses_are_counted_by_network(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "_SINGLY", 5)
    served = without_cookies(serve, writes=3)
    assert [guess(served, f"10.0.0.{number}") for number in range(5)] == [422] * 5
    assert [guess(served, f"198.51.100.{number}") for number in range(4)] == [422, 422, 422, 429]
    assert guess(served, "198.51.101.1", "cgn_ana") == 429
    assert guess(served, "203.0.113.1", "cgn_ana") == 303


def test_guesses_in_cookies_are_counted_and_no_cached_page_is_free(serve: Serve) -> None:
    served = without_cookies(serve, reads=3, cache_age=1_000)
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
    served = without_cookies(serve, writes=3)
    guesses = [guess(served, f"192.0.2.{n}", f"cgn_{n}", "cgn=cgn_ana") for n in range(4)]
    assert guesses == [422, 422, 422, 429]
