"""`cgn new-game`: the package that it writes installs, passes its tests, and is played."""

import os
import subprocess
import sys
import tomllib
from errno import ENOSPC
from pathlib import Path

import pytest

import cgn as library
from tests.cli.running import cgn
from tests.docs.blocks import ROOT

NAME = "old_maid"
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game."""
    folder = tmp_path_factory.mktemp("new") / "old-maid"
    done = cgn("new-game", NAME, folder)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{folder}: a game that is played. Try it:\n")
    return folder


@pytest.fixture(scope="module")
def installed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed it."""
    folder = tmp_path_factory.mktemp("installed")
    alone = ["--no-deps", "--no-build-isolation", f"--target={folder}"]
    subprocess.run([*PIP, "install", *alone, str(project)], check=True)
    return folder


def run(folder: Path, installed: Path, *command: str) -> str:
    """What a program prints that has the game installed; it must not fail."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{installed}:{ROOT}", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_it_passes_the_checks_and_its_own_tests_at_once(project: Path, installed: Path) -> None:
    assert "wrong" not in run(project, installed, "cgn", "test-game", NAME, "--deals", "6")
    assert " passed" in run(project, installed, "pytest", "-q", "-p", "no:cacheprovider")


def test_its_records_are_played_and_validated(
    project: Path, installed: Path, tmp_path: Path
) -> None:
    played = run(project, installed, "cgn", "simulate", NAME, "--seats", "4", "--seed", "s")
    (tmp_path / "game.cgn").write_text(played, encoding="utf-8")
    verdict = run(tmp_path, installed, "cgn", "validate", "game.cgn")
    assert verdict.startswith(f"game.cgn: valid ({NAME}, 20 plies; ")
    assert "wins the trick with" in run(tmp_path, installed, "cgn", "step", "game.cgn", "--plain")


@pytest.mark.long
def test_its_sources_pass_strict_mypy_and_ruff(project: Path, installed: Path) -> None:
    cache = f"--cache-dir={ROOT / '.mypy_cache' / 'examples'}"
    strict = ["mypy", "--strict", "--config-file=", cache, NAME, "tests"]
    run(project, ROOT, *strict)
    run(project, installed, "ruff", "check", "--isolated", "--line-length=100", ".")
    run(project, installed, "ruff", "format", "--isolated", "--line-length=100", "--check", ".")


def test_it_is_registered_and_pinned_to_what_this_version_promises(project: Path) -> None:
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert about["name"] == "old-maid"
    assert about["entry-points"]["cgn.games"] == {NAME: f"{NAME}:GAME"}
    assert about["dependencies"] == [f"cgn>={library.__version__},<0.2"]


def test_nothing_of_the_scaffold_is_left_in_it(project: Path) -> None:
    for path in project.rglob("*.*"):
        is_text = path.is_file() and path.suffix != ".pyc"  # which other tests here may leave
        text = path.read_text(encoding="utf-8") if is_text else ""
        assert "my_game" not in text, path
        assert "My Game" not in text, path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Old", "a game's name has lower-case letters, digits and `_`, as in old_maid"),
        ("old-maid", "a game's name has lower-case letters"),
        ("triggs", "there is a game of this name: choose another"),
        ("class", "Python has a meaning of its own for it: choose another, such as class_game"),
        ("json", "Python has a meaning of its own for it"),
        ("click", "an installed package is called so: choose another, such as click_game"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(tmp_path: Path, name: str, said: str) -> None:
    done = cgn("new-game", name, tmp_path / "new")
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    assert not (tmp_path / "new").exists()


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    done = cgn("new-game", NAME, tmp_path)
    assert done.exit_code == 2
    assert "exists: name another folder, or remove it" in " ".join(done.stderr.split())
    assert [*tmp_path.iterdir()] == []


def test_a_package_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = Path.write_text, []

    def third_fails(path: Path, text: str, **named: str) -> int:
        written.append(path)
        if len(written) > 2:
            raise OSError(ENOSPC, "No space left on device")
        return write(path, text, **named)

    monkeypatch.setattr(Path, "write_text", third_fails)
    folder = tmp_path / "new" / "old-maid"
    done = cgn("new-game", NAME, folder)
    assert done.exit_code == 2
    assert f"{folder}: cannot be written: No space left on device" in done.stderr
    assert [*folder.parent.iterdir()] == []
