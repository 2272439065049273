"""Checks the end line of a record, the same way for text and JSON."""

from collections.abc import Sequence

from notation.fault import Fault
from notation.record import SEATS, Record

_CODE = "cgn.end-syntax"

FINISHED, UNFINISHED = "finished", "unfinished"


def ending(record: Record) -> str:
    """The termination of the game; without one, FINISHED if it has winners, else UNFINISHED."""
    if record.termination is not None:
        return record.termination
    return FINISHED if record.result is not None and record.result.winners else UNFINISHED


def check_result(winners: Sequence[str], scores: Sequence[int | None], seats: int) -> None:
    """Raise Fault unless the winners are seats, once each, in order, and each seat has a score."""
    strangers = [seat for seat in winners if seat not in SEATS[:seats]]
    if strangers:
        raise Fault(
            _CODE,
            f"there is no seat {strangers[0]} in this game",
            f"its seats are {SEATS[0]} to {SEATS[seats - 1]}",
            ("winners",),
        )
    ordered = sorted(set(winners))
    if list(winners) != ordered:
        raise Fault(
            _CODE,
            "each winner is named once, in seat order",
            f"the order is {' '.join(ordered)}",
            ("winners",),
        )
    if len(scores) != seats:
        count = "1 score" if len(scores) == 1 else f"{len(scores)} scores"
        advice = "write one score for each seat, in seat order"
        raise Fault(_CODE, f"{count} for {seats} seats", advice, ("scores",))
