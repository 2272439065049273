"""Builds the wheel: everything in it lies below `cgn`, and templates of pages are compiled.

In the checkout a room is a package at the top (`notation`), where people read it, and its code says
`from notation.record import Record`. Installed like that, it would collide with other projects, so
the wheel has `cgn/notation`, and there the code says `from cgn.notation.record import Record`. An
editable install has the rooms at the top, as the checkout does.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

FACE = "cgn"
"""The package that is installed; it is a room itself."""


class Readme(MetadataHookInterface):
    """Gives the package the README, with links to the repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README to the metadata."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        absolute = with_links(text, metadata["urls"]["Homepage"])
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute}


def with_links(page: str, address: str) -> str:
    """A page of the repository, with its links to files as addresses.

    >>> with_links("![A game](docs/a.png), [rules](https://b.example), [up](#top)", "https://c/")
    '![A game](https://c/docs/a.png), [rules](https://b.example), [up](#top)'
    """
    return re.sub(r"\]\((?![a-z]+:|#)", f"]({address}", page)


class Rooms(BuildHookInterface):  # type: ignore[type-arg] # hatchling has no types of its own
    """Puts the rooms, and the files that pyproject.toml adds to them, below `cgn`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have the wheel include each file of a room, relocated if it is Python."""
        if version == "editable":
            return
        self._folder = TemporaryDirectory()
        rooms = self.config["rooms"]
        for file, target in self._files(rooms):
            source = file
            if file.suffix == ".py":
                source = Path(self._folder.name, target)
                source.parent.mkdir(parents=True, exist_ok=True)
                text = relocated(file.read_text(encoding="utf-8"), Path(self.root), rooms)
                source.write_text(text, encoding="utf-8")
            build_data["force_include"][str(source)] = target
        for file, target in self._templates():
            build_data["force_include"][str(file)] = target

    def _templates(self) -> Iterator[tuple[Path, str]]:
        """The templates of the pages as Python code, so that no start has to compile them."""
        sys.path.insert(0, self.root)
        from pages.environment import COMPILED, compile_templates  # noqa: PLC0415 - of this checkout

        folder = Path(self._folder.name, "templates")
        compile_templates(folder)
        for file in sorted(folder.iterdir()):
            yield file, place(f"pages/{COMPILED}/{file.name}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the relocated files."""
        del build_data, artifact_path
        if version != "editable":
            self._folder.cleanup()

    def _files(self, rooms: list[str]) -> Iterator[tuple[Path, str]]:
        """Every file with its place in the wheel, in the order of the places."""
        root = Path(self.root)
        for room in sorted(rooms):
            for file in sorted((root / room).rglob("*")):
                if file.is_file() and "__pycache__" not in file.parts:
                    yield file, place(file.relative_to(root).as_posix())
        for name, target in self.config["files"].items():
            source = root / name
            for file in sorted(source.rglob("*")) if source.is_dir() else [source]:
                if file.is_file() and "__pycache__" not in file.parts:
                    within = file.relative_to(source).as_posix()
                    yield file, place(f"{target}/{within}" if source.is_dir() else target)


def place(name: str) -> str:
    """Where a file of a room lies in the wheel.

    >>> place("notation/record.py"), place("cgn/face.py")
    ('cgn/notation/record.py', 'cgn/face.py')
    """
    return name if name.startswith(f"{FACE}/") else f"{FACE}/{name}"


def relocated(source: str, root: Path, rooms: list[str]) -> str:
    """The code as it stands in the wheel: imports and names of modules begin with `cgn`.

    This goes for examples in docstrings as well, for the exceptions that they end with, and for
    texts that are the name of a module in the checkout at `root`, or of something in it.

    >>> def wheel(source):
    ...     return relocated(source, Path(), ["notation", "cgn"])
    >>> wheel("from notation.record import Ply")
    'from cgn.notation.record import Ply'
    >>> wheel("    >>> from notation import read")
    '    >>> from cgn.notation import read'
    >>> wheel('patch("notation.grammar.MAX_LINE", 1)'), wheel('"notation.md"')
    ('patch("cgn.notation.grammar.MAX_LINE", 1)', '"notation.md"')
    >>> wheel("from client.client import Client  # of the notation")
    'from client.client import Client  # of the notation'
    """

    def named(match: re.Match[str]) -> str:
        module = root / match[1] / match[2]
        is_there = module.is_dir() or module.with_suffix(".py").exists()
        return f"{FACE}.{match[0]}" if is_there else match[0]

    names = "|".join(room for room in rooms if room != FACE)
    imports = rf"""((?:^\s*(?:>>> |\.\.\. )?|["'])(?:from|import)) ({names})(?=[.\s])"""
    raised = rf"^(\s*)({names})(?=(?:\.[a-z_]\w*)+\.[A-Z]\w*: )"
    source = re.sub(imports, rf"\1 {FACE}.\2", source, flags=re.MULTILINE)
    source = re.sub(raised, rf"\1{FACE}.\2", source, flags=re.MULTILINE)
    return re.sub(rf'(?<=")({names})\.(\w+)(?=(?:\.\w+)*(?::\w+)?")', named, source)
