"""A stored replay as JSON goes a short way, and nobody can tell."""

from collections.abc import Iterable

import pytest

from api.bridge import Environ
from api.limiting import Limits
from api.metrics import Metrics
from api.shortcut import Shortcut
from replays.store.data import StoreUnusable
from tests.api.asking import JSON, RECORD_JSON, TEXT, Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import record

ANOTHER_WAY = {"If-None-Match": '"another"'}
"""A header that changes nothing, and is not for the short way."""


def environ(path: str, **parts: str) -> Environ:
    usual = {"REQUEST_METHOD": "GET", "QUERY_STRING": "", "REMOTE_ADDR": "192.0.2.1"}
    return {**usual, "PATH_INFO": path, **parts}


def asks_the_app(served: Served, path: str, **parts: str) -> bool:
    """Whether a request is left to the app."""
    asked: list[Environ] = []

    def app(found: Environ, _: object) -> Iterable[bytes]:
        asked.append(found)
        return []

    shortcut = Shortcut(app, served.store, Limits(served.settings), Metrics())
    shortcut(environ(path, **parts), lambda *_: None)
    return bool(asked)


@pytest.mark.parametrize("plies", [9, None])
@pytest.mark.parametrize("accept", ["", "*/*", JSON, RECORD_JSON])
@pytest.mark.parametrize("packing", ["", "identity", "gzip", "GZIP, deflate", "deflate,gzip", "br"])
def test_it_is_answered_as_the_app_answers(
    serve: Serve, accept: str, packing: str, plies: int | None
) -> None:
    served = serve(reads=100)
    game = record() if plies is None else record(plies=plies)
    where = f"/v1/replays/{served.upload(game)}"
    headers = {"Accept": accept, "Accept-Encoding": packing}
    short = served.ask("GET", where, headers=headers)
    long = served.ask("GET", where, headers={**headers, **ANOTHER_WAY})
    assert (short.status_code, short.data) == (long.status_code, long.data) == (200, short.data)
    left = [int(answer.headers.pop("RateLimit-Remaining")) for answer in (short, long)]
    assert left == [99, 98]
    for answer in (short, long):
        del answer.headers["RateLimit-Reset"]
    assert {*short.headers} == {*long.headers}
    assert not asks_the_app(served, where, HTTP_ACCEPT=accept, HTTP_ACCEPT_ENCODING=packing)


@pytest.mark.parametrize(
    "parts",
    [
        {"REQUEST_METHOD": "HEAD"},
        {"REQUEST_METHOD": "DELETE"},
        {"QUERY_STRING": "x=1"},
        {"HTTP_AUTHORIZATION": ""},
        {"HTTP_IF_NONE_MATCH": "*"},
        {"HTTP_ORIGIN": "https://club.example"},
        {"HTTP_ACCEPT": TEXT},
        {"HTTP_ACCEPT": f"{JSON};q=0"},
        {"HTTP_ACCEPT_ENCODING": "gzip;q=0"},
    ],
)
def test_what_is_unusual_is_left_to_the_app(served: Served, parts: dict[str, str]) -> None:
    where = f"/v1/replays/{served.upload(record())}"
    assert asks_the_app(served, where, **parts)
    assert not asks_the_app(served, where)


def test_what_is_not_there_or_not_for_everyone_is_left_to_the_app(served: Served) -> None:
    private = served.post("/v1/replays?visibility=private", record(), by="ana").json["id"]
    for replay in (private, "0" * 64):
        assert asks_the_app(served, f"/v1/replays/{replay}")
        problem(served.get(f"/v1/replays/{replay}"), 404)


def test_it_is_counted_like_any_other(serve: Serve) -> None:
    served = serve(reads=2)
    where = f"/v1/replays/{served.upload(record())}"
    assert [served.get(where).status_code for _ in range(2)] == [200, 200]
    problem(served.get(where), 429)
    problem(served.get("/v1/games"), 429)
    told = served.get("/metrics").text
    assert 'cgn_requests_total{method="GET",route="/v1/replays/<id:replay>",status="200"} 2' in told


def test_a_store_that_cannot_be_asked_is_left_to_the_app(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unusable(*_: object) -> None:
        raise StoreUnusable("damaged")

    monkeypatch.setattr(served.store, "get", unusable)
    assert asks_the_app(served, f"/v1/replays/{'0' * 64}")
