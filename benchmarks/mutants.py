"""Whether the tests notice faults: `make mutants` puts some in, and runs the tests that see each.

A mutant has one place of the source changed by an operator of Cosmic Ray: `<` for `<=`, `and` for
`or`, 4 for 3. Places are drawn by a fixed seed: 600 of notation and engines, 200 of replays without
the store; with `--all`, every place. One run of the tests with coverage finds which tests run which
line. A run that was stopped goes on where it was, as long as the source is the same.
"""

import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData
from rich.console import Console
from rich.progress import track

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".mutants"
SEED = "mutants of 2026"
SAMPLES = {("notation", "engines"): 600, ("replays",): 200}
TESTS = ("notation", "engines", "replays", "tests/notation", "tests/engines", "tests/replays")
LEFT_OUT = (
    *("replays/store", "replays/cluster.py", "replays/remote.py"),
    *("tests/replays/store", "tests/replays/test_cluster.py", "tests/replays/test_remote.py"),
)
"""Work of databases and networks, which `make torture` and `make attack` put under pressure."""

PATIENCE = 60
"""Seconds beyond three times what the tests of a mutant take: then it is one that does not end."""

_OF_NO_USE = re.compile("NoOp|_Is(Not)?(_|$)")
"""Operators that change nothing: equal texts and small numbers are mostly the same objects."""

_FLAGS = {"frozen", "slots", "gc", "kw_only", "strict"}

_PYTEST = (
    sys.executable,
    "-m",
    "pytest",
    "-p",
    "benchmarks.mutation_plugin",
    "-p",
    "no:cacheprovider",
    "-q",
)
_CONSOLE = Console()


class Place(NamedTuple):
    """A place in the source that an operator can change: the operator's `at`-th of this file."""

    file: str
    line: int
    column: int
    operator: str
    at: int

    @property
    def name(self) -> str:
        """The place and the operator, in one word."""
        return f"{self.file}:{self.line}:{self.column}:{self.operator.rpartition('/')[2]}"


def files(rooms: Iterable[str]) -> list[str]:
    """The source files of these rooms, in order."""
    paths = [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]
    names = [path.relative_to(ROOT).as_posix() for path in paths]
    return [name for name in names if not name.startswith(LEFT_OUT)]


def places(file: str) -> list[Place]:
    """Every place of a file with every operator, but for those at which a change does nothing."""
    source = (ROOT / file).read_text(encoding="utf-8")
    nodes, passive = list(ast_nodes(get_ast(source))), _passive(source)
    found = []
    for name in sorted(operator_names()):
        operator_class = get_operator(name)
        if operator_class.arguments() or _OF_NO_USE.search(name):
            continue
        operator = operator_class()
        spots = (start for node in nodes for start, _ in operator.mutation_positions(node))
        found += [
            Place(file, line, column, name, at)
            for at, (line, column) in enumerate(spots)
            if (line, column) not in passive
        ]
    return found


def _passive(source: str) -> set[tuple[int, int]]:
    """Line and column of annotations, and of flags that only keep programmers from slips."""
    spots = set()
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        parts += [flag.value for flag in getattr(node, "keywords", ()) if flag.arg in _FLAGS]
        for part in filter(None, parts):
            for line in range(part.lineno, part.end_lineno + 1):
                first = part.col_offset if line == part.lineno else 0
                last = part.end_col_offset if line == part.end_lineno else len(lines[line - 1])
                spots |= {(line, column) for column in range(first, last + 1)}
    return spots


@cache
def _within_functions(file: str) -> set[int]:
    """The lines of a file that run when a function is called; the others run on import."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {
        line
        for node in functions
        for line in range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
    }


def drawn(*, everything: bool) -> list[Place]:
    """The places to change, in the order in which they are tried."""
    chosen: list[Place] = []
    for rooms, count in SAMPLES.items():
        dice = random.Random(f"{SEED} {rooms}")  # noqa: S311 - a sample, the same in each run
        spots: dict[tuple[str, int, int], list[Place]] = {}
        for place in (place for file in files(rooms) for place in places(file)):
            spots.setdefault(place[:3], []).append(place)
        if everything:
            chosen += [place for group in spots.values() for place in group]
        else:
            picked = dice.sample(sorted(spots), min(count, len(spots)))
            chosen += [dice.choice(spots[spot]) for spot in picked]
    return chosen


class Lines:
    """Which tests run which line, from one run of all of them with coverage."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "done").exists():
            _CONSOLE.print("one run of all tests, to see which lines each runs", style="bold")
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            left_out = [f"--ignore={path}" for path in LEFT_OUT]
            parallel = ["-n", str(os.cpu_count() or 1), "--dist", "loadfile"]
            environment = {**os.environ, "CGN_MUTANTS": str(folder), "CI": "true"}
            _run([*_PYTEST, *parallel, *left_out, *TESTS], environment, check=True)
            (folder / "done").touch()
        self._data = CoverageData(str(folder / "lines"), suffix="all")
        for part in sorted(folder.glob("lines.*")):
            other = CoverageData(str(part))
            other.read()
            self._data.update(other)
        self._seconds: dict[str, float] = {}
        for part in folder.glob("seconds-*.json"):
            self._seconds |= json.loads(part.read_text(encoding="utf-8"))

    @cache  # noqa: B019 - one object, as long as the program runs
    def _of(self, file: str) -> dict[int, list[str]]:
        tests: dict[int, list[str]] = self._data.contexts_by_lineno(str(ROOT / file))
        return tests

    def tests(self, place: Place) -> list[str]:
        """The tests that run the line of a place, the quickest first.

        What runs on import is noted for the test that happens to import it, so it is seen by every
        test of the folder.
        """
        if place.line in _within_functions(place.file):
            tests = set(self._of(place.file).get(place.line, ()))
        else:
            folder = place.file.rpartition("/")[0]
            near = [file for file in files([folder]) if file.rpartition("/")[0] == folder]
            tests = {test for file in near for tests in self._of(file).values() for test in tests}
        return sorted(tests - {""}, key=lambda test: (self.seconds([test]), test))

    def seconds(self, tests: Iterable[str]) -> float:
        """How long these tests take."""
        return sum(self._seconds.get(test, 0) for test in tests)


def _run(
    command: list[str], environment: dict[str, str], *, check: bool, limit: float | None = None
) -> int:
    """The exit code of a command. Raises TimeoutExpired past the limit, in seconds."""
    done = subprocess.run(  # noqa: S603 - tests of this project
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=not check,
        check=check,
        timeout=limit,
    )
    return done.returncode


def fate(place: Place, lines: Lines) -> str:
    """What becomes of a mutant: `killed`, `survived`, `endless`, or `unseen` if no test runs it."""
    tests = lines.tests(place)
    if not tests:
        return "unseen"
    source = (ROOT / place.file).read_text(encoding="utf-8")
    mutant = {
        "file": str(ROOT / place.file),
        "source": mutate_code(source, get_operator(place.operator)(), place.at),
        "tests": tests,
    }
    folder = FOLDER / sha256(place.name.encode()).hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    (folder / "mutant.json").write_text(json.dumps(mutant), encoding="utf-8")
    environment = {**os.environ, "CGN_MUTANTS": str(folder), "CI": "true"}
    asked = sorted({test.partition("::")[0] for test in tests})
    try:
        limit = 3 * lines.seconds(tests) + PATIENCE
        code = _run([*_PYTEST, "-x", *asked], environment, check=False, limit=limit)
    except subprocess.TimeoutExpired:
        return "endless"
    finally:
        shutil.rmtree(folder)
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        return "unseen"
    return "killed" if code else "survived"


def digest() -> str:
    """Names the source and its tests: what was found of another is of no use."""
    paths = [path for folder in TESTS for path in sorted((ROOT / folder).rglob("*.py"))]
    return sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def shown(place: Place) -> Iterator[str]:
    """A mutant, as a difference of one line."""
    source = (ROOT / place.file).read_text(encoding="utf-8")
    mutated = str(mutate_code(source, get_operator(place.operator)(), place.at))
    yield f"{place.file}:{place.line}:{place.column}"
    pairs = zip(source.split("\n"), mutated.split("\n"), strict=False)
    was, now = next((pair for pair in pairs if pair[0] != pair[1]), ("", "(fewer lines)"))
    yield f"  - {was.strip()}"
    yield f"  + {now.strip()}"


@click.command()
@click.option("--all", "everything", is_flag=True, help="Change every place, not just a sample.")
@click.option("--minutes", default=60, show_default=True, help="Stop after this time.")
@click.option("--jobs", default=os.cpu_count() or 1, help="Mutants at a time.")
def main(*, everything: bool, minutes: int, jobs: int) -> None:
    """Change the source in many places, one at a time, and count what the tests notice.

    Exit codes: 0 all were tried, 1 stopped by the time; run it again to go on.
    """
    end = time.monotonic() + 60 * minutes
    base = FOLDER / digest()
    lines = Lines(base / "lines")
    chosen = drawn(everything=everything)
    record = base / "fates.json"
    fates: dict[str, str] = json.loads(record.read_text("utf-8")) if record.exists() else {}

    def tried(place: Place) -> tuple[str, str | None]:
        return place.name, fate(place, lines) if time.monotonic() < end else None

    waiting = [place for place in chosen if place.name not in fates]
    with ThreadPoolExecutor(jobs) as pool:
        for name, found in track(
            pool.map(tried, waiting), "mutants", len(waiting), console=_CONSOLE
        ):
            if found is not None:
                fates[name] = found
                record.write_text(json.dumps(fates, indent=1), encoding="utf-8")
    report(chosen, fates)
    sys.exit(any(place.name not in fates for place in chosen))


def report(chosen: list[Place], fates: dict[str, str]) -> None:
    """Print the score of each group of rooms, and the mutants that no test noticed."""
    for rooms in SAMPLES:
        known: list[tuple[Place, str]] = [
            (place, fates[place.name])
            for place in chosen
            if place.name in fates and place.file.startswith(rooms)
        ]
        noticed = sum(found in ("killed", "endless") for _, found in known)
        share = f"{noticed / len(known):.1%}" if known else "-"
        _CONSOLE.print(f"{' and '.join(rooms)}: {noticed} of {len(known)} noticed, {share}")
        for place, found in known:
            if found not in ("killed", "endless"):
                _CONSOLE.print(found, *shown(place), sep="\n", markup=False, highlight=False)


if __name__ == "__main__":
    main()
