"""The wheel works without the repository: `make wheel` builds and installs it.

pytest collects this file only when it is named, because environments take seconds to make.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from engines.registry import GAMES
from tests.api.serving import free_port
from tests.docs.blocks import ROOT, blocks
from tests.docs.shell import check_session

README = (ROOT / "README.md").read_text(encoding="utf-8")
NEEDS = {"upload": "client", "download": "client", "lsp": "lsp", "serve": "serve", "store": "serve"}
EXTRAS = ["", *sorted(set(NEEDS.values()))]


@pytest.fixture(scope="module")
def environments(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For each extra, the program folder of an environment with the wheel and that extra."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", f"--wheel-dir={folder}", str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    constraints = f"--constraint={ROOT / 'constraints.txt'}"
    programs = {}
    for extra in EXTRAS:
        made = folder / f"with-{extra or 'nothing'}"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(made)], check=True)
        into = [*pip, f"--python={made}", "install", constraints]
        subprocess.run([*into, f"{wheel}[{extra}]" if extra else str(wheel)], check=True)
        programs[extra] = made / "bin"
    return programs


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """An empty working directory."""
    (tmp_path / "empty").mkdir()
    return tmp_path / "empty"


def environment() -> dict[str, str]:
    """Environment variables without this checkout."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "CGN_DECKS": "/nowhere", "NO_PROXY": "*"}


def run(folder: Path, program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *words],
        cwd=folder,
        env=environment(),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("block", blocks("console", README), ids=lambda block: block[:60])
def test_the_commands_of_the_readme_work_without_an_extra(
    block: str, environments: dict[str, Path], empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    shutil.copytree(ROOT / "examples", empty / "examples")
    check_session(block, environments[""], empty, empty)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_brings_its_deck_and_its_rules(
    game: str, environments: dict[str, Path], empty: Path
) -> None:
    cgn = environments[""] / "cgn"
    played = run(empty, cgn, "simulate", game, "--seed", "wheel")
    (empty / "played.cgn").write_text(played.stdout, encoding="utf-8")
    assert "valid" in run(empty, cgn, "validate", "played.cgn").stdout
    assert run(empty, cgn, "games", game).returncode == 0
    assert f"{game}." in run(empty, cgn, "explain").stdout


def test_the_conformance_suite_is_included(environments: dict[str, Path], empty: Path) -> None:
    cgn = environments[""] / "cgn"
    done = run(empty, cgn, "conformance", "--only", "pairs/minimal.cgn", "--", "cat")
    assert done.returncode == 2
    assert "pairs/minimal.cgn: `cat` printed a line that is not JSON" in done.stderr


@pytest.mark.parametrize("command", NEEDS)
@pytest.mark.parametrize("extra", EXTRAS)
def test_a_command_says_which_extra_it_needs(
    command: str, extra: str, environments: dict[str, Path], empty: Path
) -> None:
    done = run(empty, environments[extra] / "cgn", command, "--help")
    if NEEDS[command] == extra:
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"Error: `cgn {command}` needs ")
        assert done.stderr.endswith(f"pip install 'cgn[{NEEDS[command]}]'\n")


@pytest.fixture
def address(environments: dict[str, Path], empty: Path) -> Iterator[tuple[str, str]]:
    """The address of an installed service, and a token for it."""
    token = run(empty, environments["serve"] / "cgn", "token", "create", "ana", "--data=run.db")
    port = free_port()
    command = [str(environments["serve"] / "cgn"), "serve", "--data=run.db", f"--port={port}"]
    with subprocess.Popen(
        command, cwd=empty, env=environment(), stderr=subprocess.PIPE, text=True
    ) as served:
        assert served.stderr is not None
        assert any("serving at" in line for line in served.stderr)
        yield f"http://127.0.0.1:{port}", token.stdout.split()[0]
        served.terminate()


def test_the_service_and_its_client_work(
    address: tuple[str, str],
    environments: dict[str, Path],
    empty: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url, token = address
    for page in (
        "/readyz",
        "/openapi.yaml",
        "/docs/",
        "/v1/games",
        "/",
        "/guide/notation",
        "/static/cgn/index.js",
    ):
        with urlopen(url + page) as answer:  # noqa: S310 - a service of ours
            assert answer.status == 200
    monkeypatch.setenv("CGN_URL", url)
    monkeypatch.setenv("CGN_TOKEN", token)
    cgn = environments["client"] / "cgn"
    played = run(empty, cgn, "simulate", "triggs", "--seed", "wheel", "--games", "3")
    (empty / "played.cgn").write_text(played.stdout, encoding="utf-8")
    assert run(empty, cgn, "upload", "played.cgn").returncode == 0
    assert run(empty, cgn, "download", "--finished", "-o", "back.cgn").returncode == 0
    assert "3 valid" in run(empty, cgn, "validate", "back.cgn").stdout
