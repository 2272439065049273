"""Counts the code of each room: lines, files, classes and circles of imports.

A code line has code on it: blank lines, comments and strings that stand alone, such as docstrings,
are not counted. `python -m benchmarks.code_lines FOLDER` counts another checkout.
"""

import ast
import sys
import tokenize
from collections.abc import Container, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, Self

from rich.console import Console

from benchmarks.measure import table_of

_ROOMS = ("cli", "api", "cgn", "client", "pages", "replays", "engines", "notation")
"""The rooms, from the top; those that a checkout does not have are left out."""

_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


class Count(NamedTuple):
    """What a file, or a room, has of each."""

    lines: int = 0
    files: int = 0
    classes: int = 0

    @classmethod
    def total(cls, counts: Iterable[Self]) -> Self:
        """The sum of some counts."""
        return cls(*map(sum, zip(*counts, strict=True)))


def count_of(source: bytes) -> Count:
    r"""The count of a file.

    >>> count_of(b'"A docstring."\n\nx = 1  # a comment\n\n# another\nclass A:\n    "Its own."\n')
    Count(lines=2, files=1, classes=1)
    """
    tree = ast.parse(source)
    lines = {
        line
        for token in tokenize.tokenize(BytesIO(source).readline)
        if token.type not in _NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    lines -= {line for alone in _strings_alone(tree) for line in alone}
    classes = sum(isinstance(node, ast.ClassDef) for node in ast.walk(tree))
    return Count(len(lines), 1, classes)


def _strings_alone(tree: ast.AST) -> Iterator[range]:
    """The lines of each string that is a statement."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=int(last)):
                yield range(first, last + 1)


def files_of(root: Path) -> dict[str, list[Path]]:
    """The files of each room of a checkout."""
    rooms = {room: sorted((root / room).rglob("*.py")) for room in _ROOMS}
    return {room: files for room, files in rooms.items() if files}


def circles(root: Path) -> list[list[str]]:
    """The modules of each circle of imports, whose modules all reach each other."""
    trees = {
        _module(file.relative_to(root)): ast.parse(file.read_bytes())
        for files in files_of(root).values()
        for file in files
    }
    graph = {name: _imported(tree, trees) - {name} for name, tree in trees.items()}
    reached = {name: _reached(graph, name) for name in graph}
    found = {
        frozenset(other for other in reached[name] if name in reached[other]) for name in graph
    }
    return sorted(sorted(circle) for circle in found if circle)


def _module(file: Path) -> str:
    """The name by which a file is imported."""
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(tree: ast.AST, known: Container[str]) -> set[str]:
    """The known modules that a file imports, also within functions and for types only."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if name in known else node.module for name in inner}
    return {name for name in names if name in known}


def _reached(graph: Mapping[str, set[str]], name: str) -> set[str]:
    """The modules that a module imports, directly or by way of others."""
    reached, waiting = set[str](), [name]
    while waiting:
        new = graph[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


def main(root: Path) -> None:
    """Print the counts of a checkout."""
    counts = {
        room: Count.total(count_of(file.read_bytes()) for file in files)
        for room, files in files_of(root).items()
    }
    table = table_of("room", "code lines", "files", "classes", caption=None)
    for room, count in [*counts.items(), ("all", Count.total(counts.values()))]:
        table.add_row(room, *(f"{number:,}" for number in count))
    Console().print(table)
    found = circles(root)
    Console().print(f"circles of imports: {len(found)}")
    for circle in found:
        Console().print(f"  {', '.join(circle)}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
