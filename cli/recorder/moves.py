"""Which moves are meant at a position: what is typed against what is legal there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cli.recorder.expansion import expansions
from cli.recorder.matching import (
    Spelling,
    completions,
    meant,
    names_places,
    nearest,
    ranked,
    spelling,
)
from engines.play import Illegal
from engines.table import Table
from notation.chance import Chance
from notation.fault import Fault
from notation.record import UNKNOWN_CARD


@dataclass(frozen=True)
class Moves:
    """The moves at a position of a game whose deck has these cards."""

    table: Table
    deck: Sequence[str]

    @cached_property
    def are_known(self) -> bool:
        """Whether all cards of the seat to act are known, so that its moves can be listed."""
        own = [zone for zone in self.table.zones() if zone.owner == self.table.to_act]
        return not any(card.startswith(UNKNOWN_CARD) for zone in own for card in zone.cards)

    @property
    def are_listed(self) -> bool:
        """Whether `legal` has every legal move."""
        return self.are_known and self.table.lists_all

    @cached_property
    def legal(self) -> list[Spelling]:
        """The legal moves, as far as the table can list them.

        Of a hand that is not known, those that name nothing but places.
        """
        table, moves = self.table, self.table.game.moves
        if self.are_known or table.to_act is None:
            return [spelling(moves, move) for move in table.moves()]
        return [
            spelling(moves, move)
            for kind, play in table.plays.items()
            if table.phase in play.phases and names_places(moves.spec(kind))
            for move in play.legal(table, table.to_act)
        ]

    def meant(self, typed: str) -> list[str]:
        """The moves that may be meant: one, if it is certain which; none, if no move is."""
        if any(typed == one.text for one in self.legal):
            return [typed]
        if not typed:
            return [one.text for one in self.legal] if len(self.legal) == 1 else []
        if self.are_listed:
            return meant(typed, self.legal)
        if self._is_move(typed):
            return [typed]
        near = [*ranked(typed, self.legal), *expansions(typed, self.table, self.deck)]
        return list(dict.fromkeys(nearest(near)))

    def readings(self, typed: str) -> list[list[str]]:
        """The plies that may be meant, one or two at a time; one reading, if that is certain.

        Two, if nothing but a draw is due, and what was typed may come after it.
        """
        moves = self.meant(typed)
        return [[move] for move in moves] if moves else self._after_draw(typed)

    def _after_draw(self, typed: str) -> list[list[str]]:
        """A move that leaves no choice, and those that may be meant after it by the same seat."""
        bare = [one.text for one in self.legal if not one.words]
        table = self.after(bare[0]) if typed and len(bare) == 1 else None
        if table is None or table.to_act != self.table.to_act:
            return []
        return [[*bare, move] for move in Moves(table, self.deck).meant(typed)]

    def menu(self, typed: str, most: int) -> list[str]:
        """The moves that what was typed may become."""
        if self.are_listed:
            return completions(typed, self.legal, most)
        texts = [text for _, text in expansions(typed, self.table, self.deck)]
        return list(dict.fromkeys([*texts, *completions(typed, self.legal, most)]))[:most]

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

    def has_verb(self, typed: str) -> bool:
        """Whether what was typed begins with the verb of a move."""
        verbs = (spec.verb for spec in self.table.game.moves.specs)
        return any(f"{typed} ".startswith(f"{verb} ") for verb in verbs)

    def _is_move(self, text: str) -> bool:
        try:
            self.table.game.moves.parse(text)
        except Fault:
            return False
        return True
