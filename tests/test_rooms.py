"""The layout of the code, and the direction of imports."""

import ast
import tomllib
from collections.abc import Collection
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"][
    "build"
]
ROOMS: list[str] = BUILD["targets"]["wheel"]["hooks"]["custom"]["rooms"]
"""From the top, as the build hook has them."""

BELOW = {room: set(ROOMS[at + 1 :]) for at, room in enumerate(ROOMS)}
COMMAND = ROOT / "cgn" / "__main__.py"
"""The one file that may import upwards: `python -m cgn` is the command line."""

IMPURE = {"random", "time", "datetime", "locale", "secrets", "uuid"}
FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """The syntax of a file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported(path: Path) -> set[str]:
    """The top-level packages that a file imports, also within functions."""
    names = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def test_imports_point_down_only() -> None:
    for path in FILES:
        room = path.relative_to(ROOT).parts[0]
        if path == COMMAND:
            continue
        assert imported(path) & set(ROOMS) <= BELOW[room] | {room}, path


def test_no_file_imports_a_room_by_a_statement_that_the_wheel_cannot_rename() -> None:
    for path in FILES:
        plain = {
            alias.name
            for node in nodes(path)
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        assert not {name.partition(".")[0] for name in plain} & set(ROOMS), path


def module(path: Path) -> str:
    """The name by which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules_imported(path: Path, known: Collection[str]) -> set[str]:
    """The project's modules that a file imports, including type-only imports."""
    imported = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            imported |= {name if name in known else node.module for name in inner}
    return imported & set(known) - {module(path)}


def test_no_room_has_circular_imports() -> None:
    names = {module(path) for path in FILES}
    graph = {module(path): modules_imported(path, names) for path in FILES}
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(" imports ".join(circle.args[1]))


@pytest.mark.parametrize("room", ["notation", "engines", "replays"])
def test_rooms_that_replay_use_no_clock_and_no_randomness(room: str) -> None:
    timed = {ROOT / "replays" / "bots" / "program.py"}  # a program has some seconds for a move
    for path in {*(ROOT / room).rglob("*.py")} - timed:
        assert not imported(path) & IMPURE, path


@pytest.mark.parametrize("room", ["notation", "engines", "replays"])
def test_rooms_that_replay_read_no_cause_that_an_exception_was_raised_from(room: str) -> None:
    # Compiled code drops it, and diagnostics would lose the table; `Fault.cause` is given instead.
    for path in (ROOT / room).rglob("*.py"):
        read = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
        assert not read & {"__cause__", "__context__"}, path


def test_no_file_names_a_game_outside_its_folder() -> None:
    games = [path.name for path in (ROOT / "engines").iterdir() if (path / "deck.toml").exists()]
    allowed = {ROOT / "engines" / "registry.py"}
    for path in FILES:
        if path in allowed or any(game in path.parts for game in games):
            continue
        names = {node.id for node in nodes(path) if isinstance(node, ast.Name)}
        assert not names & set(games), path


def test_files_stay_small() -> None:
    pages = ROOT / "pages"
    scripts, styles = pages.glob("static/*.js"), pages.glob("*/*.css")
    for path in [*FILES, *scripts, *styles, *pages.glob("templates/**/*.html")]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path
