"""Slips in the lines of shuffles: lines that are missing, misspelled, or too many."""

from collections.abc import Sequence

from msgspec.structs import replace

from engines.decks import Decks
from engines.game import Game
from engines.wording import listed
from notation.chance import OtherPile, ShuffleMissing
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Entry, Ply, Record, Shuffle, path_of
from notation.wording import guess
from replays.legs import flat
from replays.set_up import game_of, shuffles_after
from replays.unseen.choice import FIRST_WAY
from replays.unseen.follow import opened_in_a_way

_MOST_ADDED = 12
"""How many missing lines are named; the deal of Point Salad has seven."""


def in_shuffles(fault: Fault, record: Record, decks: Decks) -> None:
    """Say of a shuffle whose line is not there which lines to add, or what to do with this one.

    Each remedy is tried: the record with it can be followed as far as the next ply.
    """
    if not isinstance(fault, ShuffleMissing | OtherPile):
        return
    path = path_of(fault.where)
    line, paths = flat(record, path or (0,)) if record.plies else (record, [])
    at = paths.index(path) if path else -1
    tried = _Tried(line, game_of(record, decks), fault.pile)
    if isinstance(fault, OtherPile):
        fault.advice = tried.instead_of(at)
    elif fault.advice is not None:
        after = at + 1 + len(shuffles_after(line.plies, at))
        if len(added := tried.adding(after)) > 1:
            lines = listed([f"`{one}`" for one in map(_spelled, added)])
            rest = fault.advice.partition("; ")[2]
            fault.advice = f"add the lines {lines}; {rest}"


def _spelled(pile: str) -> str:
    return f"~: {pile} {UNKNOWN_CARD}"


class _Tried:
    """Tries a line with other shuffles where the line of a pile is not found."""

    def __init__(self, line: Record, game: Game, pile: str) -> None:
        self._line = line
        self._game = game
        self._pile = pile

    def instead_of(self, at: int) -> str:
        """The help for the line at an index, which has the name of another pile."""
        plies = self._line.plies
        shuffle = plies[at]
        if isinstance(shuffle, Shuffle):
            renamed = replace(shuffle, pile=self._pile)
            if self._fault((*plies[:at], renamed, *plies[at + 1 :]), at) is None:
                return guess(self._pile)
        if self._fault((*plies[:at], *plies[at + 1 :]), at) is None:
            return "take this line out"
        added = self.adding(at) or [self._pile]
        lines = listed([f"`{one}`" for one in map(_spelled, added)])
        return f"add the {'line' if len(added) == 1 else 'lines'} {lines} above"

    def adding(self, at: int) -> list[str]:
        """The piles whose lines are missing from an index on; empty if that does not help."""
        plies, pile, added = self._line.plies, self._pile, list[str]()
        while len(added) < _MOST_ADDED:
            plies = (*plies[:at], Shuffle(pile, (UNKNOWN_CARD,)), *plies[at:])
            added.append(pile)
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
