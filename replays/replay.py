"""A record that is stepped through: forward, back, and to any ply of its main line."""

from dataclasses import dataclass
from functools import cached_property

from engines.decks import OWN_DECKS, Decks
from engines.play import Reveals
from engines.table import Counter, Table
from notation.record import Ply, Record, Shuffle
from replays.fault import Fault
from replays.play import play_ply
from replays.set_up import game_of, is_recorded, open_table

_EVERY = 16
_MOST = 128


@dataclass(frozen=True, slots=True)
class Step:
    """A ply as it was played: its number, what was written, what it revealed and shuffled.

    `before` holds the cards of every zone ahead of it, top first, and `counters` the counters
    shown then, both in the table's order.
    """

    number: int
    ply: Ply
    reveals: Reveals
    shuffles: tuple[Shuffle, ...]
    before: list[tuple[str, ...]]
    counters: list[Counter]


class Replay:
    """A record on a table, at some ply.

    The table is that after `ply` plies; `last` tells how it got there (None at the start).
    `plies` is how far the record can be played: where `fault` is not None, up to the ply
    before it. A snapshot now and then makes a jump quick; of a long record they lie further apart,
    so that there are never many. `decks` are the users' decks that the record may name.

    Raises Fault where not even the first card can be dealt.
    """

    def __init__(self, record: Record, decks: Decks = OWN_DECKS) -> None:
        self.record = record
        self.game = game_of(record, decks)
        self._at = [i for i, entry in enumerate(record.plies) if isinstance(entry, Ply)]
        self._every = max(_EVERY, len(self._at) // _MOST)
        self._recorded = is_recorded(record.seed, record.plies)
        self._snapshots = {0: open_table(record, self.game)}
        self.table: Table = self._snapshots[0].copy()
        self.ply = 0
        self.last: Step | None = None
        self.fault: Fault | None = None

    @property
    def plies(self) -> int:
        """How many plies of the main line there are, as far as they are known to be good."""
        return len(self._at)

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """After how many plies a round begins: where the turn passes to an earlier seat."""
        table = self._snapshots[0].copy()
        begins, before = [0], table.at_turn
        for ply, index in enumerate(self._at[:-1], start=1):
            try:
                play_ply(table, self.record.plies, index, recorded=self._recorded)
            except Fault:
                break
            now = table.at_turn
            if before is not None and now is not None and now < before:
                begins.append(ply)
            before = now
        return tuple(begins)

    def forward(self) -> bool:
        """Play one more ply; False at the end, or where the next ply is wrong (`fault`)."""
        if self.ply >= self.plies:
            return False
        index = self._at[self.ply]
        before = [zone.cards for zone in self.table.zones()]
        counters = self.table.shown_counters()
        try:
            reveals = play_ply(self.table, self.record.plies, index, recorded=self._recorded)
        except Fault as fault:
            self.fault = fault
            del self._at[self.ply :]
            self._load(self.ply)
            return False
        self.ply += 1
        ply = self.record.plies[index]
        if isinstance(ply, Ply):
            shuffles = tuple(self.table.chance.made)
            self.last = Step(self.ply, ply, reveals, shuffles, before, counters)
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
        """Go to the position after `ply` plies, or as near to it as the record is good."""
        ply = min(max(ply, 0), self.plies)
        if ply < self.ply or self._near(ply) > self.ply:
            self._load(ply)
        while self.ply < ply and self.forward():
            pass

    def _near(self, ply: int) -> int:
        """The last snapshot from which playing on to this ply still tells its step."""
        return max((at for at in self._snapshots if at < ply), default=0)

    def _load(self, ply: int) -> None:
        """Go to a ply that is known to be good, by way of the snapshot before it."""
        self.ply = self._near(ply)
        self.table = self._snapshots[self.ply].copy()
        self.last = None
        while self.ply < ply and self.forward():
            pass
