"""A stored replay and an upload go a short way, and nobody can tell."""

from collections.abc import Iterable
from concurrent.futures import Future
from io import BytesIO
from typing import Any

import pytest

from api.bridge import Environ
from api.films import Films
from api.limiting import Limits
from api.metrics import Metrics
from api.request_bodies import TROUBLE, Trouble
from api.service import Service
from api.shortcut import Shortcut, is_quick
from api.uploading import SHORT
from notation.json_writer import write_json
from notation.text_writer import write_text
from replays.store.model import StoreFull
from tests.api.asking import JSON, RECORD_JSON, TEXT, Answer, Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import branching, record

NEW = write_text(record()).encode()
ANOTHER_WAY = {"Origin": "https://club.example"}
"""A header that is not for the short way."""


def asks_the_app(served: Served, method: str, path: str, **parts: Any) -> bool:  # noqa: ANN401 - any part of an environ
    """Whether a request is left to the app."""
    asked: list[Environ] = []

    def app(found: Environ, _: object) -> Iterable[bytes]:
        asked.append(found)
        return []

    service = Service(served.settings, served.store, served.clock, Films(0), Metrics(), lambda: b"")
    Shortcut(app, service, Limits(served.settings))(asking(method, path, **parts), lambda *_: None)
    return bool(asked)


def asking(method: str, path: str, **parts: Any) -> Environ:  # noqa: ANN401 - any part of an environ
    """A request that is usual, but for these parts."""
    usual = {"SCRIPT_NAME": "", "QUERY_STRING": "", "REMOTE_ADDR": "192.0.2.1"}
    if method == "POST":
        usual |= {"CONTENT_TYPE": TEXT, "CONTENT_LENGTH": str(len(NEW))}
        usual |= {"HTTP_AUTHORIZATION": "Bearer cgn_ana"}
    environ = {**usual, "REQUEST_METHOD": method, "PATH_INFO": path, "wsgi.input": BytesIO(NEW)}
    return {**environ, **parts}


def told(answer: Answer) -> Any:  # noqa: ANN401 - to be compared with another
    """What an answer says, but for what only pages are told, and how long its rates last."""
    headers = {
        (name, value)
        for name, value in answer.headers
        if not name.startswith("Access-Control-") and name != "RateLimit-Reset"
    }
    return answer.status_code, headers, answer.data


class TestGet:
    @pytest.mark.parametrize("plies", [9, None])
    @pytest.mark.parametrize("accept", ["", "*/*", JSON, RECORD_JSON])
    @pytest.mark.parametrize("packing", ["", "identity", "gzip", "GZIP, deflate", "br,gzip", "br"])
    def test_it_is_answered_as_the_app_answers(
        self, served: Served, accept: str, packing: str, plies: int | None
    ) -> None:
        game = record() if plies is None else record(plies=plies)
        where = f"/v1/replays/{served.upload(game)}"
        headers = {"Accept": accept, "Accept-Encoding": packing}
        short = served.ask("GET", where, headers=headers)
        assert short.status_code == 200
        assert told(short) == told(served.ask("GET", where, headers={**headers, **ANOTHER_WAY}))
        parts = {"HTTP_ACCEPT": accept, "HTTP_ACCEPT_ENCODING": packing}
        assert not asks_the_app(served, "GET", where, **parts)

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
    def test_what_is_unusual_is_left_to_the_app(
        self, served: Served, parts: dict[str, str]
    ) -> None:
        where = f"/v1/replays/{served.upload(record())}"
        assert asks_the_app(served, "GET", where, **parts)
        assert not asks_the_app(served, "GET", where)
        assert not is_quick(asking("GET", where, **parts))
        assert is_quick(asking("GET", where))

    def test_what_is_not_there_or_not_for_everyone_is_left_to_the_app(self, served: Served) -> None:
        private = served.upload(record(), visibility="private")
        for replay in (private, "0" * 64):
            assert asks_the_app(served, "GET", f"/v1/replays/{replay}")
            problem(served.get(f"/v1/replays/{replay}"), 404)

    def test_it_is_counted_like_any_other(self, serve: Serve) -> None:
        served = serve(reads=2)
        where = f"/v1/replays/{served.upload(record())}"
        assert [served.get(where).status_code for _ in range(2)] == [200, 200]
        problem(served.get(where), 429)
        problem(served.get("/v1/games"), 429)
        route = 'method="GET",route="/v1/replays/<id:replay>",status="200"'
        assert f"cgn_requests_total{{{route}}} 2" in served.get("/metrics").text


class TestPost:
    @pytest.mark.parametrize("packing", ["", "gzip"])
    @pytest.mark.parametrize("others", [0, 20])
    @pytest.mark.parametrize(
        ("kind", "sent", "status"),
        [
            (TEXT, write_text(record()), 201),
            (f"{TEXT}; charset=utf-8", write_text(record()), 201),
            (JSON, write_json(record()), 201),
            (RECORD_JSON, write_json(record()), 201),
            (TEXT, write_text(record()).rpartition("=")[0], 201),
            (TEXT, write_text(record(comments=("0",))), 200),
            (TEXT, write_text(record()).replace("1. A: ", "1. A: un"), 422),
            (TEXT, write_text(record()) + "\n" + write_text(record("two")), 422),
            (JSON, "[", 422),
            (TEXT, write_text(branching(60)), 201),
        ],
    )
    def test_it_is_answered_as_the_app_answers(
        self, serve: Serve, kind: str, sent: str, status: int, others: int, packing: str
    ) -> None:
        answers = []
        for way in ({}, ANOTHER_WAY):
            served = serve(writes=100)
            for number in range(max(others, status == 200)):
                served.upload(record(comments=(str(number),)), by="bo" if others else "ana")
            headers = {"Accept-Encoding": packing, **way}
            answer = served.ask("POST", "/v1/replays", "ana", body=sent, kind=kind, headers=headers)
            answers.append(told(answer))
        assert answers[0] == answers[1]
        assert answers[0][0] == status

    @pytest.mark.parametrize(
        "parts",
        [
            {"REQUEST_METHOD": "PUT"},
            {"PATH_INFO": "/v1/validations"},
            {"QUERY_STRING": "visibility=private"},
            {"CONTENT_TYPE": "text/plain"},
            {"CONTENT_LENGTH": ""},
            {"CONTENT_LENGTH": "999999"},
            {"HTTP_AUTHORIZATION": "Bearer cgn_reader"},
            {"HTTP_AUTHORIZATION": "Bearer cgn_revoked"},
            {"HTTP_CONTENT_ENCODING": "gzip"},
            {"HTTP_IDEMPOTENCY_KEY": "k"},
            {"HTTP_ORIGIN": "https://club.example"},
            {"HTTP_TRANSFER_ENCODING": "chunked"},
            {TROUBLE: Trouble.CUT},
        ],
    )
    def test_what_is_unusual_is_left_to_the_app(
        self, served: Served, parts: dict[str, Any]
    ) -> None:
        assert asks_the_app(served, "POST", "/v1/replays", **parts)
        assert not asks_the_app(served, "POST", "/v1/replays")

    @pytest.mark.parametrize(
        ("parts", "quick"),
        [
            ({}, True),
            ({"PATH_INFO": "/v1/validations"}, False),
            ({"CONTENT_TYPE": "text/plain"}, False),
            ({"CONTENT_LENGTH": ""}, False),
            ({"CONTENT_LENGTH": str(SHORT)}, True),
            ({"CONTENT_LENGTH": str(SHORT + 1)}, False),
            ({"HTTP_IDEMPOTENCY_KEY": "k"}, False),
            ({TROUBLE: Trouble.CUT}, False),
        ],
    )
    def test_only_what_others_can_wait_for_is_quick(
        self,
        parts: dict[str, Any],
        quick: bool,  # noqa: FBT001 - a parameter of the test
    ) -> None:
        assert is_quick(asking("POST", "/v1/replays", **parts)) is quick

    def test_it_is_counted_once(self, serve: Serve) -> None:
        served = serve(writes=2)
        assert served.post("/v1/replays", record(), "ana").status_code == 201
        problem(served.post("/v1/replays", "[CGN", "ana"), 422)
        problem(served.post("/v1/replays", record(), "ana"), 429)
        assert served.post("/v1/replays", record(), "bo").status_code == 200
        metrics = served.get("/metrics").text
        for status in (201, 200, 422, 429):
            route = f'method="POST",route="/v1/replays",status="{status}"'
            assert f"cgn_requests_total{{{route}}} 1\n" in metrics

    @pytest.mark.parametrize("at_once", [True, False])
    @pytest.mark.parametrize(
        ("error", "status"), [(StoreFull("full"), 507), (ZeroDivisionError(), 500)]
    )
    def test_what_goes_wrong_happens_once_and_the_app_tells_it(
        self,
        served: Served,
        monkeypatch: pytest.MonkeyPatch,
        error: Exception,
        status: int,
        at_once: bool,  # noqa: FBT001 - a parameter of the test
    ) -> None:
        tried = []

        def add_later(*_: object) -> Future[object]:
            tried.append(1)
            if at_once:
                raise error
            future: Future[object] = Future()
            future.set_exception(error)
            return future

        monkeypatch.setattr(served.store, "add_later", add_later)
        problem(served.post("/v1/replays", record(), "ana"), status)
        assert tried == [1]
