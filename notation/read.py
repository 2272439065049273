"""The one door for reading: chooses the form by the file's name, or by its first byte."""

from collections.abc import Iterator
from enum import Enum
from io import BufferedReader, BytesIO, RawIOBase
from typing import BinaryIO, cast

from notation.grammar import MAX_JSON
from notation.json_reader import read_json, read_json_lines
from notation.json_values import BadJson, decode
from notation.reading import Reading
from notation.text_reader import read_text


class Form(Enum):
    """The forms that a stream of records can have."""

    TEXT = "text"
    JSON = "json"
    JSON_LINES = "jsonl"


_ENDINGS = {
    ".cgn": Form.TEXT,
    ".cgn.json": Form.JSON,
    ".json": Form.JSON,
    ".cgn.jsonl": Form.JSON_LINES,
    ".jsonl": Form.JSON_LINES,
}


def form_of(name: str) -> Form | None:
    """The form that a file's name tells, or None.

    >>> form_of("club/game.cgn"), form_of("games.cgn.jsonl"), form_of("-")
    (<Form.TEXT: 'text'>, <Form.JSON_LINES: 'jsonl'>, None)
    """
    return next((form for end, form in _ENDINGS.items() if name.lower().endswith(end)), None)


def read(stream: BinaryIO, file: str = "") -> Iterator[Reading]:
    """Every record of a stream, whatever its form. Raises nothing for malformed input.

    Where the name tells no form, the first byte that is not blank does: a brace is JSON, and
    JSON Lines where the first line is an object by itself.
    """
    form = form_of(file)
    if form is None:
        head = _head(stream)
        form = _sniff(head)
        stream = _rejoined(head, stream)
    readers = {Form.TEXT: read_text, Form.JSON: read_json, Form.JSON_LINES: read_json_lines}
    yield from readers[form](stream, file)


def _head(stream: BinaryIO) -> bytes:
    """The first line that is not blank, and all before it, up to the longest allowed."""
    head = b""
    while len(head) < MAX_JSON and (line := stream.readline(MAX_JSON)):
        head += line
        if line.strip():
            break
    return head


def _sniff(head: bytes) -> Form:
    if not head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return Form.TEXT
    try:
        decode(head)
    except BadJson:
        return Form.JSON
    return Form.JSON_LINES


class _Joined(RawIOBase):
    """Bytes that were read already, followed by the stream they came from."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = BytesIO(head)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]  # RawIOBase promises a buffer
        data = self._head.read(len(view)) or self._rest.read(len(view))
        view[: len(data)] = data
        return len(data)


def _rejoined(head: bytes, rest: BinaryIO) -> BinaryIO:
    return cast("BinaryIO", BufferedReader(_Joined(head, rest)))
