"""Holds every record to the limits of the text form, so that it can be written and read again.

A record may come from JSON, or from text that is more compact than the canonical form.
"""

from notation.chunks import longest_line
from notation.diagnostics import Diagnostic, Malformed, Place
from notation.grammar import MAX_LINE, MAX_RECORD
from notation.record import Record, walk
from notation.source import Source
from notation.text_writer import write_text

HARMLESS = MAX_LINE // 4
"""Bytes of a record, in any form, that cannot grow beyond a limit in canonical text."""


def check_size(record: Record, source: Source) -> None:
    """Raise Malformed if a reader would refuse the canonical text for a line or its size."""
    text = write_text(record)
    if (too_long := longest_line(text.encode())) is not None:
        raise Malformed(
            Diagnostic(
                code="cgn.line-too-long",
                message=f"as a line of text, this has more than {MAX_LINE:,} bytes",
                place=_place(record, source, text, too_long),
                help="make it shorter, or split it: the game's comments have a line each",
            )
        )
    if len(text.encode()) > MAX_RECORD:
        raise Malformed(
            Diagnostic(
                code="cgn.record-too-long",
                message=f"as text, this record has more than {MAX_RECORD:,} bytes",
                place=source.whole(),
            )
        )


def _place(record: Record, source: Source, text: str, index: int) -> Place:
    """Where the line of this index in the canonical text was read from."""
    lines = text.split("\n")
    if lines[index].startswith("["):
        return source.header(lines[index][1:].partition(" ")[0])
    at = index - lines.index("") - 1 - len(record.comments)
    paths = [path for path, _ in walk(record.plies)]
    return source.entry(record, paths[at], "line") if 0 <= at < len(paths) else source.whole()
