"""Every error is application/problem+json."""

import logging

import pytest

from replays.store.model import (
    DeckMissing,
    StoreBusy,
    StoreError,
    StoreFull,
    StoreUnsure,
    StoreUnusable,
)
from tests.api.asking import Served, problem
from tests.replays.store.making import record


@pytest.mark.parametrize("path", ["/v1", "/v2/replays", "/v1/replays/", "/%00", "/docs/nope.js"])
def test_an_unknown_path_is_404(served: Served, path: str) -> None:
    assert "/docs" in problem(served.get(path), 404)["detail"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/replays", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("DELETE", "/v1/replays", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("POST", f"/v1/replays/{'0' * 64}", {"GET", "HEAD", "OPTIONS", "PATCH", "DELETE"}),
        ("GET", "/v1/imports", {"OPTIONS", "POST"}),
        ("TRACE", "/healthz", {"GET", "HEAD", "OPTIONS"}),
        ("BREW", "/v1/games", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_another_method_is_405_with_allow(
    served: Served, method: str, path: str, allowed: set[str]
) -> None:
    answer = served.ask(method, path)
    problem(answer, 405)
    assert {name.strip() for name in answer.headers["Allow"].split(",")} == allowed


def test_options_lists_the_methods(served: Served) -> None:
    answer = served.ask("OPTIONS", "/v1/replays")
    assert answer.status_code == 200
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize(
    ("error", "status", "retry"),
    [
        (StoreFull, 507, False),
        (StoreBusy, 503, True),
        (StoreUnsure, 503, True),
        (StoreUnusable, 503, False),
        (DeckMissing, 422, False),
    ],
)
def test_each_error_of_the_store_has_its_problem(
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    error: type[StoreError],
    status: int,
    retry: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error("/secret/path/cgn.db")

    monkeypatch.setattr(served.store, "add", fail)
    answer = served.post("/v1/replays", record(), "ana")
    body = problem(answer, status)
    assert "secret" not in answer.text
    assert "error" not in body
    assert ("Retry-After" in answer.headers) == retry
    monkeypatch.undo()
    assert served.post("/v1/replays", record(), "ana").status_code == 201


def test_an_unreadable_store_is_not_ready(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreUnusable("gone")

    monkeypatch.setattr(served.store.tokens, "find", fail)
    problem(served.get("/readyz"), 503)
    assert served.get("/healthz").status_code == 200


def test_an_internal_error_is_500_with_details_in_the_log_only(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(served.store, "page", fail)
    with caplog.at_level(logging.ERROR, "cgn"):
        answer = served.get("/v1/replays")
    detail = problem(answer, 500)["detail"]
    assert "secret" not in answer.text
    (logged,) = caplog.records
    assert logged.exc_info is not None
    assert logged.getMessage().split()[-1] in detail


def test_an_error_of_a_library_without_a_type_of_its_own_has_the_general_one(
    served: Served,
) -> None:
    beyond = {"Range": "bytes=999999999-"}
    answer = served.ask("GET", "/docs/swagger-ui.css", headers=beyond)
    assert "range" in problem(answer, 400)["detail"]


def test_a_problem_is_sent_whatever_is_accepted(served: Served) -> None:
    problem(served.get("/nope", accept="image/png"), 404)


@pytest.mark.parametrize("path", ["/nope", f"/v1/replays/{'0' * 64}", "/v1/replays?limit=0"])
def test_problems_are_not_cached(served: Served, path: str) -> None:
    for by in (None, "ana", "revoked"):
        assert served.get(path, by).headers["Cache-Control"] == "no-store"


def test_a_problem_has_the_headers_of_every_answer(served: Served) -> None:
    answer = served.get("/nope")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
