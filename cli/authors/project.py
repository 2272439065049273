"""The folder of a package with games: its games are known here as if it were installed."""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engines.installed import GROUP, installed

FILE = "pyproject.toml"


class BadProject(Exception):
    """A folder without a package that registers a game; the message says what it lacks."""


@contextmanager
def used(folder: Path) -> Iterator[tuple[str, ...]]:
    """Within this block, the games of a folder are known; their names.

    Its package is found before one of the same name that is installed. Raises BadProject if it
    registers no game.
    """
    project = _project(folder)
    games = project["entry-points"][GROUP]
    with TemporaryDirectory() as made:
        about = Path(made, f"{project['name'].replace('-', '_')}-0.dist-info")
        about.mkdir()
        version = project.get("version", "0")
        metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n"
        (about / "METADATA").write_text(metadata, encoding="utf-8")
        lines = "".join([f"{name} = {value}\n" for name, value in games.items()])
        (about / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}", encoding="utf-8")
        before = sys.path.copy()
        sys.path[:0] = [made, str(folder), str(folder / "src")]
        _look_again()
        try:
            yield tuple(games)
        finally:
            sys.path[:] = before
            _look_again()


def _look_again() -> None:
    invalidate_caches()
    installed.cache_clear()


def _project(folder: Path) -> dict[str, Any]:
    """What pyproject.toml says of a package that registers games."""
    file = folder / FILE
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except FileNotFoundError:
        raise BadProject(
            f"{folder} has no {FILE}: name the folder that has one, or an installed game"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadProject(f"{file} is not TOML: {error}") from None
    if not isinstance(project.get("name"), str):
        raise BadProject(f'{file} names no package: add `name = "…"` below [project]')
    games = project.get("entry-points", {}).get(GROUP)
    if not games:
        raise BadProject(
            f'{file} registers no game: add [project.entry-points."{GROUP}"], and below it '
            '`posy = "posy:GAME"`, with the name of the game and where its Game is'
        )
    return dict(project)
