"""Steps through a record: forward, back, and to any ply of its main line."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import islice

from engines.decks import OWN_DECKS, Decks
from engines.table import Table
from notation.fault import Fault
from notation.record import Ply, Record
from replays.play import Step, steps
from replays.set_up import game_of, open_table

_EVERY = 16
_MOST = 128


class Playhead:
    """A record on a table, at some ply.

    `table` is the position after `ply` plies and `last` the step that led there (None at the
    start); `table.story` says what happened by itself. `plies` is how far the record can be
    played: up to the ply before the `fault`, if there is one. Occasional snapshots make jumps
    quick; in a long record they are further apart, so that there are never many. `decks` are the
    users' decks that the record may name.

    Raises Fault if not even the first card can be dealt.
    """

    table: Table
    last: Step | None

    def __init__(self, record: Record, decks: Decks = OWN_DECKS) -> None:
        self.record = record
        self.game = game_of(record, decks)
        self._at = [i for i, entry in enumerate(record.plies) if isinstance(entry, Ply)]
        self._every = max(_EVERY, len(self._at) // _MOST)
        self._snapshots = {0: open_table(record, self.game)}
        self.fault: Fault | None = None
        self._go_to_snapshot(0)

    @property
    def plies(self) -> int:
        """How many plies of the main line are valid, as far as is known."""
        return len(self._at)

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """After how many plies each round begins, that is, the turn passes to an earlier seat."""
        table = self._snapshots[0].copy()
        begins, before = [0], table.at_turn
        with suppress(Fault):
            for ply, step in enumerate(self._steps(table), start=1):
                now = step.table.at_turn
                if before is not None and now is not None and now < before and ply < self.plies:
                    begins.append(ply)
                before = now
        return tuple(begins)

    def _steps(self, table: Table, ply: int = 0) -> Iterator[Step]:
        """The steps from the position after `ply` plies on."""
        first = self._at[ply] if ply < self.plies else len(self.record.plies)
        rest = range(first, len(self.record.plies))
        return steps(table, self.record.plies, self.record.seed, within=rest)

    def forward(self) -> bool:
        """Play one more ply; False at the end, or if the next ply is wrong (`fault`)."""
        if self.ply >= self.plies:
            return False
        self.table.story = []
        try:
            self.last = next(self._walk)
        except Fault as fault:
            self.fault = fault
            del self._at[self.ply :]
            self._go_to_snapshot(self._near(self.plies))
            self.seek(self.plies)
            return False
        self.ply += 1
        if self.ply % self._every == 0 and self.ply not in self._snapshots:
            self._snapshots[self.ply] = self.table.copy()
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
        while self.ply < ply and self.forward():
            pass

    @property
    def before(self) -> Table | None:
        """The position that the last step started from; None at the start."""
        if self.last is None:
            return None
        start = self._near(self.ply)
        table = self._snapshots[start].copy()
        for _ in islice(self._steps(table, start), self.ply - 1 - start):
            pass
        return table

    def _near(self, ply: int) -> int:
        """The last snapshot from which playing on to this ply still gives its step."""
        return max((at for at in self._snapshots if at < ply), default=0)

    def _go_to_snapshot(self, ply: int) -> None:
        self.ply = ply
        self.table = self._snapshots[ply].copy()
        self.last = None
        self._walk = self._steps(self.table, ply)
