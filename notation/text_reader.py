"""Reads records of text, one after another, in constant memory. Knows no game.

The lines are those of `notation.grammar`; `notation.syntax_errors` explains why a line is not.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from re import Match
from types import ModuleType
from typing import BinaryIO, TypeVar

from msgspec import Struct

from notation.diagnostics import Place
from notation.encoding import BOM, decode
from notation.end_line import check_result
from notation.fault import Fault
from notation.grammar import (
    COMMENT_LINE,
    END_LINE,
    MAX_LINE,
    MAX_RECORD,
    PLAY_LINE,
    TAG_LINE,
    TAG_LINES,
    comments_in,
    unescape,
)
from notation.header import Header
from notation.limits import HARMLESS, check_size
from notation.mending import line_taken_out, numbering
from notation.outcome import Reading, as_reading
from notation.places import TextSource
from notation.plain_lines import plain_line
from notation.record import UNKNOWN_CARD, Record, Result, Where
from notation.split_records import START, Chunk, chunks, longest_line
from notation.variation_tree import Row, build, check

T = TypeVar("T")

_SOLID_LINE = re.compile(rb"^(?!%)[ \t\r]*+[^ \t\r\n]", re.MULTILINE)
_SEAT = 3
_RESULT_PARTS: dict[Where, int] = {("winners",): 1, ("scores",): 2}


class RawText(Struct, frozen=True):
    """The bytes of one record of a file, not yet read."""

    file: str
    number: int
    chunk: Chunk

    @property
    def line(self) -> int:
        """The number of its first line."""
        return self.chunk.line

    @property
    def raw(self) -> bytes:
        """Its bytes, up to the next record: blank lines and notes may follow it."""
        return self.chunk.raw

    def reading(self, *, mends: bool = False) -> Reading:
        """The record that the bytes spell. With `mends`, diagnostics have edits."""
        return read_chunk(self.chunk, self.file, self.number, mends=mends)


def read_text(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """Every record in a stream of bytes. After an error, reading resumes at the next `[CGN `.

    Raises nothing for malformed input: its Reading carries the diagnostic.
    """
    return map(as_reading, raw_text(stream, file))


def raw_text(stream: BinaryIO, file: str) -> Iterator[RawText | Reading]:
    """The bytes of every record in a stream; if there is none, a Reading that says so."""
    number = 0
    for raw in raw_text_part(stream, file):
        number = raw.number
        yield raw
    if number == 0:
        yield nothing_in(file)


def raw_text_part(
    stream: BinaryIO, file: str, records: int = 0, lines: int = 0
) -> Iterator[RawText]:
    """The bytes of every record in a part of a file; `records` and `lines` come before it."""
    found = (chunk for chunk in chunks(stream, lines) if not is_silent(chunk))
    return (RawText(file, number, chunk) for number, chunk in enumerate(found, records + 1))


def read_chunk(chunk: Chunk, file: str, number: int, *, mends: bool = False) -> Reading:
    """The one record that these bytes spell. With `mends`, diagnostics have edits."""
    try:
        source = TextSource(file, number, chunk.line, _text_of(chunk, file), mends)
    except Fault as fault:
        return Reading.of_fault(TextSource(file, number, chunk.line, ""), fault)
    try:
        record = _Reader(source).record()
        if len(chunk.raw) > HARMLESS:
            check_size(record)
    except Fault as fault:
        return Reading.of_fault(source, fault)
    return Reading.of_record(source, record)


def is_silent(chunk: Chunk) -> bool:
    """Whether the bytes are only blank lines and `%` notes."""
    if chunk.overlong or chunk.raw.startswith((START, BOM + START)):
        return False
    return _SOLID_LINE.search(chunk.raw.removeprefix(BOM)) is None


def nothing_in(file: str) -> Reading:
    """The reading of a file without any record."""
    source = TextSource(file, 1, 1, "")
    advice = 'a record begins with the line [CGN "1"]'
    place = Place(file=file, line=1, column=1, end=2)
    return Reading.of_fault(
        source, Fault("cgn.no-record", "there is no record here", advice, place=place)
    )


def _text_of(chunk: Chunk, file: str) -> str:
    """The text of the bytes, with LF line ends. Raises Fault if it has none."""
    index = longest_line(chunk.raw)
    if index is not None:
        raise Fault(
            "cgn.line-too-long",
            f"this line has more than {MAX_LINE:,} bytes",
            "is this a text file? long comments may be split into several",
            place=Place(file=file, line=chunk.line + index, column=1, end=2),
        )
    if chunk.overlong:
        raise Fault(
            "cgn.record-too-long",
            f"this record has more than {MAX_RECORD:,} bytes",
            'is a line [CGN "1"] missing where the next record begins?',
            place=Place(file=file, line=chunk.line, column=1, end=2),
        )
    text = decode(chunk.raw, file, chunk.line)
    return text.replace("\r\n", "\n") if "\r" in text else text


def _is_blank(line: str) -> bool:
    return not line.strip(" \t")


def _syntax() -> ModuleType:
    """The module that explains a line outside the grammar."""
    from notation import syntax_errors  # noqa: PLC0415 - slow to import, for errors only

    return syntax_errors


def usual_header(text: str) -> tuple[Header, int] | None:
    """The header of a record, not yet checked, and the offset of the line of play after it.

    None if it is not spelled as most are: a line for each tag, then an empty one.
    """
    end = text.find("\n\n") if text.startswith("[CGN ") else -1
    if end < 0 or text.startswith(("[", "\n", " ", "\t"), end + 2):
        return None
    lines = TAG_LINES.findall(text, 0, end)
    if len(lines) != text.count("\n", 0, end) + 1:
        return None
    header = Header()
    try:
        for name, value in lines:
            header.add(name, unescape(value[1:-1]))
    except Fault:
        return None
    return header, end + 2


def result_of(match: Match[str]) -> Result:
    """The result in an end line that END_LINE matches."""
    winners = () if match[1] == "*" else tuple(match[1].split("+"))
    scores = [None if score == UNKNOWN_CARD else int(score) for score in match[2].split()]
    return Result(winners, tuple(scores))


class _Reader:
    """Reads the one record of a source, and locates the first error."""

    def __init__(self, source: TextSource) -> None:
        self._source = source
        self._text = source.text

    def record(self) -> Record:
        header, at = self._header()
        comments, at = self._comments(at)
        self._check(header, at)
        stop = self._text.find("\n=", max(at - 1, 0)) + 1
        end, late = stop or len(self._text), list[str]()
        plies = plain_line(self._text[at:end].rstrip("\n").split("\n"))
        if plies is None:
            rows, late = self._rows(at, end, header.seats)
            plies = self._in_place(build, rows, at)
        result = self._end(stop, len(header.seats)) if stop else None
        return header.record((*comments, *late), plies, result)

    def _in_place(self, read: Callable[[list[Row]], T], rows: list[Row], at: int) -> T:
        """The result of `read` for the rows. Raises Fault at the place of a misplaced row."""
        try:
            return read(rows)
        except Fault as fault:
            matches = list(PLAY_LINE.finditer(self._text, at))
            fault.place = self._token(matches, fault.where)
            if fault.also is not None and isinstance(fault.also[0], tuple):
                fault.also = self._token(matches, fault.also[0]), fault.also[1]
            if fault.code == "cgn.ply-number" and self._source.mends:
                start = matches[int(fault.where[0])].start()
                twice = line_taken_out(self._text, start, self._source.first_line)
                again = numbering(self._text, self._source.first_line)
                fault.edits = tuple(edit for edit in (twice, again) if edit is not None)
            raise

    def _token(self, matches: list[Match[str]], where: Where) -> Place:
        """The place of the token at the end of these steps: index of a line, group, token."""
        index, group, token = int(where[0]), where[1], str(where[2])
        match = matches[index]
        start = match.start(group) - match.start() + match[group].find(token)
        line = self._index(match.start())
        return self._source.line_at(line, start + 1, start + len(token) + 1)

    def _in_line(self, at: int, fault: Fault) -> Fault:
        """The fault in a part of the line that begins at this offset, at its place."""
        end = None if fault.end is None else fault.end + 1
        index = self._index(at)
        fault.place = self._source.line_at(index, fault.start + 1, end)
        above = self._source.first_line + index - 1
        fault.edits = tuple([edit.down(above) for edit in fault.edits])
        return fault

    def _index(self, at: int) -> int:
        return self._text.count("\n", 0, at)

    def _line(self, at: int) -> tuple[str, int]:
        stop = self._text.find("\n", at)
        stop = len(self._text) if stop < 0 else stop
        return self._text[at:stop], stop + 1

    def _header(self) -> tuple[Header, int]:
        usual = usual_header(self._text)
        if usual is not None:
            return usual
        header, at, size = Header(), 0, len(self._text)
        if not self._text.startswith("[CGN "):
            first = self._solid(0) or 0
            raise self._in_line(first, _syntax().fault_of_tag(self._line(first)[0]))
        while at < size:
            line, after = self._line(at)
            if line.startswith("["):
                match = TAG_LINE.fullmatch(line)
                if match is None:
                    raise self._in_line(at, _syntax().fault_of_tag(line))
                name, value = match.groups()
                try:
                    header.add(name, unescape(value[1:-1]))
                except Fault as fault:
                    raise self._in_line(at, fault) from None
            elif not _is_blank(line):
                break
            at = after
        return header, min(at, size)

    def _check(self, header: Header, at: int) -> None:
        """Raise Fault for a tag after the header's end, and for a faulty header."""
        line, _ = self._line(at)
        if line.lstrip(" \t").startswith("["):
            raise self._in_line(at, _syntax().fault_of_play(line))
        header.check()

    def _comments(self, at: int) -> tuple[list[str], int]:
        comments: list[str] = []
        while at < len(self._text):
            line, after = self._line(at)
            if COMMENT_LINE.fullmatch(line):
                comments += comments_in(line)
            elif not _is_blank(line):
                break
            at = after
        return comments, min(at, len(self._text))

    def _rows(self, at: int, stop: int, players: Mapping[str, str]) -> tuple[list[Row], list[str]]:
        """The lines of play, and the game's comments among them before ply 1."""
        rows: list[Row] = PLAY_LINE.findall(self._text, at, stop)
        unended = stop > at and self._text[stop - 1] != "\n"
        if len(rows) == self._text.count("\n", at, stop) + unended:
            return rows, []
        return rows, self._account(rows, at, stop, players)

    def _account(
        self, rows: list[Row], at: int, stop: int, players: Mapping[str, str]
    ) -> list[str]:
        """The game's comments among these lines.

        Raises Fault unless every other line is a row, blank, or a closing note.
        """
        start, open_end = at, stop == len(self._text)
        comments: list[str] = []
        count, begun = 0, False
        while at < stop:
            line, after = self._line(at)
            if (match := PLAY_LINE.fullmatch(line)) is not None:
                count += 1
                begun = begun or match[_SEAT] is not None
            elif line.startswith("%") and open_end and self._solid(at) is None:
                break
            elif not begun and COMMENT_LINE.fullmatch(line):
                comments += comments_in(line)
            elif not _is_blank(line):
                self._in_place(check, rows[:count], start)
                raise self._in_line(at, _syntax().fault_of_play(line, players))
            at = after
        if count != len(rows):
            raise AssertionError("a line of play was matched across lines")
        return comments

    def _end(self, at: int, seats: int) -> Result:
        line, after = self._line(at)
        match = END_LINE.fullmatch(line)
        if match is None:
            raise self._in_line(at, _syntax().fault_of_play(line))
        self._tail(after)
        result = result_of(match)
        try:
            check_result(result.winners, result.scores, seats)
        except Fault as fault:
            start, fault.end = match.span(_RESULT_PARTS[fault.where])
            part = match[0][start : fault.end]
            fault.start = start + len(part) - len(part.lstrip())
            raise self._in_line(at, fault) from None
        return result

    def _tail(self, at: int) -> None:
        """Raise Fault if anything but blank lines and notes follows the end line."""
        solid = self._solid(at)
        if solid is not None:
            raise self._in_line(solid, _syntax().fault_after_end(self._line(solid)[0]))

    def _solid(self, at: int) -> int | None:
        """The offset of the first line from here on that is neither blank nor a note."""
        while at < len(self._text):
            line, after = self._line(at)
            if not (_is_blank(line) or line.startswith("%")):
                return at
            at = after
        return None
