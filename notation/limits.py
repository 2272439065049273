"""Checks every record against the limits of the text form, so that it can be written and read.

A record may come from JSON, or from text that is more compact than the canonical form.
"""

from notation.fault import Fault
from notation.grammar import MAX_LINE, MAX_RECORD
from notation.header import Header, header_where
from notation.record import Record, Where, walk, where_of
from notation.split_records import longest_line
from notation.text_writer import header_of, write_text

HARMLESS = MAX_LINE // 4
"""The size in bytes up to which a record, in any form, has a canonical text within all limits."""


def check_size(record: Record) -> None:
    """Raise Fault if a reader would refuse the canonical text: its header, a line or its size."""
    header = Header()
    for name, value in header_of(record).items():
        header.add(name, value)
    header.check()
    text = write_text(record)
    if (too_long := longest_line(text.encode())) is not None:
        raise Fault(
            "cgn.line-too-long",
            f"as a line of text, this has more than {MAX_LINE:,} bytes",
            "make it shorter, or split it: each comment on the game may have a line of its own",
            _where(record, text, too_long),
        )
    if len(text.encode()) > MAX_RECORD:
        message = f"as text, this record has more than {MAX_RECORD:,} bytes"
        raise Fault("cgn.record-too-long", message)


def _where(record: Record, text: str, index: int) -> Where:
    """The steps to the value on the line with this index in the canonical text."""
    lines = text.split("\n")
    if lines[index].startswith("["):
        return header_where(lines[index][1:].partition(" ")[0])
    at = index - lines.index("") - 1 - len(record.comments)
    paths = [path for path, _ in walk(record.plies)]
    return where_of(paths[at]) if 0 <= at < len(paths) else ()
