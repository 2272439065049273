"""Plays a line once as it goes, with tokens for the cards that it leaves out."""

from collections.abc import Iterator

from engines.game import Game
from engines.table import Table
from notation.record import Path, Ply, Record
from replays.legs import flat
from replays.play import steps
from replays.set_up import open_table
from replays.unseen.ledger import Ledger


def follow(record: Record, game: Game, ledger: Ledger) -> Iterator[tuple[Path, Table]]:
    """The table before ply 1 (with an empty path), then after each ply of the main line.

    It is one table that changes. Raises Fault if the line cannot be right, unless the ledger is
    doubtful.
    """
    ledger.line = record.plies
    table = open_table(record, game, ledger)
    yield (), table
    walk = steps(table, record.plies, record.seed)
    for ledger.at, entry in enumerate(record.plies):
        if isinstance(entry, Ply):
            ledger.doubtful = False
            yield next(walk).path, table


def follow_to(record: Record, path: Path, game: Game) -> Iterator[tuple[Path, Table]]:
    """The same for the line that leads to a path, ahead of it; paths are those of the record."""
    line, paths = flat(record, path)
    stop = paths.index(path)
    for at, table in follow(line, game, Ledger()):
        if at and at[0] >= stop:
            return
        yield paths[at[0]] if at else (), table
        if not any(isinstance(entry, Ply) for entry in line.plies[at[0] + 1 if at else 0 : stop]):
            return
