"""Fills in the reveals of a record, as the engine gives them."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from notation.record import Entry, Path, Ply, Record
from replays.play import steps
from replays.set_up import game_of, open_table

_Shown: TypeAlias = dict[tuple[Path, int], tuple[str, ...]]
"""The reveals of shuffles, by the path of the ply before and the shuffle's number after the ply."""


def with_reveals(record: Record, decks: Decks = OWN_DECKS) -> Record:
    """The record with the reveals of every ply and recorded shuffle, variations included.

    They replace written reveals; nothing else changes. `decks` are the users' decks that the record
    may name. Raises Fault if a ply or shuffle is wrong.
    """
    bare = replace(record, plies=_filled(record.plies, {}, {}, ()))
    table = open_table(bare, game_of(bare, decks))
    shown: _Shown = {((), at): line.reveals for at, line in enumerate(table.chance.shuffles)}
    cards = {}
    for step in steps(table, bare.plies, bare.seed, variations=True):
        cards[step.path] = tuple([card for card, _ in step.reveals])
        shown |= {(step.path, at): line.reveals for at, line in enumerate(step.shuffles)}
    return replace(record, plies=_filled(record.plies, cards, shown, ()))


def _filled(
    line: tuple[Entry, ...],
    cards: Mapping[Path, tuple[str, ...]],
    shown: _Shown,
    start: Path,
) -> tuple[Entry, ...]:
    """The line with these cards as the reveals of its plies, by path, and of its shuffles."""
    done: list[Entry] = []
    last: Path = ()
    behind = 0
    for index, entry in enumerate(line):
        if isinstance(entry, Ply):
            last, behind = (*start, index), 0
            variations = tuple(
                _filled(variation, cards, shown, (*last, number))
                for number, variation in enumerate(entry.variations)
            )
            done.append(replace(entry, reveals=cards.get(last, ()), variations=variations))
        else:
            done.append(replace(entry, reveals=shown.get((last, behind), ())))
            behind += 1
    return tuple(done)
