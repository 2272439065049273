"""Reads records of JSON: one document, or one a line. Knows no game."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from notation.diagnostics import Place
from notation.encoding import BOM
from notation.fault import Fault
from notation.grammar import MAX_JSON
from notation.json_record import to_record
from notation.json_syntax import parse
from notation.json_values import as_object, as_true, as_whole, below
from notation.limits import HARMLESS, check_size
from notation.reading import Reading, broken, good
from notation.source import JsonSource

_BLOCK = 1 << 18
_BLANK = b" \t\r\n"
_MOST_RECORDS = 10**15
_OF_KEYS = ("cgn.unknown-key", "cgn.tag-name", "cgn.line-too-long")


def read_json(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """The one record of a JSON document.

    Raises nothing for malformed input: its Reading carries the diagnostic, with line, column and,
    if it is JSON at all, a JSON pointer.
    """
    source = JsonSource(file, 1)
    raw = stream.read(MAX_JSON + 1)
    yield broken(source, _empty(file)) if _is_blank(raw) else _read(raw, source)


def read_json_lines(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """Every record of a stream of JSON, one a line, in constant memory.

    Blank lines and notes of the transport (`%`) are passed over. After an error, reading
    resumes at the next line. A last line
    `{"complete": true, "records": N}` is checked: another number of records than N, and
    anything that follows it, is an error with which reading ends.
    """
    number = 0
    complete = False
    for line, raw in _lines(stream):
        source = JsonSource(file, number + 1, line)
        if complete:
            yield broken(source, _after_complete())
            return
        if b'"complete"' in raw and (end := _end_mark(raw, source)) is not None:
            complete = True
            try:
                _check_end(end, number)
            except Fault as fault:
                yield _broken(source, fault)
                return
        else:
            number += 1
            yield _read(raw, source)
    if number == 0 and not complete:
        yield broken(JsonSource(file, 1, 1), _empty(file))


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Every line but blank ones and notes, with its number, cut one byte after MAX_JSON."""
    number = 0
    while raw := stream.readline(MAX_JSON + 1):
        number += 1
        rest = raw
        while not rest.endswith(b"\n") and len(raw) > MAX_JSON:
            rest = stream.readline(_BLOCK)
            if not rest:
                break
        if not (_is_blank(raw) or raw.startswith(b"%")):
            yield number, raw


def _is_blank(raw: bytes) -> bool:
    return not raw.removeprefix(BOM).strip(_BLANK)


def _read(raw: bytes, source: JsonSource) -> Reading:
    """The record that these bytes spell."""
    if len(raw) > MAX_JSON:
        return broken(source, _too_long())
    try:
        value = parse(raw, source)
        source = source.holding(raw)
        record = to_record(value)
        if len(raw) > HARMLESS:
            check_size(record)
    except Fault as fault:
        return _broken(source, fault)
    return good(source, record)


def _broken(source: JsonSource, fault: Fault) -> Reading:
    """The reading of a value that is at fault: itself, or with its key."""
    if fault.place is None:
        fault.place = source.at(fault.where, key=fault.code in _OF_KEYS)
    return broken(source, fault)


def _end_mark(raw: bytes, source: JsonSource) -> dict[str, Any] | None:
    """The object of the last line, if this is it."""
    try:
        value = parse(raw, source)
    except Fault:
        return None
    return value if isinstance(value, dict) and "complete" in value else None


def _check_end(end: dict[str, Any], number: int) -> None:
    """Raise Fault unless this is the last line of a stream of so many records."""
    keys = ("complete", "records")
    as_object(end, keys, keys)
    with below("complete"):
        as_true(end["complete"])
    with below("records"):
        told = as_whole(end["records"], _MOST_RECORDS)
        if told != number:
            message = f"the stream is said to hold {told} records, and it holds {number}"
            raise Fault("cgn.complete-count", message, "was a part of the stream lost?")


def _too_long() -> Fault:
    return Fault(
        "cgn.record-too-long",
        f"this record has more than {MAX_JSON:,} bytes",
        "a file of several records, one a line, is named .cgn.jsonl",
    )


def _empty(file: str) -> Fault:
    return Fault(
        "cgn.no-record",
        "there is no record here",
        "a record of JSON is an object that begins with the key `cgn`",
        place=Place(file=file, line=1, column=1, end=2),
    )


def _after_complete() -> Fault:
    return Fault(
        "cgn.after-end",
        "nothing may follow the line that says the stream is complete",
        "write that line last, or leave it out",
    )
