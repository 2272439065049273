"""Slips in the lines of shuffles: lines that are missing, misspelled, or too many."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from engines.decks import Decks
from engines.game import Game
from engines.wording import listed
from notation.chance import OtherPile, ShuffleMissing
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Entry, Path, Ply, Record, Shuffle, path_of
from notation.wording import guess
from replays.legs import line_to
from replays.set_up import game_of, shuffles_after
from replays.unseen.choice import FIRST_WAY
from replays.unseen.follow import opened_in_a_way

_MOST_ADDED = 12
"""The most missing lines that are named; the deal of Point Salad has seven."""


class Remedy(Struct, frozen=True):
    """Lines of shuffles to put in, or to take out.

    Attributes:
        path: the entry above the missing lines (empty: they belong above the first entry); or the
            line to take out.
        missing: the piles of the missing lines; empty if a line is to be taken out.
        certain: whether the record can then be followed to the next ply, and loses nothing.
    """

    path: Path
    missing: tuple[str, ...]
    certain: bool


def spelled(pile: str) -> str:
    """The line of a shuffle whose cards nobody saw."""
    return f"~: {pile} {UNKNOWN_CARD}"


def remedy_for_shuffle(fault: Fault, record: Record, decks: Decks) -> Remedy | None:
    """The remedy for a shuffle without its line; the fault's advice is made to say it.

    Each remedy was tried: with it, the record can be followed to the next ply. None if the fault is
    another, or if the line only has a wrong name.
    """
    path = path_of(fault.where)
    if fault.code == "cgn.shuffle-surplus":  # which may be all that is left of a forgotten ply
        return Remedy(path, (), certain=False)
    if not isinstance(fault, ShuffleMissing | OtherPile):
        return None
    line, paths = line_to(record, path or (0,)) if record.plies else (record, [])
    at = paths.index(path) if path else -1
    trial = _Trial(line, game_of(record, decks), fault.pile)
    if isinstance(fault, OtherPile):
        if trial.renaming_helps(at):
            fault.advice = guess(fault.pile, certain=True)
            return None
        if trial.leaving_out_helps(at):
            fault.advice = "take this line out"
            wrong = line.plies[at]
            bare = isinstance(wrong, Shuffle) and wrong == _unseen(wrong.pile)
            return Remedy(path, (), certain=bare)
    else:
        at += 1 + len(shuffles_after(line.plies, at))
    added = trial.lines_to_add(at)
    fault.advice = _advice(fault, [pile for _, pile in added] or [fault.pile])
    first = tuple([pile for _, pile in takewhile(lambda one: one[0] == at, added)])
    recorded = any(isinstance(entry, Shuffle) for entry in record.plies)
    certain = bool(added) and recorded and record.seed is None
    return Remedy(paths[at - 1] if at else (), first or (fault.pile,), certain)


def _advice(fault: ShuffleMissing | OtherPile, piles: Sequence[str]) -> str | None:
    """The help for lines that are missing."""
    noun = "line" if len(piles) == 1 else "lines"
    lines = f"add the {noun} {listed([f'`{spelled(pile)}`' for pile in piles])}"
    if isinstance(fault, OtherPile):
        return f"{lines} above"
    return fault.advice and f"{lines}; {fault.advice.partition('; ')[2]}"


def _unseen(pile: str) -> Shuffle:
    return Shuffle(pile, (UNKNOWN_CARD,))


class _Trial:
    """Tries a line of play with other lines of shuffles, where that of a pile is not found."""

    def __init__(self, line: Record, game: Game, pile: str) -> None:
        self._line = line
        self._game = game
        self._pile = pile

    def renaming_helps(self, at: int) -> bool:
        """Whether the line at an index is right under the name of the pile."""
        plies = self._line.plies
        renamed = replace(plies[at], pile=self._pile)
        return self._fault((*plies[:at], renamed, *plies[at + 1 :]), at) is None

    def leaving_out_helps(self, at: int) -> bool:
        """Whether the play is right without the line at an index."""
        plies = self._line.plies
        return self._fault((*plies[:at], *plies[at + 1 :]), at) is None

    def lines_to_add(self, at: int) -> list[tuple[int, str]]:
        """The piles whose lines are missing from an index on, each with the index of its place.

        Empty if adding lines does not help.
        """
        plies, pile, added = self._line.plies, self._pile, list[tuple[int, str]]()
        while len(added) < _MOST_ADDED:
            plies = (*plies[:at], _unseen(pile), *plies[at:])
            added.append((at - len(added), pile))
            fault = self._fault(plies, at)
            if fault is None:
                return added
            if not isinstance(fault, ShuffleMissing | OtherPile):
                return []
            pile = fault.pile
            path = path_of(fault.where)
            at = path[0] if isinstance(fault, OtherPile) else _end(plies, at)
        return []

    def _fault(self, plies: Sequence[Entry], at: int) -> Fault | None:
        """The fault in these entries before the next ply after an index; None if there is none."""
        stop = _end(plies, at)
        line = replace(self._line, plies=tuple(plies))
        try:
            _, steps = opened_in_a_way(line, self._game, FIRST_WAY)
            for step in steps:
                if step.path[0] >= stop:
                    return None
        except Fault as fault:
            path = path_of(fault.where)
            return fault if not path or path[0] < stop else None
        return None


def _end(plies: Sequence[Entry], at: int) -> int:
    """The index of the first ply from an index on, or of the end."""
    following = (i for i in range(at, len(plies)) if isinstance(plies[i], Ply))
    return next(following, len(plies))
