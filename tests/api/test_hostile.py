"""Hostile and malformed requests get a 4xx or a closed connection, never a 5xx."""

import gzip
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest

from notation.text_writer import write_text
from tests.api.asking import JSON, TEXT, Served
from tests.api.described import DOCUMENT
from tests.api.live.making import keep_table
from tests.api.serving import TOKEN, Running, running
from tests.replays.store.making import record

pytestmark = pytest.mark.long

GOOD = write_text(record()).encode()
MEBIBYTE = 1 << 20
PATIENCE = 120
QUICK = ["--idle-timeout", "2"]
LIMITS = ["--reads", "0", "--writes", "0", "--max-import", str(20 * MEBIBYTE)]
GET = b"GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
POST = (
    b"POST /v1/replays HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    b"Content-Type: text/vnd.cgn\r\nAuthorization: Bearer " + TOKEN.encode() + b"\r\n"
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One service with short timeouts for all tests here."""
    with running(tmp_path_factory.mktemp("served") / "cgn.db", *QUICK, *LIMITS) as process:
        yield process


def sent(service: Running, data: bytes) -> bytes:
    """Send bytes, and return all that comes back until the connection closes."""
    with service.connect() as client:
        client.settimeout(PATIENCE)
        with suppress(ConnectionError):
            client.sendall(data)
        return received(client)


def received(client: socket.socket) -> bytes:
    data = b""
    with suppress(ConnectionError):
        while piece := client.recv(1 << 16):
            data += piece
    return data


def status(answer: bytes) -> int:
    """The status of an answer; 0 if the connection was closed without one."""
    return int(answer.split(b" ", 2)[1]) if answer else 0


HOSTS = [
    b"",
    b"Host: \r\n",
    b"Host: evil.example\r\n",
    b"Host: evil.example\r\nHost: other.example\r\n",
    b"Host: evil.example:99999999999\r\n",
    b"Host: [::evil\r\n",
    b'Host: <evil> \\ "\r\n',
    b"Host: \xff\xfeevil\r\n",
    b"Host: x\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Prefix: /evil\r\n",
]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(
    "path", [b"/docs", b"/docs/", b"//docs", b"/v1/games/nope", b"/v1/replays"]
)
def test_no_answer_repeats_the_host_header(service: Running, host: bytes, path: bytes) -> None:
    answer = sent(service, b"GET %s HTTP/1.1\r\n%sConnection: close\r\n\r\n" % (path, host))
    assert status(answer) in (200, 308, 400, 404)
    assert b"evil" not in answer


PATHS = {
    b"/../../etc/passwd": 404,
    b"/v1/../openapi.yaml": 404,
    b"/docs/../api/app.py": 404,
    b"/docs/%2e%2e/%2e%2e/etc/passwd": 404,
    b"/docs/..%2f..%2fetc%2fpasswd": 404,
    b"/docs/..\\..\\etc\\passwd": 404,
    b"/docs/%252e%252e/x": 404,
    b"/docs/%00": 404,
    b"//v1//replays": 404,
    b"//evil.example/docs": 404,
    b"/v1/replays/": 404,
    b"/healthz;x=1": 404,
    b"/healthz%00": 404,
    b"/v1/%ff": 404,
    b"/v1/%ED%A0%80": 404,
    b"/v1/\xff": 400,
    b"/v1/replays/" + b"0" * 64 + b"/frames/99999999999999999999": 404,
    b"/v1/replays/" + b"0" * 64 + b"/frames/-1": 404,
    b"/v1/replays/" + "\N{FULLWIDTH DIGIT ZERO}".encode() * 64: 400,
    b"/" + b"a" * 8_000: 404,
    b"/" + b"a" * 9_000: 431,
    b"/" + b"a" * 900_000: 431,
    b"http://evil.example/etc/passwd": 404,
    b"*": 404,
    b"evil.example:80": 404,
}


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.decode("latin-1")[:40])
def test_no_path_escapes_the_service(service: Running, path: bytes) -> None:
    answer = sent(service, GET % path)
    assert status(answer) == PATHS[path]
    assert b"root:" not in answer


NO_REQUESTS = {
    "no version": b"GET /healthz\r\n\r\n",
    "http 2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(300),
    "bytes": bytes(range(256)) * 10,
    "nothing": b"\r\n" * 100,
    "returns": b"GET /healthz HTTP/1.1\rHost: x\r\r",
    "a space in a name": b"GET /healthz HTTP/1.1\r\nHost: x\r\nX y: a\r\n\r\n",
    "a folded header": b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
    "a null in a header": b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: \0\r\n\r\n",
    "a long header": b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: %s\r\n\r\n" % (b"a" * MEBIBYTE),
    "many headers": b"GET /healthz HTTP/1.1\r\n%s\r\n" % (b"X: a\r\n" * 5_000),
    "a header without end": b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 8 * MEBIBYTE,
    "headers without end": b"GET /healthz HTTP/1.1\r\n" + b"X: a\r\n" * 200_000,
    "a negative length": POST + b"Content-Length: -5\r\n\r\nhello",
    "a length with a sign": POST + b"Content-Length: +5\r\n\r\nhello",
    "two lengths": POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "a list of lengths": POST + b"Content-Length: 5,5\r\n\r\nhello",
    "a length beyond 64 bits": POST + b"Content-Length: %d\r\n\r\nhello" % (1 << 70),
    "the largest length": POST + b"Content-Length: %d\r\n\r\nhello" % ((1 << 64) - 1),
    "a length in hex": POST + b"Content-Length: 0x5\r\n\r\nhello",
    "length and chunks": POST
    + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /secret HTTP/1.1\r\n",
    "another transfer encoding": POST + b"Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
    "nearly chunked": POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a chunk of no size": POST + b"Transfer-Encoding: chunked\r\n\r\nzzz\r\nhello",
    "a huge chunk": POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello",
    "packed twice": POST
    + b"Content-Encoding: gzip\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
    "of two types": POST + b"Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello",
    "with two tokens": b"GET /v1/replays HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    b"Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
    "no host": b"GET /healthz HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
}


@pytest.mark.parametrize("name", NO_REQUESTS)
def test_a_malformed_request_is_refused_or_cut_off(service: Running, name: str) -> None:
    answer = sent(service, NO_REQUESTS[name])
    assert status(answer) == 0 or 400 <= status(answer) < 500
    assert b"HTTP/1.1 2" not in answer
    assert service.ask("GET", "/healthz").status == 200


@pytest.mark.parametrize(
    ("head", "piece", "expected"),
    [
        (b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + bytes(1 << 16) + b"\r\n", 411),
        (b"Content-Length: 999999999999\r\n\r\n", bytes(1 << 16), 413),
        (b"Expect: 100-continue\r\nContent-Length: 999999999999\r\n\r\n", bytes(1 << 16), 413),
    ],
)
def test_an_endless_body_is_cut_off(
    service: Running, head: bytes, piece: bytes, expected: int
) -> None:
    with service.connect() as client:
        client.settimeout(PATIENCE)
        client.sendall(POST + head)
        taken = 0
        with suppress(ConnectionError):
            while taken < 500 * MEBIBYTE:
                client.sendall(piece)
                taken += len(piece)
        assert taken < 500 * MEBIBYTE
        assert status(received(client)) in (expected, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_bombs_take_no_memory(service: Running) -> None:
    """100 MiB of zeros, packed once and twice, where bodies may have 4 or 20 MiB."""
    once = gzip.compress(bytes(100 * MEBIBYTE), 1)
    Path(f"/proc/{service.process.pid}/clear_refs").write_text("5")  # forget the peak so far
    before = memory(service)
    for path in ("/v1/replays", "/v1/imports", "/v1/validations", "/v1/decks"):
        kind = "application/toml" if path == "/v1/decks" else TEXT
        headers = {"Content_Type": kind, "Content_Encoding": "gzip"}
        assert service.ask("POST", path, once, **headers).status == 413
        twice = service.ask("POST", path, gzip.compress(once), **headers)
        assert twice.status in (200, 422)
        assert len(twice.data) < 10_000
    assert memory(service) - before < 32 * MEBIBYTE


def memory(service: Running) -> int:
    """The service's peak memory in bytes."""
    lines = Path(f"/proc/{service.process.pid}/status").read_text(encoding="ascii").splitlines()
    (peak,) = (line.split()[1] for line in lines if line.startswith("VmHWM"))
    return int(peak) * 1_024


DEEP = 100_000
LADEN = {
    "lists": ("/v1/replays", JSON, b"[" * DEEP),
    "objects": ("/v1/validations", JSON, b'{"cgn":1,"x":' + b'{"a":' * DEEP),
    "objects, closed": ("/v1/conversions", JSON, b'{"a":' * DEEP + b"1" + b"}" * DEEP),
    "a line of lists": ("/v1/imports", "application/jsonl", b"[" * DEEP + b"]" * DEEP),
    "variations": ("/v1/replays", TEXT, GOOD.split(b"\n\n")[0] + b"\n\n" + b"(1. A: x " * 10_000),
    "tables": ("/v1/decks", "application/toml", b"a." * DEEP + b"a = 1"),
    "a number": ("/v1/decks", "application/toml", b"a = " + b"9" * DEEP),
}


@pytest.mark.parametrize("name", LADEN)
def test_deep_nesting_is_refused_at_once(service: Running, name: str) -> None:
    path, kind, body = LADEN[name]
    begun = time.monotonic()
    answer = service.ask("POST", path, body, Content_Type=kind)
    assert answer.status in (200, 413, 422)
    assert any(reason in answer.data for reason in (b"diagnostic", b"deck", b"cgn.too-costly"))
    assert time.monotonic() - begun < 20


NASTY = [
    b"",
    b" ",
    b",",
    b";;;",
    b'"',
    b'""',
    b"\xff\xfe",
    "é\N{PILE OF POO}".encode(),
    b"\xed\xa0\x80",
    b"%00%0d%0aSet-Cookie: a=b",
    b"a/b;" + b"x=1;" * 500,
    b"*/*;q=nan, a/b;q=1e999",
    b"W/" * 500,
    b"," * 5_000,
    b"9" * 400,
    b"-1",
    b"1e3",
    "\N{ARABIC-INDIC DIGIT THREE}".encode(),
    b"{{7*7}} ${7*7} %s %(x)s",
    b"' OR 1=1; DROP TABLE replay; --",
    b'a" NEAR b* OR NOT ^c',
    b"../../etc/passwd",
    b"a" * 30_000,
]
HEADERS = [
    "Accept",
    "Accept-Encoding",
    "Authorization",
    "Content-Encoding",
    "Content-Type",
    "Cookie",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Access-Control-Request-Headers",
    "Origin",
    "Range",
    "X-Forwarded-For",
    "X-HTTP-Method-Override",
]


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One service for tests that need no server process."""
    served = Served(tmp_path_factory.mktemp("inside"))
    yield served
    served.close()


@pytest.mark.parametrize("header", HEADERS)
def test_no_header_makes_the_service_fail(inside: Served, header: str) -> None:
    where = f"/v1/replays/{inside.upload(record())}"
    change = '{"visibility": "public"}'
    for nasty in NASTY:
        headers = {header: nasty.decode("latin-1").replace("\r", "").replace("\n", "")}
        for method, path, body, kind in (
            ("GET", "/v1/replays", None, None),
            ("GET", where, None, None),
            ("OPTIONS", where, None, None),
            ("PATCH", where, change, JSON),
            ("POST", "/v1/replays", GOOD, TEXT),
        ):
            named = None if header == "Content-Type" else kind
            by = None if header == "Authorization" else "ana"
            answer = inside.ask(method, path, by, body=body, kind=named, headers=headers)
            assert answer.status_code < 500, (method, path, nasty)
            assert "Set-Cookie" not in answer.headers


ASKED = sorted(
    (path, parameter["name"])
    for path, operations in DOCUMENT["paths"].items()
    for parameter in operations.get("get", {}).get("parameters", [])
    if parameter.get("in") == "query"
)


@pytest.mark.parametrize(("path", "parameter"), ASKED)
def test_no_parameter_makes_the_service_fail(inside: Served, path: str, parameter: str) -> None:
    table = "0" * 32
    if "{table}" in path and inside.get(f"/v1/tables/{table}", "ana").status_code == 404:
        keep_table(inside, table)
    replay = inside.upload(record())
    where = path.format(replay=replay, ply=3 if "replay" in path else 1, table=table)
    for nasty in NASTY:
        value = quote_from_bytes(nasty)
        for query in (f"{parameter}={value}", f"{parameter}={value}&{parameter}={value}"):
            answer = inside.get(f"{where}?{query}", "ana")
            assert answer.status_code in (200, 400, 403), (where, nasty)
            if "&" in query:
                assert answer.status_code == 400
