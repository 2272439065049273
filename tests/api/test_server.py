"""The service on its real server: slow clients, truncated bodies, streams, stopping."""

import gzip
import json
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from api.server.http_server import Channel
from engines.registry import load_game
from notation.json_writer import write_json_line
from notation.text_writer import write_text
from replays.simulate import simulate
from tests.api.serving import TOKEN, Running, running
from tests.replays.store.making import record

pytestmark = pytest.mark.long

GOOD = write_text(record()).encode()
TEXT, LINES = "text/vnd.cgn", "application/jsonl"
SLOW = 400
PATIENCE = 300
HEAD = (
    "POST /v1/replays HTTP/1.1\r\nHost: x\r\nContent-Type: text/vnd.cgn\r\n"
    f"Authorization: Bearer {TOKEN}\r\n"
)
QUICK = ["--idle-timeout", "2"]
FREE = ["--reads", "0", "--writes", "0", "--cache-age", "0"]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One service for all tests here, with short timeouts and without rates."""
    with running(tmp_path_factory.mktemp("served") / "cgn.db", *QUICK, *FREE) as process:
        yield process


def test_an_upload_can_be_read_back(service: Running) -> None:
    answer = service.ask("POST", "/v1/replays", GOOD, Content_Type=TEXT)
    assert answer.status in (200, 201)
    kept = service.ask("GET", f"/v1/replays/{answer.json()['id']}", Accept=TEXT)
    assert (kept.status, kept.data) == (200, GOOD)


def test_gzip_goes_both_ways(service: Running) -> None:
    packed = {"Content_Type": TEXT, "Content_Encoding": "gzip"}
    answer = service.ask("POST", "/v1/replays", gzip.compress(GOOD), **packed)
    kept = service.ask("GET", f"/v1/replays/{answer.json()['id']}", Accept_Encoding="gzip")
    assert kept.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(kept.data))["game"] == "triggs"


def test_errors_are_problems_on_the_real_server_too(service: Running) -> None:
    for method, path, status in (("GET", "/nope", 404), ("PUT", "/v1/replays", 405)):
        answer = service.ask(method, path)
        assert (answer.status, answer.json()["status"]) == (status, status)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_large_import_is_answered_line_by_line(service: Running) -> None:
    lines = [write_json_line(record(str(number), plies=20)) for number in range(300)]
    body = "".join(lines).encode()
    answer = service.ask("POST", "/v1/imports", body, Content_Type=LINES, Accept=LINES)
    *rows, end = map(json.loads, answer.data.splitlines())
    assert (len(rows), end["complete"], end["stored"]) == (300, True, 300)
    exported = service.ask("GET", "/v1/replays", Accept=LINES)
    assert exported.data.endswith(b"}\n")
    assert json.loads(exported.data.splitlines()[-1])["records"] >= 300


@pytest.mark.parametrize("name", ["Accept", "accept-encoding", "Access-Control-Request-Headers"])
def test_a_long_list_is_refused_before_anybody_compares_it(service: Running, name: str) -> None:
    head = f"{HEAD.replace('POST', 'GET')}Connection: close\r\n{name}: "
    assert _sent(service, f"{head}{'*/*,' * 256}\r\n\r\n").startswith("HTTP/1.1 200")
    answer = _sent(service, f"{head}{'*/*,' * 257}\r\n\r\n")
    assert answer.startswith("HTTP/1.1 431")
    assert f'"{name.title()} may have at most 1,024 bytes"' in answer


def test_a_body_without_a_length_is_refused(service: Running) -> None:
    answer = _sent(service, HEAD + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
    assert answer.startswith("HTTP/1.1 411 ")
    assert "content-security-policy: default-src 'none';" in answer.lower()


def test_a_truncated_body_is_not_stored(service: Running) -> None:
    before = service.ask("GET", "/v1/replays?total=1").json()["total"]
    half = GOOD[: len(GOOD) // 2].decode()
    answer = _sent(service, f"{HEAD}Content-Length: {len(GOOD)}\r\n\r\n{half}", shut=True)
    assert answer == ""
    assert service.ask("GET", "/v1/replays?total=1").json()["total"] == before


def test_a_body_too_large_is_refused_by_its_length(service: Running) -> None:
    for expecting in ("", "Expect: 100-continue\r\n"):
        answer = _sent(service, f"{HEAD}{expecting}Content-Length: 999999999\r\n\r\n")
        assert answer.startswith("HTTP/1.1 413 ")
        assert '"limit":{"name":"max_import"' in answer


def test_a_client_that_sends_a_body_too_large_gets_413(service: Running) -> None:
    for size in (5_000_000, 20_000_000):
        answer = service.ask("POST", "/v1/validations", bytes(size), Content_Type=TEXT)
        assert (answer.status, answer.json()["limit"]["name"]) == (413, "max_body")


def test_headers_with_underscores_are_ignored(service: Running) -> None:
    answer = _sent(service, f"{HEAD}Content_Length: 5\r\nConnection: close\r\n\r\n")
    assert answer.startswith("HTTP/1.1 422 ")


def test_slow_clients_are_cut_off_and_hold_up_nobody(service: Running) -> None:
    half_open = [service.connect() for _ in range(SLOW)]
    trickling = [service.connect() for _ in range(SLOW)]
    for client in half_open:
        client.sendall(b"GET /v1/replays HTTP/1.1\r\nHo")
    for client in trickling:
        client.sendall(f"{HEAD}Content-Length: 100\r\n\r\n".encode())
    slowest = 0.0
    for _ in range(8):
        for client in trickling:
            _send_quietly(client, b"x")
        begun = time.monotonic()
        assert service.ask("GET", "/v1/replays").status == 200
        assert service.ask("POST", "/v1/validations", GOOD, Content_Type=TEXT).status == 200
        slowest = max(slowest, time.monotonic() - begun)
        time.sleep(0.1)
    assert slowest < 10
    assert set(Counter(map(_ending, trickling))) == {b""}
    assert set(Counter(map(_ending, half_open))) == {b""}


def test_a_client_that_stops_reading_a_stream_is_cut_off(service: Running) -> None:
    for number in range(30):
        long = record(f"long {number}", comments=("x" * 60_000,) * 15)
        body = write_json_line(long).encode()
        answer = service.ask("POST", "/v1/replays", body, Content_Type="application/json")
        assert answer.status == 201
    received = _taken_late(service, "/v1/replays", LINES)
    assert b"complete" not in received[-100:]
    assert not received.endswith(b"0\r\n\r\n")


def test_a_client_that_stops_reading_a_large_answer_is_cut_off(service: Running) -> None:
    game = load_game("turkey_my_mayonnaise")
    played = write_text(simulate(game, 10, "large", {}, game.player)).encode()
    stored = service.ask("POST", "/v1/replays", played, Content_Type=TEXT).json()
    path = f"/v1/replays/{stored['id']}/frames"
    whole = service.ask("GET", path).data
    assert len(_taken_late(service, path, "*/*")) < len(whole)


def test_behind_a_proxy_each_client_is_counted_and_logged_apart(tmp_path: Path) -> None:
    flags = ["--proxies", "1", "--writes", "1", "--access-log"]
    with running(tmp_path / "cgn.db", *flags) as service:
        statuses = [
            service.ask(
                "POST",
                "/v1/validations",
                GOOD,
                Content_Type=TEXT,
                X_Forwarded_For=f"192.0.2.{n}",
                Authorization="",
            ).status
            for n in (1, 2, 1)
        ]
        service.ask("GET", "/v1/games?x=%3Cimg%3E")
        service.ask("GET", "/%0A%1B%5B31mINFO%20all%20is%20well%E2%80%AE")
        service.process.terminate()
        log = service.process.communicate(timeout=PATIENCE)[1]
    assert statuses == [200, 200, 429]
    for client, status in ((1, 200), (2, 200), (1, 429)):
        assert f'192.0.2.{client} "POST /v1/validations HTTP/1.1" {status}' in log
    assert '"GET /v1/games HTTP/1.1" 400' in log
    assert r'"GET /\u{a}\u{1b}[31mINFO all is well\u{202e} HTTP/1.1" 404' in log


@pytest.mark.parametrize("last", [b"HTTP/1.1 304 ", b"HTTP/1.1 204 ", b"HTTP/1.1 200 "])
def test_a_connection_outlives_every_answer(service: Running, last: bytes) -> None:
    """Also after one without a body and a chunked one, where waitress would close it."""
    tag = service.ask("GET", "/v1/games").headers["etag"]
    request = {
        b"HTTP/1.1 304 ": f"GET /v1/games HTTP/1.1\r\nIf-None-Match: {tag}",
        b"HTTP/1.1 204 ": "OPTIONS /v1/games HTTP/1.1\r\nOrigin: https://x.example\r\n"
        "Access-Control-Request-Method: GET",
        b"HTTP/1.1 200 ": f"GET /v1/replays HTTP/1.1\r\nAccept: {LINES}",
    }[last]
    with service.connect() as client:
        for _ in range(3):
            client.sendall(f"{request}\r\nHost: x\r\n\r\n".encode())
            answer = client.recv(1 << 20)
            assert answer.startswith(last)
            assert b"Connection: close" not in answer
            while last.endswith(b"200 ") and not answer.endswith(b"0\r\n\r\n"):
                answer += client.recv(1 << 20)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_stopping_service_still_answers_open_requests(
    tmp_path: Path, sign: signal.Signals
) -> None:
    body = b"".join(write_json_line(record(str(number))).encode() for number in range(60))
    with running(tmp_path / "cgn.db", *FREE) as service, ThreadPoolExecutor(1) as pool:
        importing = pool.submit(service.ask, "POST", "/v1/imports", body, Content_Type=LINES)
        while service.ask("GET", "/v1/replays?total=1").json()["total"] == 0:
            time.sleep(0.01)
        for _ in range(50):
            service.process.send_signal(sign)
        assert service.process.wait(PATIENCE) == 0
        assert json.loads(importing.result().data.splitlines()[-1])["complete"] is True


def test_the_loop_leaves_an_answer_to_the_thread_that_sends_it() -> None:
    channel: Any = Channel.__new__(Channel)
    channel.will_close = channel.close_when_flushed = False
    channel.requests, channel.total_outbufs_len = [object()], 1
    channel.outbuf_lock = threading.Condition()
    with ThreadPoolExecutor(1) as pool:
        with channel.outbuf_lock:
            asked = pool.submit(channel.writable)
            wait([asked], timeout=0.2)
            channel.total_outbufs_len = 0
        assert asked.result() is False


def _taken_late(service: Running, path: str, kind: str) -> bytes:
    """The bytes that a client gets if it reads only after the service has closed the connection."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.connect(("127.0.0.1", service.port))
        client.settimeout(PATIENCE)
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: {kind}\r\n\r\n".encode())
        _await_closing(service, client)
        received = b""
        while piece := client.recv(1 << 20):
            received += piece
    return received


def _await_closing(service: Running, client: socket.socket) -> None:
    """Wait until the service has closed its end, before the client can notice."""
    ends = (service.port, client.getsockname()[1])
    established = " ".join(["", *(f"0100007F:{port:04X}" for port in ends), "01 "])
    end = time.monotonic() + PATIENCE
    while established in Path("/proc/net/tcp").read_text(encoding="ascii"):
        assert time.monotonic() < end
        time.sleep(0.1)


def _sent(service: Running, text: str, *, shut: bool = False) -> str:
    """Send bytes, and return the answer."""
    with service.connect() as client:
        client.sendall(text.encode())
        if shut:
            client.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: client.recv(4_096), b"")).decode()


def _send_quietly(client: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        client.sendall(data)


def _ending(client: socket.socket) -> bytes:
    """The beginning of an answer; empty if the connection was closed."""
    with client:
        try:
            return client.recv(4_096)[:12]
        except ConnectionError:
            return b""
