"""Requests that wait for a change, and streams of events, on the real server."""

import inspect
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import waitress.channel
import waitress.server
import waitress.task

import cgn
from benchmarks.postgres import Server
from tests.api.serving import TOKEN, Answer, Running, running
from tests.postgres import server

__all__ = ["server"]

HEADER = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}
FLAGS = ["--reads", "0", "--writes", "0", "--waits", "5", "--connections", "64"]
ANYONE = {"Authorization": ""}
JSON = {"Content_Type": "application/json"}
SOON = 20.0
"""Seconds within which an answer has to come that waits for nothing; a wait of 60 is longer."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("served") / "cgn.db", *FLAGS) as process:
        yield process


class Table:
    """A table of a running service."""

    def __init__(self, service: Running, **header: object) -> None:
        self.service = service
        seed = f"{time.monotonic_ns()}"
        body = json.dumps({"header": {**HEADER, "seed": seed, **header}}).encode()
        made = service.ask("POST", "/v1/tables", body, **JSON)
        assert made.status == 201, made.data
        self.id = made.json()["id"]
        self.path = f"/v1/tables/{self.id}"

    def post(self, call: str, **body: object) -> Answer:
        version = self.service.ask("GET", self.path).headers["etag"]
        raw = json.dumps(body).encode()
        return self.service.ask("POST", f"{self.path}/{call}", raw, If_Match=version, **JSON)

    def play(self) -> str:
        """Make any move; returns the ETag after it."""
        due = self.service.ask("GET", self.path).json()["due"]["seats"][0]
        legal = self.service.ask("GET", f"{self.path}/legal?view={due}").json()["legal"]
        done = self.post("plies", seat=due, move=legal[0])
        assert done.status == 200, done.data
        return done.headers["etag"]

    def wait(self, tag: str, what: str = "", seconds: str = "60", **headers: str) -> Answer:
        where = what or self.path
        query = f"{'&' if '?' in where else '?'}wait={seconds}"
        return self.service.ask("GET", where + query, None, If_None_Match=tag, **headers)


@pytest.fixture
def table(service: Running) -> Table:
    return Table(service)


def waiting(service: Running) -> int:
    """How many requests wait."""
    text = service.ask("GET", "/metrics", None, **ANYONE).data.decode()
    return int(float(re.findall(r"^cgn_waiting (\S+)$", text, re.MULTILINE)[0]))


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_every_read_of_a_table_comes_with_the_next_change(service: Running, table: Table) -> None:
    whats = ["", "/moves", "/frames", "/frames/0", "/events", "/record", "/legal", "/choices"]
    paths = [f"{table.path}{what}" for what in whats[:3]] + [
        f"/t/{table.id}/{what}" for what in ("state", "version")
    ]
    tags = [service.ask("GET", path, None, **ANYONE).headers["etag"] for path in paths]
    with ThreadPoolExecutor(len(paths)) as pool:
        found = [
            pool.submit(table.wait, tag, path, **ANYONE)
            for tag, path in zip(tags, paths, strict=True)
        ]
        until(lambda: waiting(service) == len(paths))
        begun = time.monotonic()
        now = table.play()
        answers = [one.result() for one in found]
    assert time.monotonic() - begun < SOON
    assert [answer.status for answer in answers] == [200] * len(paths)
    assert {answer.headers["etag"].replace("-gz", "") for answer in answers} == {now}
    for what in whats[3:]:
        path = f"{table.path}{what}"
        tag = service.ask("GET", path).headers["etag"]
        assert table.wait(tag, path, seconds="1").status == 304


def test_without_a_change_a_304_comes_in_time(service: Running, table: Table) -> None:
    tag = service.ask("GET", table.path).headers["etag"]
    begun = time.monotonic()
    answer = table.wait(tag, seconds="1")
    assert answer.status == 304
    assert "max-age" in answer.headers["cache-control"] or "poll-after" in answer.headers
    assert 0.9 < time.monotonic() - begun < SOON


def test_a_change_that_came_before_is_told_at_once(service: Running, table: Table) -> None:
    tag = service.ask("GET", table.path).headers["etag"]
    table.play()
    assert table.wait(tag).status == 200


def test_a_token_that_is_revoked_meanwhile_is_told_so(service: Running, table: Table) -> None:
    given = table.post("tokens", seat="A").json()["token"]
    bearer = {"Authorization": f"Bearer {given}"}
    tag = service.ask("GET", table.path, None, **bearer).headers["etag"]
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(table.wait, tag, **bearer)
        until(lambda: waiting(service) == 1)
        table.post("tokens", seat="A")  # a new one, in its place
        table.play()
        assert answer.result().status == 401


def test_more_waits_than_a_client_may_have_are_answered_at_once(
    service: Running, table: Table
) -> None:
    tag = service.ask("GET", table.path).headers["etag"]
    with ThreadPoolExecutor(5) as pool:
        waits = [pool.submit(table.wait, tag, **ANYONE) for _ in range(5)]
        until(lambda: waiting(service) == 5)
        assert table.wait(tag, **ANYONE).status == 304
        assert table.wait(tag, seconds="1").status == 304  # another client, which waits
        now = table.play()
        assert {wait.result().headers["etag"] for wait in waits} == {now}


@pytest.mark.parametrize("call", ["?wait=60", "/events"])
def test_a_client_that_has_gone_frees_its_place(service: Running, table: Table, call: str) -> None:
    tag = service.ask("GET", table.path).headers["etag"]
    head = (
        f"GET {table.path}{call} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {tag}\r\n"
        "Accept: text/event-stream\r\n\r\n"
    )
    client = socket.create_connection(("127.0.0.1", service.port))
    client.sendall(head.encode())
    until(lambda: waiting(service) == 1)
    client.close()
    until(lambda: waiting(service) == 0)


def test_no_change_is_lost_between_the_look_and_the_wait(service: Running, table: Table) -> None:
    seen: list[str] = []

    def follow() -> None:
        tag = service.ask("GET", table.path, None, **ANYONE).headers["etag"]
        seen.append(tag)
        while len(seen) < 41:
            answer = table.wait(tag, **ANYONE)
            assert answer.status == 200
            tag = answer.headers["etag"]
            seen.append(tag)
            if int(tag[2:-1]) >= 41:
                return

    followers = [threading.Thread(target=follow) for _ in range(3)]
    for one in followers:
        one.start()
    for _ in range(40):
        table.play()
    for one in followers:
        one.join(SOON)
        assert not one.is_alive()


def test_players_who_wait_in_turn_are_all_woken(service: Running) -> None:
    """The next request of a connection may begin before the thread of the last one is done."""

    def play(url: str, table: str, token: str, seat: str) -> int:
        plies = 0
        with cgn.Client(url, token) as client:
            live = client.table(table)
            for state in live.watch():
                moves = live.legal().legal if state.is_asked else None
                if moves:
                    live.play(seat, moves[state.version % len(moves)])
                    plies += 1
        return plies

    for _ in range(3):
        table = Table(service, game="point_salad")
        tokens = {seat: table.post("tokens", seat=seat).json()["token"] for seat in "AB"}
        with ThreadPoolExecutor(2) as pool:
            url = f"http://127.0.0.1:{service.port}"
            players = [pool.submit(play, url, table.id, tokens[seat], seat) for seat in "AB"]
            assert sum(player.result(SOON) for player in players) > 10


@pytest.mark.long
def test_who_waits_at_one_host_hears_of_a_ply_at_another(server: Server) -> None:
    address = server.database()
    with running(address, *FLAGS) as host, running(address, *FLAGS) as other:
        table = Table(host)
        tag = host.ask("GET", table.path).headers["etag"]
        with ThreadPoolExecutor() as pool:
            where = f"{table.path}?wait=60"
            asked = pool.submit(other.ask, "GET", where, None, If_None_Match=tag, **ANYONE)
            until(lambda: waiting(other) == 1)
            tag = table.play()
            assert asked.result().headers["etag"] == tag


@pytest.mark.long
def test_a_service_that_stops_answers_those_that_wait(tmp_path: Path) -> None:
    with running(tmp_path / "cgn.db", *FLAGS) as service:
        table = Table(service)
        tag = service.ask("GET", table.path).headers["etag"]
        with ThreadPoolExecutor(2) as pool:
            answer = pool.submit(table.wait, tag, **ANYONE)
            events = pool.submit(lambda: list(stream(service, table)))
            until(lambda: waiting(service) == 2)
            service.process.terminate()
            assert answer.result().status == 304
            assert len(events.result()) == 1


class TestStreams:
    def test_each_event_has_what_is_new_and_the_last_one_the_end(
        self, service: Running, table: Table
    ) -> None:
        found: list[dict[str, str]] = []
        reader = threading.Thread(target=lambda: found.extend(stream(service, table)))
        reader.start()
        until(lambda: waiting(service) == 1)
        for _ in range(3):
            table.play()
            until(lambda: waiting(service) == 1)
        table.post("end", termination="abandoned")
        reader.join(SOON)
        assert not reader.is_alive()
        assert [event["id"] for event in found] == sorted({event["id"] for event in found})
        datas = [json.loads(event["data"]) for event in found]
        assert sum(len(data.get("moves", ())) for data in datas) == 4  # the deal, and three plies
        assert found[-1]["event"] == "end"
        assert datas[-1]["finished"]
        assert datas[-1]["replay"]

    def test_it_goes_on_after_the_last_event(self, service: Running, table: Table) -> None:
        table.play()
        table.play()
        events = stream(service, table, Last_Event_ID="2")
        first = json.loads(next(events)["data"])
        assert (first["version"], first["keep"], len(first["moves"])) == (3, 1, 1)
        events.close()

    def test_json_stays_the_default(self, service: Running, table: Table) -> None:
        answer = service.ask("GET", f"{table.path}/events")
        assert answer.headers["content-type"] == "application/json"
        assert [event["act"] for event in answer.json()["events"]] == ["created"]

    def test_a_seat_sees_its_own_view(self, service: Running, table: Table) -> None:
        given = table.post("tokens", seat="A").json()["token"]
        bearer = {"Authorization": f"Bearer {given}"}
        event = json.loads(next(stream(service, table, **bearer))["data"])
        assert event["view"] == "A"

    def test_no_table_is_a_problem(self, service: Running) -> None:
        path = f"/v1/tables/{'0' * 32}/events"
        answer = service.ask("GET", path, None, Accept="text/event-stream")
        assert answer.status == 404
        assert answer.headers["content-type"] == "application/problem+json"

    def test_a_token_that_is_revoked_ends_it(self, service: Running, table: Table) -> None:
        given = table.post("tokens", seat="A").json()["token"]
        events = stream(service, table, Authorization=f"Bearer {given}")
        next(events)
        table.post("tokens", seat="A")
        table.play()
        assert list(events) == []


def stream(service: Running, table: Table, **headers: str) -> Generator[dict[str, str], None, None]:
    """The events of a table, until the stream ends."""
    connection = HTTPConnection("127.0.0.1", service.port, timeout=SOON)
    sent = {"Accept": "text/event-stream", "Authorization": f"Bearer {TOKEN}"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", f"{table.path}/events", None, sent)
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.getheader("Content-Type") == "text/event-stream"
    event: dict[str, str] = {}
    try:
        for raw in answer:
            line = raw.decode().rstrip("\n")
            if not line and event:
                yield event
                event = {}
            elif line and not line.startswith(":"):
                name, _, value = line.partition(": ")
                event[name] = value
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("code", "rests_on"),
    [
        (
            waitress.channel.HTTPChannel.service,
            "request = self.requests[0] … task.service() … except Exception: … requests.pop(0)",
        ),
        (waitress.channel.HTTPChannel.readable, "channel_request_lookahead"),
        (waitress.task.Task.service, "self.start() self.execute() self.finish()"),
        (waitress.task.Task.finish, "if self.chunked_response: … 0\\r\\n\\r\\n"),
        (waitress.task.Task.write, "if not self.wrote_header:"),
        (waitress.server.BaseWSGIServer.maintenance, "not channel.requests"),
        (waitress.server.BaseWSGIServer.add_task, "self.task_dispatcher.add_task(task)"),
    ],
)
def test_waitress_is_inside_as_waiting_requests_need_it(
    code: Callable[..., Any], rests_on: str
) -> None:
    """A request that waits stays in its channel, and is asked anew: see api/server/parking.py."""
    source = " ".join(inspect.getsource(code).split())
    at = 0
    for part in rests_on.split(" … "):
        at = source.find(part, at)
        assert at >= 0, part


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service at which no stream of another test is still waiting for its end."""
    with running(tmp_path_factory.mktemp("other") / "cgn.db", *FLAGS) as process:
        yield process


class TestLists:
    def ask(self, other: Running, query: str) -> Callable[[], Answer]:
        """A call that waits for a change of a list."""
        path = f"/v1/tables?{query}"
        tag = other.ask("GET", path).headers["etag"]
        return lambda: other.ask("GET", f"{path}&wait=3", None, If_None_Match=tag)

    def test_a_list_comes_with_a_game_that_concerns_it(self, other: Running) -> None:
        table = Table(other)
        queries = ("game=triggs", "player=ANA", "game=the_jam", "player=Cleo", "limit=5")
        with ThreadPoolExecutor(len(queries)) as pool:
            asked = [pool.submit(self.ask(other, query)) for query in queries]
            until(lambda: waiting(other) == len(queries))
            table.play()
            statuses = [answer.result().status for answer in asked]
        assert statuses == [200, 200, 304, 304, 200]

    def test_replays_are_followed_too(self, other: Running) -> None:
        with ThreadPoolExecutor(1) as pool:
            path = "/v1/replays?own=1&game=triggs"
            tag = other.ask("GET", path).headers["etag"]
            asked = pool.submit(other.ask, "GET", f"{path}&wait=60", None, If_None_Match=tag)
            until(lambda: waiting(other) == 1)
            table = Table(other)
            table.play()
            table.post("end", termination="abandoned")
            assert asked.result().status == 200
