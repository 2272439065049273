"""Tries a ply at a table, to see what would follow from a guess at what was meant."""

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
    """The index of the entry at which a main line fails if it has this ply at an index.

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
    """What came of a ply: the table after it and the cards revealed, or the refusal.

    All are None if it cannot be said.
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


def tried(table: Table, seat: str, ply: Ply, shuffles: Sequence[Shuffle] | None = None) -> Trial:
    """What comes of a ply, made by a seat; the table stays as it is.

    `shuffles` are those recorded after it; None: they need not be recorded.
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
