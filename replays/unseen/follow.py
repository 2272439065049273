"""Plays a line once, with a token for each card that the line leaves out."""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from math import inf

from engines.game import Game
from engines.table import Table
from engines.unseen import Unsupported, supported
from notation.chance import Chance, UnseenCards
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Path, Ply, Record, where_of
from replays.legs import line_to
from replays.play import Step, steps
from replays.set_up import open_table
from replays.unseen.choice import FIRST_WAY, Way
from replays.unseen.follower import LineFollower
from replays.unseen.ways import in_ways


def leaves_cards_out(record: Record) -> bool:
    """Whether the main line leaves out cards without which it cannot be played."""
    return record.seed is None and any(
        UNKNOWN_CARD in (entry.move if isinstance(entry, Ply) else "".join(entry.order))
        for entry in record.plies
    )


def opened(record: Record, game: Game) -> tuple[Table, Iterator[Step]]:
    """The table before ply 1, and the steps of the main line on it; one table that changes.

    Raises Fault, and so do the steps, at the first error.
    """
    way = way_through(record, game) if leaves_cards_out(record) else FIRST_WAY
    return opened_in_a_way(record, game, way)


def opened_in_a_way(
    record: Record, game: Game, way: Way, *, unanswered: bool = False
) -> tuple[Table, Iterator[Step]]:
    """The table and steps of a record that leaves cards out, as of `opened`.

    `way` decides what the record leaves open. If `unanswered`, a seat that may or may not be asked
    after the last ply is not asked.
    """
    return opened_with(record, game, LineFollower(way, unanswered=unanswered))


def opened_with(record: Record, game: Game, follower: LineFollower) -> tuple[Table, Iterator[Step]]:
    """The table and steps, as of `opened`, with a follower if the record leaves cards out."""
    if not leaves_cards_out(record):
        table = open_table(record, game)
        return table, steps(table, record.plies, record.seed)
    table = _opened(record, game, follower)
    return table, _stepping(record, table, follower)


def way_through(record: Record, game: Game) -> Way:
    """The first way in which the whole main line can be followed; FIRST_WAY if there is none."""

    def once(follower: LineFollower) -> Way:
        deque(follow(record, game, follower), 0)
        return follower.way

    with suppress(Fault):
        return next(in_ways(once, game, longest=inf), FIRST_WAY)
    return FIRST_WAY


def follow(record: Record, game: Game, follower: LineFollower) -> Iterator[tuple[Path, Table]]:
    """The table before ply 1 (with an empty path), then after each ply of the main line.

    It is one table that changes. Raises Fault if the line cannot be right, unless the follower is
    doubtful.
    """
    table = _opened(record, game, follower)
    yield (), table
    for step in _stepping(record, table, follower):
        yield step.path, table


def _opened(record: Record, game: Game, follower: LineFollower) -> Table:
    follower.line = record.plies
    follower.finished = record.result is not None and bool(record.result.winners)
    return open_table(record, game, Chance(record.seed, follower))


def _stepping(record: Record, table: Table, follower: LineFollower) -> Iterator[Step]:
    walk = steps(table, record.plies, record.seed)
    for follower.at, entry in enumerate(record.plies):
        if isinstance(entry, Ply):
            follower.doubtful = follower.spreads = False
            follower.drawn = {}
            try:
                with supported(table.game, follower):
                    step = next(walk)
            except Unsupported as error:
                where = (*where_of((follower.at,)), "move")
                raise UnseenCards(
                    "cgn.unknown-card", f"{error}", None, where, cause=error
                ) from None
            yield step


def follow_to(record: Record, path: Path, game: Game) -> Iterator[tuple[Path, Table]]:
    """The tables of `follow`, for the line up to a path of the record."""
    line, paths = line_to(record, path)
    stop = paths.index(path)
    for at, table in follow(line, game, LineFollower()):
        if at and at[0] >= stop:
            return
        yield paths[at[0]] if at else (), table
        if not any(isinstance(entry, Ply) for entry in line.plies[at[0] + 1 if at else 0 : stop]):
            return
