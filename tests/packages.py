"""Installs packages with games, without pip."""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

from engines import installed, registry, rulebook

_DOCS = Path(__file__).parent.parent / "docs"

PAGE = (_DOCS / "adding-a-game.md").read_text(encoding="utf-8")
"""The page that adds a game."""

PAGE_GAME = "posy"
"""The name of the game on that page."""


def install(folder: Path, package: str, games: Mapping[str, str], files: Mapping[str, str]) -> None:
    """Install a package with these files and entry points."""
    about = f"{package}-1.0.dist-info"
    entries = "".join(f"{name} = {value}\n" for name, value in games.items())
    metadata = {
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n",
        f"{about}/entry_points.txt": f"[cgn.games]\n{entries}",
    }
    for path, text in {**files, **metadata}.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def page_files() -> dict[str, str]:
    """The files of the game of the page: each block stands under a heading with its file name."""
    pattern = r"^### `([^`\n]+)`\n\n```\w+\n(.*?)^```$"
    return dict(re.findall(pattern, PAGE, re.MULTILINE | re.DOTALL))


def write_page(folder: Path) -> None:
    """Write the project of the page."""
    for path, text in page_files().items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def install_page(folder: Path) -> None:
    """Install the game of the page."""
    files = page_files()
    project = tomllib.loads(files.pop("pyproject.toml"))["project"]
    install(folder, project["name"], project["entry-points"]["cgn.games"], files)


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Make the packages in a folder importable within a block."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    _look_again()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]
        _look_again()


def _look_again() -> None:
    """Clear the caches of installed games, and of their pictures if pages are in use."""
    invalidate_caches()
    if pages := sys.modules.get("pages.assets"):
        pages.assets.cache_clear()
        pages.digests.cache_clear()
    for cached in (
        registry.load_game,
        installed.installed,
        installed._load,
        rulebook.rulebook,
    ):
        cached.cache_clear()
