"""The rows of a table (CSV), with commas, semicolons or tabs."""

import re
from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from notation.diagnostics import Place
from notation.fault import Fault
from notation.json_places import marked
from notation.nearest import did_you_mean
from replays.logs.cells import Cell, Row

_CELL = r' *"((?:[^"]|"")*)" *|([^{0}\n]*)'
_DELIMITERS = (",", ";", "\t")

_Written = tuple[str, int, int]
"""The value of a cell, and the offsets of what is written."""


def table(text: str, file: str, columns: list[str]) -> Iterator[Row]:
    """The rows of a table. Raises Fault if it lacks a column, or a cell is malformed."""
    first = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    rows = _rows(text, file, re.compile(_CELL.replace("{0}", delimiter)), delimiter)
    names = [value.strip() for value, _, _ in next(rows)]
    for name in columns:
        if name not in names:
            known = f"the columns are {', '.join(names)}" if first else "the first line names them"
            raise Fault(
                "cgn.missing-key",
                f"there is no column `{name}`, which [columns] in the mapping names",
                did_you_mean(name, names) or known,
                place=_place(file, text, 0, len(first)),
            )
    for row in rows:
        if any(value.strip() for value, _, _ in row):
            cells = {
                name: Cell(value, name, partial(_place, file, text, start, end))
                for name, (value, start, end) in zip(names, row, strict=False)
                if name in columns and value
            }
            yield Row(cells, partial(_place_of_row, file, text, row))


def _place(file: str, text: str, start: int, end: int) -> Place:
    return marked(Place(file=file), text, start, end)


def _place_of_row(file: str, text: str, row: list[_Written]) -> Place:
    """From the first cell of a row to the last, if they are on one line; or else the first."""
    (_, first, first_end), (_, last, last_end) = row[0], row[-1]
    start, end = _place(file, text, first, first_end), _place(file, text, last, last_end)
    return start if start.line != end.line else replace(start, end=end.end)


def _rows(
    text: str, file: str, pattern: re.Pattern[str], delimiter: str
) -> Iterator[list[_Written]]:
    """The cells of every row."""
    at, cells = 0, list[_Written]()
    while at <= len(text):
        match = pattern.match(text, at)
        assert match is not None  # noqa: S101 - for mypy: an empty cell matches
        quoted = match[1] is not None
        value = match[1].replace('""', '"') if quoted else match[2].strip()
        start, end = match.span(1 if quoted else 2)
        cells.append((value, start, end))
        at = match.end()
        following = text[at : at + 1]
        if following not in (delimiter, "\n", ""):
            advice = 'write a quotation mark within a cell twice: `""`'
            message = "something follows the end of this quoted cell"
            place = _place(file, text, start, end)
            raise Fault("cgn.ply-syntax", message, advice, place=place)
        at += 1
        if following != delimiter:
            yield cells
            cells = []
