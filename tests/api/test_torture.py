"""The service is killed, runs out of disk and gets many requests at once. Nothing is lost.

CGN_KILLS says how often it is killed; `make torture` says 50.
"""

import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from gzip import compress
from pathlib import Path
from threading import Barrier

import pytest

from notation.text_writer import write_text
from replays.store.model import ADMIN
from replays.store.open_store import open_store
from replays.store.query import Query
from tests.api.serving import TOKEN, Running, running
from tests.replays.store.making import record

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc"),
]

KILLS = int(os.environ.get("CGN_KILLS", "2"))
UPLOADER = Path(__file__).parent / "uploader.py"
GAME = write_text(record(plies=20, tags={"Event": "@"}))
GOOD = GAME.encode()
TEXT = "text/vnd.cgn"
FREE = ["--reads", "0", "--writes", "0", "--cache-age", "0"]
EVERYTHING = Query(own=True)
TOGETHER = 12
"""Uploads at once of one token: as many as one client may have waiting."""

PATIENCE = 300
"""Seconds to wait for a process to end, on a machine however busy."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of `service`."""
    return tmp_path_factory.mktemp("served") / "cgn.db"


@pytest.fixture(scope="module")
def service(data: Path) -> Iterator[Running]:
    """One service for all tests here that do not stop it. What they upload differs."""
    with running(data, *FREE, "--workers", "2") as process:
        yield process


@contextmanager
def uploaders(
    service: Running, names: list[str], count: int, threads: int = 3
) -> Iterator[list[subprocess.Popen[str]]]:
    """An uploading process for each name, all started."""
    amount = [str(count), str(threads)]
    started = [
        subprocess.Popen(
            [sys.executable, "-I", str(UPLOADER), str(service.port), TOKEN, name, *amount],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    try:
        for process in started:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in started:
            assert process.stdin is not None
            process.stdin.write(GAME)
            process.stdin.close()
        yield started
    finally:
        for process in started:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def answered(process: subprocess.Popen[str], most: int | None = None) -> list[tuple[int, str]]:
    """The status and id of so many answers that a process prints; of all by default."""
    assert process.stdout is not None
    answers = []
    for line in process.stdout:
        status, name = line.split(maxsplit=1)
        answers.append((int(status), name.strip()))
        if len(answers) == most:
            break
    return answers


def faults(data: Path) -> list[str]:
    with open_store(data, lambda: 0) as store:
        return list(store.check(lambda *_: None))


def total(service: Running) -> int:
    """How many replays it has."""
    return int(service.ask("GET", "/v1/replays?total=1").json()["total"])


def test_processes_that_upload_at_once_lose_nothing(service: Running, data: Path) -> None:
    before = total(service)
    with uploaders(service, [f"holder {n}" for n in range(4)], 20) as processes:
        answers = [pair for process in processes for pair in answered(process)]
    assert Counter(status for status, _ in answers) == {201: 4 * 20}
    with open_store(data, lambda: 0) as store:
        assert store.count(EVERYTHING, ADMIN) == before + 4 * 20
        assert all(store.get(name, ADMIN) for _, name in answers)
    assert faults(data) == []


def test_identical_uploads_at_once_are_one(service: Running) -> None:
    before, together = total(service), Barrier(TOGETHER)

    def upload(_: int) -> int:
        together.wait()
        return service.ask("POST", "/v1/replays", GOOD, Content_Type=TEXT).status

    with ThreadPoolExecutor(TOGETHER) as pool:
        statuses = Counter(pool.map(upload, range(TOGETHER)))
    assert statuses == {201: 1, 200: TOGETHER - 1}
    assert total(service) == before + 1


def test_no_acknowledged_upload_is_lost_by_a_kill(tmp_path: Path) -> None:
    """One file for all kills: each start finds it as the last kill left it."""
    data = tmp_path / "cgn.db"
    kept: set[str] = set()
    under_way = 0
    for kill in range(KILLS):
        with running(data, *FREE) as service:
            assert all(
                service.ask("GET", f"/v1/replays/{name}").status == 200 for name in list(kept)[:20]
            )
            names = [f"{kill} {number}" for number in range(3)]
            with uploaders(service, names, 2_000) as processes:
                answers = answered(processes[0], 1 + kill * 7 % 50)
                service.kill()
                answers += [pair for process in processes for pair in answered(process)]
        assert {status for status, _ in answers} == {201}
        kept |= {name for _, name in answers}
        under_way += 3 * 3
        with open_store(data, lambda: 0) as store:
            assert all(store.get(name, ADMIN) for _, name in answers)
            assert len(kept) <= store.count(EVERYTHING, ADMIN) <= len(kept) + under_way
        assert faults(data) == []


def new(number: int) -> bytes:
    """A record that is unique to this number."""
    return GAME.replace("@", str(number)).encode()


def test_checkers_killed_under_load_lose_nothing(service: Running, data: Path) -> None:
    """Only a job whose checker was killed twice is answered 503."""
    with uploaders(service, [f"player {n}" for n in range(4)], 60) as processes:
        answers = []
        for _ in range(3):
            answers += answered(processes[0], 5)
            for checker in service.children():
                with suppress(ProcessLookupError):
                    os.kill(checker, signal.SIGKILL)
        answers += [pair for process in processes for pair in answered(process)]
    statuses = Counter(status for status, _ in answers)
    assert set(statuses) <= {201, 503}
    assert statuses.total() == 4 * 60
    assert statuses[503] < 20
    with open_store(data, lambda: 0) as store:
        assert all(store.get(name, ADMIN) for status, name in answers if status == 201)


def test_checkers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with running(tmp_path / "cgn.db", *FREE) as service:
        assert service.ask("POST", "/v1/validations", GOOD, Content_Type=TEXT).status == 200
        children = service.children()
        assert len(children) >= 3
        service.process.kill()
        service.process.wait()
        end = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{child}").exists() for child in children):
            assert time.monotonic() < end
            time.sleep(0.1)


def test_the_service_can_be_stopped_at_any_moment(tmp_path: Path) -> None:
    for moment in range(max(KILLS // 2, 1)):  # the first before its checkers have started
        with running(tmp_path / "cgn.db", *FREE) as service:
            time.sleep(moment * 0.1)
            service.process.send_signal(signal.SIGTERM)
            assert service.process.wait(PATIENCE) == 0


@contextmanager
def no_room(service: Running) -> Iterator[None]:
    """Let no file of the service grow."""
    pid = service.process.pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


def test_a_full_disk_is_reported_until_there_is_room_again(service: Running, data: Path) -> None:
    large = new(0) + (b" " * 60_000 + b"\n") * 16
    packed = {"Content_Encoding": "gzip"}

    def upload(body: bytes, **headers: str) -> int:
        return service.ask("POST", "/v1/replays", body, Content_Type=TEXT, **headers).status

    assert upload(new(0)) == 201
    before = total(service)
    with no_room(service):
        statuses = {upload(new(number)) for number in range(1, 6)}
        assert statuses <= {503, 507}
        assert (upload(large), upload(compress(large), **packed)) == (507, 507)
        (line,) = service.ask("POST", "/v1/imports", new(9), Content_Type=TEXT).json()["lines"]
        assert line["status"] in (503, 507)
        assert total(service) == before
        assert service.ask("GET", "/readyz").status == 200
    assert total(service) == before
    assert upload(new(9)) == 201
    assert (upload(large), upload(compress(large), **packed)) == (200, 200)
    assert faults(data) == []
