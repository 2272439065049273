"""Reads records from a stream, whose form it finds out first. The one way to read records."""

from collections.abc import Iterator
from enum import Enum
from io import BufferedReader
from typing import BinaryIO

import msgspec

from notation.encoding import BOM
from notation.grammar import MAX_JSON, MAX_JSON_DEPTH
from notation.outcome import Raw, Reading, as_reading
from notation.page_record import within
from notation.streams import Rejoined, decompressed
from notation.text_reader import raw_text


class Form(Enum):
    """The form in which a file has records."""

    TEXT = "text"
    JSON = "json"
    JSON_LINES = "jsonl"


_ENDINGS = {".cgn": Form.TEXT, ".json": Form.JSON, ".jsonl": Form.JSON_LINES}


def form_of(name: str) -> Form | None:
    """The form that the ending of a file's name stands for; None for other names.

    A final `.gz` is ignored.

    >>> form_of("club.cgn"), form_of("club.cgn.jsonl.gz"), form_of("-")
    (<Form.TEXT: 'text'>, <Form.JSON_LINES: 'jsonl'>, None)
    """
    plain = name.lower().removesuffix(".gz")
    return next((form for end, form in _ENDINGS.items() if plain.endswith(end)), None)


def read(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """Every record of a stream. Its form follows from the file's name, or else its first bytes.

    A stream packed with gzip is unpacked while it is read. One that begins with `{` is JSON:
    JSON Lines if an object ends on its first line, else one document. Everything else is text.
    Raises nothing for malformed input, but OSError if packed bytes are damaged.
    """
    return map(as_reading, raw_records(stream, file))


def raw_records(stream: BinaryIO, file: str = "") -> Iterator[Raw | Reading]:
    """The bytes of every record of a stream, which `read` would read.

    If the stream is a page that was exported, that is the record within it. An error of the whole
    stream, such as that there is no record, is a Reading.
    """
    stream = decompressed(stream)
    form = form_of(file)
    if form is None:
        form, stream = sniffed(within(stream))
    return raw_of_form(stream, file, form)


def raw_of_form(stream: BinaryIO, file: str, form: Form) -> Iterator[Raw | Reading]:
    """Every record of a stream that is not packed, as `raw_records` finds it."""
    if form is Form.TEXT:
        return raw_text(stream, file)
    from notation.json_reader import raw_json, raw_json_lines  # noqa: PLC0415 - slow to import

    return iter([raw_json(stream, file)]) if form is Form.JSON else raw_json_lines(stream, file)


def sniffed(stream: BinaryIO) -> tuple[Form, BinaryIO]:
    """The form that a stream's first bytes show, and the stream from its beginning again."""
    head = _head(stream)
    return _form_within(head), BufferedReader(Rejoined(head, stream))


def _head(stream: BinaryIO) -> bytes:
    """The stream up to the end of its first line that is not blank."""
    head = bytearray()
    while line := stream.readline(MAX_JSON):
        head += line
        if line.removeprefix(BOM).strip() or len(head) > MAX_JSON:
            break
    return bytes(head)


def _form_within(head: bytes) -> Form:
    solid = head.removeprefix(BOM).strip()
    if not solid.startswith(b"{"):
        return Form.TEXT
    try:
        msgspec.json.decode(solid)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Form.JSON
    from notation.json_syntax import nesting  # noqa: PLC0415 - slow to import

    return Form.JSON if nesting(solid) > MAX_JSON_DEPTH else Form.JSON_LINES
