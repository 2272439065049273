"""Content types, encodings and limits of request bodies."""

import gzip
import json
import zlib

import pytest

from api.http.request_bodies import SMALL
from notation.json_writer import write_json_line
from notation.text_writer import write_text
from tests.api.asking import JSON, LINES, RECORD_JSON, TEXT, Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import record

GOOD = write_text(record()).encode()
TAKING = ["/v1/replays", "/v1/imports", "/v1/validations", "/v1/conversions", "/v1/decks"]


@pytest.mark.parametrize("path", TAKING)
@pytest.mark.parametrize("kind", [None, "text/plain", "image/png", "nonsense", "text/*", "a/b;c"])
def test_another_content_type_is_415_and_names_those_accepted(
    served: Served, path: str, kind: str | None
) -> None:
    answer = served.ask("POST", path, "ana", body=GOOD, kind=kind)
    detail = problem(answer, 415)["detail"]
    assert answer.headers["Accept-Post"].split(", ")[0] in detail


@pytest.mark.parametrize("charset", ["latin-1", "utf-16", "UTF-7", "nonsense", ""])
def test_a_charset_other_than_utf_8_is_415(served: Served, charset: str) -> None:
    answer = served.post("/v1/replays", GOOD, "ana", f'{TEXT}; charset="{charset}"')
    assert "utf-8" in problem(answer, 415)["detail"]


@pytest.mark.parametrize("kind", [TEXT, RECORD_JSON])
@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_bytes_that_are_not_utf_8_are_422(served: Served, kind: str, encoding: str) -> None:
    original = record(players=("Zoë", "Bo"))
    text = write_text(original) if kind == TEXT else write_json_line(original)
    error = problem(served.post("/v1/replays", text.encode(encoding), "ana", kind), 422)
    assert error["diagnostics"][0]["code"] == "cgn.encoding"


@pytest.mark.parametrize("packing", ["br", "deflate", "gzip, gzip", "nonsense"])
def test_an_encoding_other_than_gzip_is_415(served: Served, packing: str) -> None:
    headers = {"Content-Encoding": packing}
    answer = served.ask("POST", "/v1/replays", "ana", body=GOOD, kind=TEXT, headers=headers)
    problem(answer, 415)
    assert answer.headers["Accept-Encoding"] == "gzip, identity"


GZIP = {"Content-Encoding": "gzip"}


@pytest.mark.parametrize(
    "body",
    [b"", GOOD, gzip.compress(GOOD)[:-9], zlib.compress(GOOD), gzip.compress(GOOD) + b"tail"],
    ids=["empty", "plain", "cut", "zlib", "tail"],
)
def test_damaged_gzip_is_400(served: Served, body: bytes) -> None:
    answer = served.ask("POST", "/v1/replays", "ana", body=body, kind=TEXT, headers=GZIP)
    assert "gzip" in problem(answer, 400)["detail"]


def test_gzip_may_have_several_members(served: Served) -> None:
    body = gzip.compress(GOOD[:100]) + gzip.compress(GOOD[100:])
    answer = served.ask("POST", "/v1/replays", "ana", body=body, kind=TEXT, headers=GZIP)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("path", "limit"), [("/v1/replays", "max_body"), ("/v1/imports", "max_import")]
)
def test_a_gzip_bomb_is_413_with_the_limit(serve: Serve, path: str, limit: str) -> None:
    served = serve(max_body=100_000, max_import=200_000)
    bomb = gzip.compress(bytes(50_000_000))
    assert len(bomb) < 100_000
    answer = served.ask("POST", path, "ana", body=bomb, kind=TEXT, headers=GZIP)
    error = problem(answer, 413)
    assert error["limit"] == {"name": limit, "value": getattr(served.settings, limit)}


@pytest.mark.parametrize("path", ["/v1/replays", "/v1/validations", "/v1/conversions"])
def test_a_body_over_the_limit_is_413(serve: Serve, path: str) -> None:
    served = serve(max_body=2_000)
    error = problem(served.post(path, GOOD.ljust(2_001), "ana"), 413)
    assert error["limit"] == {"name": "max_body", "value": 2_000}
    assert "2,000" in error["detail"]
    small = write_text(record(plies=4)).encode().ljust(2_000, b"\n")
    assert served.post(path, small, "ana").status_code in (200, 201)


NASTY = {
    "nan": ('{"cgn": NaN}', "cgn.json-syntax"),
    "deep": ("[" * 1_000, "cgn.too-deep"),
    "deep objects": ('{"cgn": 1, "x": ' + '{"a":' * 10_000, "cgn.too-deep"),
    "huge integer": ('{"cgn": ' + "9" * 60_000 + "}", "cgn.json-value"),
    "beyond 64 bits": (f'{{"cgn": {2**70}}}', "cgn.json-value"),
    "surrogate": ('{"cgn": "\\ud800"}', "cgn.json-syntax"),
    "twice": ('{"cgn": 1, "cgn": 1}', "cgn.duplicate-key"),
    "two": ('{"cgn": 1} {"cgn": 1}', "cgn.json-syntax"),
    "list": ("[]", "cgn.json-type"),
    "null": ("null", "cgn.json-type"),
}


@pytest.mark.parametrize("name", NASTY)
def test_nasty_json_is_422_with_a_diagnostic(served: Served, name: str) -> None:
    body, code = NASTY[name]
    error = problem(served.post("/v1/replays", body, "ana", RECORD_JSON), 422)
    assert error["diagnostics"][0]["code"] == code


@pytest.mark.parametrize("name", NASTY)
def test_nasty_json_is_an_invalid_record_of_a_validation(served: Served, name: str) -> None:
    answer = served.post("/v1/validations", NASTY[name][0], kind=JSON)
    assert answer.status_code == 200
    assert answer.json["invalid"] == 1


@pytest.mark.parametrize("name", NASTY)
def test_nasty_json_is_400_as_a_change(served: Served, name: str) -> None:
    where = f"/v1/replays/{served.upload(record())}"
    body = NASTY[name][0]
    status = 413 if len(body) > SMALL else 400
    problem(served.ask("PATCH", where, "ana", body=body, kind=JSON), status)


@pytest.mark.parametrize(
    "change", [{}, {"visibility": "secret"}, {"visibility": 1}, {"visibility": "public", "x": 1}]
)
def test_a_malformed_change_is_400(served: Served, change: object) -> None:
    where = f"/v1/replays/{served.upload(record())}"
    answer = served.ask("PATCH", where, "ana", body=json.dumps(change), kind=JSON)
    assert problem(answer, 400)["errors"]


def test_an_import_refuses_nasty_json_line_by_line(served: Served) -> None:
    bodies = [body for body, _ in NASTY.values()]
    answer = served.post(
        "/v1/imports", "\n".join([*bodies, write_json_line(record())]), "ana", LINES
    )
    end = answer.json
    lines = end.pop("lines")
    assert [line["status"] for line in lines] == [422] * len(bodies) + [201]
    assert (end["stored"], end["refused"]) == (1, len(bodies))


def test_a_small_json_body_is_small(served: Served) -> None:
    body = json.dumps({"scopes": ["upload"], "x": "x" * 20_000})
    error = problem(served.ask("POST", "/v1/tokens", "ana", body=body, kind=JSON), 413)
    assert error["limit"] == {"name": "json_body", "value": SMALL}
    body = json.dumps({"header": {"x": "x" * 270_000}})
    error = problem(served.ask("POST", "/v1/tables", "ana", body=body, kind=JSON), 413)
    assert error["limit"] == {"name": "json_body", "value": 262_144}


def test_bytes_count_unpacked(serve: Serve) -> None:
    served = serve(writes=100)
    body = gzip.compress(b" " * 640_000)
    headers = {"Content-Encoding": "gzip"}
    answer = served.ask("POST", "/v1/validations", "ana", body=body, kind=TEXT, headers=headers)
    assert int(answer.headers["RateLimit-Remaining"]) <= 100 - 1 - 9
    assert len(body) < 10_000


def test_members_of_gzip_that_hold_nothing_count(serve: Serve) -> None:
    served = serve(max_body=100_000)
    headers = {"Content-Encoding": "gzip"}
    body = gzip.compress(b"") * 101
    answer = served.ask("POST", "/v1/validations", "ana", body=body, kind=TEXT, headers=headers)
    assert problem(answer, 413)["limit"]["name"] == "max_body"


@pytest.mark.parametrize("size", [1, 4_095, 4_096, 4_097, 70_000])
def test_gzip_is_the_same_wherever_its_blocks_end(served: Served, size: int) -> None:
    text = write_text(record(tags={"Event": "a club"})).encode()
    noise = b"".join(b"%% %d\n" % (number * 7_919 % 65_537) for number in range(size // 4))
    body = gzip.compress(noise, 1) + gzip.compress(text[:9]) + gzip.compress(text[9:])
    headers = {"Content-Encoding": "gzip"}
    answer = served.ask("POST", "/v1/imports", "ana", body=body, kind=TEXT, headers=headers)
    assert answer.json["stored"] == 1


def test_a_list_that_is_too_long_is_refused_as_one(served: Served) -> None:
    body = json.dumps({"scopes": ["x"] * 1_000})
    (error,) = problem(served.ask("POST", "/v1/tokens", "ana", body=body, kind=JSON), 400)["errors"]
    assert "at most 10 values" in error["message"]


def test_a_pasted_log_may_have_a_megabyte_and_few_fields(served: Served) -> None:
    form = "application/x-www-form-urlencoded"
    large = served.ask("POST", "/check", body="log=" + "x" * 1_100_000, kind=form)
    problem(large, 413)
    line = "--b\r\nContent-Disposition: form-data; name=x\r\n\r\ny\r\n"
    many = served.ask(
        "POST", "/check", body=line * 9 + "--b--\r\n", kind="multipart/form-data; boundary=b"
    )
    assert many.status_code == 413
