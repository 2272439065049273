"""Where a record stands after its last ply, in whatever way its unseen cards let it be followed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.game import Game
from engines.play import Phase
from engines.table import Due
from notation.fault import Fault
from notation.record import Ply, Record
from replays.unseen.follow import opened_with
from replays.unseen.follower import LineFollower
from replays.unseen.ways import in_ways
from replays.view.views import PUBLIC

if TYPE_CHECKING:
    from replays.play import Step


WAYS = 4
"""In how many ways a record is followed at most: a match does that for each view with each ply."""


class _Answered(Exception):
    """The record cannot be followed if none of these seats answers its last ply."""

    def __init__(self, may_answer: Sequence[tuple[str, Phase]]) -> None:
        super().__init__(may_answer)
        self.may_answer = may_answer


class Followed:
    """A record after its last ply: the `last` step, and the one before it (None: there is none).

    `may_answer` are the seats that may answer the last ply.
    """

    def __init__(self, record: Record, game: Game, follower: LineFollower) -> None:
        self.table, walk = opened_with(record, game, follower)
        self.last: Step | None = None
        self.earlier: Step | None = None
        for _ in range(sum(isinstance(entry, Ply) for entry in record.plies)):
            self.earlier, self.last = self.last, next(walk)
        self.may_answer: Sequence[tuple[str, Phase]] = follower.may_answer

    @property
    def asked(self) -> Due | None:
        """The question that is due, as everyone knows it: to all seats that may answer, if any."""
        if not self.may_answer:
            return self.table.due_for(PUBLIC)
        phase = self.may_answer[0][1]
        seats = tuple(dict.fromkeys([seat for seat, _ in self.may_answer]))
        return Due(seats, phase.name.lower(), phase.title)


def follow(record: Record, game: Game) -> Followed | None:
    """The record after its last ply, without optional answers to it.

    None if nobody can follow the record, in the ways that are tried. Raises Fault if it is
    certainly wrong.
    """

    def answered(follower: LineFollower) -> Followed:
        return Followed(record, game, follower)

    def unanswered(follower: LineFollower) -> Followed:
        try:
            return answered(follower)
        except Fault:
            if follower.may_answer:
                raise _Answered(follower.may_answer) from None
            raise

    try:
        return next(in_ways(unanswered, game, unanswered=True, most=WAYS), None)
    except _Answered as error:
        found = next(in_ways(answered, game, most=WAYS), None)
        if found is not None:
            found.may_answer = error.may_answer
        return found
