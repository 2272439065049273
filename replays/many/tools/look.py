"""Reads only as much of a record as a question needs."""

from enum import IntEnum

from msgspec import Struct

from engines.registry import OWN_DECKS, Decks
from notation.diagnostics import Diagnostic
from notation.outcome import Raw, Reading
from notation.record import Record
from notation.summary import Summary, summarize, summarize_raw
from replays.validate import INVALID, Report, validate


class Depth(IntEnum):
    """How much of a record is read. Each takes several times as long as the one before."""

    HEADER = 1
    """Its header and its end line."""
    MOVES = 2
    """The moves of its main line, too."""
    RECORD = 3
    """All of it."""
    RULES = 4
    """All of it, and the game is played."""


class Seen(Struct):
    """A record, as far as it was read.

    `record` is there from the depth RECORD on, and `report` at RULES; a record that cannot be
    read has neither sketch nor record then.
    """

    raw: Raw
    sketch: Summary | None
    record: Record | None = None
    report: Report | None = None


def look(found: Raw | Reading, depth: Depth, decks: Decks = OWN_DECKS) -> Seen | Diagnostic:
    """A record read to this depth, or a diagnostic if it cannot be read.

    At the depth RULES, a record that cannot be read is returned as invalid.
    """
    if isinstance(found, Reading):
        return problem_of(found)
    if depth <= Depth.MOVES:
        sketch = summarize_raw(found, moves=depth is Depth.MOVES)
        if sketch is not None:
            return Seen(found, sketch)
    reading = found.reading()
    record = reading.record
    report = validate(reading, decks, game_digest=True) if depth is Depth.RULES else None
    if record is None:
        return problem_of(reading) if report is None else Seen(found, None, None, report)
    return Seen(found, summarize(record), record, report)


def problem_of(reading: Reading) -> Diagnostic:
    """The diagnostic of something that is not a record."""
    if reading.problem is None:
        raise AssertionError("a reading holds a record or a problem")
    return reading.problem


def is_valid(seen: Seen) -> bool:
    """Whether the rules found nothing wrong with a record seen at the depth RULES."""
    return seen.report is not None and seen.report.verdict != INVALID
