"""The seats of players that a log names."""

from notation.nearest import did_you_mean
from notation.record import SEATS
from notation.wording import quote
from replays.logs.cells import Cell
from replays.logs.mapping import NO_WINNER, NOBODY, LogMapping, word_of


class Seats:
    """The players of one game, by the names and numbers that its log has for them."""

    def __init__(self, mapping: LogMapping, players: tuple[str, ...]) -> None:
        self.letters = SEATS[: len(players)]
        self._players = players
        self._listed = mapping.seats
        letters = {letter: letter for letter in self.letters}
        self._known = {**dict(zip(players, self.letters, strict=True)), **letters}

    @property
    def of_empty(self) -> str | None:
        """The meaning of an empty cell in [seats]; None if it is not listed."""
        return self._listed.get("")

    def find(self, text: str) -> str | None:
        """The letter of a name, or the other meaning that [seats] gives it; None if unknown."""
        seat = word_of(text, self._listed)
        if seat is None:
            seat = word_of(text, self._known)
        is_known = seat in (NOBODY, NO_WINNER) or (seat is not None and seat in self.letters)
        return seat if is_known else None

    def of(self, cell: Cell, text: str) -> str:
        """The meaning of a name in a cell. Raises Fault if nobody has this name."""
        seat = self.find(text)
        if seat is not None:
            return seat
        advice = did_you_mean(text, [*self._listed, *self._players]) or (
            f"the players are {', '.join(self._players)}; say in [seats] of the mapping who this "
            f'is: "{text}" = "A", or "" to skip such rows'
        )
        raise cell.fault("cgn.turn", f"{quote(text)} is not a player", advice)
