"""Which moves are meant at a position: compares the text typed with the legal moves."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from cli.recorder.expansion import expansions, may_be_played, place_moves, whenever
from cli.recorder.matching import (
    Spelling,
    completions,
    meant,
    nearest,
    ranked,
    spelling,
)
from engines.play import Illegal
from engines.table import Table
from engines.unseen import Unsupported, supported
from notation.chance import Chance
from notation.fault import Fault
from notation.moves import Move


@dataclass(frozen=True)
class Moves:
    """The moves at a position of a game whose deck has these cards."""

    table: Table
    deck: Collection[str]

    @cached_property
    def _all(self) -> list[Move] | None:
        """The legal moves that the table lists; None if they depend on unseen cards."""
        try:
            with supported(self.table.game, self.table.unseen):
                return self.table.known(self.table.moves)
        except Unsupported:
            return None

    @property
    def are_known(self) -> bool:
        """Whether the cards that decide the legal moves are known."""
        return self._all is not None

    @property
    def are_listed(self) -> bool:
        """Whether `legal` has every legal move."""
        return self.are_known and self.table.lists_all

    @cached_property
    def legal(self) -> list[Spelling]:
        """The legal moves, as far as they can be listed.

        If they depend on unseen cards, only those that name nothing but places.
        """
        moves = place_moves(self.table) if self._all is None else self._all
        return [spelling(self.table.game.moves, move) for move in moves]

    def meant(self, typed: str) -> list[str]:
        """The moves that may be meant: one, if it is certain which; none, if no move is."""
        if any(typed == one.text for one in self.legal):
            return [typed]
        if not typed:
            return [one.text for one in self.legal] if len(self.legal) == 1 else []
        if self.are_listed:
            return meant(typed, self.legal)
        if self._is_move(typed) and may_be_played(self.table, typed):
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
        """A move without an alternative, and those that the same seat may mean after it."""
        bare = [one.text for one in self.legal if not one.words]
        table = self.after(bare[0]) if typed and len(bare) == 1 else None
        if table is None or table.to_act != self.table.to_act:
            return []
        return [[*bare, move] for move in Moves(table, self.deck).meant(typed)]

    def is_settled(self, typed: str) -> bool:
        """Whether one move is meant, and by no longer line another one."""
        matching = self.meant(typed) if typed and self.are_listed else []
        return len(matching) == 1 and not any(
            ranked(typed + one.text[at:], [one])
            for one in self.legal
            if one.text != matching[0]
            for at in range(len(one.text))
        )

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

    def against_the_rules(self, typed: str) -> str | None:
        """The move of this phase that would be meant if it were legal, if it is certain which."""
        kinds = [move for move, play in self.table.plays.items() if self.table.phase in play.phases]
        moves = whenever(typed, self.table, self.deck)
        matching = [move for move in moves if type(self.table.game.moves.parse(move)) in kinds]
        return matching[0] if len(matching) == 1 else None

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
