"""Several builds of CGN from bytes to verdict: this checkout, earlier commits, other Pythons.

Each build validates in processes of its own, which take turns: in each round, every build reads
the same files in a fresh process, the first one cold and the last one warm.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias
from venv import EnvBuilder

from rich.table import Table

from benchmarks.games import records, take, text_of
from benchmarks.measure import ratio, table_of

ROOT = Path(__file__).parents[1]
_BUILDS = ROOT / ".builds"
_FILES = 3
"""Files that a process reads: the first is cold, and after two most moves are in the memos."""

Rates: TypeAlias = dict[str, "Rate"]
"""What each build reads, by its name."""


class Build(NamedTuple):
    """A build of CGN: its name in tables, and the Python that has it."""

    name: str
    python: Path


class Rate(NamedTuple):
    """Plies a second, one figure a round: of the first file of a process, and of the last."""

    cold: list[float]
    warm: list[float]


HERE = Build("this checkout", Path(sys.executable))


def build_of(text: str) -> Build:
    """The build of a commit, which is installed into `.builds/` at first, or of a path of a Python.

    Raises CalledProcessError if git or pip fails.
    """
    if Path(text).is_file():
        return Build(text, Path(text))
    commit = _run("git", "-C", str(ROOT), "rev-parse", "--short", f"{text}^{{commit}}").strip()
    home = _BUILDS / commit
    python = home / "venv" / "bin" / "python"
    if not (home / "ready").exists():
        print(f"Installing {commit} ...")
        EnvBuilder(with_pip=True, clear=True).create(home / "venv")
        constraints = ("--constraint", str(ROOT / "constraints.txt"))
        source = f"cgn @ git+{ROOT.as_uri()}@{commit}"
        _run(str(python), "-m", "pip", "install", "--quiet", *constraints, source)
        (home / "ready").touch()
    return Build(commit, python)


def rates_of(builds: list[Build], game: str, seats: int, rounds: int, moves: int) -> Rates:
    """What each build reads of games with so many moves a file.

    Raises CalledProcessError if a build does not find all of them valid.
    """
    found = {build.name: Rate([], []) for build in builds}
    with TemporaryDirectory() as folder:
        files = _corpora(Path(folder), game, seats, moves)
        for number in range(rounds):
            first = number % len(builds)
            for build in builds[first:] + builds[:first]:
                cold, *_, warm = _measured(build, game, files)
                found[build.name].cold.append(cold)
                found[build.name].warm.append(warm)
    return found


def _corpora(folder: Path, game: str, seats: int, moves: int) -> list[str]:
    games = records(game, seats)
    files = [folder / f"{number}.cgn" for number in range(_FILES)]
    for file in files:
        file.write_bytes(text_of(take(games, moves)))
    return list(map(str, files))


def _measured(build: Build, game: str, files: list[str]) -> list[float]:
    script = str(Path(__file__).with_name("validating.py"))
    # -I, or the rooms of this checkout would be found where the script is started
    lines = _run(str(build.python), "-I", script, game, *files).splitlines()
    pairs = [tuple(map(int, line.split())) for line in lines]
    return [plies / nanoseconds * 1e9 for plies, nanoseconds in pairs]


def _run(*command: str) -> str:
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
    return done.stdout


def builds_table(base: Build, builds: list[Build], found: dict[str, Rates], chess: float) -> Table:
    """A row for each kind of game and build: its rate, and how many times that of the base it is.

    `chess` is what python-chess reads a second.
    """
    titles = ("build", "a second", f"warm / {base.name}", f"cold / {base.name}", "/ python-chess")
    table = table_of("reader", *titles)
    for kind, rates in found.items():
        table.add_section()
        for build in (base, *builds):
            mine, theirs = rates[build.name], rates[base.name]
            times = [str(ratio(mine.warm, theirs.warm)), str(ratio(mine.cold, theirs.cold))]
            table.add_row(
                kind if build == base else "",
                build.name,
                f"{median(mine.warm):,.0f}",
                *(times if build != base else ["", ""]),
                f"{median(mine.warm) / chess:.2f}",
            )
    return table
