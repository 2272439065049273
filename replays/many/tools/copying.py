"""Copies records byte for byte."""

from typing import BinaryIO

from notation.diagnostics import Diagnostic
from notation.encoding import BOM
from notation.outcome import Raw
from notation.read import Form
from notation.split_records import START, without_notes
from notation.text_reader import RawText
from notation.write import write


class Unwritable(Exception):
    """A record that cannot be read cannot be written in another form; `problem` says why."""

    def __init__(self, problem: Diagnostic) -> None:
        super().__init__(problem.message)
        self.problem = problem


def form_of_raw(raw: Raw) -> Form:
    """The form in which a record is copied: JSON as JSON Lines, which holds many."""
    return Form.TEXT if isinstance(raw, RawText) else Form.JSON_LINES


class Copier:
    """Writes records to a stream of bytes, in one form (None: that of the first record).

    A record of that form is written byte for byte, without the blank lines and notes that follow
    it; text is separated by a blank line. Others are written in that form. `written` counts them.
    """

    def __init__(self, stream: BinaryIO, form: Form | None) -> None:
        self._stream = stream
        self.form = form
        self.written = 0

    def write(self, raw: Raw) -> None:
        """Write one more record. Raises Unwritable."""
        if self.form is None:
            self.form = form_of_raw(raw)
        self.add(copied(raw, self.form))

    def add(self, data: bytes) -> None:
        """Write one more record, whose bytes are in that form."""
        self._stream.write(b"\n" + data if self.written and self.form is Form.TEXT else data)
        self.written += 1


def copied(raw: Raw, form: Form) -> bytes:
    """The bytes of a record in a form, with a line end; its own if that is its form.

    Raises Unwritable.
    """
    if isinstance(raw, RawText):
        begins = raw.raw.startswith((START, BOM + START))
        as_it_is = form is Form.TEXT and begins and not raw.chunk.overlong
    else:
        as_it_is = form is Form.JSON_LINES and raw.line is not None
    if as_it_is:
        data = without_notes(raw.raw) if form is Form.TEXT else raw.raw
        return data if data.endswith(b"\n") else data + b"\n"
    reading = raw.reading()
    if reading.record is None:
        problem = reading.problem
        if problem is None:
            raise AssertionError("a reading holds a record or a problem")
        raise Unwritable(problem)
    return write(reading.record, form).encode()
