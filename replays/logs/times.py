"""The times of a log: clocks, numbers with a unit, and moments, counted from the game's first."""

import re
from calendar import monthrange, timegm

from notation.fault import Fault
from notation.grammar import MAX_TIME, in_seconds, read_time
from notation.wording import quote
from replays.logs.cells import Cell
from replays.logs.mapping import TIME, Column

_CLOCK = re.compile(r"@?(?:[0-9]{1,4}:[0-5]?[0-9]|[0-9]{1,5}):[0-5][0-9](?:\.[0-9]{1,3})?")
_NUMBER = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,9})?")
_TIME_OF_DAY = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?")
_MOMENT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[T ]([0-9]{2}):?([0-9]{2})"
    r"(?::?(?P<second>[0-5][0-9])(?:[.,](?P<fraction>[0-9]{1,9}))?)?"
    r"(?P<zone> ?(?:Z|(?P<sign>[+-])(?P<hours>[0-9]{2}):?(?P<minutes>[0-9]{2})?))?"
)
_LAST_HOUR, _LAST_MINUTE = 23, 59
_DAY = 86_400_000
"""Milliseconds of a day, the unit of all that is counted here being milliseconds."""

_FACTORS = {"s": 1000, "ms": 1, "unix": 1000, "unix-ms": 1}
_SINCE_START = ("s", "ms")


class Clock:
    """Reads the times of one game, row after row. Moments count from the first one that it reads.

    A moment is a date with a time, as in ISO 8601, a time since 1970, or a time of day; of these,
    the next day's may follow.
    """

    def __init__(self, column: Column) -> None:
        self._unit = column.unit
        self._start: int | None = None
        self._last: int | None = None
        self._has_zone: bool | None = None

    def read(self, cell: Cell) -> float:
        """The seconds since the start of the game. Raises Fault if the cell has no such time."""
        milliseconds, counts = self._milliseconds(cell)
        if not counts:
            if self._start is None:
                self._start = milliseconds
            if milliseconds < self._start:
                raise _fault(cell, "is before the first time of this game", "correct the log")
            milliseconds -= self._start
        if milliseconds > MAX_TIME * 1000:
            advice = "is it a time since 1970? Then write `unix` or `unix-ms`"
            raise _fault(cell, "is more than a game can last", f"{_unit_advice(cell)}; {advice}")
        return in_seconds(milliseconds)

    def _milliseconds(self, cell: Cell) -> tuple[int, bool]:
        """The milliseconds of a time, and whether they count from the start of the game."""
        text = cell.text
        if self._unit == "time-of-day":
            return self._time_of_day(cell), False
        if self._unit is not None:
            if not _NUMBER.fullmatch(text):
                raise _fault(cell, "is not a number", _unit_advice(cell))
            return round(float(text) * _FACTORS[self._unit]), self._unit in _SINCE_START
        if _CLOCK.fullmatch(text):
            return round(read_time(text) * 1000), True
        if _NUMBER.fullmatch(text):
            raise _fault(cell, "has no unit", _unit_advice(cell))
        match = _MOMENT.fullmatch(text)
        if match is None:
            advice = "write `m:ss` or `h:mm:ss` since the start, `2026-11-22T19:03:07`, or a number"
            raise _fault(cell, "is not a time", f"{advice} and its unit in [columns]")
        return self._moment(match, cell), False

    def _time_of_day(self, cell: Cell) -> int:
        match = _TIME_OF_DAY.fullmatch(cell.text)
        if match is None:
            raise _fault(cell, "is not a time of day", "write `19:03` or `19:03:07`")
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        time = ((hours * 60 + minutes) * 60 + seconds) * 1000
        if self._last is not None:
            time += self._last // _DAY * _DAY
            if time < self._last - _DAY // 2:  # midnight is between them
                time += _DAY
        self._last = time
        return time

    def _moment(self, match: re.Match[str], cell: Cell) -> int:
        """The milliseconds of a date with a time since 1970; without a zone, in its own."""
        year, month, day, hour, minute = (int(part) for part in match.groups()[:5])
        is_day = month in range(1, 13) and 0 < day <= monthrange(max(year, 1), month)[1]
        if not is_day or hour > _LAST_HOUR or minute > _LAST_MINUTE:
            advice = "write a date and a time, as in `2026-11-22T19:03:07`"
            raise _fault(cell, "is no date with a time", advice)
        has_zone = match["zone"] is not None
        if self._has_zone not in (None, has_zone):
            raise _fault(
                cell, "has a time zone, or lacks one, unlike those above", "correct the log"
            )
        self._has_zone = has_zone
        seconds = timegm((year, month, day, hour, minute, int(match["second"] or 0)))
        if match["sign"]:
            offset = int(match["hours"]) * 3600 + int(match["minutes"] or 0) * 60
            seconds -= offset if match["sign"] == "+" else -offset
        return seconds * 1000 + int((match["fraction"] or "")[:3].ljust(3, "0"))


def _fault(cell: Cell, what: str, advice: str) -> Fault:
    return cell.fault("cgn.ply-syntax", f"{quote(cell.text)} {what}", advice)


def _unit_advice(cell: Cell) -> str:
    return (
        f'write in [columns] `{TIME} = {{column = "{cell.column}", unit = "ms"}}`, or "s" if these '
        "are seconds"
    )
