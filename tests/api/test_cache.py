"""Cached answers: the same as the app's, and dropped when their replay or list changes."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.api.asking import TEXT, Answer, Served
from tests.api.conftest import Serve
from tests.replays.store.making import record

PATHS = ["", "/frames", "/frames/3?view=A", "/digests"]


@contextmanager
def no_app(served: Served) -> Iterator[None]:
    """Fail if a request reaches the app."""
    cache = served.app.wsgi_app
    while type(cache).__name__ != "Cache":
        cache = cache._app  # type: ignore[attr-defined] # each wraps the next
    app = cache._app  # type: ignore[attr-defined] # as above

    def fail(*_: Any) -> Any:  # noqa: ANN401 - a WSGI application
        raise AssertionError("the app was asked")

    cache._app = fail  # type: ignore[attr-defined] # as above
    try:
        yield
    finally:
        cache._app = app  # type: ignore[attr-defined] # as above


def without_rates(answer: Answer) -> tuple[Any, ...]:
    """An answer without its RateLimit headers."""
    headers = {name: value for name, value in answer.headers if not name.startswith("RateLimit")}
    return answer.status_code, headers, answer.data


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("packing", ["", "gzip", "gzip;q=0", "br, *"])
@pytest.mark.parametrize("origin", [{}, {"Origin": "https://club.example"}])
def test_a_cached_answer_is_that_of_the_app(
    served: Served, path: str, packing: str, origin: dict[str, str]
) -> None:
    where = f"/v1/replays/{served.upload(record())}{path}"
    for accept in (None, "application/json"):
        headers = {"Accept-Encoding": packing, **origin}
        first = served.ask("GET", where, accept=accept, headers=headers)
        assert first.status_code == 200
        headers = {**headers, "Accept-Encoding": "gzip"}
        served.ask("GET", where, accept=accept, headers=headers)
        headers = {**headers, "Accept-Encoding": packing}
        with no_app(served):
            again = served.ask("GET", where, accept=accept, headers=headers)
            known = {**headers, "If-None-Match": first.headers["ETag"]}
            same = served.ask("GET", where, accept=accept, headers=known)
        assert without_rates(again) == without_rates(first)
        assert (same.status_code, same.data) == (304, b"")
        assert same.headers["ETag"] == first.headers["ETag"]


def test_every_variant_of_a_request_is_cached_apart(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record())}"
    kinds = ("application/json", TEXT, f"{TEXT}; form=canonical")
    for _ in range(2):
        answers = [served.get(where, accept=kind) for kind in kinds]
        assert [answer.content_type for answer in answers] == [
            "application/json",
            f"{TEXT}; charset=utf-8",
            f"{TEXT}; form=canonical; charset=utf-8",
        ]


def test_requests_with_a_token_reach_the_app(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record(plies=6))}"
    public = served.get(where).json
    for _ in range(2):
        assert served.get(where, "ana").json != public
        assert served.get(where).json == public
        assert served.get(where, "revoked").status_code == 401


@pytest.mark.parametrize("path", PATHS)
def test_a_replay_made_private_leaves_the_cache(served: Served, path: str) -> None:
    name = served.upload(record())
    where = f"/v1/replays/{name}"
    assert served.get(where + path).status_code == 200
    change = '{"visibility": "private"}'
    assert (
        served.ask("PATCH", where, "ana", body=change, kind="application/json").status_code == 200
    )
    assert served.get(where + path).status_code == 404
    change = '{"visibility": "public"}'
    served.ask("PATCH", where, "ana", body=change, kind="application/json")
    assert served.get(where + path).status_code == 200
    served.ask("DELETE", where, "ana")
    assert served.get(where + path).status_code == 404


def test_an_upload_leaves_cached_answers_of_other_replays(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record())}"
    served.get(where)
    served.upload(record("another"))
    with no_app(served):
        assert served.get(where).status_code == 200


def test_a_list_is_cached_until_the_next_upload(served: Served) -> None:
    assert served.json("/v1/replays")["replays"] == []
    with no_app(served):
        assert served.json("/v1/replays")["replays"] == []
    served.upload(record())
    assert len(served.json("/v1/replays")["replays"]) == 1


def test_a_list_may_be_stale_unless_a_fresh_one_is_asked_for(
    serve: Serve,
) -> None:
    served = serve(cache_age=60_000)
    assert served.json("/v1/replays")["replays"] == []
    served.upload(record())
    assert served.json("/v1/replays")["replays"] == []
    fresh = served.ask("GET", "/v1/replays", headers={"Cache-Control": "no-cache"})
    assert len(fresh.json["replays"]) == 1
    assert len(served.json("/v1/replays")["replays"]) == 1


def test_a_full_cache_drops_what_was_used_least_recently(serve: Serve) -> None:
    served = serve(cache=10_000)
    paths = [f"/v1/replays/{served.upload(record(str(number)))}" for number in range(6)]
    for path in [*paths, paths[0]]:
        served.get(path)
    with no_app(served):
        served.get(paths[0])
        served.get(paths[-1])
        with pytest.raises(AssertionError, match="the app was asked"):
            served.get(paths[1])
    served = serve(cache=0)
    served.get("/v1/games")
    with no_app(served), pytest.raises(AssertionError, match="the app was asked"):
        served.get("/v1/games")


def test_errors_streams_and_health_are_not_cached(served: Served) -> None:
    served.upload(record())
    missing = f"/v1/replays/{'0' * 64}"
    for path, accept in (
        (missing, None),
        ("/v1/replays", TEXT),
        ("/healthz", None),
        ("/nope", None),
    ):
        served.get(path, accept=accept)
        with no_app(served), pytest.raises(AssertionError, match="the app was asked"):
            served.get(path, accept=accept)


def test_cached_answers_count_in_rates_and_metrics(serve: Serve) -> None:
    served = serve(reads=3)
    for left in ("2", "1", "0"):
        assert served.get("/v1/games").headers["RateLimit-Remaining"] == left
    assert served.get("/v1/games").status_code == 429
    counted = 'cgn_requests_total{method="GET",route="/v1/games",status="200"} 3.0'
    assert counted in served.get("/metrics").text


def test_a_packed_answer_is_cached_unchanged(served: Served) -> None:
    plain = served.ask("GET", "/v1/games/triggs", headers={"Accept-Encoding": "identity"})
    packed = served.ask("GET", "/v1/games/triggs", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]


def test_another_spelling_of_a_query_is_the_same_answer(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record())}/frames"
    assert served.get(f"{where}?from=3&to=4&view=A").status_code == 200
    with no_app(served):
        for query in ("view=A&to=4&from=3", "%76iew=%41&from=3&to=4"):
            assert served.get(f"{where}?{query}").status_code == 200
