"""Reads records of text, one after another, in constant memory. Knows no game.

The lines are those of `notation.grammar`; why a line is none of them, `notation.complaints` says.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from notation.chunks import BOM, START, Chunk, chunks, longest_line
from notation.complaints import Complaint, complain, complain_tag, complain_tail
from notation.diagnostics import Diagnostic, Malformed, Place
from notation.grammar import (
    COMMENT_LINE,
    COMMENTS,
    END_LINE,
    MAX_LINE,
    MAX_RECORD,
    PLAY_LINE,
    TAG_LINE,
    unescape,
)
from notation.header import BadHeader, Header, warnings_of
from notation.plies import BadRow, Row, build
from notation.reading import Reading
from notation.record import Entry, Record, Result
from notation.source import TextSource

_SEAT = 3


def read_text(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """Every record in a stream of bytes. After an error, reading resumes at the next `[CGN `.

    Raises nothing for malformed input: its Reading carries the diagnostic.
    """
    number = 0
    for number, chunk in numbered_chunks(stream):
        yield read_chunk(chunk, file, number)
    if number == 0:
        yield nothing_in(file)


def numbered_chunks(stream: BinaryIO) -> Iterator[tuple[int, Chunk]]:
    """The bytes of every record with its number, from 1."""
    records = (chunk for chunk in chunks(stream) if not _is_silent(chunk))
    return enumerate(records, start=1)


def read_chunk(chunk: Chunk, file: str, number: int) -> Reading:
    """The one record that these bytes spell."""
    try:
        source = TextSource(file, number, chunk.line, _decode(chunk, file))
    except Malformed as malformed:
        return _broken(TextSource(file, number, chunk.line, ""), malformed.diagnostic)
    try:
        record = _Reader(source).record()
    except Malformed as malformed:
        return _broken(source, malformed.diagnostic)
    warnings = []
    if record.tags:
        warnings = [
            Diagnostic(
                code="cgn.near-tag",
                message=message,
                severity="warning",
                place=source.header(tag),
                record=number,
                help=advice,
            )
            for tag, message, advice in warnings_of(record.tags)
        ]
    return Reading(source, record, warnings=tuple(warnings))


def _broken(source: TextSource, problem: Diagnostic) -> Reading:
    return Reading(source, None, replace(problem, record=source.record))


def _is_silent(chunk: Chunk) -> bool:
    """Whether the bytes hold nothing but blank lines and notes of the transport."""
    if chunk.raw.startswith((START, BOM + START)):
        return False
    raw = chunk.raw.removeprefix(BOM)
    return all(not line.strip(b" \t\r") or line.startswith(b"%") for line in raw.split(b"\n"))


def nothing_in(file: str) -> Reading:
    """The reading of a file without any record."""
    source = TextSource(file, 1, 1, "")
    problem = Diagnostic(
        code="cgn.no-record",
        message="there is no record here",
        place=Place(file=file, line=1, column=1, end=2),
        record=1,
        help='a record begins with the line [CGN "1"]',
    )
    return Reading(source, None, problem)


def _decode(chunk: Chunk, file: str) -> str:
    """The text of the bytes, with LF line ends. Raises Malformed where it has none."""
    raw = chunk.raw
    if (too_long := longest_line(raw)) is not None:
        index, _ = too_long
        raise Malformed(
            Diagnostic(
                code="cgn.line-too-long",
                message=f"this line has more than {MAX_LINE:,} bytes",
                place=Place(file=file, line=chunk.line + index, column=1, end=2),
                help="is this a text file? long comments may be parted into several",
            )
        )
    if chunk.overlong:
        raise Malformed(
            Diagnostic(
                code="cgn.record-too-long",
                message=f"this record has more than {MAX_RECORD:,} bytes",
                place=Place(file=file, line=chunk.line, column=1, end=2),
                help='is a line [CGN "1"] missing where the next record begins?',
            )
        )
    raw = raw.removeprefix(BOM)
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise Malformed(_bad_encoding(raw, error, chunk.line, file)) from None
    return text.replace("\r\n", "\n") if "\r" in text else text


def _bad_encoding(raw: bytes, error: UnicodeDecodeError, first: int, file: str) -> Diagnostic:
    start = raw.rfind(b"\n", 0, error.start) + 1
    before = raw[start : error.start].decode()
    line = raw[start:].split(b"\n", 1)[0].decode(errors="replace")
    wide = raw.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in raw
    return Diagnostic(
        code="cgn.encoding",
        message=f"byte 0x{raw[error.start]:02x} is not UTF-8",
        place=Place(
            file=file,
            line=first + raw.count(b"\n", 0, error.start),
            column=len(before) + 1,
            end=len(before) + 2,
            text=line,
        ),
        help=f"save the file as UTF-8{'; this looks like UTF-16' if wide else ''}",
    )


def _is_blank(line: str) -> bool:
    return not line.strip(" \t")


def _said(line: str) -> list[str]:
    return [unescape(text[1:-1]) for text in COMMENTS.findall(line)]


class _Reader:
    """Reads the one record of a source, and says where it stops being one."""

    def __init__(self, source: TextSource) -> None:
        self._source = source
        self._text = source.text

    def record(self) -> Record:
        header, at = self._header()
        comments, at = self._comments(at)
        stop = self._text.find("\n=", max(at - 1, 0)) + 1
        rows, late = self._rows(at, stop or len(self._text))
        result = self._end(stop) if stop else None
        if result is not None and len(result.scores) != len(header.seats):
            self._fail_count(stop, len(result.scores), len(header.seats))
        reserved = header.reserved
        return Record(
            game=reserved["Game"],
            rules=reserved["Rules"],
            seats=tuple(header.seats[seat] for seat in sorted(header.seats)),
            deck=reserved.get("Deck"),
            options=header.options,
            seed=reserved.get("Seed"),
            seed_hash=reserved.get("SeedHash"),
            termination=reserved.get("Termination"),
            tags=header.tags,
            comments=(*comments, *late),
            plies=self._plies(rows, at),
            result=result,
        )

    def _plies(self, rows: list[Row], at: int) -> tuple[Entry, ...]:
        try:
            return build(rows)
        except BadRow as bad:
            match = list(PLAY_LINE.finditer(self._text, at))[bad.index]
            start = match.start(bad.group) + match[bad.group].find(bad.token)
            column = start - self._text.rfind("\n", 0, start)
            complaint = Complaint(
                bad.code, bad.message, column, column + len(bad.token), help=bad.advice
            )
            raise self.fail(start, complaint) from None

    def fail(self, at: int, complaint: Complaint) -> Malformed:
        """The error at a column of the line that holds this offset of the text."""
        place = self._source.place(self._index(at), complaint.column, complaint.end)
        return Malformed(
            Diagnostic(
                code=complaint.code,
                message=complaint.message,
                place=place,
                label=complaint.label,
                help=complaint.help,
            )
        )

    def _index(self, at: int) -> int:
        return self._text.count("\n", 0, at)

    def _line(self, at: int) -> tuple[str, int]:
        stop = self._text.find("\n", at)
        stop = len(self._text) if stop < 0 else stop
        return self._text[at:stop], stop + 1

    def _header(self) -> tuple[Header, int]:
        header, at, size = Header(), 0, len(self._text)
        if not self._text.startswith("[CGN "):
            raise self.fail(self._first_solid(), complain_tag(self._line(self._first_solid())[0]))
        while at < size:
            line, after = self._line(at)
            if line.startswith("["):
                match = TAG_LINE.fullmatch(line)
                if match is None:
                    raise self.fail(at, complain_tag(line))
                name, value = match.groups()
                try:
                    header.add(name, unescape(value[1:-1]))
                except BadHeader as bad:
                    raise self._bad_header(bad, at) from None
            elif not _is_blank(line):
                break
            at = after
        try:
            header.check()
        except BadHeader as bad:
            raise self._bad_header(bad, None) from None
        return header, min(at, size)

    def _first_solid(self) -> int:
        at = 0
        while at < len(self._text):
            line, after = self._line(at)
            if not (_is_blank(line) or line.startswith("%")):
                return at
            at = after
        return 0

    def _bad_header(self, bad: BadHeader, at: int | None) -> Malformed:
        place = self._source.header(bad.name) if at is None else self._source.place(self._index(at))
        return Malformed(
            Diagnostic(code=bad.code, message=bad.message, place=place, help=bad.advice)
        )

    def _comments(self, at: int) -> tuple[list[str], int]:
        found: list[str] = []
        while at < len(self._text):
            line, after = self._line(at)
            if COMMENT_LINE.fullmatch(line):
                found += _said(line)
            elif not _is_blank(line):
                break
            at = after
        return found, min(at, len(self._text))

    def _rows(self, at: int, stop: int) -> tuple[list[Row], list[str]]:
        """The lines of play, and the game's comments that stand among them before ply 1."""
        rows: list[Row] = PLAY_LINE.findall(self._text, at, stop)
        unended = stop > at and self._text[stop - 1] != "\n"
        if len(rows) == self._text.count("\n", at, stop) + unended:
            return rows, []
        return rows, self._account(rows, at, stop)

    def _account(self, rows: list[Row], at: int, stop: int) -> list[str]:
        """The game's comments among these lines.

        Raises Malformed unless every other line is a row, blank, or a closing note.
        """
        open_end = stop == len(self._text)
        said: list[str] = []
        count, begun = 0, False
        while at < stop:
            line, after = self._line(at)
            if (match := PLAY_LINE.fullmatch(line)) is not None:
                count += 1
                begun = begun or match[_SEAT] is not None
            elif line.startswith("%") and open_end:
                self._tail(at)
                break
            elif not begun and COMMENT_LINE.fullmatch(line):
                said += _said(line)
            elif not _is_blank(line):
                raise self.fail(at, complain(line))
            at = after
        if count != len(rows):
            raise AssertionError("a line of play was matched across lines")
        return said

    def _end(self, at: int) -> Result:
        line, after = self._line(at)
        match = END_LINE.fullmatch(line)
        if match is None:
            raise self.fail(at, complain(line))
        self._tail(after)
        winners = () if match[1] == "*" else tuple(match[1].split("+"))
        if list(winners) != sorted(set(winners)):
            letters = "+".join(sorted(set(winners)))
            raise self.fail(
                at,
                Complaint(
                    "cgn.end-syntax",
                    "the winners stand once each, in seat order",
                    match.start(1) + 1,
                    match.end(1) + 1,
                    help=f"write `{letters}`",
                ),
            )
        return Result(winners, tuple(int(score) for score in match[2].split()))

    def _fail_count(self, at: int, found: int, seats: int) -> None:
        line, _ = self._line(at)
        raise self.fail(
            at,
            Complaint(
                "cgn.end-syntax",
                f"{found} scores for {seats} seats",
                1,
                len(line.rstrip()) + 1,
                help="write one score for each seat, in seat order",
            ),
        )

    def _tail(self, at: int) -> None:
        while at < len(self._text):
            line, after = self._line(at)
            if not (_is_blank(line) or line.startswith("%")):
                raise self.fail(at, complain_tail(line))
            at = after
