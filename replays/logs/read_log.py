"""Reads a log as records: each row becomes plies, a shuffle, the end line, or nothing."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from msgspec.structs import replace

from notation.end_line import check_result
from notation.fault import Fault
from notation.grammar import (
    CARD_TEXT,
    CONTROL_CHARACTER,
    END_LINE,
    MARKS,
    MOVE_TEXT,
    PLAY_LINE,
)
from notation.limits import check_size
from notation.nearest import did_you_mean
from notation.outcome import Reading
from notation.record import UNKNOWN_CARD, Entry, Ply, Record, Result, Shuffle
from notation.wording import quote
from replays.logs.cells import Cell, Row
from replays.logs.heads import Head
from replays.logs.log_source import LogLine, LogSource
from replays.logs.mapping import (
    ACTION,
    ANY,
    COMMENT,
    FIELD,
    MARK,
    NOBODY,
    PARTS,
    REVEALS,
    SEAT,
    TIME,
    Column,
    LogMapping,
    word_of,
)
from replays.logs.rows import read_games
from replays.logs.seats import Seats
from replays.logs.templates import cell_of, fill, items
from replays.logs.times import Clock
from replays.set_up import setup_shuffles

_PILE, _ORDER, _SHOWN = 10, 11, 12
_AFTER = "several games in one log need `game` in the mapping: the column that tells them apart"


@dataclass(frozen=True)
class RowRead:
    """A row of a log, and what became of it: the lines of play, or what is wrong with it."""

    row: Row
    lines: list[LogLine]
    entries: list[Entry | Result]
    fault: Fault | None = None


def read_log(raw: bytes, file: str, mapping: LogMapping) -> Iterator[Reading]:
    """The record of each game in a log, or the first mistake in one of its rows.

    Without a seed or a shuffle before the first ply, nobody saw the cards of the deal. Raises
    BadMapping if the mapping cannot be right, whatever the log.
    """
    for source, reader in open_log(raw, file, mapping):
        try:
            if isinstance(reader, Fault):
                raise reader
            yield Reading.of_record(source, reader.record())
        except Fault as fault:
            yield Reading.of_fault(source, fault)


def open_log(
    raw: bytes, file: str, mapping: LogMapping
) -> Iterator[tuple[LogSource, "GameReader | Fault"]]:
    """A reader for each game of a log, or what is wrong with its header.

    Of a log that cannot be read at all, only what is wrong with it. Raises BadMapping as
    `read_log` does.
    """
    try:
        games = read_games(raw, file, mapping)
    except Fault as fault:
        if not any(FIELD.search(value) for value in mapping.header.values()):
            Head([], mapping, file).record()  # a mapping that is wrong for any log comes first
        games = []
        yield LogSource(file), fault
    for number, rows in enumerate(games, start=1):
        source = LogSource(file, number)
        try:
            yield source, GameReader(mapping, rows, source)
        except Fault as fault:
            yield source, fault


class GameReader:
    """Reads the rows of one game. Raises Fault or BadMapping if its header is wrong."""

    def __init__(self, mapping: LogMapping, rows: Sequence[Row], source: LogSource) -> None:
        self.rows = rows
        self.source = source
        self._mapping = mapping
        source.head = Head(rows, mapping, source.file)
        self.head, self._game = source.head.record()
        self.seats = Seats(mapping, self.head.seats)
        self._clock = Clock(mapping.column(TIME) if TIME in mapping.columns else Column("", None))

    def record(self) -> Record:
        """The record. Raises Fault for the first row that is wrong."""
        plies: list[Entry] = []
        result: Result | None = None
        for read in self.read():
            if result is not None and (read.lines or read.fault):
                raise Fault("cgn.after-end", "the game ended above", _AFTER, place=read.row.place)
            if read.fault is not None:
                raise read.fault
            for line, entry in zip(read.lines, read.entries, strict=True):
                if isinstance(entry, Result):
                    result, self.source.end = entry, line
                else:
                    plies.append(entry)
                    self.source.lines.append(line)
        opening = takewhile(lambda entry: isinstance(entry, Shuffle), plies)
        if self.head.seed is None and not list(opening):
            deal = setup_shuffles(self._game, len(self.seats.letters), self.head.options)
            plies[:0] = deal
            self.source.lines[:0] = self.source.lines[:1] * len(deal)
        record = replace(self.head, plies=tuple(plies), result=result)
        check_size(record)
        return record

    def read(self) -> Iterator[RowRead]:
        """What becomes of each row."""
        for row in self.rows:
            lines: list[LogLine] = []
            try:
                lines = self._lines(row)
                yield RowRead(row, lines, self._entries(row, lines))
            except Fault as fault:
                yield RowRead(row, lines, [], fault)

    def _cell(self, row: Row, name: str) -> Cell | None:
        return cell_of(row, name, self._mapping)

    def _lines(self, row: Row) -> list[LogLine]:
        """The lines of play that the template of a row's action gives, filled in.

        Of several, those are left out that have fields, none of them filled; a shuffle stays.
        """
        parts = {name: cell for name in PARTS if (cell := self._cell(row, name)) is not None}
        lines, templates = [], self.template(row).splitlines()
        for template in templates:
            filled = fill(template, row, self._mapping, self.seats)
            is_left_out = filled.is_blank and len(templates) > 1 and filled.text[:1] != "~"
            if filled.text and not is_left_out:
                lines.append(LogLine(row, filled, parts))
        return [line for line in lines if not self._is_skipped(line)]

    def _is_skipped(self, line: LogLine) -> bool:
        """Whether a line is the ply of somebody who is no player."""
        if line.filled.text.startswith(("~", "=")) or line.seat is not None:
            return False
        cell = line.parts.get(SEAT)
        return (self.seats.of_empty if cell is None else self.seats.find(cell.text)) == NOBODY

    def _entries(self, row: Row, lines: list[LogLine]) -> list[Entry | Result]:
        """The entry of each line. A mark and a comment belong to the last ply of a row."""
        if not lines:
            with suppress(Fault):
                self._time(row)  # may be the game's first; but nobody needs it to be a time
            return []
        time = self._time(row)
        entries: list[Entry | Result] = []
        for line in lines:
            if line.filled.text.startswith("="):
                entries.append(self._end(line))
            elif line.filled.text.startswith("~"):
                entries.append(_shuffle(line))
            else:
                entries.append(self._ply(line, time))
        for index in range(len(entries) - 1, -1, -1):
            entry = entries[index]
            if isinstance(entry, Ply):
                mark, comments = self._mark(row), self._comments(row)
                entries[index] = replace(entry, mark=mark, comments=comments)
                break
        return entries

    def template(self, row: Row) -> str:
        """The template of a row's action. Raises Fault if [moves] has none."""
        cell, moves = self._cell(row, ACTION), self._mapping.moves
        action = cell.text if cell is not None else ""
        template = word_of(action, moves)
        if template is None and (action or ACTION not in self._mapping.columns):
            template = moves.get(ANY)
        if template is not None:
            return template
        if cell is None:
            advice = (
                'name what such rows stand for in [moves], as `"" = "…"`; an empty text skips them'
            )
            raise Fault("cgn.verb", "this row has no action", advice, place=row.place)
        raise cell.fault(
            "cgn.verb",
            f"[moves] has no action {quote(action)}",
            did_you_mean(action, moves)
            or "say in [moves] what it stands for; an empty text skips such rows",
        )

    def _ply(self, line: LogLine, time: float | None) -> Ply:
        text = line.move
        if not MOVE_TEXT.fullmatch(text):
            advice = "[moves] gives a verb and arguments, as in `take r2c5 using=toast`"
            raise Fault("cgn.ply-syntax", f"{quote(text)} is not a move", advice, place=line.action)
        try:
            self._game.moves.parse(text)
        except Fault as fault:
            fault.place = line.place("move", fault.start, fault.end)
            raise
        return Ply(self._seat(line), text, reveals=self._reveals(line), at=time)

    def _seat(self, line: LogLine) -> str:
        letter, cell = line.seat, line.parts.get(SEAT)
        if letter is not None:
            seat: str | None = letter
        else:
            seat = self.seats.of_empty if cell is None else self.seats.of(cell, cell.text)
        if seat is not None and seat in self.seats.letters:
            return seat
        if seat is not None:
            known = ", ".join(self.seats.letters)
            message, advice = f"{quote(seat)} is not a seat", f"the seats of this game are {known}"
            raise Fault("cgn.turn", message, advice, place=line.place("seat"))
        named = self._mapping.columns.get(SEAT)
        found = (
            "name in [columns], as `seat`, the column of the player"
            if named is None
            else f"[columns] seat is {quote(self._mapping.column(SEAT).column)}, empty here"
        )
        raise Fault(
            "cgn.ply-syntax",
            "this row does not say whose move it is",
            f'{found}; if the rules did this, [seats] of the mapping skips such rows: `"" = ""`',
            place=line.row.place,
        )

    def _reveals(self, line: LogLine) -> tuple[str, ...]:
        cell = line.parts.get(REVEALS)
        if line.reveals is not None:
            cards = tuple(line.reveals)
        elif cell is not None and not self._has_arrow(line):
            cards = tuple(items(cell, self._mapping.column(REVEALS), self._mapping))
        else:
            return ()
        for card in cards:
            if not CARD_TEXT.fullmatch(card):
                advice = f'name its code in [cards] of the mapping: "{card}" = "…"'
                message = f"{quote(card)} is not the code of a card"
                place = line.place(REVEALS)
                raise Fault("cgn.ply-syntax", message, advice, place=place)
        return cards

    def _has_arrow(self, line: LogLine) -> bool:
        """Whether the row's template says itself which of its plies reveals what."""
        return "->" in self.template(line.row)

    def _mark(self, row: Row) -> str:
        cell = self._cell(row, MARK)
        if cell is None or cell.value in MARKS:
            return str(cell.value) if cell is not None else ""
        advice = f"the marks are {' '.join(MARKS)}; other remarks may be a `comment` in [columns]"
        raise cell.fault("cgn.ply-syntax", f"{quote(str(cell.value))} is not a mark", advice)

    def _comments(self, row: Row) -> tuple[str, ...]:
        cell = self._cell(row, COMMENT)
        if cell is None:
            return ()
        text = str(cell.value)
        if CONTROL_CHARACTER.search(text.replace("\n", "")):
            message = "a comment is text without control characters"
            raise cell.fault("cgn.control-character", message, "take them out of the log")
        return (text,)

    def _time(self, row: Row) -> float | None:
        cell = self._cell(row, TIME)
        return self._clock.read(cell) if cell is not None else None

    def _end(self, line: LogLine) -> Result:
        match = END_LINE.fullmatch(line.filled.text)
        if match is None:
            advice = (
                "[moves] gives the winners and every score, as in `= A 12 9`; "
                "`{winner:seats}` turns names into letters"
            )
            message = f"{quote(line.filled.text)} is not an end line"
            raise Fault("cgn.end-syntax", message, advice, place=line.action)
        winners = () if match[1] == "*" else tuple(match[1].split("+"))
        scores = [None if score == UNKNOWN_CARD else int(score) for score in match[2].split()]
        try:
            check_result(winners, scores, len(self.seats.letters))
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
