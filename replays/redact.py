"""What everyone may see of a record whose game is not finished."""

from dataclasses import dataclass

from msgspec.structs import replace

from engines.decks import OWN_DECKS, Decks
from engines.play import Reveals
from engines.table import Table
from notation.diagnostics import Diagnostic
from notation.record import UNKNOWN_CARD, Ply, Record
from replays.frames import PUBLIC
from replays.play import read_move, steps
from replays.set_up import game_of, open_table


@dataclass(frozen=True, slots=True)
class Redacted:
    """A record without hidden information, and the scores as everyone sees them.

    A score is None if it depends on hidden cards.
    """

    record: Record
    scores: tuple[int | None, ...]


def redact(record: Record, decks: Decks = OWN_DECKS) -> Redacted:
    """Leave out of a record everything that its public frames do not show.

    Seed, shuffles and variations are left out. A card that not everyone saw becomes `_`, in moves
    and in reveals. The end line is left out if one of its scores depends on hidden cards. What the
    writer adds to the game stays: names, tags, comments, marks, times, and the SeedHash, which is
    meant to be published. `decks` are the users' decks that the record may name.

    Raises Fault if a ply of the main line is wrong.
    """
    table = open_table(record, game_of(record, decks))
    plies = [
        _public(table, step.ply, step.reveals) for step in steps(table, record.plies, record.seed)
    ]
    scores = tuple(_public_score(table, seat) for seat in table.seats)
    public = replace(
        record,
        seed=None,
        plies=tuple(plies),
        result=None if None in scores else record.result,
    )
    return Redacted(public, scores)


def main_line(record: Record) -> Record:
    """A record without its variations."""
    plies = (
        replace(entry, variations=()) if isinstance(entry, Ply) else entry for entry in record.plies
    )
    return replace(record, plies=tuple(plies))


def redact_problem(problem: Diagnostic, advice: str) -> Diagnostic:
    """Leave out of a diagnostic all but its place, whose ply it is, and the rule."""
    return Diagnostic(
        code=problem.code,
        severity=problem.severity,
        message="what is wrong here is hidden from this view",
        place=replace(problem.place, text=""),
        record=problem.record,
        game=problem.game,
        ply=problem.ply,
        seat=problem.seat,
        player=problem.player,
        rule=problem.rule,
        help=advice,
    )


def _public(table: Table, ply: Ply, reveals: Reveals) -> Ply:
    """A ply that was just played, as everyone saw it."""
    move = read_move(table, ply)
    seen = table.seen(ply.seat, move, PUBLIC)
    shown = tuple(card if audience is None else UNKNOWN_CARD for card, audience in reveals)
    return replace(
        ply,
        move=ply.move if seen == move else table.game.moves.write(seen),
        reveals=shown if ply.reveals else (),
        variations=(),
    )


def _public_score(table: Table, seat: str) -> int | None:
    lines = table.score(seat)
    return None if any(line.hidden for line in lines) else sum(line.points for line in lines)
