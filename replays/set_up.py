"""From a record's header to a table with the cards dealt."""

from collections.abc import Sequence

from engines.decks import OWN_DECKS, Decks
from engines.game import Game
from engines.registry import load_game
from engines.table import Table
from notation.chance import Chance, ChanceError, seed_hash
from notation.header import BadHeader
from notation.record import Entry, Ply, Record, Shuffle, walk
from replays.fault import Fault, InEntry, InHeader


def game_of(record: Record, decks: Decks = OWN_DECKS) -> Game:
    """The game that the record names, with rules, deck, seats and options that it has.

    `decks` are the users' decks that it may name. Raises Fault where the header asks for
    something that there is not.
    """
    try:
        load_game(record.game).check_rules(record.rules)
        game = decks.game(record.game, record.deck)
        game.check(len(record.seats), record.options)
    except BadHeader as bad:
        raise Fault(bad.code, bad.message, InHeader(bad.name), advice=bad.advice) from None
    return game


def open_table(record: Record, game: Game) -> Table:
    """The table before ply 1. Raises Fault where chance does not tell how it was dealt."""
    _check_seed(record)
    chance = Chance(record.seed)
    if is_recorded(record.seed, record.plies):
        chance.expect(shuffles_after(record.plies, -1))
    try:
        table: Table = game.set_up(game, len(record.seats), record.options, chance)
        chance.settle()
    except ChanceError as error:
        raise chance_fault(error, (), -1) from None
    return table


def _check_seed(record: Record) -> None:
    if record.seed_hash is None:
        return
    if record.seed is None:
        if not any(isinstance(entry, Shuffle) for _, entry in walk(record.plies)):
            raise Fault(
                "cgn.sealed",
                "this record is sealed: its seed is not known yet",
                InHeader("SeedHash"),
                advice="add the Seed, once it is published, or record the shuffles",
            )
    elif record.seed_hash != (found := seed_hash(record.seed)):
        raise Fault(
            "cgn.seed-hash",
            "the seed is not the one that was sealed",
            InHeader("SeedHash"),
            advice=f"the SHA-256 of this seed is {found}",
        )


def is_recorded(seed: str | None, line: Sequence[Entry]) -> bool:
    """Whether a line of play tells its shuffles itself: it must where there is no seed."""
    return seed is None or Shuffle in map(type, line)


def shuffles_after(line: Sequence[Entry], index: int) -> list[Shuffle]:
    """The shuffles recorded directly after the ply at this index (-1: before the first)."""
    found = []
    for following in range(index + 1, len(line)):
        entry = line[following]
        if isinstance(entry, Ply):
            break
        found.append(entry)
    return found


def chance_fault(error: ChanceError, start: tuple[int, ...], index: int) -> Fault:
    """The fault in the ply at `index` of the line at `start`, or in a shuffle behind it."""
    path = (*start, index)
    if error.code == "cgn.shuffle-missing":
        where = InEntry(path) if index >= 0 else InHeader()
    elif error.shuffle is None:
        where = InEntry(path, error.part, error.start, error.end)
    else:
        path = (*start, index + 1 + error.shuffle)
        where = InEntry(path, error.part, error.start, error.end)
    return Fault(error.code, error.message, where, advice=error.advice)
