"""The end of a record, checked the same way for text and JSON."""

from collections.abc import Sequence

from notation.record import SEATS


class BadResult(Exception):
    """A result that does not fit the seats; `part` is `winners` or `scores`."""

    def __init__(self, part: str, message: str, advice: str) -> None:
        super().__init__(message)
        self.part = part
        self.message = message
        self.advice = advice


def check_result(winners: Sequence[str], scores: Sequence[int], seats: int) -> None:
    """Raise BadResult unless seats of this game won, once each, and each seat has a score."""
    strangers = [seat for seat in winners if seat not in SEATS[:seats]]
    if strangers:
        raise BadResult(
            "winners",
            f"there is no seat {strangers[0]} in this game",
            f"its seats are {SEATS[0]} to {SEATS[seats - 1]}",
        )
    ordered = sorted(set(winners))
    if list(winners) != ordered:
        raise BadResult(
            "winners",
            "each winner is named once, in seat order",
            f"the order is {' '.join(ordered)}",
        )
    if len(scores) != seats:
        count = "1 score" if len(scores) == 1 else f"{len(scores)} scores"
        raise BadResult(
            "scores",
            f"{count} for {seats} seats",
            "write one score for each seat, in seat order",
        )
