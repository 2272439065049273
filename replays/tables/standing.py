"""Where a record stands after its last ply, in whatever way its unseen cards let it be followed.

A frame of it is made after following the record once, from the first ply on: a view's record is
followed with each ply of a table, and nobody keeps a position in between.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engines.game import Game
from engines.play import Phase
from engines.table import Due, Table
from notation.fault import Fault
from notation.record import Ply, Record
from replays.frames import PUBLIC
from replays.numbers import Given, Numbering, Numbers
from replays.rounds import Rounds
from replays.unseen.follow import opened_with
from replays.unseen.ledger import Ledger
from replays.unseen.ways import in_ways
from replays.watching import Watcher

if TYPE_CHECKING:
    from replays.play import Step


WAYS = 4
"""In how many ways a record is followed at most: a table does that for each view with each ply."""


class _Answered(Exception):
    """The record cannot be followed if none of these seats answers its last ply."""

    def __init__(self, may_answer: Sequence[tuple[str, Phase]]) -> None:
        super().__init__(may_answer)
        self.may_answer = may_answer


class Standing:
    """A record after its last ply, as a frame is made of it.

    `before` is the position before that ply, and `earlier` the step that led there; `given` are the
    numbers that views were given there.
    """

    def __init__(
        self, record: Record, game: Game, ledger: Ledger, given: Mapping[str | None, Given]
    ) -> None:
        self.record = record
        self.plies = self.ply = sum(isinstance(entry, Ply) for entry in record.plies)
        self.table, walk = opened_with(record, game, ledger)
        self.last: Step | None = None
        self.earlier: Step | None = None
        self.before: Table | None = None
        rounds = Rounds()
        rounds.begins(self.table)
        for _ in range(self.plies - 1):
            self.earlier = next(walk)
            rounds.begins(self.table)
        self.round = rounds.number
        watcher = Watcher(self.table)
        self._start, self._changes, self._given = watcher.layout, None, given
        if self.plies:
            self.before, self.table.story = self.table.copy(), []
            watcher.start()
            self.last = next(walk)
            self._changes = watcher.look()
        self.may_answer: Sequence[tuple[str, Phase]] = ledger.may_answer

    def numbers(self, view: str | None) -> Numbers:
        """The numbers by which a view knows the cards, and which of them the last ply moved."""
        numbering, given = Numbering(self.table.zones(), view), self._given.get(view)
        start = self._start
        before = numbering.again(start, given) if given else numbering.first(start)
        return before if self._changes is None else numbering.after(before, self._changes)

    @property
    def asked(self) -> Due | None:
        """The question that is due, as everyone knows it: to all seats that may answer, if any."""
        if not self.may_answer:
            return self.table.due_for(PUBLIC)
        phase = self.may_answer[0][1]
        seats = tuple(dict.fromkeys([seat for seat, _ in self.may_answer]))
        return Due(seats, phase.name.lower(), phase.title)


def stand(
    record: Record,
    game: Game,
    given: Mapping[str | None, Given] | None = None,
) -> Standing | None:
    """The record after its last ply, without optional answers to it.

    `given` are the numbers that views were given before that ply. None if nobody can follow the
    record, in the ways that are tried. Raises Fault if it is certainly wrong.
    """

    def answered(ledger: Ledger) -> Standing:
        return Standing(record, game, ledger, given or {})

    def unanswered(ledger: Ledger) -> Standing:
        try:
            return answered(ledger)
        except Fault:
            if ledger.may_answer:
                raise _Answered(ledger.may_answer) from None
            raise

    try:
        return next(in_ways(unanswered, game, unanswered=True, most=WAYS), None)
    except _Answered as error:
        found = next(in_ways(answered, game, most=WAYS), None)
        if found is not None:
            found.may_answer = error.may_answer
        return found
