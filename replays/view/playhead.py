"""Steps through a record: forward, back, and to any ply of its main line."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import islice

from engines.registry import OWN_DECKS, Decks
from engines.table import Table
from notation.fault import Fault
from notation.record import Ply, Record
from replays.play import Step, steps
from replays.set_up import game_of, open_table
from replays.unseen.choice import FIRST_WAY
from replays.unseen.follow import leaves_cards_out, opened_in_a_way, way_through
from replays.view.numbers import Numbering, Numbers
from replays.view.watching import Changes, Layout, Watcher

_EVERY = 16
_MOST = 128


class Playhead:
    """A record on a table, at some ply.

    `table` is the position after `ply` plies and `last` the step that led there (None at the
    start); `table.story` says what happened by itself. `plies` is how far the record can be
    played: up to the ply before the `fault`, if there is one. Occasional snapshots make jumps
    quick; in a long record they are further apart, so that there are never many. A record that
    leaves cards out is played from the start instead, because a later ply names cards that an
    earlier position must not show. If `unanswered`, a seat that may not be asked is not asked.
    `decks` are the users' decks that the record may name.

    Raises Fault if not even the first card can be dealt.
    """

    table: Table
    last: Step | None

    def __init__(
        self,
        record: Record,
        decks: Decks = OWN_DECKS,
        *,
        unanswered: bool = False,
    ) -> None:
        self.record = record
        self._unanswered = unanswered
        self.game = game_of(record, decks)
        self._at = [i for i, entry in enumerate(record.plies) if isinstance(entry, Ply)]
        self._every = max(_EVERY, len(self._at) // _MOST)
        self._snapshots: list[Table] = []
        self.unseen = leaves_cards_out(record)
        self._way = way_through(record, self.game) if self.unseen else FIRST_WAY
        if not self.unseen:
            self._snapshots.append(open_table(record, self.game))
        self.fault: Fault | None = None
        self._trail: tuple[int, Table, Iterator[Step]] | None = None
        self._go_to_snapshot(0)
        self._counted = Rounds()
        self._counted.begins(self.table)
        self._round_of_next = [self._counted.number]
        self._watcher: Watcher | None = None
        self._start: Layout = ()
        self._changes: list[Changes] = []
        self._numbers: dict[str | None, tuple[Numbering, list[Numbers]]] = {}

    @property
    def plies(self) -> int:
        """How many plies of the main line are valid, as far as is known."""
        return len(self._at)

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The number of plies before each round."""
        table, walk = self._from(0)
        starts, counted = [0], Rounds()
        counted.begins(table)
        with suppress(Fault):
            for ply, step in enumerate(walk, start=1):
                if counted.begins(step.table) and ply < self.plies:
                    starts.append(ply)
        return tuple(starts)

    @property
    def round(self) -> int:
        """The round of the last ply; at the start, that of the first."""
        return self._round_of_next[max(self.ply - 1, 0)]

    def _watched(self) -> Watcher | None:
        """The watcher of the next ply, if that is to be watched and was not played before."""
        if self.ply != len(self._changes):
            return None
        watcher = self._watcher
        if watcher is None or watcher.table is not self.table:
            watcher = Watcher(self.table, watcher.layout if watcher else None)
        if not self._changes:
            self._start = watcher.layout
        self._watcher = watcher
        return watcher

    def numbers(self, view: str | None) -> Numbers:
        """The numbers by which a view knows the cards, and which of them the last ply moved."""
        if view not in self._numbers:
            self._watched()  # at the deal, nobody has watched yet
            numbering = Numbering(self.table.zones(), view)
            self._numbers[view] = numbering, [numbering.first(self._start)]
        numbering, numbers = self._numbers[view]
        for changes in self._changes[len(numbers) - 1 : self.ply]:
            numbers.append(numbering.after(numbers[-1], changes))
        return numbers[self.ply]

    def _from(self, ply: int) -> tuple[Table, Iterator[Step]]:
        """A separate table at a snapshot, and the steps from there on."""
        if self.unseen:
            return opened_in_a_way(self.record, self.game, self._way, unanswered=self._unanswered)
        table = self._snapshots[ply // self._every].copy()
        first = self._at[ply] if ply < self.plies else len(self.record.plies)
        rest = range(first, len(self.record.plies))
        return table, steps(table, self.record.plies, self.record.seed, within=rest)

    def forward(self) -> bool:
        """Play one more ply; False at the end, or if the next ply is wrong (`fault`)."""
        return self._forward(told=True)

    def _forward(self, *, told: bool) -> bool:
        """The same; the story is told only if that is wanted."""
        if self.ply >= self.plies:
            return False
        self.table.story = [] if told else None
        watcher = self._watched()
        if watcher is not None:
            watcher.start()
        try:
            self.last = next(self._walk)
        except Fault as fault:
            self.fault = fault
            del self._at[self.ply :]
            self._go_to_snapshot(self._near(self.plies))
            self.seek(self.plies)
            return False
        self.ply += 1
        if self.ply == len(self._round_of_next):
            self._counted.begins(self.table)
            self._round_of_next.append(self._counted.number)
        if watcher is not None:
            self._changes.append(watcher.look())
        if self.ply == len(self._snapshots) * self._every and not self.unseen:
            self._snapshots.append(self.table.copy())
        return True

    def back(self) -> bool:
        """Take the last ply back; False at the start."""
        if self.ply == 0:
            return False
        self.seek(self.ply - 1)
        return True

    def seek(self, ply: int) -> None:
        """Go to the position after `ply` plies, or as near to it as the record is valid."""
        ply = min(max(ply, 0), self.plies)
        if ply < self.ply or self._near(ply) > self.ply:
            self._go_to_snapshot(self._near(ply))
        while self.ply < ply and self._forward(told=self.ply + 1 == ply):
            pass

    @property
    def before(self) -> Table | None:
        """The position that the last step started from; None at the start.

        It is one table, which changes when it is asked for after another step.
        """
        if self.last is None:
            return None
        near = self._near(self.ply)
        if self._trail is None or not near <= self._trail[0] < self.ply:
            self._trail = near, *self._from(near)
        at, table, walk = self._trail
        for _ in islice(walk, self.ply - 1 - at):
            pass
        self._trail = self.ply - 1, table, walk
        return table

    def _near(self, ply: int) -> int:
        """The last snapshot from which playing on to this ply still gives its step."""
        return max(0, min((ply - 1) // self._every, len(self._snapshots) - 1)) * self._every

    def _go_to_snapshot(self, ply: int) -> None:
        self.ply = ply
        self.table, self._walk = self._from(ply)
        self.last = None


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
