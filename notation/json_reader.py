"""Reads the JSON form: one document, or a stream of one record a line. Knows no game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from notation.diagnostics import Diagnostic, Place
from notation.grammar import MAX_JSON
from notation.header import warnings_of
from notation.json_record import BadValue, read_complete, read_record
from notation.json_values import BadJson, decode
from notation.reading import Reading
from notation.source import JsonSource, header_pointer


def read_json(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """The one record of a JSON document. Raises nothing for malformed input."""
    raw = stream.read(MAX_JSON + 1)
    source = JsonSource(file, 1)
    if len(raw) > MAX_JSON:
        yield _broken(source, _too_long(source, "cgn.record-too-long", "document"))
    else:
        yield _reading(raw.removeprefix(b"\xef\xbb\xbf"), source)


def read_json_lines(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """Every record of a stream, one a line, blank lines and notes (`%`) passed over.

    A last line {"complete": true, "records": N} is held to the number of records. Raises
    nothing for malformed input.
    """
    number, line, complete = 0, 0, False
    for raw in _lines(stream):
        line += 1
        if raw is not None and (not raw.strip() or raw.startswith(b"%")):
            continue
        source = JsonSource(file, number + 1, line)
        if complete:
            yield _broken(
                source,
                _diagnostic(
                    source, "cgn.after-end", "nothing may follow the line that completes a stream"
                ),
            )
            return
        if raw is None:
            reading = _broken(source, _too_long(source, "cgn.line-too-long", "line"))
        elif (told := _complete(raw)) is not None:
            complete = True
            if told == number:
                continue
            advice = "the stream was cut, or lines were taken out"
            reading = _broken(
                source,
                _diagnostic(
                    source,
                    "cgn.complete-count",
                    f"{told} records are said to be here, and there are {number}",
                    "/records",
                    advice,
                ),
            )
        else:
            reading = _reading(raw, source)
        number += 1
        yield reading
    if number == 0 and not complete:
        source = JsonSource(file, 1, 1)
        yield _broken(source, _diagnostic(source, "cgn.no-record", "there is no record here"))


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Every line without its end; None for one that is too long."""
    first = True
    while raw := stream.readline(MAX_JSON + 1):
        if len(raw) > MAX_JSON and not raw.endswith(b"\n"):
            while (rest := stream.readline(MAX_JSON)) and not rest.endswith(b"\n"):
                pass
            yield None
        else:
            yield (raw.removeprefix(b"\xef\xbb\xbf") if first else raw).rstrip(b"\r\n")
        first = False


def _complete(raw: bytes) -> int | None:
    """The number of records, where the line is the one that completes a stream."""
    if not raw.lstrip().startswith(b'{"complete"'):
        return None
    try:
        return read_complete(decode(raw))
    except (BadJson, BadValue):
        return None


def _reading(raw: bytes, source: JsonSource) -> Reading:
    try:
        record = read_record(decode(raw))
    except BadJson as bad:
        place = _place(raw, bad.byte, source)
        problem = Diagnostic(code=bad.code, message=bad.message, place=place, help=bad.advice)
        return _broken(source, problem)
    except BadValue as bad:
        return _broken(source, _diagnostic(source, bad.code, bad.message, bad.pointer, bad.advice))
    warnings = tuple(
        Diagnostic(
            code="cgn.near-tag",
            message=message,
            severity="warning",
            place=source.at(header_pointer(tag)),
            record=source.record,
            help=advice,
        )
        for tag, message, advice in warnings_of(record.tags)
    )
    return Reading(source, record, warnings=warnings)


def _place(raw: bytes, byte: int | None, source: JsonSource) -> Place:
    """The line and column of a byte; in a stream, lines count from its first."""
    if byte is None:
        return source.whole()
    start = raw.rfind(b"\n", 0, byte) + 1
    column = len(raw[start:byte].decode(errors="replace")) + 1
    text = raw[start:].split(b"\n", 1)[0].decode(errors="replace")
    line = (source.line or 1) + raw.count(b"\n", 0, byte)
    return Place(file=source.file, line=line, column=column, end=column + 1, text=text)


def _broken(source: JsonSource, problem: Diagnostic) -> Reading:
    return Reading(source, None, replace(problem, record=source.record))


def _too_long(source: JsonSource, code: str, what: str) -> Diagnostic:
    return _diagnostic(source, code, f"this {what} has more than {MAX_JSON:,} bytes")


def _diagnostic(
    source: JsonSource, code: str, message: str, pointer: str = "", advice: str | None = None
) -> Diagnostic:
    return Diagnostic(code=code, message=message, place=source.at(pointer), help=advice)
