"""The service behind nginx, as deploy/nginx.conf has it."""

import json
import ssl
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from http.client import HTTPSConnection

import pytest

from benchmarks.nginx import NGINX, nginx
from notation.text_writer import write_text
from tests.api.asking import JSON, LINES, TEXT
from tests.api.serving import TOKEN, Answer, Running, running
from tests.api.test_waiting import Table, stream, until, waiting
from tests.replays.store.making import record

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")

GOOD = write_text(record()).encode()
ANYONE = {"Authorization": ""}
MEBIBYTE = 1 << 20
WRITES = 150
"""How many other requests than reading ones a client may send in a minute."""

FLAGS = ["--reads", "0", "--writes", str(WRITES), "--proxies", "1"]
OF_ONE_REQUEST = {"date", "server", "connection", "keep-alive", "transfer-encoding"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("served") / "cgn.db", *FLAGS) as process:
        yield process


@pytest.fixture(scope="module")
def ports(service: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    with nginx(tmp_path_factory.mktemp("nginx"), service.port) as process:
        yield process


@pytest.fixture(scope="module")
def ahead(service: Running, ports: tuple[int, int]) -> Running:
    """The same service behind nginx."""
    return replace(service, port=ports[0])


@pytest.fixture(scope="module")
def path(service: Running) -> str:
    """The path of a replay."""
    stored = service.ask("POST", "/v1/replays", GOOD, Content_Type=TEXT).json()
    return f"/v1/replays/{stored['id']}"


def comparable(answer: Answer) -> tuple[int, bytes, Mapping[str, str]]:
    """An answer without the headers that differ between requests."""
    headers = {name: text for name, text in answer.headers.items() if name not in OF_ONE_REQUEST}
    return answer.status, answer.data, headers


@pytest.mark.parametrize("accept", ["*/*", JSON, TEXT, LINES, "image/png"])
@pytest.mark.parametrize("packing", ["identity", "gzip"])
@pytest.mark.parametrize("bearer", ["", f"Bearer {TOKEN}", "Bearer cgn_unknown"])
def test_cached_or_not_answers_are_those_of_the_service(
    service: Running, ahead: Running, path: str, accept: str, packing: str, bearer: str
) -> None:
    headers = {"Accept": accept, "Accept_Encoding": packing, "Authorization": bearer}
    for where in (path, f"{path}/frames?to=3", "/v1/replays?limit=1", "/v1/games", "/nope"):
        direct = comparable(service.ask("GET", where, None, **headers))
        assert [comparable(ahead.ask("GET", where, None, **headers)) for _ in range(2)] == [
            direct
        ] * 2


def test_an_unchanged_answer_is_304(ahead: Running, path: str) -> None:
    tag = ahead.ask("GET", path, None, **ANYONE).headers["etag"]
    answer = ahead.ask("GET", path, None, If_None_Match=tag, Authorization="")
    assert (answer.status, answer.data) == (304, b"")


@pytest.mark.parametrize(
    ("headers", "is_kept"),
    [(ANYONE, True), ({}, False), ({"Cache_Control": "no-cache", **ANYONE}, False)],
)
def test_only_public_answers_are_cached(
    service: Running, ahead: Running, path: str, headers: dict[str, str], *, is_kept: bool
) -> None:
    before = served(service)
    for _ in range(40):
        assert ahead.ask("GET", f"{path}?", None, **headers).status == 200
    assert (served(service) - before < 40) is is_kept


def test_clients_that_take_gzip_share_an_answer(
    service: Running, ahead: Running, path: str
) -> None:
    spellings = ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.8", "deflate,gzip;q=0.5"]
    before = served(service)
    for spelling in 10 * spellings:
        answer = ahead.ask("GET", f"{path}?", None, Accept_Encoding=spelling, Authorization="")
        assert answer.headers["content-encoding"] == "gzip"
    assert served(service) - before < 10
    for spelling in ("", "identity", "br", "br, gzip;q=0", "gzip;q=0.0, br"):
        answer = ahead.ask("GET", f"{path}?", None, Accept_Encoding=spelling, Authorization="")
        assert "content-encoding" not in answer.headers


def served(service: Running) -> float:
    """How many requests for a replay the service has answered."""
    lines = service.ask("GET", "/metrics").data.decode().splitlines()
    counted = [line for line in lines if 'route="/v1/replays/<id:replay>"' in line]
    return sum(float(line.rpartition(" ")[2]) for line in counted)


def test_a_wait_comes_with_the_next_change_and_events_at_once(
    service: Running, ahead: Running
) -> None:
    table = Table(ahead)
    tag = ahead.ask("GET", table.path, None, **ANYONE).headers["etag"]
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(table.wait, tag, **ANYONE)
        events = stream(ahead, table)
        assert json.loads(next(events)["data"])["version"] == 1
        until(lambda: waiting(service) == 2)
        now = table.play()
        assert answer.result().headers["etag"] == now
        assert json.loads(next(events)["data"])["version"] == 2
        events.close()


def test_imports_may_be_larger_than_other_bodies(ahead: Running) -> None:
    large = GOOD + (b" " * 60_000 + b"\n") * 80
    assert ahead.ask("POST", "/v1/imports", large, Content_Type=TEXT).status == 200
    assert ahead.ask("POST", "/v1/validations", large, Content_Type=TEXT).status == 413


def test_https_works(ports: tuple[int, int]) -> None:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with closing(HTTPSConnection("127.0.0.1", ports[1], context=context)) as connection:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        assert answer.status == 200
        assert answer.headers["Strict-Transport-Security"]


def test_address_headers_of_clients_are_ignored(ahead: Running) -> None:
    statuses = [
        ahead.ask("POST", "/nope", None, X_Forwarded_For=f"192.0.2.{number}", **ANYONE).status
        for number in range(WRITES + 1)
    ]
    assert statuses == [404] * WRITES + [429]


def test_another_host_is_refused_and_poisons_no_answer(ahead: Running, path: str) -> None:
    for page in ("/", path):
        refused = ahead.ask("GET", page, Host="evil.example", Authorization="")
        assert refused.status == 421
        assert b"evil.example" not in ahead.ask("GET", page, Authorization="").data
