"""`cgn upload` when the service, the network or the command itself fails."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.cli.running import EXAMPLE, OTHER, ROOT, begun_game, cgn
from tests.cli.serving import ALONE, Served, served
from tests.cli.stub import STORED, Answer, stubbed, wired

pytestmark = pytest.mark.long

ID = "0" * 64
THIRD = ROOT / "examples" / "the_jam.cgn"
GAMES = 1_200
TOKEN = "cgn_a"  # noqa: S105 - of the stub, which looks at none
KEPT = Answer(201, json.dumps(STORED).encode())


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("service"), writes=0) as running:
        yield running


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Short games of this test, more than fit into one request."""
    path = tmp_path / "games.cgn"
    path.write_text("\n".join(begun_game(f"{tmp_path.name} {number}") for number in range(GAMES)))
    return path


def upload(url: str, *arguments: str | Path, token: str = TOKEN) -> Result:
    env = {**ALONE, "CGN_URL": url, "CGN_TOKEN": token}
    return cgn("upload", *arguments, env=env)


def started(url: str, token: str, *arguments: str | Path) -> subprocess.Popen[str]:
    """An upload in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "cgn", "upload", *map(str, arguments), "--to", url],
        cwd=ROOT,
        env={"CGN_TOKEN": token, "NO_PROXY": "*", "CGN_DECKS": "/nowhere", "PATH": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lines(*rows: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in rows)


def stored(record: int) -> dict[str, Any]:
    return {"record": record, "status": 201, **STORED}


def test_pauses_grow_until_the_retries_are_used_up(pauses: list[float]) -> None:
    with stubbed(Answer(500, b'{"detail": "a mistake"}')) as stub:
        result = upload(stub.url, EXAMPLE, "--retries", "8")
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{stub.url}: a mistake (500); trying again in 0.5 s\n")
    assert result.stderr.endswith(f"Error: {stub.url}: a mistake (500)\n")


def test_a_pause_follows_retry_after(pauses: list[float]) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    busy = [
        Answer(429, b'{"detail": "too often"}', {"Retry-After": "17"}),
        Answer(503, b"<html>", {"Retry-After": date}),
        Answer(502, b"", {"Retry-After": "soon"}),
        Answer(408, b"", {"Retry-After": "0"}),
    ]
    with stubbed(*busy, KEPT) as stub:
        result = upload(stub.url, EXAMPLE)
    assert (result.exit_code, result.stdout) == (0, f"new {stub.url}/v1/replays/{ID} {EXAMPLE}:1\n")
    assert pauses[0] == 17
    assert 80 < pauses[1] <= 90
    assert pauses[2:] == [2, 4]


def test_a_pause_has_an_upper_limit(pauses: list[float]) -> None:
    with stubbed(Answer(503, b"", {"Retry-After": "86400"})) as stub:
        assert upload(stub.url, EXAMPLE).exit_code == 2
    assert pauses == []


def test_a_retry_has_the_same_key_and_another_run_a_new_one(pauses: list[float]) -> None:
    with stubbed(Answer(cut=True), Answer(503), KEPT) as stub:
        assert upload(stub.url, EXAMPLE).exit_code == 0
        assert upload(stub.url, EXAMPLE).exit_code == 0
    assert len(pauses) == 2
    keys = [request.headers["Idempotency-Key"] for request in stub.requests]
    assert len(keys) == 4
    assert keys[0] == keys[1] == keys[2] != keys[3]


def test_records_whose_answer_was_lost_count_as_new(service: Served, pauses: list[float]) -> None:
    before = service.ids()
    with wired(service.port) as wire:
        for paths in ([EXAMPLE], [OTHER, THIRD]):
            wire.passing = [0]
            result = upload(wire.url, *paths, token=service.token())
            assert result.exit_code == 0
            assert [line.split()[0] for line in result.stdout.splitlines()] == ["new"] * len(paths)
        assert pauses == [0.5, 0.5]
        assert len(service.ids() - before) == 3


def test_only_unanswered_records_of_an_import_are_sent_again(pauses: list[float]) -> None:
    busy = {"record": 2, "status": 503, "detail": "the store is busy"}
    end = {"complete": True, "records": 2, "stored": 2, "refused": 0}
    with stubbed(
        Answer(200, lines(stored(1), busy, stored(3))),
        Answer(200, lines(stored(1)) + b'{"record": 2, "sta', cut=True),
        KEPT,
    ) as stub:
        result = upload(stub.url, EXAMPLE, OTHER, THIRD)
        paths = [request.path.partition("?")[0] for request in stub.requests]
        assert paths == ["/v1/imports", "/v1/imports", "/v1/replays"]
        assert result.stdout.count("new ") == 3
        assert len(pauses) == 2
        stub.answers[:] = [Answer(200, lines(stored(1), stored(2)), cut=True)]
        assert upload(stub.url, EXAMPLE, OTHER).exit_code == 0
        assert len(pauses) == 2
        stub.answers[:] = [Answer(200, lines(stored(1), stored(2), end))]
        assert upload(stub.url, EXAMPLE, OTHER).exit_code == 0


def test_records_that_an_import_left_out_are_sent_again(pauses: list[float]) -> None:
    full = {"complete": False, "records": 1, "status": 503, "detail": "too much waits"}
    with stubbed(Answer(200, lines(stored(1), full)), KEPT) as stub:
        result = upload(stub.url, EXAMPLE, OTHER)
    assert result.stdout.count("new ") == 2
    assert len(pauses) == 1
    assert f"{stub.url}: too much waits (503); trying again" in result.stderr


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"[]\n",
        b'{"complete": true, "records": 2}\n',
        lines(stored(2)),
        lines(stored(1) | {"id": "../x"}),
        lines({"record": 1, "status": 422}),
        lines(stored(1), stored(2), stored(3)),
        lines(stored(1), {"complete": True, "records": 1}),
        b"[" * 100_000 + b"\n",
        b"\xff\n",
    ],
    ids=lambda body: body[:30].decode(errors="replace"),
)
def test_a_wrong_answer_is_reported(body: bytes, pauses: list[float]) -> None:
    with stubbed(Answer(200, body)) as stub:
        result = upload(stub.url, EXAMPLE, OTHER, "--retries", "0")
    assert result.exit_code == 2
    assert f"{stub.url}" in result.stderr
    assert "answer" in result.stderr
    assert pauses == []


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(404, b"<html>"), "does not answer as a CGN service does: 404 Not Found"),
        (Answer(404, b'{"error": 1}'), "does not answer as a CGN service does: 404 Not Found"),
        (Answer(200, b"<html>"), "does not answer as a CGN service does: JSON is malformed"),
        (Answer(204), "does not answer as a CGN service does: the answer is empty"),
        (Answer(308, b"", {"Location": "https://b/\x80"}), "has moved to https://b/\\u{80}\n"),
        (Answer(400, b'{"detail": "no\\u001b[2J"}'), "no\\u{1b}[2J (400)"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_permanent_failure_is_reported_once(
    answer: Answer, message: str, pauses: list[float]
) -> None:
    with stubbed(answer) as stub:
        result = upload(stub.url, EXAMPLE)
    assert (result.exit_code, result.stdout, pauses) == (2, "", [])
    assert message in result.stderr
    assert len(stub.requests) == 1


def test_errors_that_only_the_service_finds_are_shown_at_the_record(tmp_path: Path) -> None:
    path = tmp_path / "two.cgn"
    path.write_bytes(OTHER.read_bytes() + b"\n" + EXAMPLE.read_bytes())
    line = OTHER.read_bytes().count(b"\n") + 2
    words = ("code", "message", "label", "game", "seat", "player", "table", "rule")
    diagnostic: dict[str, object] = {name: f"{name} \x1b[2J" for name in (*words, "help", "note")}
    diagnostic |= {
        "severity": "error",
        "place": {"file": "\x1b", "line": 1},
        "nearest": ["\x1b"],
        "legal": 2,
        "ply": 3,
    }
    refused = {"record": 2, "status": 422, "detail": "", "diagnostics": [diagnostic]}
    end = {"complete": True, "records": 2}
    with stubbed(Answer(200, lines(stored(1), refused, end))) as stub:
        result = upload(stub.url, path)
    assert result.exit_code == 1
    assert f"--> {path}:{line}:1  (game \\u{{1b}}[2J, record 2)" in result.stderr
    assert "message \\u{1b}[2J" in result.stderr
    assert "\x1b" not in result.stderr


def test_a_record_that_takes_too_long_to_check_is_warned_about(tmp_path: Path) -> None:
    path = tmp_path / "heavy.cgn"
    begun = begun_game("s").removesuffix("= * 0 0\n")
    path.write_text(f"{begun}1. A: draw left left\n" + "(1. A: draw right right)\n" * 20_000)
    with stubbed(Answer(413, b'{"detail": "cgn.too-costly: too long"}')) as stub:
        result = upload(stub.url, path)
        quiet = upload(stub.url, path, "--quiet")
    assert result.exit_code == 1
    warning, refusal, _ = result.stderr.splitlines()
    assert warning.startswith(f"Warning: {path}: record 1 takes so long to check")
    assert refusal == f"{path}:1: cgn.too-costly: too long"
    assert quiet.stderr == f"{refusal}\n"


def test_the_token_goes_to_the_service_and_to_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login ana password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    with stubbed(KEPT) as other:
        moved = Answer(307, b"", {"Location": f"{other.url}/v1/replays"})
        with stubbed(moved) as stub:
            assert upload(stub.url, EXAMPLE).exit_code == 2
    assert [request.headers["Authorization"] for request in stub.requests] == [f"Bearer {TOKEN}"]
    assert other.requests == []


def test_an_upload_waits_for_a_service_that_restarts(service: Served, games: Path) -> None:
    before = service.ids()
    with started(service.url, service.token(), games) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline() for _ in range(20)]
        service.kill()
        service.start(writes=0)
        printed += process.stdout.readlines()
        assert process.stderr is not None
        errors = process.stderr.read()
    assert process.returncode == 0, errors
    assert "trying again in 0.5 s" in errors
    assert [line.rpartition(":")[2] for line in printed] == [f"{n}\n" for n in range(1, GAMES + 1)]
    ids = {line.split()[1].rpartition("/")[2] for line in printed}
    assert ids == service.ids() - before


def test_a_killed_upload_is_resumed_by_the_next_run(service: Served, games: Path) -> None:
    before, token = service.ids(), service.token()
    with started(service.url, token, games) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline() for _ in range(20)]
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert all(line.startswith("new ") for line in printed)
    again = upload(service.url, games, token=token)
    assert again.exit_code == 0
    words = [line.split()[0] for line in again.stdout.splitlines()]
    assert words[:20] == ["there"] * 20
    known, new = words.count("there"), words.count("new")
    assert known + new == GAMES == len(service.ids() - before)
    assert f"{new:,} new, {known:,} already there, 0 refused" in again.stderr
