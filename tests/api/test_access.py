"""Who may do what: every route with no, wrong, revoked, expired and under-scoped token."""

import pytest

from tests.api.asking import JSON, TEXT, Served, problem
from tests.replays.store.making import record

ID = "0" * 64
DECK = f"sha256:{ID}"

OPEN = [
    ("GET", "/v1/replays", 200),
    ("GET", f"/v1/replays/{ID}", 404),
    ("GET", f"/v1/replays/{ID}/frames", 404),
    ("GET", f"/v1/replays/{ID}/frames/0", 404),
    ("GET", f"/v1/replays/{ID}/digests", 404),
    ("POST", "/v1/validations", 415),
    ("POST", "/v1/conversions", 415),
    ("GET", "/v1/decks", 200),
    ("GET", f"/v1/decks/{DECK}", 404),
    ("GET", "/v1/games", 200),
    ("GET", "/v1/games/triggs", 200),
    ("GET", "/openapi.yaml", 200),
    ("GET", "/docs", 308),
    ("GET", "/docs/", 200),
    ("GET", "/healthz", 200),
    ("GET", "/readyz", 200),
    ("GET", "/metrics", 200),
]
"""Routes that take no token, and what they answer here."""

WRITING = [
    ("POST", "/v1/replays"),
    ("POST", "/v1/imports"),
    ("POST", "/v1/decks"),
    ("PATCH", f"/v1/replays/{ID}"),
    ("DELETE", f"/v1/replays/{ID}"),
]
"""Routes that take one that may write."""

USELESS = {
    "unheard-of": "this token is not known here",
    "revoked": "this token was revoked",
    "expired": "this token has expired",
}


def test_every_route_is_asked_here(served: Served) -> None:
    rules = {
        (method, rule.rule)
        for rule in served.app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    asked = [(method, path) for method, path, _ in OPEN] + WRITING
    adapter = served.app.url_map.bind("localhost")
    matched = {
        (method, adapter.match(path, method, return_rule=True)[0].rule) for method, path in asked
    }
    assert rules - matched == {("GET", "/docs/<path:path>")}


@pytest.mark.parametrize(("method", "path", "status"), OPEN)
def test_reading_takes_no_token(served: Served, method: str, path: str, status: int) -> None:
    assert served.ask(method, path).status_code == status
    assert served.ask(method, path, "reader").status_code == status


@pytest.mark.parametrize(("method", "path"), WRITING)
def test_writing_without_a_token_is_401_with_a_challenge(
    served: Served, method: str, path: str
) -> None:
    answer = served.ask(method, path)
    assert "Bearer" in problem(answer, 401)["detail"]
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="cgn"'


@pytest.mark.parametrize("by", USELESS)
@pytest.mark.parametrize(("method", "path"), [(m, p) for m, p, _ in OPEN] + WRITING)
def test_a_token_that_does_not_hold_is_401_everywhere(
    served: Served, method: str, path: str, by: str
) -> None:
    answer = served.ask(method, path, by)
    assert problem(answer, 401)["detail"] == USELESS[by]
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize(("method", "path"), WRITING)
def test_a_token_that_may_not_write_is_403(served: Served, method: str, path: str) -> None:
    answer = served.ask(method, path, "reader")
    assert "upload" in problem(answer, 403)["detail"]
    assert 'error="insufficient_scope", scope="upload"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("header", ["Basic YTpi", "Bearer", "Bearer ", "cgn_ana", ""])
def test_another_authorization_than_bearer_is_401(served: Served, header: str) -> None:
    answer = served.ask("GET", "/v1/replays", headers={"Authorization": header})
    problem(answer, 401)


def test_the_scheme_of_a_token_may_be_written_in_any_case(served: Served) -> None:
    answer = served.ask("GET", "/v1/replays?own=1", headers={"Authorization": "bearer cgn_ana"})
    assert answer.status_code == 200


def test_a_token_is_of_use_until_it_expires(served: Served) -> None:
    served.clock.now -= 1
    assert served.get("/v1/replays?own=1", "expired").status_code == 200


def test_own_replays_are_listed_for_a_token_only(served: Served) -> None:
    problem(served.get("/v1/replays?own=1"), 401)


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_only_those_who_uploaded_a_replay_and_admins_change_it(served: Served, method: str) -> None:
    path = f"/v1/replays/{served.upload(record())}"
    change = '{"visibility": "unlisted"}' if method == "PATCH" else None
    kind = JSON if method == "PATCH" else None
    assert (
        "uploaded" in problem(served.ask(method, path, "bo", body=change, kind=kind), 403)["detail"]
    )
    done = served.ask(method, path, "root", body=change, kind=kind)
    assert done.status_code == (200 if method == "PATCH" else 204)


def test_an_admin_uploads_too(served: Served) -> None:
    answer = served.ask("POST", "/v1/replays", "root", body="[CGN", kind=TEXT)
    problem(answer, 422)
