"""Plays a line of a record on a table, ply by ply. The hot path of validation."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engines.play import Illegal, Reveals
from engines.table import Table
from notation.chance import ChanceError
from notation.moves import BadMove, Move
from notation.record import Entry, Path, Ply, Shuffle
from replays.fault import Fault, InEntry
from replays.set_up import chance_fault, is_recorded, shuffles_after


class Step(Struct):
    """A ply that was just played.

    Attributes:
        path: where it stands in the record.
        ply: what was written.
        table: the position after it; one table, which changes with the next step.
        reveals: the cards that it took without naming them, drew or turned up.
        shuffles: the shuffles that followed it.
    """

    path: Path
    ply: Ply
    table: Table
    reveals: Reveals
    shuffles: Sequence[Shuffle]


def steps(
    table: Table,
    line: Sequence[Entry],
    seed: str | None,
    start: Path = (),
    *,
    within: range | None = None,
    variations: bool = False,
) -> Iterator[Step]:
    """Play a line of a record on a table, and give a step after each ply.

    This is the one walk over a record. The line stands at `start` in the record; only the entries
    whose indexes lie `within` a range are played (None: all). With `variations`, those of a ply
    are played after it, each on a table of its own, and their steps are given too. Raises Fault
    at the first thing that is wrong.
    """
    recorded = is_recorded(seed, line)
    for index in range(len(line)) if within is None else within:
        entry = line[index]
        if not isinstance(entry, Ply):
            continue
        path = (*start, index)
        before = table.copy() if variations and entry.variations else table
        table.chance.expect(shuffles_after(line, index) if recorded else None, entry.reveals)
        reveals = _play(table, entry, path)
        yield Step(path, entry, table, reveals, table.chance.made)
        if before is not table:
            for number, variation in enumerate(entry.variations):
                yield from steps(before.copy(), variation, seed, (*path, number), variations=True)


def _play(table: Table, ply: Ply, path: Path) -> Reveals:
    """Play one ply. Raises Fault if it is wrong."""
    if ply.irregular:
        raise Fault(
            "cgn.irregular",
            "`^`, a move against the rules that was let stand, has no meaning yet",
            InEntry(path, "irregular"),
            advice="it is kept for a later version; take it out to have the move checked",
        )
    try:
        reveals = table.play(ply.seat, table.game.moves.parse(ply.move))
        table.chance.settle(reveals)
    except (BadMove, Illegal, ChanceError) as error:
        raise _fault(table, ply, error, path) from None
    return reveals


def read_move(table: Table, ply: Ply) -> Move:
    """The move of a ply that has been played already."""
    return table.game.moves.parse(ply.move)


def _fault(
    table: Table,
    ply: Ply,
    error: BadMove | Illegal | ChanceError,
    path: Path,
) -> Fault:
    if isinstance(error, ChanceError):
        return chance_fault(error, path[:-1], path[-1])
    if isinstance(error, BadMove):
        where = InEntry(path, "move", error.start, error.end)
        return Fault(error.code, error.message, where, advice=error.advice)
    reason = error.reason
    if reason.rule.startswith("cgn."):
        return Fault(
            reason.rule, reason.message, InEntry(path, "seat"), advice=reason.advice, illegal=error
        )
    moves = table.game.moves
    begin, end = moves.span(moves.parse(ply.move), ply.move, reason.at)
    return Fault(
        f"{table.game.name}.{reason.rule}",
        reason.message,
        InEntry(path, "move", begin, end),
        advice=reason.advice,
        illegal=error,
    )
