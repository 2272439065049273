"""Writes into a record what its plies reveal, as the engine turns it up."""

from collections.abc import Mapping

from msgspec.structs import replace

from engines.decks import OWN_DECKS, Decks
from notation.record import Entry, Path, Ply, Record
from replays.play import steps
from replays.set_up import game_of, open_table


def with_reveals(record: Record, decks: Decks = OWN_DECKS) -> Record:
    """The record with the reveals of every ply, variations included, and nothing else changed.

    `decks` are the users' decks that it may name. Raises Fault where a ply is wrong, reveals
    already written included.
    """
    table = open_table(record, game_of(record, decks))
    walk = steps(table, record.plies, record.seed, variations=True)
    cards = {step.path: tuple([card for card, _ in step.reveals]) for step in walk}
    return replace(record, plies=_filled(record.plies, cards, ()))


def _filled(
    line: tuple[Entry, ...], cards: Mapping[Path, tuple[str, ...]], start: Path
) -> tuple[Entry, ...]:
    """The line with these cards as the reveals of its plies."""
    done: list[Entry] = []
    for index, entry in enumerate(line):
        if isinstance(entry, Ply):
            path = (*start, index)
            variations = tuple(
                _filled(variation, cards, (*path, number))
                for number, variation in enumerate(entry.variations)
            )
            done.append(replace(entry, reveals=cards[path], variations=variations))
        else:
            done.append(entry)
    return tuple(done)
