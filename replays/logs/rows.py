"""The rows of a log, of CSV or JSON Lines, with the place of each of their cells."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from notation.diagnostics import Place
from notation.encoding import decode
from notation.fault import Fault
from notation.json_places import find, marked, pointer
from notation.json_syntax import parse
from notation.places import JsonSource

_CELL = r' *"((?:[^"]|"")*)" *|([^{0}\n]*)'
_DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True)
class Cell:
    """A value of a row, and its place."""

    value: Any
    place: Place


@dataclass(frozen=True)
class Row:
    """A row of a log: its place, and the cells by the names of their columns.

    In JSON a column is a field; dots in its name lead to an inner one.
    """

    place: Place
    cells: dict[str, Cell]


def read_rows(raw: bytes, file: str, columns: list[str]) -> Iterator[Row]:
    """The rows of a log, with the cells of these columns.

    A log that begins with `{` is JSON Lines, any other CSV, whose first line names the columns.
    Raises Fault if it is neither, or lacks a column.
    """
    text = decode(raw, file, 1).replace("\r\n", "\n")
    if text.lstrip().startswith("{"):
        return _objects(text, file, columns)
    return _table(text, file, columns)


def _objects(text: str, file: str, columns: list[str]) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        bare = Place(file=file, line=number, text=line)
        line_place = marked(bare, line, 0, len(line))
        value = parse(line.encode(), JsonSource(file, number, number), parse_int=str)
        if not isinstance(value, dict):
            message = "expected an object on this line"
            raise Fault("cgn.json-type", message, "write one object a line", place=line_place)
        cells = {}
        for name in columns:
            steps = tuple(name.split("."))
            inner = _inner(value, steps)
            if inner is not None:
                span = find(line, steps)
                place = marked(bare, line, span.start, span.end)
                cells[name] = Cell(inner, replace(place, pointer=pointer(steps)))
        yield Row(line_place, cells)


def _inner(value: object, steps: tuple[str, ...]) -> object:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _table(text: str, file: str, columns: list[str]) -> Iterator[Row]:
    first = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    lines = _lines(text, file, re.compile(_CELL.replace("{0}", delimiter)), delimiter)
    names = [cell.value.strip() for cell in next(lines)]
    for name in columns:
        if name not in names:
            raise Fault(
                "cgn.missing-key",
                f"there is no column `{name}`",
                f"the columns are {', '.join(names)}" if first else "the first line names them",
                place=marked(Place(file=file), text, 0, len(first)),
            )
    for cells in lines:
        if any(cell.value.strip() for cell in cells):
            start, end = cells[0].place, cells[-1].place
            place = start if start.line != end.line else replace(start, end=end.end)
            yield Row(place, {n: c for n, c in zip(names, cells, strict=False) if n in columns})


def _lines(text: str, file: str, pattern: re.Pattern[str], delimiter: str) -> Iterator[list[Cell]]:
    """The cells of every row of CSV."""
    at, cells = 0, list[Cell]()
    while at <= len(text):
        match = pattern.match(text, at)
        assert match is not None  # noqa: S101 - for mypy: an empty cell matches
        quoted = match[1] is not None
        value = match[1].replace('""', '"') if quoted else match[2].strip()
        group = 1 if quoted else 2
        place = marked(Place(file=file), text, *match.span(group))
        cells.append(Cell(value, place))
        at = match.end()
        following = text[at : at + 1]
        if following not in (delimiter, "\n", ""):
            advice = 'write a quotation mark within a cell twice: `""`'
            message = "something follows the end of this quoted cell"
            raise Fault("cgn.ply-syntax", message, advice, place=place)
        at += 1
        if following != delimiter:
            yield cells
            cells = []
