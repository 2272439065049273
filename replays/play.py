"""Plays a line of a record on a table, ply by ply. The hot path of validation."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engines.play import Illegal, Reveals
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
    for index in range(len(line)) if within is None else within:
        ply = line[index]
        if not isinstance(ply, Ply):
            continue
        before = table.copy() if variations and ply.variations else table
        reveals = _play_entry(table, line, index, ply, start, recorded=recorded)
        path = (*start, index)
        yield Step(path, ply, table, reveals, table.chance.shuffles)
        if before is not table:
            for number, variation in enumerate(ply.variations):
                yield from steps(before.copy(), variation, seed, (*path, number), variations=True)


def play_line(table: Table, line: Sequence[Entry], seed: str | None) -> None:
    """Play the line of a record to its end, as `steps` does, if nobody looks at the steps.

    Raises Fault at the first error. Variations are not played.
    """
    recorded = is_recorded(seed, line)
    for index, ply in enumerate(line):
        if isinstance(ply, Ply):
            _play_entry(table, line, index, ply, (), recorded=recorded)


def _play_entry(
    table: Table, line: Sequence[Entry], index: int, ply: Ply, start: Path, *, recorded: bool
) -> Reveals:
    """Play the ply at this index of a line, and compare what is recorded with it.

    Raises Fault, at its place in the record, if either is wrong.
    """
    chance = table.chance
    chance.expect(shuffles_after(line, index) if recorded else None, ply.reveals)
    try:
        reveals = _play(table, ply)
        chance.settle(reveals)
    except Fault as fault:
        fault.where = where_after(start, index, fault.where)
        raise
    return reveals


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
        raise _refused(table, ply, move, illegal) from None


def read_move(table: Table, ply: Ply) -> Move:
    """The parsed move of a ply that was already played, and so is well-formed."""
    return table.game.moves.parse(ply.move)


def code_of(illegal: Illegal, table: Table) -> str:
    """The code of the rule by which a move was refused: `cgn.turn`, `triggs.sum`."""
    rule = illegal.reason.rule
    return rule if rule.startswith("cgn.") else f"{table.game.name}.{rule}"


def _refused(table: Table, ply: Ply, move: Move, illegal: Illegal) -> Fault:
    """The fault in a move that the rules refuse; its cause is the Illegal."""
    reason = illegal.reason
    code, part, start, end = code_of(illegal, table), "seat", 0, None
    if code != reason.rule:
        part = "move"
        start, end = table.game.moves.span(move, ply.move, reason.at)
    return Fault(
        code,
        reason.message,
        reason.advice,
        (0, part),
        start=start,
        end=end,
        label=reason.label,
        cause=illegal,
    )
