"""Which moves are meant at a position: what is typed against what is legal there."""

from dataclasses import dataclass
from functools import cached_property

from cli.recorder.matching import Spelling, completions, meant, spelling
from engines.play import Illegal
from engines.table import Table
from notation.chance import Chance
from notation.fault import Fault


@dataclass(frozen=True)
class Moves:
    """The moves at a position."""

    table: Table

    @cached_property
    def legal(self) -> list[Spelling]:
        """The legal moves, as far as the table lists them."""
        return [spelling(self.table.game.moves, move) for move in self.table.moves()]

    def meant(self, typed: str) -> list[str]:
        """The moves that may be meant: one, if it is certain which; none, if no move is."""
        if any(typed == one.text for one in self.legal):
            return [typed]
        if not typed:
            return [one.text for one in self.legal] if len(self.legal) == 1 else []
        if not self.table.lists_all and self._is_move(typed):
            return [typed]
        return meant(typed, self.legal)

    def certain(self, typed: str) -> list[str]:
        """The moves that are to be played for what was typed; empty unless that is certain."""
        moves = self.meant(typed)
        return moves if len(moves) == 1 else [] if moves else self.after_draw(typed)

    def after_draw(self, typed: str) -> list[str]:
        """A move that means no choice, and the one that is meant after it by the same seat.

        Empty unless it is certain which they are.
        """
        bare = [one.text for one in self.legal if not one.words]
        table = self.after(bare[0]) if typed and len(bare) == 1 else None
        if table is None or table.to_act != self.table.to_act:
            return []
        moves = Moves(table).meant(typed)
        return [*bare, *moves] if len(moves) == 1 else []

    def menu(self, typed: str, most: int) -> list[str]:
        """The moves that what was typed may become."""
        return completions(typed, self.legal, most)

    def after(self, move: str) -> Table | None:
        """The position after a move, whatever is shuffled; None if it is not legal."""
        after, seat = self.table.copy(), self.table.to_act
        after.chance = Chance("")
        try:
            after.play(seat or "", after.game.moves.parse(move))
        except (Fault, Illegal):
            return None
        return after

    def shuffled(self, move: str) -> list[str]:
        """The piles that a legal move has shuffled, in order."""
        after = self.after(move)
        return [shuffle.pile for shuffle in after.chance.made] if after is not None else []

    def _is_move(self, text: str) -> bool:
        try:
            self.table.game.moves.parse(text)
        except Fault:
            return False
        return True
