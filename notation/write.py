"""Writes records one after another in any form."""

from typing import BinaryIO

from notation.json_writer import write_json, write_json_line
from notation.read import Form
from notation.record import Record
from notation.text_writer import write_text


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
        if self._form is Form.TEXT:
            text = "\n" * (self.written > 0) + write_text(record)
        elif self._form is Form.JSON:
            text = write_json(record)
        else:
            text = write_json_line(record)
        self._stream.write(text.encode())
        self.written += 1
