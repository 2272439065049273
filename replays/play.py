"""Plays a line of a record on a table, checking each ply. The hot path of validation."""

from collections.abc import Sequence

from engines.play import Illegal, Reveals
from engines.table import Table
from notation.chance import ChanceError
from notation.digests import Event
from notation.moves import BadMove, Move
from notation.record import UNKNOWN_CARD, Entry, Path, Ply, pointer
from replays.fault import Fault, InEntry
from replays.set_up import chance_fault, is_recorded, shuffles_after

__all__ = ["play_line", "play_ply", "read_move"]


def play_line(
    table: Table,
    line: Sequence[Entry],
    seed: str | None,
    start: Path = (),
    events: list[Event] | None = None,
) -> None:
    """Play a line's plies, each ahead of its variations.

    To `events`, where they are given, it adds the line's moves and the shuffles that followed
    each. Raises Fault at the first thing that is wrong.
    """
    recorded = is_recorded(seed, line)
    if not recorded:
        table.chance.expect(None)
    parse = table.game.moves.parse
    for index, entry in enumerate(line):
        if type(entry) is not Ply:
            continue
        if recorded or entry.irregular or entry.variations:
            before = table.copy() if entry.variations else table
            play_ply(table, line, index, recorded=recorded, start=start)
            for number, variation in enumerate(entry.variations):
                play_line(before.copy(), variation, seed, (*start, index, number))
        else:
            try:
                reveals = table.play(entry.seat, parse(entry.move))
            except (BadMove, Illegal, ChanceError) as error:
                raise _fault(table, entry, error, start, index) from None
            if entry.reveals:
                _check_reveals(entry, reveals, (*start, index))
        if events is not None:
            events.append((entry.seat, entry.move))
            if table.chance.made:
                events += table.chance.made
                table.chance.expect(None)


def play_ply(
    table: Table, line: Sequence[Entry], index: int, *, recorded: bool, start: Path = ()
) -> Reveals:
    """Play the one ply at this index of a line. Raises Fault where it is wrong.

    `recorded`: whether the line tells its shuffles itself.
    """
    ply = line[index]
    if not isinstance(ply, Ply):
        raise TypeError(f"{pointer((*start, index))} is no ply")
    if ply.irregular:
        raise Fault(
            "cgn.irregular",
            "`^`, a move against the rules that was let stand, has no meaning yet",
            InEntry((*start, index), "irregular"),
            advice="it is kept for a later version; take it out to have the move checked",
        )
    chance = table.chance
    chance.expect(shuffles_after(line, index) if recorded else None)
    try:
        reveals = table.play(ply.seat, table.game.moves.parse(ply.move))
        chance.settle()
    except (BadMove, Illegal, ChanceError) as error:
        raise _fault(table, ply, error, start, index) from None
    if ply.reveals:
        _check_reveals(ply, reveals, (*start, index))
    return reveals


def read_move(table: Table, ply: Ply) -> Move:
    """The move of a ply that has been played already."""
    return table.game.moves.parse(ply.move)


def _fault(
    table: Table,
    ply: Ply,
    error: BadMove | Illegal | ChanceError,
    start: Path,
    index: int,
) -> Fault:
    path = (*start, index)
    if isinstance(error, ChanceError):
        return chance_fault(error, start, index)
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


def _check_reveals(ply: Ply, reveals: Reveals, path: Path) -> None:
    shown = [card for card, _ in reveals]
    if list(ply.reveals) == shown:
        return
    if UNKNOWN_CARD in ply.reveals:
        at = len(" ".join([*ply.reveals[: ply.reveals.index(UNKNOWN_CARD)], ""]))
        raise Fault(
            "cgn.unknown-card",
            "`_`, a card that the writer did not know, has no meaning yet",
            InEntry(path, "reveals", at, at + 1),
            advice="it is kept for a later version; leave the reveals out",
        )
    told = f"the cards revealed are {' '.join(shown)}" if shown else "no card is revealed here"
    raise Fault(
        "cgn.reveals",
        f"{told}, not {' '.join(ply.reveals)}",
        InEntry(path, "reveals"),
        advice=f"write `-> {' '.join(shown)}`" if shown else "take the `->` out",
    )
