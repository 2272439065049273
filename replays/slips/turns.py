"""Slips in whose turn it is: a wrong seat, a line that is missing, doubled or swapped."""

from collections.abc import Iterator

from msgspec import Struct

from engines.play import Illegal
from engines.table import Table
from notation.record import Entry, Path, Ply, Record, Shuffle
from replays.legs import legs, ply_number
from replays.set_up import is_recorded, shuffles_after
from replays.slips.trial import try_ply


class Turn(Struct, frozen=True):
    """The help with a ply out of turn, its label, and the refusal if something is due first."""

    advice: str
    label: str
    due: Illegal | None = None


class _Spot:
    """A ply out of turn in its line."""

    def __init__(self, record: Record, path: Path) -> None:
        leg = legs(record, path)[-1]
        self._line, self._at = leg.line, leg.stop
        self._seed = record.seed

    def before(self) -> Ply | None:
        """The ply before it in its line."""
        return next(_plies(reversed(self._line[: self._at])), None)

    def after(self) -> Ply | None:
        """The ply after it."""
        return next(_plies(iter(self._line[self._at + 1 :])), None)

    def shuffles(self, *, after: bool = False) -> list[Shuffle] | None:
        """The shuffles recorded for it, or for the ply after it; None if they need not be."""
        if not is_recorded(self._seed, self._line):
            return None
        first = shuffles_after(self._line, self._at)
        return shuffles_after(self._line, self._at + 1 + len(first)) if after else first


def _plies(entries: Iterator[Entry]) -> Iterator[Ply]:
    return (entry for entry in entries if isinstance(entry, Ply))


def help_for_repeated_ply(record: Record, path: Path, ply: Ply) -> str | None:
    """The help for a refused ply that repeats the ply before it; None for others."""
    before = _Spot(record, path).before()
    same = before is not None and _spelled(before) == _spelled(ply)
    number = ply_number(record, path) - 1
    return f"ply {number} stands here a second time: take this line out" if same else None


def _spelled(ply: Ply) -> tuple[str, str, tuple[str, ...]]:
    return ply.seat, ply.move, ply.reveals


def help_out_of_turn(record: Record, path: Path, ply: Ply, table: Table, to_act: str) -> Turn:
    """The help with a ply by another seat than the seat to act."""
    number, name = ply_number(record, path), record.player(to_act) or to_act
    label = f"{name} ({to_act}) is to play"
    write = f"write `{number}. {to_act}: …`"
    spot = _Spot(record, path)
    if advice := help_for_repeated_ply(record, path, ply):
        return Turn(advice, label)
    after = spot.after()
    if after is not None and after.seat == to_act and _swapped(table, spot, ply, after):
        advice = f"plies {number} and {number + 1} are swapped: exchange the two lines"
        return Turn(advice, label)
    trial = try_ply(table, to_act, ply, spot.shuffles())
    before = spot.before()
    if _is_untimely(table, ply) and before is not None and before.seat == to_act:
        label = f"first, {name} {table.due_title()}"
        return Turn(f"put back the ply of {name} left out before this one", label, trial.illegal)
    if trial.reveals is None and (trial.illegal is None or table.unseen is not None):
        advice = f"{write}, or put back the ply left out"
    elif trial.reveals is None:
        advice = f"put back the ply of {name} left out: {name} cannot make this move"
    elif not ply.reveals:
        advice = f"{write}: {name} can make this move; or put back the ply left out"
    elif trial.agrees(ply.reveals):
        advice = f"{write}: {name} can make this move, with these reveals"
    else:
        cards = " ".join(trial.reveals) or "no card"
        advice = f"put back the ply of {name} left out: made by {name}, this would reveal {cards}"
    return Turn(advice, label)


def _swapped(table: Table, spot: _Spot, ply: Ply, after: Ply) -> bool:
    """Whether a ply and the one after it fit if they change places."""
    first = try_ply(table, after.seat, after, spot.shuffles(after=True))
    if first.after is None or not first.agrees(after.reveals):
        return False
    return try_ply(first.after, ply.seat, ply, spot.shuffles()).agrees(ply.reveals)


def _is_untimely(table: Table, ply: Ply) -> bool:
    """Whether the seat to act is asked for another kind of move."""
    return table.phase not in table.plays[type(table.game.moves.parse(ply.move))].phases
