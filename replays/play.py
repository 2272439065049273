"""Plays a line of a record on a table, ply by ply. The hot path of validation."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engines.play import Illegal, Reason, Reveals
from engines.table import Table
from notation.chance import UnseenCards
from notation.fault import Fault
from notation.moves import Move
from notation.record import UNKNOWN_CARD, Entry, Path, Ply, Shuffle
from replays.set_up import is_recorded, shuffles_after, where_after


class Step(Struct, gc=False):
    """A ply that was just played.

    Attributes:
        path: the place of the ply in the record.
        ply: the ply as written.
        table: the position after the ply; one table, which changes with the next step.
        reveals: the cards that the ply took without naming them, drew, or turned up.
        shuffles: the shuffles that followed the ply.
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
    """Play a line of a record on a table, and yield a step after each ply.

    This is the one walk over a record. The line stands at `start` in the record; only the entries
    whose indexes lie `within` a range are played (None: all). With `variations`, the steps of a
    ply's variations follow it, each variation on its own table. Raises Fault at the first error.
    """
    recorded = is_recorded(seed, line)
    chance = table.chance
    for index in range(len(line)) if within is None else within:
        ply = line[index]
        if not isinstance(ply, Ply):
            continue
        before = table.copy() if variations and ply.variations else table
        chance.expect(shuffles_after(line, index) if recorded else None, ply.reveals)
        try:
            reveals = _play(table, ply)
            chance.settle(reveals)
        except Fault as fault:
            fault.where = where_after(start, index, fault.where)
            raise
        path = (*start, index)
        yield Step(path, ply, table, reveals, chance.shuffles)
        if before is not table:
            for number, variation in enumerate(ply.variations):
                yield from steps(before.copy(), variation, seed, (*path, number), variations=True)


def _play(table: Table, ply: Ply) -> Reveals:
    """Play one ply. Raises Fault if it is wrong; its place counts entries from the ply, as 0."""
    if ply.irregular:
        raise Fault(
            "cgn.irregular",
            "`^`, a move against the rules that was allowed to stand, is not supported yet",
            "it is reserved for a later version; take it out to have the move checked",
            (0, "irregular"),
        )
    try:
        move = table.game.moves.parse(ply.move)
    except Fault as fault:
        fault.under(0, "move")
        raise
    try:
        return table.play(ply.seat, move)
    except Illegal as illegal:
        if UNKNOWN_CARD in ply.move and table.unseen is None:
            message = "this move passes cards that nobody saw"
            raise UnseenCards("cgn.unknown-card", message, None, (0, "move")) from None
        raise _refused(table, ply, move, illegal.reason) from illegal


def read_move(table: Table, ply: Ply) -> Move:
    """The parsed move of a ply that was already played, and so is well-formed."""
    return table.game.moves.parse(ply.move)


def _refused(table: Table, ply: Ply, move: Move, reason: Reason) -> Fault:
    """The fault in a move that the rules refuse for this reason; its cause is the Illegal."""
    rule, part, start, end = reason.rule, "seat", 0, None
    if not rule.startswith("cgn."):
        rule, part = f"{table.game.name}.{rule}", "move"
        start, end = table.game.moves.span(move, ply.move, reason.at)
    return Fault(
        rule, reason.message, reason.advice, (0, part), start=start, end=end, label=reason.label
    )
