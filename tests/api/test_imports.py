"""POST /v1/imports: a result line for each record; a bad record does not stop the rest."""

import gzip
import json
from typing import Any

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from api.checking.checker_process import TooLong
from api.checking.checkers import Busy, Died
from api.problem_types import KEY_REUSED
from engines.deck import parse_deck
from engines.registry import load_game
from notation.json_writer import write_json, write_json_line
from notation.read import Form
from notation.record import Record
from notation.text_writer import write_text
from notation.weight import weight
from replays.digests import record_digest
from replays.store.model import StoreFull, StoreUnusable
from replays.store.prepare import prepare
from tests.api.asking import JSON, LINES, TEXT, Answer, Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import branching, record

GOOD = [record(str(number)) for number in range(3)]
BAD_LINE = "4. A: draw nowhere"
BAD = write_text(record(plies=3)).rstrip("\n") + f"\n{BAD_LINE}\n"


def text(*parts: Record | str) -> str:
    return "\n".join(part if isinstance(part, str) else write_text(part) for part in parts)


def imported(
    served: Served, body: str | bytes, by: str = "ana", kind: str = TEXT, query: str = ""
) -> Answer:
    return served.ask("POST", f"/v1/imports{query}", by, body=body, kind=kind, accept=LINES)


def lines(answer: TestResponse) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_each_record_gets_a_line_and_the_last_line_says_complete(served: Served) -> None:
    answer = imported(served, text(*GOOD), "ana")
    assert answer.content_type == LINES
    *rows, end = lines(answer)
    assert [line["record"] for line in rows] == [1, 2, 3]
    assert [line["id"] for line in rows] == [record_digest(original) for original in GOOD]
    assert [line["status"] for line in rows] == [201] * 3
    assert end == {"complete": True, "records": 3, "stored": 3, "refused": 0}
    assert served.json("/v1/replays?total=1")["total"] == 3


def test_a_bad_record_does_not_stop_the_rest(served: Served) -> None:
    body = text(GOOD[0], BAD, "[CGN nonsense\n", GOOD[1])
    *rows, end = lines(imported(served, body, "ana"))
    assert [line["status"] for line in rows] == [201, 422, 422, 201]
    codes = [line["diagnostics"][0]["code"] for line in rows[1:3]]
    assert codes == ["cgn.argument", "cgn.tag-syntax"]
    assert rows[1]["diagnostics"][0]["record"] == 2
    assert rows[1]["detail"].startswith("cgn.argument: ")
    assert end == {"complete": True, "records": 4, "stored": 2, "refused": 2}


def test_a_repeated_import_is_200(served: Served) -> None:
    for status in (201, 200):
        *rows, end = lines(imported(served, text(*GOOD), "ana"))
        assert [line["status"] for line in rows] == [status] * 3
        assert end["stored"] == 3
    assert served.json("/v1/replays?total=1")["total"] == 3


def test_a_duplicate_record_is_stored_once(served: Served) -> None:
    *rows, _ = lines(imported(served, text(GOOD[0], GOOD[0]), "ana"))
    assert [line["status"] for line in rows] == [201, 200]


def test_more_than_are_stored_at_once_keep_their_order(served: Served) -> None:
    many = [record(str(number), plies=3) for number in range(120)]
    *rows, end = lines(imported(served, text(*many), "ana"))
    assert [line["record"] for line in rows] == list(range(1, 121))
    assert [line["id"] for line in rows] == [record_digest(original) for original in many]
    assert end["records"] == 120
    listed = served.json("/v1/replays?order=oldest&limit=100")["replays"]
    assert [entry["id"] for entry in listed] == [line["id"] for line in rows[:100]]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("".join(map(write_json_line, GOOD)), LINES),
        ("".join(map(write_json_line, GOOD)), "application/x-ndjson"),
        ("".join(map(write_json_line, GOOD)) + '{"complete": true, "records": 3}\n', LINES),
        (write_json(GOOD[0]), JSON),
    ],
)
def test_json_is_accepted(served: Served, body: str, kind: str) -> None:
    *rows, end = lines(imported(served, body, "ana", kind))
    assert [line["status"] for line in rows] == [201] * end["records"]


def test_an_incomplete_stream_is_reported(served: Served) -> None:
    body = write_json_line(GOOD[0]) + '{"complete": true, "records": 3}\n'
    *rows, end = lines(imported(served, body, "ana", LINES))
    assert [line["status"] for line in rows] == [201, 422]
    assert rows[1]["diagnostics"][0]["code"] == "cgn.complete-count"
    assert end["refused"] == 1


def test_request_and_answer_may_be_packed(served: Served) -> None:
    headers = {"Content-Encoding": "gzip", "Accept-Encoding": "gzip"}
    body = gzip.compress(text(*GOOD).encode())
    answer = served.ask(
        "POST", "/v1/imports", "ana", body=body, kind=TEXT, accept=LINES, headers=headers
    )
    assert answer.headers["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(answer.data).splitlines()[-1])["stored"] == 3


def test_all_records_get_the_visibility(served: Served) -> None:
    lines(imported(served, text(*GOOD), "ana", query="?visibility=private"))
    assert served.json("/v1/replays?total=1")["total"] == 0
    assert served.json("/v1/replays?own=1&total=1", "ana")["total"] == 3


@pytest.mark.parametrize("body", ["", "\t"])
def test_a_body_without_records_is_one_refusal(served: Served, body: str) -> None:
    row, end = lines(imported(served, body, "ana"))
    assert row["diagnostics"][0]["code"] == "cgn.no-record"
    assert end == {"complete": True, "records": 1, "stored": 0, "refused": 1}
    document = served.ask("POST", "/v1/imports", "ana", body=body, kind=TEXT, accept=JSON)
    assert json.loads(document.text) == {"lines": [row], **end}


def test_a_full_store_is_reported_record_by_record(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreFull("no room")

    monkeypatch.setattr(served.store, "add", full)
    *rows, end = lines(imported(served, text(GOOD[0], BAD), "ana"))
    assert [line["status"] for line in rows] == [507, 422]
    assert end == {"complete": True, "records": 2, "stored": 0, "refused": 2}


def test_a_costly_record_keeps_its_place(served: Served) -> None:
    body = text(GOOD[0], branching(300), BAD, branching(3), GOOD[1])
    *rows, end = lines(imported(served, body, "ana"))
    assert [line["record"] for line in rows] == [1, 2, 3, 4, 5]
    assert [line["status"] for line in rows] == [201, 201, 422, 201, 201]
    assert rows[1]["id"] == record_digest(branching(300))
    assert (end["records"], end["stored"]) == (5, 4)


def test_a_record_too_costly_is_refused_and_the_rest_stored(serve: Serve) -> None:
    served = serve(max_weight=2_000)
    body = text(GOOD[0], branching(300), BAD, GOOD[1])
    *rows, end = lines(imported(served, body, "ana"))
    assert [line["status"] for line in rows] == [201, 413, 422, 201]
    assert (rows[1]["code"], rows[1]["limit"]["name"]) == ("cgn.too-costly", "max_weight")
    assert rows[2]["diagnostics"][0]["place"]["line"] == body.splitlines().index(BAD_LINE) + 1
    assert (end["records"], end["stored"]) == (4, 2)


def test_a_failing_store_is_reported_for_light_and_costly_records(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreFull("no room")

    monkeypatch.setattr(served.store, "add", full)
    body = text(GOOD[0], branching(300), BAD)
    *rows, end = lines(imported(served, body, "ana"))
    assert [line["status"] for line in rows] == [507, 507, 422]
    assert end["records"] == 3


def test_a_store_that_cannot_look_up_decks_is_reported_at_once(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unusable(_: object) -> None:
        raise StoreUnusable("gone")

    monkeypatch.setattr(served.store.decks, "get", unusable)
    on_a_deck = replace(record("deck"), deck="sha256:" + "0" * 64)
    problem(imported(served, text(GOOD[0], on_a_deck), "ana"), 503)


@pytest.mark.parametrize(
    ("error", "status"), [(Busy(), 503), (Died(), 503), (TooLong(), 413), (StoreUnusable(), 503)]
)
def test_an_import_that_cannot_go_on_ends_with_a_line_that_says_so(
    served: Served, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    several = 5 * weight(text(*GOOD).encode(), Form.TEXT) // 4
    monkeypatch.setattr("api.checking.work_queue.LIGHT", several)
    first, second = [GOOD, [record(f"later {number}") for number in range(3)]]
    submit = served.checkers.submit

    def submit_once(*given: Any) -> Any:  # noqa: ANN401 - as submit
        monkeypatch.setattr(served.checkers, "submit", fail)
        return submit(*given)

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(served.checkers, "submit", submit_once)
    *rows, end = lines(imported(served, text(*first, *second), "ana"))
    assert [(line["record"], line["status"]) for line in rows] == [(1, 201), (2, 201), (3, 201)]
    assert (end["complete"], end["records"], end["stored"], end["refused"]) == (False, 3, 3, 0)
    assert end["status"] == status
    assert end["detail"].endswith("send what follows record 3 again")
    assert served.json("/v1/replays?total=1")["total"] == 3


@pytest.mark.parametrize("kind", [TEXT, LINES])
def test_numbers_and_places_do_not_depend_on_the_pieces(
    served: Served, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    write = write_text if kind == TEXT else write_json_line
    broken = replace(GOOD[0], plies=(*GOOD[0].plies[:2], *GOOD[0].plies[1:]))
    body = "".join(["\n", write(GOOD[0]), "\n", write(broken), "% a note\n", write(broken)])
    together = imported(served, body, "ana", kind).text
    monkeypatch.setattr("api.checking.work_queue.LIGHT", 1)
    apart = imported(served, body, "ana", kind).text
    assert apart == together.replace("201", "200", 1).replace(
        '"created":true,"held":false', '"created":false,"held":true'
    )
    assert together.count('"status":422') == 2


def test_records_already_held_get_the_same_answer_without_being_played(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.checking.work_queue.LIGHT", 1)
    body = text(*GOOD, record("cut", plies=3), branching(300))
    first = [json.loads(line) for line in imported(served, body, "ana").text.splitlines()]
    played: list[object] = []

    def watched(*given: Any) -> Any:  # noqa: ANN401 - as prepare
        played.append(given)
        return prepare(*given)

    monkeypatch.setattr("api.checking.record_jobs.prepare", watched)
    again = [json.loads(line) for line in imported(served, body, "ana").text.splitlines()]
    assert [
        {**line, "status": 200, "created": False, "held": True} for line in first[:-1]
    ] == again[:-1]
    assert len(played) == 2, "the first and the unfinished one are played"
    assert again[-1] == first[-1]


class TestIdempotencyKeys:
    @pytest.fixture(autouse=True)
    def parts_of_one_record(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("api.checking.work_queue.LIGHT", 1)

    def test_a_repeated_import_gets_the_same_answer(self, served: Served) -> None:
        served.upload(GOOD[1])
        first = self._import(served, text(*GOOD, BAD, GOOD[0]))
        assert [line["status"] for line in lines(first)[:-1]] == [201, 200, 201, 422, 200]
        assert self._import(served, text(*GOOD, BAD, GOOD[0])).text == first.text
        assert served.json("/v1/replays?total=1")["total"] == 3

    def test_records_not_stored_before_are_tried_again(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        add = served.store.add

        def without_the_second(uploads: Any, *more: Any) -> Any:  # noqa: ANN401 - as add
            if [upload.id for upload in uploads] == [record_digest(GOOD[1])]:
                raise StoreFull("no room")
            return add(uploads, *more)

        monkeypatch.setattr(served.store, "add", without_the_second)
        first = lines(self._import(served, text(*GOOD)))
        monkeypatch.setattr(served.store, "add", add)
        again = lines(self._import(served, text(*GOOD)))
        assert [line.get("status") for line in first] == [201, 507, 201, None]
        assert [line.get("status") for line in again] == [201, 201, 201, None]

    def test_a_record_whose_deck_came_meanwhile_is_stored(self, served: Served) -> None:
        deck = load_game("triggs").deck_file.read_bytes().replace(b"copies = 9", b"copies = 10")
        body = text(GOOD[0], replace(record("deck", plies=0), deck=parse_deck(deck).digest))
        assert [line.get("status") for line in lines(self._import(served, body))][:2] == [201, 422]
        assert served.post("/v1/decks", deck, "ana", "application/toml").status_code == 201
        original = [line.get("status") for line in lines(self._import(served, body))]
        assert original == [201, 201, None]

    @pytest.mark.parametrize(
        ("body", "query"), [(text(*GOOD), ""), (text(*GOOD[:2]), "?visibility=private")]
    )
    def test_a_key_used_for_another_import_is_422_and_stores_nothing(
        self, served: Served, body: str, query: str
    ) -> None:
        lines(self._import(served, text(*GOOD[:2])))
        rows = problem(self._import(served, body, query), 422)
        assert rows["type"] == KEY_REUSED.path
        assert served.json("/v1/replays?own=1&total=1", "ana")["total"] == 2

    def test_a_single_upload_takes_another(self, served: Served) -> None:
        lines(self._import(served, text(GOOD[0])))
        headers = {"Idempotency-Key": "k"}
        body = text(GOOD[0])
        again = served.ask("POST", "/v1/replays", "ana", body=body, kind=TEXT, headers=headers)
        problem(again, 422)

    def test_a_repeated_import_may_be_packed(self, served: Served) -> None:
        first = self._import(served, text(*GOOD))
        packed = gzip.compress(text(*GOOD).encode())
        headers = {"Content-Encoding": "gzip"}
        assert self._import(served, packed, **headers).text == first.text

    def _import(self, served: Served, body: str | bytes, query: str = "", **headers: str) -> Answer:
        return served.ask(
            "POST",
            f"/v1/imports{query}",
            "ana",
            body=body,
            kind=TEXT,
            accept=LINES,
            headers={"Idempotency-Key": "k", **headers},
        )


@pytest.mark.parametrize("some", [[], [GOOD[0]], [GOOD[0], BAD, GOOD[1]], GOOD * 40])
def test_a_json_document_has_the_same_lines_and_what_the_last_one_says(
    served: Served, some: list[Record | str]
) -> None:
    imported(served, text(*some))
    *rows, end = lines(imported(served, text(*some)))
    answer = served.post("/v1/imports", text(*some), "ana")
    assert answer.content_type == JSON
    assert answer.json == {"lines": rows, **end}


def test_results_are_json_or_json_lines(served: Served) -> None:
    answer = served.ask("POST", "/v1/imports", "ana", body=text(*GOOD), kind=TEXT, accept=TEXT)
    problem(answer, 406)
    assert served.json("/v1/replays?total=1")["total"] == 0
