"""`cgn serve`: settings, the demonstration of `make run`, and errors at the start."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.api.serving import FOLLOWING, free_port
from tests.cli.running import ROOT, cgn
from tests.cli.serving import ALONE

_LINES = 20
_TRIES = 600


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The output before serving, and the serving process."""
    command = [*FOLLOWING, sys.executable, "-u", "-m", "cgn", "serve"]
    with subprocess.Popen(
        [*command, f"--port={free_port()}", f"--data={tmp_path / 'run.db'}", "--demo", "examples"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        printed = ""
        for _ in range(_LINES):
            printed += process.stdout.readline()
            if "serving at" in printed:
                break
        yield printed, process
        process.terminate()


def total(url: str) -> int:
    """The number of replays now, once the service answers."""
    address, now = f"{url}?total=1", {"Cache-Control": "no-cache"}
    for _ in range(_TRIES):
        try:
            count: int = requests.get(address, headers=now, timeout=30).json()["total"]
        except requests.ConnectionError:
            time.sleep(0.05)
        else:
            return count
    raise AssertionError("the service does not answer")


def test_the_demonstration_prints_a_line_that_uploads_a_game(
    demo: tuple[str, subprocess.Popen[str]],
) -> None:
    printed, _ = demo
    url = re.search(r"http://\S+/v1/replays", printed)
    command = re.search(r"^  (\S+ -m cgn simulate .*?)\n\n", printed, re.MULTILINE | re.DOTALL)
    assert url is not None
    assert command is not None
    examples = len(list((ROOT / "examples").glob("*.cgn")))
    assert total(url[0]) == examples
    done = subprocess.run(
        ["bash", "-c", command[1]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert '"created":true' in done.stdout
    assert total(url[0]) == examples + 1


def test_a_port_in_use_is_reported_first(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        data = tmp_path / "x.db"
        result = cgn("serve", "--port", str(port), "--data", data, "--demo", "examples", env=ALONE)
    assert result.exit_code == 2
    assert f"127.0.0.1:{port} is taken; --port names another" in result.stderr
    assert not data.exists()


def test_an_invalid_address_is_reported(tmp_path: Path) -> None:
    result = cgn("serve", "--host", "256.0.0.1", "--data", tmp_path / "x.db", env=ALONE)
    assert result.exit_code == 2
    assert "256.0.0.1:8000: " in result.stderr


def test_an_unusable_store_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "no.db"
    path.write_text("no store", encoding="utf-8")
    result = cgn("serve", "--port", str(free_port()), "--data", path, env=ALONE)
    assert result.exit_code == 2
    assert "no.db" in result.stderr


@pytest.mark.parametrize(
    ("data", "message"), [("no/x.db", "there is no folder"), (".", "this is a folder")]
)
def test_a_store_in_a_missing_folder_or_at_a_folder_is_reported(
    tmp_path: Path, data: str, message: str
) -> None:
    result = cgn("serve", "--port", str(free_port()), "--data", tmp_path / data, env=ALONE)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_demonstration_without_a_folder_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "x.db"
    result = cgn("serve", "--demo", tmp_path / "no", "--data", data, env=ALONE)
    assert result.exit_code == 2
    assert "does not exist" in result.stderr
    assert not data.exists()


def test_the_settings_are_shown_with_their_sources(tmp_path: Path) -> None:
    config = tmp_path / "cgn.toml"
    config.write_text("threads = 3\n", encoding="utf-8")
    env = {**ALONE, "CGN_PORT": "9001"}
    shown = cgn("serve", "--config", config, "--host", "::1", "--show-config", env=env).stdout
    assert 'host = "::1"  # --host' in shown
    assert "port = 9_001  # CGN_PORT" in shown
    assert re.search(r"^threads = 3  # .*cgn.toml$", shown, re.MULTILINE)
    assert "workers = 0  # default" in shown


@pytest.mark.parametrize(
    ("picked", "said"),
    [
        ("abc", "--picked: abc is no id of a replay: these have 64 hex digits"),
        (",".join(["0" * 64] * 13), "--picked: 13 ids, and at most 12 are shown"),
    ],
)
def test_replays_that_cannot_be_picked_are_refused(tmp_path: Path, picked: str, said: str) -> None:
    data = str(tmp_path / "cgn.db")
    done = cgn("serve", "--picked", picked, "--port", str(free_port()), "--data", data, env=ALONE)
    assert done.exit_code == 2
    assert said in done.stderr
