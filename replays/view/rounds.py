"""Counts the rounds of a line of play."""

from engines.table import Table


class Rounds:
    """Counts rounds, position after position: one begins where the turn passes to an earlier seat.

    `number` is the round of the next ply, the first being 1.
    """

    __slots__ = ("_turn", "number")

    def __init__(self) -> None:
        self.number = 1
        self._turn: str | None = None

    def begins(self, table: Table) -> bool:
        """Whether a round begins at this position, the next one of the line."""
        now, before = table.turn_of, self._turn
        self._turn = now
        new = before is not None and now is not None and now < before
        self.number += new
        return new
