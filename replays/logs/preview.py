"""What the first rows of a log become by a mapping, column by column."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from json import dumps

from notation.diagnostics import Diagnostic, Place
from notation.fault import Fault
from notation.grammar import write_time
from notation.record import Entry, Ply, Result, Shuffle
from notation.text_writer import header_lines, write_ply, write_result, write_shuffle
from replays.logs.cells import Cell
from replays.logs.log_source import LogSource
from replays.logs.mapping import ACTION, COMMENT, MARK, SEAT, TIME, LogMapping
from replays.logs.read_log import GameReader, RowRead, open_log
from replays.logs.templates import cell_of, items

ROWS = 8
"""The rows of each game that are shown."""

GAMES = 3
"""The games of a log that are shown."""

SKIPPED = "skipped"
"""What a row, or the cell of one, becomes that stands for nothing."""


@dataclass(frozen=True)
class ColumnRead:
    """One of our columns, its name in the log, what was found there, and what it became."""

    name: str
    column: str
    found: str
    became: str


@dataclass(frozen=True)
class RowPreview:
    """A row of a log, its columns, the lines of play that they became, and what is wrong."""

    place: Place
    columns: list[ColumnRead]
    lines: list[str]
    problem: Diagnostic | None


@dataclass(frozen=True)
class GamePreview:
    """The header of a game in a log and its first rows, or what is wrong with it.

    `total` is how many rows it has, and `unused` has the columns that are empty in all of them.
    """

    header: list[str]
    rows: list[RowPreview]
    total: int
    unused: list[str]
    problem: Diagnostic | None = None


def preview(raw: bytes, file: str, mapping: LogMapping) -> Iterator[GamePreview]:
    """The first rows of the first games of a log. Raises BadMapping as `read_log` does."""
    for source, reader in islice(open_log(raw, file, mapping), GAMES):
        if isinstance(reader, Fault):
            yield GamePreview([], [], 0, [], source.diagnostic(reader))
        else:
            rows = list(_rows(source, reader, mapping))
            used = {column for row in reader.rows for column in row.cells}
            unused = [column for column in mapping.in_log if column not in used]
            yield GamePreview(header_lines(reader.head), rows, len(reader.rows), unused)


def _rows(source: LogSource, reader: GameReader, mapping: LogMapping) -> Iterator[RowPreview]:
    number = 0
    for read in islice(reader.read(), ROWS):
        lines = []
        for entry in read.entries:
            number += isinstance(entry, Ply)
            lines.append(_written(entry, number))
        problem = source.diagnostic(read.fault) if read.fault is not None else None
        yield RowPreview(read.row.place, list(_columns(read, reader, mapping)), lines, problem)


def _written(entry: Entry | Result, number: int) -> str:
    if isinstance(entry, Ply):
        return write_ply(entry, number)
    return write_shuffle(entry) if isinstance(entry, Shuffle) else write_result(entry)


def _columns(read: RowRead, reader: GameReader, mapping: LogMapping) -> Iterator[ColumnRead]:
    """The columns of a row that are not empty."""
    for name in mapping.columns:
        try:
            cell = cell_of(read.row, name, mapping)
        except Fault:
            continue  # the row's own fault says so
        if cell is not None:
            became = ""
            with suppress(Fault):
                became = _became(name, cell, read, reader, mapping)
            yield ColumnRead(name, cell.column, _found(cell), became)


def _found(cell: Cell) -> str:
    """The value of a cell as the log has it."""
    is_plain = not isinstance(cell.value, list | dict)
    return cell.text if is_plain else dumps(cell.value, ensure_ascii=False)


def _became(name: str, cell: Cell, read: RowRead, reader: GameReader, mapping: LogMapping) -> str:
    """What a cell became; empty if it is wrong. Raises Fault for the same reason."""
    if name == ACTION:
        return " / ".join(reader.template(read.row).split("\n")).strip(" /") or SKIPPED
    if name == SEAT:
        return reader.seats.of(cell, cell.text) or SKIPPED
    if name == TIME:
        if read.fault is not None:
            return ""
        times = [entry.at for entry in read.entries if isinstance(entry, Ply)]
        return f"@{write_time(times[0])}" if times and times[0] is not None else SKIPPED
    if name in (COMMENT, MARK):
        return cell.text
    return ",".join(items(cell, mapping.column(name), mapping))
