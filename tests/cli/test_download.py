"""`cgn download` from a running service."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import Result

from cli.serve.options import opened_store
from replays.store.model import ADMIN, Visibility
from tests.cli.running import EXAMPLE, OTHER, ROOT, begun_game, cgn
from tests.cli.serving import ALONE, Served, served
from tests.cli.stub import Wire, wired

GAMES = 150
NOBODY = "http://127.0.0.1:1"
BEGUN = begun_game("begun")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with examples, a game that only began, a private one, and many others."""
    folder = tmp_path_factory.mktemp("service")
    games, begun = folder / "games.cgn", folder / "begun.cgn"
    played = cgn("simulate", "point_salad", "--seed", "s", "--games", str(GAMES))
    games.write_text(played.stdout, encoding="utf-8")
    begun.write_text(BEGUN)
    data = folder / "served.db"
    paths = [EXAMPLE, OTHER, begun, games]
    cgn("store", "import", *paths, "--holder", "ana", "--data", data, env=ALONE)
    with served(folder, reads=0) as service:
        private = service.entries()[1]
        with opened_store(data) as store:
            store.set_visibility(private.id, ADMIN, Visibility.PRIVATE)
        yield service


@pytest.fixture
def wire(club: Served) -> Iterator[Wire]:
    with wired(club.port) as proxy:
        yield proxy


def download(url: str, *arguments: str | Path, **env: str | None) -> Result:
    return cgn("download", *arguments, env={**ALONE, "CGN_URL": url, **env})


def exported(club: Served, form: str) -> bytes:
    """Every public replay, as the store exports them."""
    arguments = ["--public", "--format", form, "--data", str(club.data)]
    return cgn("store", "export", *arguments, env=ALONE).stdout_bytes


def test_a_replay_is_text_or_json_on_standard_output_or_in_a_file(
    club: Served, tmp_path: Path
) -> None:
    replay = club.entries()[0].id
    text = download(club.url, replay)
    assert (text.exit_code, text.stdout_bytes, text.stderr) == (0, EXAMPLE.read_bytes(), "")
    for name in ("game.cgn", "game.cgn.json", "game.cgn.jsonl"):
        result = download(club.url, replay, "-o", tmp_path / name)
        assert (result.exit_code, result.output) == (0, "")
        assert cgn("diff", EXAMPLE, tmp_path / name).exit_code == 0
    output = download(club.url, replay, "--format", "json", "-o", "-").stdout
    assert json.loads(output)["game"] == "triggs"


def test_a_replay_is_named_by_its_url_as_well(club: Served) -> None:
    replay = club.entries()[0].id
    result = download("http://nowhere.invalid", f"{club.url}/v1/replays/{replay}")
    assert result.stdout_bytes == EXAMPLE.read_bytes()


def test_an_unknown_replay_is_reported_and_no_file_is_made(club: Served, tmp_path: Path) -> None:
    for replay in ("0" * 64, club.entries()[1].id):
        result = download(club.url, replay, "-o", tmp_path / "x.cgn")
        assert result.exit_code == 2
        message = f"Error: {club.url}: there is no replay with this id that you may see (404)\n"
        assert result.stderr == message
    assert list(tmp_path.iterdir()) == []


def test_a_holder_gets_the_whole_replay(club: Served) -> None:
    private, begun = club.entries()[1].id, club.entries()[2].id
    token = club.token("ana")
    assert download(club.url, private, CGN_TOKEN=token).stdout_bytes == OTHER.read_bytes()
    assert download(club.url, begun, "--token", token).stdout == BEGUN
    assert "[Seed" not in download(club.url, begun).stdout
    assert download(club.url, "--own", CGN_TOKEN=token).stdout.endswith(
        f"% complete: {GAMES + 3} records\n"
    )
    assert "(401)" in download(club.url, "--own").stderr
    assert "(401)" in download(club.url, begun, CGN_TOKEN="cgn_x").stderr  # noqa: S106 - of nobody


@pytest.mark.parametrize(
    ("conditions", "count"),
    [
        (["--game", "triggs"], 2),
        (["--game", "triggs", "--finished"], 1),
        (["--unfinished"], 1),
        (["--event", "TUESDAY CLUB"], 1),
        (["--date", "2026-11", "--winner", "bo"], 1),
        (["--text", "close race"], 1),
        (["--query", "event=Tuesday+Club&finished=true"], 1),
        (["--query", "game=triggs", "--unfinished"], 1),
        (["--tag", "Event=tuesday club"], 1),
        (["--uploaded", "..1999"], 0),
        (["--uploaded", "2026..", "--game", "triggs"], 2),
        (["--seats", "4"], 0),
        (["--player", "nobody"], 0),
        (["--player", "ana", "--opponent", "bo", "--game", "triggs", "--finished"], 1),
        (["--player", "ana", "--opponent", "nobody"], 0),
        (["--player", "ana", "--game", "point_salad"], GAMES),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_query_joins_its_conditions(club: Served, conditions: list[str], count: int) -> None:
    result = download(club.url, *conditions, "--format", "jsonl")
    assert result.exit_code == 0
    *records, last = result.stdout.splitlines()
    assert len(records) == count
    assert json.loads(last) == {"complete": True, "records": count}


@pytest.mark.parametrize(("form", "ending"), [("text", ".cgn"), ("jsonl", ".cgn.jsonl")])
def test_all_is_what_the_store_exports(
    club: Served, tmp_path: Path, form: str, ending: str
) -> None:
    path, whole = tmp_path / f"all{ending}", exported(club, form)
    assert download(club.url, "--all", "--format", form).stdout_bytes == whole
    result = download(club.url, "--all", "-o", path)
    assert (result.exit_code, result.stderr) == (0, f"{path}: {GAMES + 2} records\n")
    assert path.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [path]
    assert download(club.url, "--all", "-o", "/dev/null").exit_code == 0


def test_wrong_arguments_are_a_usage_error(club: Served, tmp_path: Path) -> None:
    replay = "0" * 64
    for arguments in (
        [],
        ["zz"],
        [f"{club.url}/{replay}"],
        [f"ftp://a/v1/replays/{replay}"],
        [replay, "--all"],
        [replay, "--game", "triggs"],
        ["--all", "--format", "json"],
        ["--all", "-o", str(tmp_path / "x.json")],
        [replay, "-o", str(tmp_path / "x.cgn"), "--format", "json"],
        [replay, "--from", "nowhere"],
        ["--all", "-o", str(tmp_path)],
    ):
        result = download(club.url, *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "Usage:" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--query", "gme=triggs"], "unknown condition gme; known are game, player,"),
        (["--query", "triggs"], "write it as game=triggs&player=Ana"),
        (["--query", "game=triggs", "--game", "the_jam"], "game is given twice"),
    ],
)
def test_a_malformed_query_is_explained(club: Served, arguments: list[str], message: str) -> None:
    result = download(club.url, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_query_that_the_service_refuses_is_reported(club: Served) -> None:
    result = download(club.url, "--date", "yesterday")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {club.url}: date: ")


def test_an_unwritable_file_is_reported(club: Served, tmp_path: Path) -> None:
    for arguments in (["--all"], [club.entries()[0].id]):
        result = download(club.url, *arguments, "-o", tmp_path / "no" / "x.cgn")
        assert result.exit_code == 2
        assert "there is no folder" in result.stderr


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_broken_stream_is_resumed(
    club: Served, wire: Wire, tmp_path: Path, form: str, pauses: list[float]
) -> None:
    whole = exported(club, form)
    wire.passing = [0, 300, 2_000, 9_000, 9_000]
    result = download(wire.url, "--all", "--format", form)
    assert (result.exit_code, result.stdout_bytes) == (0, whole)
    assert pauses == [0.5, 1, 2, 0.5, 0.5]
    wire.passing = [4_000, 9_000]
    path = tmp_path / "all"
    assert download(wire.url, "--all", "--format", form, "-o", path).exit_code == 0
    assert path.read_bytes() == whole


@pytest.mark.usefixtures("pauses")
def test_a_failed_download_is_resumed_by_the_next_run(
    club: Served, wire: Wire, tmp_path: Path
) -> None:
    path, part = tmp_path / "all.cgn", tmp_path / "all.cgn.part"
    path.write_text("what was here before")
    reached_before = 0
    for _ in range(2):
        wire.passing = [9_000, 0]
        result = download(wire.url, "--all", "--retries", "1", "-o", path)
        assert result.exit_code == 2
        assert path.read_text() == "what was here before"
        reached = re.search(
            r"part: (\d+) records so far; the same command resumes the download", result.stderr
        )
        assert reached is not None
        assert (f"resuming after {reached_before} records" in result.stderr) == (reached_before > 0)
        assert int(reached[1]) > reached_before
        reached_before = int(reached[1])
        with part.open("ab") as stream:
            stream.write(b'\n[CGN "1"]\n[Game "tri')
    assert download(wire.url, "--all", "-o", path).exit_code == 0
    assert path.read_bytes() == exported(club, "text")
    assert list(tmp_path.iterdir()) == [path]


@contextmanager
def stalled(wire: Wire, path: Path, after: int) -> Iterator[subprocess.Popen[bytes]]:
    """A download in a process of its own, whose answer has stalled after so many bytes."""
    wire.passing, wire.stalls = [after], True
    arguments = ["download", "--all", "-o", str(path), "--from", wire.url]
    with subprocess.Popen(
        [sys.executable, "-m", "cgn", *arguments], cwd=ROOT, env={"NO_PROXY": "*", "PATH": ""}
    ) as process:
        assert wire.stopped.wait(60)
        yield process


def test_a_killed_download_is_resumed_by_the_next_run(
    club: Served, wire: Wire, tmp_path: Path
) -> None:
    path, part = tmp_path / "all.cgn.jsonl", tmp_path / "all.cgn.jsonl.part"
    with stalled(wire, path, 9_000) as process:
        end = time.monotonic() + 60
        while not part.exists() or b"% after " not in part.read_bytes():
            assert time.monotonic() < end
            time.sleep(0.02)
        busy = download(wire.url, "--all", "-o", path)
        assert busy.exit_code == 2
        assert busy.stderr == f"Error: {part}: another download is writing it\n"
        process.send_signal(signal.SIGKILL)
    assert not path.exists()
    result = download(wire.url, "--all", "-o", path)
    assert result.exit_code == 0
    assert re.search(r"part: resuming after \d+ records?\n", result.stderr)
    assert path.read_bytes() == exported(club, "jsonl")
    assert not part.exists()


def test_the_part_of_another_download_is_left_alone(
    club: Served, wire: Wire, tmp_path: Path
) -> None:
    path, part = tmp_path / "all.cgn", tmp_path / "all.cgn.part"
    wire.passing = [9_000]
    assert download(wire.url, "--all", "--retries", "0", "-o", path).exit_code == 2
    kept = part.read_bytes()
    message = f"Error: {part}: the part of another download; remove it to start again\n"
    for arguments in (["--finished"], ["--all", "--from", club.url]):
        result = download(wire.url, *arguments, "-o", path)
        assert (result.exit_code, result.stderr) == (2, message)
    assert part.read_bytes() == kept
    part.write_bytes(b"no download at all")
    assert download(wire.url, "--all", "-o", path).stderr == message
    assert part.read_bytes() == b"no download at all"
    part.write_bytes(b"% cgn downl")
    assert download(wire.url, "--all", "-o", path).exit_code == 0
    assert path.read_bytes() == exported(club, "text")


def test_a_download_waits_for_a_service_that_restarts(
    club: Served, wire: Wire, tmp_path: Path
) -> None:
    path, whole = tmp_path / "all.cgn", exported(club, "text")
    with stalled(wire, path, 3_000) as process:
        club.kill()
        wire.cut()
        club.start(reads=0)
    assert process.returncode == 0
    assert path.read_bytes() == whole


def test_a_part_without_a_record_is_in_no_downloads_way(
    club: Served, wire: Wire, tmp_path: Path
) -> None:
    path, part = tmp_path / "all.cgn", tmp_path / "all.cgn.part"
    assert download(NOBODY, "--all", "--retries", "0", "-o", path).exit_code == 2
    assert not part.exists()
    part.write_bytes(b"% cgn download http://127.0.0.1:1/v1/replays?order=oldest as text\n[CGN")
    assert download(wire.url, "--all", "-o", path).exit_code == 0
    assert path.read_bytes() == exported(club, "text")
    assert not part.exists()


def test_a_download_names_the_folder_that_is_not_there(club: Served, tmp_path: Path) -> None:
    path = tmp_path / "no" / "all.cgn"
    result = download(club.url, "--all", "-o", path)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {path}: cannot be written: there is no folder {path.parent}\n"
