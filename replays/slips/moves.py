"""Slips in moves and turns: the legal move, or the seat, that was probably meant."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engines.play import Illegal
from engines.registry import Decks
from engines.table import Table
from engines.unseen import Unsupported, supported
from engines.wording import listed
from notation.chance import fits
from notation.fault import Fault
from notation.nearest import suggest
from notation.record import Entry, Path, Ply, Record, Shuffle, path_of
from notation.wording import Suggestion, guess, suggestion
from replays.legs import legs, ply_number
from replays.play import steps
from replays.set_up import game_of, is_recorded, open_table, shuffles_after

_ROOM = 120
"""If all legal moves fit in this number of characters, all are listed."""

_LISTED = 3
"""The most moves that are listed as probably meant."""

_MOST_TRIED = 500
"""With more legal moves than these, none is tried: The Jam may have thousands."""


class MoveHelp(Struct, frozen=True):
    """The help with a move that is wrong.

    Attributes:
        near: the legal moves that were probably meant, the likeliest first.
        nearest: the same, then all others if they are few.
        advice: the help line; a Suggestion if it suggests a word or a move.
        legal: the number of legal moves, if it is known.
    """

    near: tuple[str, ...]
    nearest: tuple[str, ...]
    advice: str | None
    legal: int | None = None


def moves_revealing(table: Table, ply: Ply, shuffles: Sequence[Shuffle] | None) -> list[str]:
    """The other legal moves that reveal the cards written with a ply, the most like it first.

    `shuffles` are the shuffles recorded after the ply; None: they need not be recorded. Empty if
    the record leaves cards out, since the reveals of other moves are not known then.
    """
    seat = table.to_act
    if not ply.reveals or seat is None or table.unseen is not None or not table.lists_all:
        return []
    legal = [move for move in _legal(table) if move != ply.move]
    if len(legal) > _MOST_TRIED:
        return []
    plies = [Ply(seat, move) for move in legal]
    right = [one.move for one in plies if try_ply(table, seat, one, shuffles).agrees(ply.reveals)]
    near, _ = suggest(ply.move, right)
    return list(dict.fromkeys([*near, *right]))


def help_for_refused_move(
    table: Table, ply: Ply, advice: str | None, same_reveals: Sequence[str]
) -> MoveHelp:
    """The help with a refused move; `same_reveals` are moves that reveal the cards written."""
    texts = _legal(table)
    near, advice = suggest(ply.move, texts, advice)
    if len(same_reveals) == 1 and (advice is None or isinstance(advice, Suggestion)):
        advice = _guess_by_reveals(same_reveals[0], ply)
    near = tuple(dict.fromkeys([*same_reveals, *near]))[:_LISTED]
    if not table.lists_all:
        return MoveHelp(near, near, advice)
    every_move = texts if len(" | ".join(texts)) <= _ROOM else ()
    return MoveHelp(near, tuple(dict.fromkeys([*near, *every_move])), advice, len(texts))


def moves_that_go_on(
    record: Record, path: Path, ply: Ply, moves: Sequence[str], decks: Decks
) -> list[str]:
    """The moves with which the record goes on at least as far as with the written one.

    With the others, the reveals are wrong, and not the move.
    """
    near = list(moves[:_LISTED])
    if not near or len(path) > 1:
        return near
    least = reach(record, path[0], replace(ply, reveals=()), decks)
    return [
        move for move in near if reach(record, path[0], replace(ply, move=move), decks) >= least
    ]


def help_for_other_reveals(ply: Ply, advice: str | None, same_reveals: Sequence[str]) -> MoveHelp:
    """The help with a legal move that reveals other cards than are written."""
    if not same_reveals:
        return MoveHelp((), (), advice)
    near, likely = tuple(same_reveals[:_LISTED]), _guess_by_reveals(same_reveals[0], ply)
    return MoveHelp(near, near, suggestion(likely.text, f"{likely}; otherwise {advice}"))


def help_for_place(table: Table, ply: Ply) -> str | None:
    """The help for a move that names the card at a place instead of the place."""
    words = ply.move.partition(" ")[2].split(" ")[0].split(",")
    found = {word: places for word in words if (places := table.places_of(word))}
    if not found:
        return None
    return "; ".join([f"{word} lies at {listed(places)}" for word, places in found.items()])


def _guess_by_reveals(move: str, ply: Ply) -> Suggestion:
    return guess(move, f"it reveals {' '.join(ply.reveals)}")


def _legal(table: Table) -> list[str]:
    return [table.game.moves.write(move) for move in table.moves()]


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
