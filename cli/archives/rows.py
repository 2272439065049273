"""Writes rows in the formats of the commands that make tables."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import BinaryIO

import click
from msgspec.json import encode

from replays.many.tools.columns import Value

CSV, JSON, JSON_LINES = "csv", "json", "jsonl"
FORMATS = (CSV, JSON, JSON_LINES)

_BLOCK = 1 << 16

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001 - as some read them
"""What a spreadsheet takes for the beginning of a formula, as in =HYPERLINK(…)."""


class RowWriter:
    """Writes rows of these columns to a stream of bytes.

    For a `spreadsheet`, `'` stands before a text that would be taken for a formula.
    """

    def __init__(
        self, stream: BinaryIO, form: str, columns: Sequence[str], *, spreadsheet: bool = False
    ) -> None:
        self._stream = stream
        self._form = form
        self._spreadsheet = spreadsheet
        self._columns = columns
        self._held = StringIO(newline="")
        self._csv = csv.writer(self._held, lineterminator="\n")
        self._count = 0
        if form == CSV:
            self._csv.writerow(columns)
        elif form == JSON:
            self._held.write("[")

    def write(self, row: Sequence[Value]) -> None:
        """Write one more row."""
        if self._spreadsheet:
            row = [_harmless(value) for value in row]
        if self._form == CSV:
            self._csv.writerow(row)
        else:
            if self._form == JSON:
                self._held.write(",\n" if self._count else "\n")
            self._held.write(encode(dict(zip(self._columns, row, strict=True))).decode())
            if self._form == JSON_LINES:
                self._held.write("\n")
        self._count += 1
        if self._held.tell() >= _BLOCK:
            self._flush()

    def finish(self) -> None:
        """Write what comes after the last row."""
        if self._form == JSON:
            self._held.write("\n]\n")
        self._flush()

    def _flush(self) -> None:
        self._stream.write(self._held.getvalue().encode())
        self._held.seek(0)
        self._held.truncate()


def _harmless(value: Value) -> Value:
    """A value that no spreadsheet calculates."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


format_option = click.option(
    "--format", "form", type=click.Choice(FORMATS), default=CSV, help="How to write the rows."
)
