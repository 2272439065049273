"""Writes records one after another in any form."""

from typing import BinaryIO

from notation.json_writer import write_json, write_json_line
from notation.read import Form
from notation.record import Record
from notation.text_writer import write_text

_WRITERS = {Form.TEXT: write_text, Form.JSON: write_json, Form.JSON_LINES: write_json_line}


def write(record: Record, form: Form) -> str:
    """The record as text, as a JSON document, or as a line of JSON."""
    return _WRITERS[form](record)


class Writer:
    """Writes records to a stream of bytes; `written` counts them.

    Records of text are separated by a blank line. A JSON document holds one record: writing a
    second one is the caller's mistake.
    """

    def __init__(self, stream: BinaryIO, form: Form) -> None:
        self._stream = stream
        self._form = form
        self.written = 0

    def write(self, record: Record) -> None:
        """Write one more record."""
        between = "\n" if self._form is Form.TEXT and self.written else ""
        self._stream.write((between + write(record, self._form)).encode())
        self.written += 1
