"""Reads a log as a record: each row becomes a ply, a shuffle, the end line, or nothing."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

from msgspec.structs import replace

from engines.game import Game
from engines.registry import OWN_DECKS
from notation.diagnostics import Place
from notation.end_line import check_result
from notation.fault import Fault
from notation.grammar import (
    CARD_TEXT,
    CONTROL_CHARACTER,
    END_LINE,
    MARKS,
    MAX_TIME,
    MOVE_TEXT,
    PLAY_LINE,
    escape,
    in_seconds,
    read_time,
)
from notation.limits import check_size
from notation.nearest import did_you_mean
from notation.outcome import Reading
from notation.places import Source
from notation.record import (
    SEATS,
    UNKNOWN_CARD,
    Entry,
    Ply,
    Record,
    Result,
    Shuffle,
    Where,
    part_of,
    path_of,
)
from notation.split_records import Chunk
from notation.text_reader import read_chunk
from notation.text_writer import write_result
from notation.wording import quote
from replays.logs.mapping import (
    ACTION,
    ANY,
    COMMENT,
    FIELD,
    MARK,
    PARTS,
    REVEALS,
    SEAT,
    TIME,
    BadMapping,
    FilledTemplate,
    LogMapping,
    fill,
    items,
    word_of,
)
from replays.logs.rows import Cell, Row, read_rows
from replays.set_up import game_of, setup_shuffles


@dataclass(frozen=True)
class LogLine:
    """A line of play that a row gave, and the places of the cells with the parts of a ply."""

    row: Row
    filled: FilledTemplate
    parts: Mapping[str, Place]

    @property
    def action(self) -> Place:
        """The place of the action; of a row without one, the row."""
        return self.parts.get(ACTION, self.row.place)

    def place(self, part: str | int, start: int, end: int | None) -> Place:
        """The cell that gave a part of the ply; for other parts, the row."""
        if part == "move":
            return self.filled.place(start, end, self.action)
        return self.parts.get(str(part), self.row.place)


@dataclass
class LogSource(Source):
    """A log. `lines` has one for each entry of its record, `end` one for the result."""

    file: str
    record: int = 1
    lines: list[LogLine] = field(default_factory=list)
    end: LogLine | None = None

    def place(self, where: Where, start: int = 0, end: int | None = None) -> Place:
        """The cell that gave a part; for other parts, the row."""
        path = path_of(where)
        if path and path[0] < len(self.lines):
            return self.lines[path[0]].place(part_of(where)[0], start, end)
        if where[:1] == ("result",):
            return self.last()
        return Place(file=self.file, line=1)

    def last(self) -> Place:
        """The row of the result, or the last one."""
        line = self.end or (self.lines[-1] if self.lines else None)
        return line.row.place if line is not None else Place(file=self.file, line=1)

    def spell(self, result: Result) -> str:
        """The end line."""
        return write_result(result)


_CLOCK = re.compile(r"@?(?:[0-9]{1,4}:[0-5]?[0-9]|[0-9]{1,5}):[0-5][0-9](?:\.[0-9]{1,3})?")
_SECONDS = re.compile(r"[0-9]{1,8}(?:\.[0-9]{1,3})?")
_BRACES = re.compile(r"\{.*?\}")
_PILE, _ORDER, _SHOWN = 10, 11, 12


def read_log(raw: bytes, file: str, mapping: LogMapping) -> Reading:
    """The record of a log, or the first mistake in one of its rows.

    Without a seed or a shuffle before the first ply, nobody saw the cards of the deal. Raises
    BadMapping if the mapping cannot be right, whatever the log.
    """
    head = _head(mapping, file)
    try:
        game = game_of(head, OWN_DECKS)
    except Fault as fault:
        raise _refused(fault.message, fault.advice) from None
    _check_templates(mapping)
    reader = _Reader(mapping, head, game, LogSource(file))
    try:
        return Reading.of_record(reader.source, reader.record(raw))
    except Fault as fault:
        return Reading.of_fault(reader.source, fault)


def _head(mapping: LogMapping, file: str) -> Record:
    """The record without its plies. Raises BadMapping if the header is malformed."""
    values = {"CGN": "1", "Rules": "1", **mapping.header}
    lines = [f'[{name} "{escape(value, chr(34))}"]\n' for name, value in values.items()]
    reading = read_chunk(Chunk(1, "".join(lines).encode()), file, 1)
    if reading.record is None:
        problem = reading.problem
        raise _refused(problem.message if problem else "", problem.help if problem else None)
    return reading.record


def _refused(message: str, advice: str | None) -> BadMapping:
    return BadMapping(f"[header]: {message}" + (f"; {advice}" if advice else ""))


def _check_templates(mapping: LogMapping) -> None:
    """Raise BadMapping if a template names a column that `columns` does not."""
    for action, template in mapping.moves.items():
        for name in _BRACES.findall(template):
            field = FIELD.fullmatch(name)
            if field is None or field[1] not in mapping.columns:
                columns = ", ".join(f"{{{column}}}" for column in mapping.columns)
                raise BadMapping(f"[moves] {action}: unknown `{name}`; [columns] has {columns}")


class _Reader:
    """Reads the rows of one log."""

    def __init__(self, mapping: LogMapping, head: Record, game: Game, source: LogSource) -> None:
        self.source = source
        self._mapping = mapping
        self._head = head
        self._game = game
        self._letters = SEATS[: len(head.seats)]
        self._result: Result | None = None

    def record(self, raw: bytes) -> Record:
        """The record. Raises Fault for the first row that is wrong."""
        plies: list[Entry] = []
        for row in read_rows(raw, self.source.file, list(self._mapping.columns.values())):
            if self._result is not None:
                raise Fault("cgn.after-end", "the game ended above", place=row.place)
            plies += self._entries(row)
        opening = takewhile(lambda entry: isinstance(entry, Shuffle), plies)
        if self._head.seed is None and not list(opening):
            deal = setup_shuffles(self._game, len(self._letters), self._head.options)
            plies[:0] = deal
            self.source.lines[:0] = self.source.lines[:1] * len(deal)
        record = replace(self._head, plies=tuple(plies), result=self._result)
        check_size(record)
        return record

    def _cell(self, row: Row, name: str) -> Cell | None:
        """The cell of a part of a ply; None if there is no such column, or the cell is empty."""
        column = self._mapping.columns.get(name)
        cell = row.cells.get(column) if column is not None else None
        return cell if cell is not None and cell.value not in ("", None, []) else None

    def _entries(self, row: Row) -> Iterator[Entry]:
        """The lines of play that a row gives."""
        cell = self._cell(row, ACTION)
        parts = {name: present.place for name in PARTS if (present := self._cell(row, name))}
        for template in self._template(cell, row).splitlines():
            filled = fill(template, row, self._mapping)
            line = LogLine(row, filled, parts)
            if filled.text.startswith("="):
                self._result, self.source.end = self._end(line), line
            elif filled.text:
                self.source.lines.append(line)
                is_shuffle = filled.text.startswith("~")
                yield _shuffle(line) if is_shuffle else self._ply(line)

    def _template(self, cell: Cell | None, row: Row) -> str:
        action, moves = str(cell.value) if cell is not None else "", self._mapping.moves
        template = word_of(action.strip(), moves)
        if template is None and action:
            template = moves.get(ANY)
        if template is not None:
            return template
        raise Fault(
            "cgn.verb",
            f"[moves] has no action {quote(action)}" if action else "this row has no action",
            did_you_mean(action, moves)
            or "say in [moves] what it stands for; an empty text skips such rows",
            place=cell.place if cell is not None else row.place,
        )

    def _ply(self, line: LogLine) -> Ply:
        text = line.filled.text
        if not MOVE_TEXT.fullmatch(text):
            advice = "a move is a verb and arguments, as in `take r2c5 using=toast`"
            raise Fault("cgn.ply-syntax", f"{quote(text)} is not a move", advice, place=line.action)
        try:
            self._game.moves.parse(text)
        except Fault as fault:
            fault.place = line.place("move", fault.start, fault.end)
            raise
        row = line.row
        return Ply(
            self._seat(row),
            text,
            reveals=self._reveals(row),
            mark=self._mark(row),
            comments=self._comments(row),
            at=self._time(row),
        )

    def _seat(self, row: Row) -> str:
        cell = self._cell(row, SEAT)
        if cell is None:
            raise Fault("cgn.ply-syntax", "this row does not say whose move it is", place=row.place)
        text = str(cell.value).strip()
        players = dict(zip(self._head.seats, self._letters, strict=True))
        letters = dict(zip(self._letters, self._letters, strict=True))
        seat = word_of(text, self._mapping.seats) or word_of(text, {**players, **letters})
        if seat is not None and seat in self._letters:
            return seat
        names = [*self._mapping.seats, *players]
        advice = did_you_mean(text, names) or f"the players are {', '.join(self._head.seats)}"
        raise Fault("cgn.turn", f"{quote(text)} is not a player", advice, place=cell.place)

    def _reveals(self, row: Row) -> tuple[str, ...]:
        cell = self._cell(row, REVEALS)
        if cell is None:
            return ()
        cards = tuple(items(cell.value, self._mapping))
        for card in cards:
            if not CARD_TEXT.fullmatch(card):
                advice = "name its code in [cards]"
                message = f"{quote(card)} is not the code of a card"
                raise Fault("cgn.ply-syntax", message, advice, place=cell.place)
        return cards

    def _mark(self, row: Row) -> str:
        cell = self._cell(row, MARK)
        if cell is None or cell.value in MARKS:
            return str(cell.value) if cell is not None else ""
        advice = f"the marks are {' '.join(MARKS)}"
        message = f"{quote(str(cell.value))} is not a mark"
        raise Fault("cgn.ply-syntax", message, advice, place=cell.place)

    def _comments(self, row: Row) -> tuple[str, ...]:
        cell = self._cell(row, COMMENT)
        if cell is None:
            return ()
        text = str(cell.value)
        if CONTROL_CHARACTER.search(text.replace("\n", "")):
            message = "a comment is text without control characters"
            raise Fault("cgn.control-character", message, place=cell.place)
        return (text,)

    def _time(self, row: Row) -> float | None:
        cell = self._cell(row, TIME)
        if cell is None:
            return None
        text = str(cell.value).strip()
        seconds = read_time(text) if _CLOCK.fullmatch(text) else None
        if _SECONDS.fullmatch(text):
            seconds = in_seconds(round(float(text) * 1000))
        if seconds is None or seconds > MAX_TIME:
            advice = "write `m:ss` or `h:mm:ss` since the start, or a number of seconds"
            raise Fault("cgn.ply-syntax", f"{quote(text)} is not a time", advice, place=cell.place)
        return seconds

    def _end(self, line: LogLine) -> Result:
        match = END_LINE.fullmatch(line.filled.text)
        if match is None:
            advice = "the winners and every score, as in `= A 12 9`"
            message = f"{quote(line.filled.text)} is not an end line"
            raise Fault("cgn.end-syntax", message, advice, place=line.action)
        winners = () if match[1] == "*" else tuple(match[1].split("+"))
        scores = [None if score == UNKNOWN_CARD else int(score) for score in match[2].split()]
        try:
            check_result(winners, scores, len(self._letters))
        except Fault as fault:
            fault.place = line.action
            raise
        return Result(winners, tuple(scores))


def _shuffle(line: LogLine) -> Shuffle:
    match = PLAY_LINE.fullmatch(line.filled.text)
    if match is None or match[_PILE] is None:
        advice = "a pile and its cards, the top one first, as in `~: deck 3 _`"
        message = f"{quote(line.filled.text)} is not a shuffle"
        raise Fault("cgn.shuffle-syntax", message, advice, place=line.action)
    return Shuffle(match[_PILE], tuple(match[_ORDER].split()), tuple((match[_SHOWN] or "").split()))
