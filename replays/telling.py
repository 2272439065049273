"""Tells a view what happened in a ply of a record, and how the seats stand after it."""

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from engines.play import Reveals
from engines.table import Points, Table
from engines.wording import Sentence, say, seat
from notation.record import Ply, Record
from replays.unseen.tokens import spelled

Score: TypeAlias = tuple[int | None, tuple[Points, ...]]
"""A total, None if a view does not see all of it, and the lines that it sees."""


class Teller:
    """Tells one view of the plies of one record. None as a view sees everything."""

    def __init__(self, record: Record, view: str | None) -> None:
        self._record = record
        self._view = view

    def comments(self, ply: Ply | None) -> tuple[str, ...]:
        """The comments on a ply, or on the game.

        Of an unfinished game none in a view, since they say what hides there.
        """
        result = self._record.result
        if self._view is not None and (result is None or not result.winners):
            return ()
        return ply.comments if ply else self._record.comments

    def reveals(self, reveals: Reveals) -> tuple[str | None, ...]:
        """The cards of reveals; None for a hidden one."""
        return seen_reveals(reveals, self._view)

    def move(self, ply: Ply, before: Table, reveals: Sequence[str | None]) -> tuple[str, Sentence]:
        """A move and its sentence as the view sees them; as written, if it sees all of it."""
        moves = before.game.moves
        move = moves.parse(ply.move)
        seen = move if self._view is None else before.seen(ply.seat, move, self._view)
        said = before.sentence(ply.seat, seen, reveals)
        whole = say(seat(ply.seat), " ", *said.parts, short=said.short)
        return ply.move if seen == move else moves.write(seen), self._named(whole)

    def story(self, table: Table) -> tuple[Sentence, ...]:
        """What happened by itself."""
        return tuple([self._named(said) for said in table.story or ()])

    def scores(self, table: Table) -> list[Score]:
        """The score of each seat; see `seen_score`."""
        return [seen_score(table, letter, self._view) for letter in table.seats]

    @staticmethod
    def open_scores(table: Table, scores: Sequence[Score]) -> tuple[int | None, ...]:
        """What the lines of these scores give that are seen; None if unseen cards decide all."""
        return tuple(
            [
                None if table.unseen and not lines else sum([line.points for line in lines])
                for _, lines in scores
            ]
        )

    def winners(self, table: Table) -> tuple[str, ...]:
        """Who won a game that is over; as the record says, if unseen cards decide it."""
        found = table.known(table.winners)
        result = self._record.result
        if found is None:
            return () if result is None else result.winners
        return tuple(found)

    def tie(self, table: Table) -> Sentence | None:
        """What decided between several seats with the most points; None if there was no tie."""
        return table.known(partial(self._tie, table))

    def _tie(self, table: Table) -> Sentence | None:
        first = table.leaders(table.scores())
        tied = [group for group in table.allies() if not set(group).isdisjoint(first)]
        return self._named(table.tie_reason(first)) if len(tied) > 1 else None

    def _named(self, said: Sentence) -> Sentence:
        """A sentence with the names of the players for the letters of their seats."""
        parts = [
            replace(part, text=self._record.player(part.seat)) if part.seat else part
            for part in said.parts
        ]
        return say(*parts, short="" if said.short == said.text else said.short)


def seen_reveals(reveals: Reveals, view: str | None) -> tuple[str | None, ...]:
    """The cards of reveals as a view sees them; None for a hidden one."""
    return tuple(
        spelled(card) if view is None or audience in (None, view) else None
        for card, audience in reveals
    )


def seen_score(table: Table, letter: str, view: str | None) -> Score:
    """A seat's score in a view: the total, if the view sees all of it, and the lines."""
    lines = table.known(partial(table.score, letter))
    if lines is None:
        return None, ()
    if view not in (None, letter) and any(line.hidden for line in lines):
        return None, tuple([line for line in lines if not line.hidden])
    return sum([line.points for line in lines]), tuple(lines)
