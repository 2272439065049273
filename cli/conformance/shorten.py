"""Finds a short record in which a program differs, given a long one."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from cli.conformance.trials import Trials
from engines.registry import load_game
from notation.fault import Fault
from notation.record import Record
from replays.fill_in_reveals import with_reveals

FirstOf: TypeAlias = Callable[[Sequence[Record]], Record | None]
"""The first of some records in which a program differs; None if there is none."""

_AT_ONCE = 16
"""The records that the program gets at a time; starting it may take longer than answering."""


_GAMES = 3
"""The games of half the length that are tried, again and again while one of them differs."""


def shortest(record: Record, first_of: FirstOf, seed: str) -> Record:
    """A short record in which the program differs, given one in which it does.

    It is the given one, shortened, or another game that is shorter.
    """
    record = shortened(record, first_of)
    while record.plies:
        trials = Trials(load_game(record.game), f"{seed}-shorter", len(record.plies) // 2)
        found = (first_of(trials.batch(index)) for index in range(_GAMES))
        other = next((one for one in found if one is not None), None)
        shorter = record if other is None else shortened(other, first_of)
        if len(shorter.plies) >= len(record.plies):
            break
        record = shorter
    return record


def shortened(record: Record, first_of: FirstOf) -> Record:
    """The record, shortened as long as the program differs in it.

    The plies after the difference go first, then as many of those before as can.
    """
    record = _without_end(record, first_of)
    size = len(record.plies) // 2
    while size:
        shorter = first_of([*_without_some(record, size)])
        if shorter is not None:
            record = shorter
        else:
            size //= 2
    return record


def _without_end(record: Record, first_of: FirstOf) -> Record:
    """The shortest beginning that is found by looking at 16 at a time, without its end line."""
    low, high, best = 0, len(record.plies), record
    while low <= high:
        step = max(1, (high - low) // _AT_ONCE)
        lengths = list(range(low, high + 1, step))
        found = first_of([_beginning(record, length) for length in lengths])
        if found is None:
            break
        best, high = found, len(found.plies) - 1
        low = max(low, high - step + 2)
    return best


def _beginning(record: Record, length: int) -> Record:
    return replace(record, plies=record.plies[:length], result=None)


def _without_some(record: Record, size: int) -> Iterator[Record]:
    """The record without a stretch of this many plies, with the reveals that this makes right."""
    for at in range(0, len(record.plies) - size + 1, max(1, size // 2)):
        plies = (*record.plies[:at], *record.plies[at + size :])
        shorter = replace(record, plies=plies)
        try:
            yield with_reveals(shorter)
        except Fault:  # as it must be, if the last ply is what the program gets wrong
            if not plies:
                continue
            try:
                legal = with_reveals(replace(shorter, plies=plies[:-1]))
            except Fault:
                continue
            yield replace(shorter, plies=(*legal.plies, plies[-1]))
