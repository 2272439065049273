"""The wheel works without the repository: `make wheel` builds and installs it.

pytest collects this file only when it is named, because environments take seconds to make.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

import cgn
from engines.registry import GAMES
from tests.api.serving import free_port
from tests.cli.running import EXAMPLE
from tests.cli.test_export import exported
from tests.docs.blocks import ROOT, blocks
from tests.docs.shell import check_session
from tests.test_rooms import ROOMS as _ROOMS

ROOMS = set(_ROOMS)
ENDINGS = (".md", ".cgn", ".json", ".toml")
"""Names of files, which begin like those of modules."""

README = (ROOT / "README.md").read_text(encoding="utf-8")
NEEDS = {"upload": "client", "download": "client", "lsp": "lsp", "serve": "serve", "store": "serve"}
EXTRAS = ["", *sorted(set(NEEDS.values()))]


PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([*PIP, "wheel", "--no-deps", f"--wheel-dir={folder}", str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def environments(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For each extra, the program folder of an environment with the wheel and that extra."""
    folder = tmp_path_factory.mktemp("environments")
    constraints = f"--constraint={ROOT / 'constraints.txt'}"
    programs = {}
    for extra in EXTRAS:
        made = folder / f"with-{extra or 'nothing'}"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(made)], check=True)
        into = [*PIP, f"--python={made}", "install", constraints]
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
    program = environments[""] / "cgn"
    played = run(empty, program, "simulate", game, "--seed", "wheel")
    (empty / "played.cgn").write_text(played.stdout, encoding="utf-8")
    assert "valid" in run(empty, program, "validate", "played.cgn").stdout
    assert run(empty, program, "games", game).returncode == 0
    assert f"{game}." in run(empty, program, "explain").stdout


def test_a_new_game_is_written_and_passes(environments: dict[str, Path], empty: Path) -> None:
    program = environments[""] / "cgn"
    assert run(empty, program, "new-game", "old_maid").returncode == 0
    checked = run(empty, program, "test-game", "old_maid", "--deals", "3")
    assert (checked.returncode, checked.stderr) == (0, "")
    source = (empty / "old_maid" / "old_maid" / "rules.py").read_text(encoding="utf-8")
    assert "from cgn.authoring import" in source


def test_everything_in_the_wheel_lies_below_cgn(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        tops = {name.partition("/")[0] for name in files.namelist()}
    assert tops == {"cgn", f"cgn-{cgn.__version__}.dist-info"}


def test_no_file_of_the_wheel_names_a_room_by_itself(wheel: Path) -> None:
    rooms = "|".join(ROOMS - {"cgn"})
    statement = rf"""(?:^|["';>])\s*(?:from|import) (?:{rooms})\b"""
    bare = re.compile(statement, re.MULTILINE)
    with ZipFile(wheel) as files:
        sources = {
            name: files.read(name).decode() for name in files.namelist() if name[-3:] == ".py"
        }
    assert len(sources) > 400
    assert {name: found[0] for name, text in sources.items() if (found := bare.search(text))} == {}
    modules = re.compile(rf"""["'](?:{rooms})\.[a-z_]+(?:\.[a-z_]+)*["':]""")
    named = {found for text in sources.values() for found in modules.findall(text)}
    modules_there = {name for name in named if _is_module(name.strip("\"':"))}
    assert {name for name in modules_there if not name.strip("\"':").endswith(ENDINGS)} == set()


def _is_module(name: str) -> bool:
    """Whether a dotted name is in a module of the checkout, and not that of a route."""
    room, module, *_ = name.split(".")
    path = ROOT / room / module
    return path.is_dir() or path.with_suffix(".py").exists()


def test_templates_are_compiled_and_draw_the_same_page(
    environments: dict[str, Path], empty: Path
) -> None:
    program = environments[""]
    assert run(empty, program / "cgn", "export", str(EXAMPLE)).stdout == exported(str(EXAMPLE))
    code = (
        "from cgn.pages.environment import environment; env = environment()\n"
        "compiled, sources = env.loader.loaders\n"
        "for name in sources.list_templates(): compiled.load(env, name)"
    )
    assert run(empty, program / "python", "-c", code).stderr == ""


@pytest.mark.parametrize("file", ["", "__init__.py"])
def test_it_works_beside_a_project_with_folders_of_the_same_names(
    file: str, environments: dict[str, Path], empty: Path
) -> None:
    for room in ROOMS - {"cgn"}:
        (empty / room).mkdir()
        (empty / room / (file or "own.py")).write_text("OWN = True\n", encoding="utf-8")
    own = " and ".join(f"__import__('{room}').__path__" for room in sorted(ROOMS - {"cgn"}))
    python = environments["serve"] / "python"
    code = f"import cgn; print(cgn.simulate('triggs', seed='s').game, {own} != [])"
    assert run(empty, python, "-c", code).stdout == "triggs True\n"
    for command in (["simulate", "triggs", "--seed", "s"], ["serve", "--show-config"]):
        done = run(empty, python, "-m", "cgn", *command)
        assert (done.returncode, done.stderr) == (0, "")


def test_authors_of_games_load_neither_the_face_nor_replays(
    environments: dict[str, Path], empty: Path
) -> None:
    code = "import sys, cgn.authoring; print(*(name for name in sys.modules if name[:4] == 'cgn.'))"
    loaded = run(empty, environments[""] / "python", "-c", code).stdout.split()
    assert not [name for name in loaded if name.startswith(("cgn.face", "cgn.replays", "cgn.cli"))]
    assert "cgn.engines.table" in loaded


@pytest.mark.parametrize("extra", ["", "client"])
def test_all_names_of_the_library_are_imported_with_and_without_the_client(
    extra: str, environments: dict[str, Path], empty: Path
) -> None:
    code = "from cgn import *; print(simulate, 'Client' in globals())"
    done = run(empty, environments[extra] / "python", "-c", code)
    assert done.stderr == ""
    assert done.stdout.endswith(f"{extra == 'client'}\n")


def test_the_conformance_suite_is_included(environments: dict[str, Path], empty: Path) -> None:
    program = environments[""] / "cgn"
    done = run(empty, program, "conformance", "--only", "pairs/minimal.cgn", "--", "cat")
    assert done.returncode == 1
    assert "it printed a line that is not JSON" in done.stdout


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
    program = environments["client"] / "cgn"
    played = run(empty, program, "simulate", "triggs", "--seed", "wheel", "--games", "3")
    (empty / "played.cgn").write_text(played.stdout, encoding="utf-8")
    assert run(empty, program, "upload", "played.cgn").returncode == 0
    assert run(empty, program, "download", "--finished", "-o", "back.cgn").returncode == 0
    assert "3 valid" in run(empty, program, "validate", "back.cgn").stdout
