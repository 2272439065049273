"""The header of a game in a log: the values of the mapping, some of them from cells."""

from collections.abc import Sequence
from re import Match, fullmatch

from engines.game import Game
from engines.registry import OWN_DECKS
from notation.diagnostics import Place
from notation.fault import Fault
from notation.grammar import escape
from notation.header import header_where
from notation.record import Record, Where
from notation.split_records import Chunk
from notation.text_reader import read_chunk
from notation.wording import quote
from replays.logs.cells import Cell, Row
from replays.logs.mapping import FIELD, BadMapping, LogMapping
from replays.logs.templates import cell_of
from replays.set_up import game_of

_DAY = r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ].*)?"


class Head:
    """The header of one game, and the cells that its values come from.

    A field of a value is filled from the first row of the game in which its cell is not empty. A
    value with fields, whose cells are all empty, is left out.
    """

    def __init__(self, rows: Sequence[Row], mapping: LogMapping, file: str) -> None:
        self._mapping = mapping
        self._file = file
        self._start = rows[0] if rows else None
        self._cells: dict[str, Cell] = {}
        self._values = {"CGN": "1", "Rules": "1"}
        for name, template in mapping.header.items():
            self._fill(name, template, rows)

    def _fill(self, name: str, template: str, rows: Sequence[Row]) -> None:
        cells: dict[str, Cell | None] = {}
        for field in FIELD.finditer(template):
            found = (cell_of(row, field[1], self._mapping) for row in rows)
            cells[field[1]] = next(filter(None, found), None)
        present = [cell for cell in cells.values() if cell is not None]
        if cells and not present:
            self._values.pop(name, None)
            return

        def written(match: Match[str]) -> str:
            cell = cells[match[1]]
            return "" if cell is None else _value(cell, match[2])

        value = FIELD.sub(written, template).strip()
        if present:
            self._cells[name] = present[0]
        if name == "Game" and present:
            value = "_".join(value.casefold().split())
        self._values[name] = value

    def cell(self, where: Where) -> Cell | None:
        """The cell that gave the value at the end of these steps; None if none did."""
        found = (cell for name, cell in self._cells.items() if header_where(name) == where)
        return next(found, None)

    def record(self) -> tuple[Record, Game]:
        """The record without its plies, and its game.

        Raises Fault, at the cell of the value, if the log is wrong; or BadMapping, if the mapping
        is, whatever the log.
        """
        lines = [f'[{name} "{escape(value, chr(34))}"]\n' for name, value in self._values.items()]
        reading = read_chunk(Chunk(1, "".join(lines).encode()), self._file, 1)
        if reading.record is None:
            problem = reading.problem
            assert problem is not None  # noqa: S101 - for mypy: there is no record
            names = list(self._values)[(problem.place.line or 1) - 1 :][:1]
            is_of_all = problem.code == "cgn.seats"
            name = "" if is_of_all or not names else names[0]
            raise self._fault(Fault(problem.code, problem.message, problem.help), name)
        try:
            return reading.record, game_of(reading.record, OWN_DECKS)
        except Fault as fault:
            name = next((n for n in self._values if header_where(n) == fault.where), "")
            raise self._fault(fault, name) from None

    def _fault(self, fault: Fault, name: str) -> Fault:
        """The fault at the cell that gave a value; without a name, at the game's first row."""
        if not self._cells or (name and name not in self._cells):
            raise BadMapping(f"[header]: {fault.message}" + _and(fault.advice)) from None
        message = f"the header of this game is wrong: {fault.message}"
        if name:
            return self._cells[name].fault(
                fault.code, message, f"[header] {name}" + _and(fault.advice)
            )
        start = Place(file=self._file, line=1)
        place = self._start.place if self._start is not None else start
        advice = "look at [header] in the mapping" + _and(fault.advice)
        return Fault(fault.code, message, advice, place=place)


def _and(advice: str | None) -> str:
    return f"; {advice}" if advice else ""


def _value(cell: Cell, form: str | None) -> str:
    """What replaces a field of the header."""
    if isinstance(cell.value, list | dict):
        kind = "a list" if isinstance(cell.value, list) else "an object"
        inner = f"`{cell.column}/0`" if cell.column.startswith("/") else f"`{cell.column}.0`"
        advice = f"name one of its values in [columns], as in {inner}"
        raise cell.fault("cgn.json-type", f"this is {kind}, and a header has texts", advice)
    if form != "date":
        return cell.text
    match = fullmatch(_DAY, cell.text)
    if match is None:
        message = f"{quote(cell.text)} does not begin with a date"
        raise cell.fault("cgn.date", message, "write dates as 2026-11-22, or leave out `:date`")
    return match[1]
