"""Tries a ply at a table, to test a guess at what was meant."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from engines.decks import Decks
from engines.play import Illegal
from engines.table import Table
from engines.unseen import Unsupported, supported
from notation.chance import fits
from notation.fault import Fault
from notation.record import Ply, Record, Shuffle, path_of
from replays.play import steps
from replays.set_up import game_of, open_table


def reach(record: Record, at: int, ply: Ply, decks: Decks) -> int:
    """The index of the entry at which a main line fails with this ply at index `at`.

    The number of entries if it does not fail. The record leaves no cards out.
    """
    line = replace(record, plies=(*record.plies[:at], ply, *record.plies[at + 1 :]))
    try:
        table = open_table(line, game_of(line, decks))
        for _ in steps(table, line.plies, line.seed):
            pass
    except Fault as fault:
        return next(iter(path_of(fault.where)), 0)
    return len(line.plies)


class Trial(Struct, frozen=True):
    """The outcome of a ply: the table after it and the cards revealed, or the refusal.

    All are None if the outcome is not known.
    """

    after: Table | None = None
    reveals: tuple[str, ...] | None = None
    illegal: Illegal | None = None

    def agrees(self, written: Sequence[str]) -> bool:
        """Whether the ply is legal, and reveals the cards written, if any are."""
        if self.reveals is None:
            return False
        if not written:
            return True
        pairs = zip(written, self.reveals, strict=False)
        return len(written) == len(self.reveals) and all(fits(*pair) for pair in pairs)


def try_ply(table: Table, seat: str, ply: Ply, shuffles: Sequence[Shuffle] | None = None) -> Trial:
    """Make a ply as this seat on a copy of the table.

    `shuffles` are the shuffles recorded after the ply; None: they need not be recorded.
    """
    after = table.copy()
    after.chance.expect(shuffles)
    try:
        with supported(table.game, table.unseen):
            reveals = after.play(seat, table.game.moves.parse(ply.move))
    except Illegal as illegal:
        return Trial(illegal=illegal)
    except (Fault, Unsupported):
        return Trial()
    return Trial(after, tuple([card for card, _ in reveals]))
