"""Writes into a record what its plies reveal, as the engine turns it up."""

from msgspec.structs import replace

from engines.decks import OWN_DECKS, Decks
from engines.table import Table
from notation.record import Entry, Path, Ply, Record
from replays.play import play_ply
from replays.set_up import game_of, is_recorded, open_table


def with_reveals(record: Record, decks: Decks = OWN_DECKS) -> Record:
    """The record with the reveals of every ply, variations included, and nothing else changed.

    `decks` are the users' decks that it may name. Raises Fault where a ply is wrong, reveals
    already written included.
    """
    table = open_table(record, game_of(record, decks))
    return replace(record, plies=_line(table, record.plies, record.seed, ()))


def _line(
    table: Table, line: tuple[Entry, ...], seed: str | None, start: Path
) -> tuple[Entry, ...]:
    recorded = is_recorded(seed, line)
    done: list[Entry] = []
    for index, entry in enumerate(line):
        if not isinstance(entry, Ply):
            done.append(entry)
            continue
        variations = tuple(
            _line(table.copy(), variation, seed, (*start, index, number))
            for number, variation in enumerate(entry.variations)
        )
        reveals = play_ply(table, line, index, recorded=recorded, start=start)
        cards = tuple(card for card, _ in reveals)
        done.append(replace(entry, reveals=cards, variations=variations))
    return tuple(done)
