"""Reads records of JSON: one document, or one a line. Knows no game."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, BinaryIO

from msgspec import Struct

from notation.diagnostics import Place
from notation.encoding import BOM
from notation.fault import Fault
from notation.grammar import MAX_JSON
from notation.json_record import to_record
from notation.json_syntax import parse
from notation.json_values import as_object, as_true, as_whole, below
from notation.limits import HARMLESS, check_size
from notation.outcome import Reading, as_reading
from notation.places import JsonSource

_BLOCK = 1 << 18
_BLANK = b" \t\r\n"
_MOST_RECORDS = 10**15
_OF_KEYS = ("cgn.unknown-key", "cgn.tag-name", "cgn.line-too-long")


class RawJson(Struct, frozen=True):
    """The bytes of one record of a file, not yet read.

    `line` is its line in a file of JSON Lines, else None. Of a record that is too long, only the
    beginning is kept.
    """

    file: str
    number: int
    line: int | None
    raw: bytes

    def reading(self, *, mends: bool = False) -> Reading:  # noqa: ARG002 - edits are of text
        """The record that the bytes spell."""
        source = JsonSource(self.file, self.number, self.line)
        return _read(self.raw, source)


def end_mark(raw: bytes) -> dict[str, Any] | None:
    """The object of the line that completes a stream; None for any other line."""
    try:
        value = parse(raw, JsonSource("", 1))
    except Fault:
        return None
    return value if isinstance(value, dict) and "complete" in value else None


def read_json(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """The one record of a JSON document.

    Raises nothing for malformed input: its Reading carries the diagnostic, with line, column and,
    if it is JSON at all, a JSON pointer.
    """
    yield as_reading(raw_json(stream, file))


def raw_json(stream: BinaryIO, file: str) -> RawJson | Reading:
    """The bytes of a JSON document, or the reading of one that is blank."""
    raw = stream.read(MAX_JSON + 1)
    return (
        Reading.of_fault(JsonSource(file, 1), _empty(file))
        if _is_blank(raw)
        else RawJson(file, 1, None, raw)
    )


def read_json_lines(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """The reading of every record that `raw_json_lines` finds."""
    return map(as_reading, raw_json_lines(stream, file))


def raw_json_lines(
    stream: BinaryIO,
    file: str,
    records: int = 0,
    lines: int = 0,
    end_of: Callable[[bytes], dict[str, Any] | None] = end_mark,
) -> Iterator[RawJson | Reading]:
    """Every record of a stream of JSON, one a line, in constant memory.

    Of a part of a file, `records` and `lines` come before it. Blank lines and `%` notes are
    skipped. After an error, reading resumes at the next line. A last line
    `{"complete": true, "records": N}` is checked: a wrong number, or anything after that line, is
    an error that ends the reading. `end_of` parses a line that may be that line, as `end_mark`
    does.
    """
    solid = _lines(stream, lines)
    for line, raw in solid:
        source = JsonSource(file, records + 1, line)
        if b'"complete"' in raw and (end := end_of(raw)) is not None:
            yield from _ended(end, records, source, solid)
            return
        records += 1
        yield RawJson(file, records, line, raw)
    if records == 0:
        yield Reading.of_fault(JsonSource(file, 1, 1), _empty(file))


def _ended(
    end: dict[str, Any], records: int, source: JsonSource, rest: Iterator[tuple[int, bytes]]
) -> Iterator[Reading]:
    """What is wrong with the line that completes a stream, or else with what follows it."""
    try:
        _check_end(end, records)
    except Fault as fault:
        yield _broken(source, fault)
        return
    for line, _ in islice(rest, 1):
        yield Reading.of_fault(replace(source, line=line), _after_complete())


def count_json_lines(stream: BinaryIO) -> tuple[int, bool]:
    """How many records there are in a part of a stream, and whether a line completes it."""
    records = 0
    for _, raw in _lines(stream, 0):
        if b'"complete"' in raw and end_mark(raw) is not None:
            return records, True
        records += 1
    return records, False


def _lines(stream: BinaryIO, before: int) -> Iterator[tuple[int, bytes]]:
    """Every line but blank ones and notes, with its number, cut one byte after MAX_JSON."""
    for number, raw in enumerate(_cut_lines(stream), before + 1):
        if not (_is_blank(raw) or raw.startswith(b"%")):
            yield number, raw


def _cut_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Every line, cut one byte after MAX_JSON."""
    while raw := stream.readline(MAX_JSON + 1):
        rest = raw
        while not rest.endswith(b"\n") and len(raw) > MAX_JSON:
            rest = stream.readline(_BLOCK)
            if not rest:
                break
        yield raw


def _is_blank(raw: bytes) -> bool:
    return not raw.removeprefix(BOM).strip(_BLANK)


def _read(raw: bytes, source: JsonSource) -> Reading:
    """The record that these bytes spell."""
    if len(raw) > MAX_JSON:
        return Reading.of_fault(source, _too_long())
    try:
        value = parse(raw, source)
        source = source.holding(raw)
        record = to_record(value)
        if len(raw) > HARMLESS:
            check_size(record)
    except Fault as fault:
        return _broken(source, fault)
    return Reading.of_record(source, record)


def _broken(source: JsonSource, fault: Fault) -> Reading:
    """The reading of a value at fault. The place is the value, for some codes with its key."""
    if fault.place is None:
        fault.place = source.at(fault.where, key=fault.code in _OF_KEYS)
    return Reading.of_fault(source, fault)


def _check_end(end: dict[str, Any], number: int) -> None:
    """Raise Fault unless this is the last line of a stream of `number` records."""
    keys = ("complete", "records")
    as_object(end, keys, keys)
    with below("complete"):
        as_true(end["complete"])
    with below("records"):
        announced = as_whole(end["records"], _MOST_RECORDS)
        if announced != number:
            message = f"the stream says that it holds {announced} records, but it holds {number}"
            raise Fault("cgn.complete-count", message, "was part of the stream lost?")


def _too_long() -> Fault:
    return Fault(
        "cgn.record-too-long",
        f"this record has more than {MAX_JSON:,} bytes",
        "put several records into a file named .cgn.jsonl, one record a line",
    )


def _empty(file: str) -> Fault:
    return Fault(
        "cgn.no-record",
        "there is no record here",
        "a record in JSON is an object that begins with the key `cgn`",
        place=Place(file=file, line=1, column=1, end=2),
    )


def _after_complete() -> Fault:
    return Fault(
        "cgn.after-end",
        "nothing may follow the line that says the stream is complete",
        "move that line to the end, or leave it out",
    )
