"""Places of the source for `make mutants`, each changed by an operator of Cosmic Ray."""

import ast
import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parent.parent
SEED = "mutants of 2026"
SAMPLES = {("notation", "engines"): 600, ("replays",): 200}
LEFT_OUT = ("replays/store", "replays/many/cluster.py", "replays/many/remote.py")
"""Work of databases and networks, which `make torture` and `make attack` put under pressure."""

_OF_NO_USE = re.compile("NoOp|_Is(Not)?(_|$)")
"""Operators that change nothing: equal texts and small numbers are mostly the same objects."""

_FLAGS = {"frozen", "slots", "gc", "kw_only", "strict"}


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
        operator = self.operator.rpartition("/")[2]
        return f"{self.file}:{self.line}:{self.column}:{operator}:{self.at}"

    @property
    def folder(self) -> str:
        """The folder of the file."""
        return self.file.rpartition("/")[0]

    def mutant(self) -> str:
        """The source of the file, with this place changed."""
        source = (ROOT / self.file).read_text(encoding="utf-8")
        return str(mutate_code(source, get_operator(self.operator)(), self.at))

    def difference(self) -> Iterator[str]:
        """The change, as the first line that differs."""
        source = (ROOT / self.file).read_text(encoding="utf-8")
        pairs = zip(source.split("\n"), self.mutant().split("\n"), strict=False)
        was, now = next((pair for pair in pairs if pair[0] != pair[1]), ("", "(fewer lines)"))
        yield f"{self.file}:{self.line}:{self.column}"
        yield f"  - {was.strip()}"
        yield f"  + {now.strip()}"

    def runs_on_import(self) -> bool:
        """Whether this line runs when its module is imported, and not when a function is called."""
        return self.line not in _within_functions(self.file)


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
    """The lines of a file that run when a function is called."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {
        line
        for node in functions
        for line in range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
    }
