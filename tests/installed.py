"""Runs the tests against the wheel, where no checkout is: `make installed`.

An empty folder gets a copy of the tests, relocated as the files of the wheel are, with the files
that they read beside it, and an environment of its own.
"""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from hatch_build import relocated

ROOT = Path(__file__).parent.parent
EXTRAS = "client,cluster,lsp,pictures,plots,postgres,screen,serve"
COPIED = ("tests", "docs", "examples", "conformance", "benchmarks", "clients", "deploy", "editors")
QUICK = ("tests/notation", "tests/engines", "tests/replays")
NOT_QUICK = (
    *("tests/replays/store", "tests/replays/test_cluster.py", "tests/replays/test_remote.py"),
    *("tests/notation/test_schema.py", "tests/notation/render/test_sarif.py"),
)
NOT_INSTALLED = ("tests/test_rooms.py", "tests/test_setup.py", "tests/docs", "tests/wheel.py")
"""Tests of the checkout itself: of its layout, its set-up and its pages."""


def copy_tests(folder: Path) -> None:
    """Copy the tests, and what they read, into a folder."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    rooms = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["rooms"]
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in [
        *ROOT.glob("*.md"),
        *ROOT.glob("*.toml"),
        *ROOT.glob("*.txt"),
        *ROOT.glob("*.yaml"),
    ]:
        shutil.copy(file, folder)
    for file in folder.rglob("*.py"):
        file.write_text(relocated(file.read_text(encoding="utf-8"), ROOT, rooms), encoding="utf-8")


def install(folder: Path, *, everything: bool) -> Path:
    """Make an environment with the wheel in a folder, and return its folder of programs."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", f"--wheel-dir={folder}", str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True
    )
    subprocess.run(
        [
            *(*pip, f"--python={folder / 'venv'}", "install"),
            f"--constraint={ROOT / 'constraints.txt'}",
            f"--group={ROOT / 'pyproject.toml'}:{'dev' if everything else 'test'}",
            f"{wheel}[{EXTRAS}]" if everything else str(wheel),
        ],
        check=True,
    )
    return folder / "venv" / "bin"


def main(part: str) -> int:
    """Run a part of the tests, `quick` or `all`, and return the exit code of pytest."""
    everything = part == "all"
    with TemporaryDirectory() as made:
        folder = Path(made)
        programs = install(folder, everything=everything)
        (folder / "copy").mkdir()
        copy_tests(folder / "copy")
        asked, left_out = (("tests",), NOT_INSTALLED) if everything else (QUICK, NOT_QUICK)
        command = [
            str(programs / "python"),
            "-m",
            "pytest",
            "-q",
            "-n",
            "auto",
            "--dist",
            "loadfile",
        ]
        ignored = [f"--ignore={name}" for name in left_out]
        return subprocess.run(
            [*command, *ignored, *asked], cwd=folder / "copy", check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
