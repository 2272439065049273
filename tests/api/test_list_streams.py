"""GET /v1/replays as a stream of records, in text or in lines of JSON."""

import gzip
import json
from io import BytesIO

import pytest

from api.http.paging import write_cursor
from notation.json_reader import read_json_lines
from notation.read import read
from replays.store.model import ADMIN
from replays.store.query import Query
from tests.api.asking import LINES, TEXT, Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import record


def test_text_ends_with_a_note_that_it_is_complete(shelf: Served) -> None:
    answer = shelf.get("/v1/replays", accept=TEXT)
    assert answer.content_type == f"{TEXT}; charset=utf-8"
    assert answer.text.splitlines()[-1] == "% complete: 7 records"
    readings = list(read(BytesIO(answer.data), "x.cgn"))
    assert [reading.problem for reading in readings] == [None] * 7


@pytest.mark.parametrize("kind", [LINES, "application/x-ndjson"])
def test_json_lines_end_with_a_line_that_says_so(shelf: Served, kind: str) -> None:
    answer = shelf.get("/v1/replays?order=oldest", accept=kind)
    assert answer.content_type == kind
    assert json.loads(answer.text.splitlines()[-1]) == {"complete": True, "records": 7}
    readings = list(read_json_lines(BytesIO(answer.data)))
    assert [reading.problem for reading in readings] == [None] * 7
    assert readings[0].record == record("0")


@pytest.mark.parametrize("kind", [TEXT, LINES])
def test_a_stream_can_be_resumed_after_any_record(shelf: Served, kind: str) -> None:
    whole = shelf.get("/v1/replays?notes=1", accept=kind).text.splitlines(keepends=True)
    at = [i for i, line in enumerate(whole) if line.startswith("% after ")]
    assert len(at) == 7
    cursor = whole[at[3]].split()[-1]
    rest = shelf.get(f"/v1/replays?notes=1&after={cursor}", accept=kind).text
    tail = "".join(whole[at[3] + 1 :]).lstrip("\n")
    assert rest == tail.replace(": 7", ": 3").replace(" 7}", " 3}")


def test_it_can_be_limited(shelf: Served) -> None:
    answer = shelf.get("/v1/replays?limit=2", accept=LINES)
    assert answer.text.splitlines()[-1] == '{"complete": true, "records": 2}'


def test_a_stream_may_be_empty(served: Served) -> None:
    assert served.get("/v1/replays", accept=TEXT).text == "% complete: 0 records\n"
    assert served.get("/v1/replays", accept=LINES).text == '{"complete": true, "records": 0}\n'


def test_it_may_be_longer_than_a_page(serve: Serve) -> None:
    served = serve(max_page=1)
    for number in range(3):
        served.upload(record(str(number)))
    answer = served.get("/v1/replays", accept=LINES)
    assert answer.text.splitlines()[-1] == '{"complete": true, "records": 3}'


def test_it_is_packed_for_those_who_take_gzip(shelf: Served) -> None:
    plain = shelf.get("/v1/replays", accept=LINES)
    headers = {"Accept-Encoding": "gzip", "Accept": LINES}
    packed = shelf.ask("GET", "/v1/replays", headers=headers)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert "Content-Encoding" not in plain.headers


def test_searches_and_views_hold_for_it_too(shelf: Served) -> None:
    text = shelf.get("/v1/replays?finished=0", accept=TEXT).text
    assert "[Seed" not in text
    assert "% complete: 1 record\n" in text
    assert "[Seed" in shelf.get("/v1/replays?finished=0", "ana", accept=TEXT).text
    assert "Cleo" not in shelf.get("/v1/replays", accept=TEXT).text
    assert "Cleo" in shelf.get("/v1/replays?own=1", "ana", accept=TEXT).text


def test_another_kind_is_406(served: Served) -> None:
    error = problem(served.get("/v1/replays", accept="text/html"), 406)
    assert TEXT in error["detail"]


def test_replays_cgn_is_the_list_as_text(served: Served) -> None:
    for number in range(3):
        served.upload(record(str(number), plies=3))
    answer = served.get("/v1/replays.cgn?order=oldest&limit=2&notes=1", accept="image/png")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="replays.cgn"'
    listed = served.get("/v1/replays?order=oldest&limit=2&notes=1", accept=TEXT)
    assert answer.data == listed.data
    assert problem(served.get("/v1/replays.cgn?own=1"), 401)


@pytest.mark.parametrize("accept", [TEXT, LINES])
def test_an_export_whose_first_replay_is_damaged_is_a_problem(
    shelf: Served, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    monkeypatch.setattr(shelf.store, "bodies", lambda *_: iter([(1, b"damaged")]))
    error = problem(shelf.get("/v1/replays", accept=accept), 500)
    assert "a stored replay is damaged" in error["detail"]


@pytest.mark.parametrize("accept", [TEXT, LINES])
def test_an_export_ends_with_the_cursor_before_a_damaged_replay(
    shelf: Served, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    good = next(shelf.store.bodies(Query(), ADMIN))[1]
    monkeypatch.setattr("api.transfer.LIGHT", 0)
    monkeypatch.setattr(shelf.store, "bodies", lambda *_: iter([(5, good), (4, b"damaged")]))
    answer = shelf.get("/v1/replays", accept=accept)
    assert answer.text.splitlines()[-1] == f"% after {write_cursor(5)}"
