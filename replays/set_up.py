"""New records, and the way from a record's header to a table with the cards dealt."""

from collections.abc import Mapping, Sequence

from engines.game import Game
from engines.registry import OWN_DECKS, Decks, load_game
from engines.table import Table
from notation.chance import Chance, seed_hash
from notation.fault import Fault
from notation.header import header_where
from notation.record import UNKNOWN_CARD, Entry, Path, Ply, Record, Shuffle, Where, walk, where_of


def game_of(record: Record, decks: Decks = OWN_DECKS) -> Game:
    """The game that the record names; its rules, deck, seats and options are checked.

    `decks` are the users' decks that it may name. Raises Fault if the header asks for
    something unknown.
    """
    load_game(record.game).check_rules(record.rules)
    game = decks.game(record.game, record.deck)
    game.check(len(record.seats), record.options)
    return game


def open_table(record: Record, game: Game, chance: Chance | None = None) -> Table:
    """The table before ply 1. Raises Fault if chance lacks a shuffle of the deal.

    `chance` is by default a plain one with the record's seed.
    """
    _check_seed(record)
    chance = chance or Chance(record.seed)
    if is_recorded(record.seed, record.plies):
        chance.expect(shuffles_after(record.plies, -1))
    try:
        table: Table = game.set_up(game, len(record.seats), record.options, chance)
        chance.settle()
    except Fault as fault:
        fault.where = where_after((), -1, fault.where)
        raise
    return table


def _check_seed(record: Record) -> None:
    if record.seed_hash is None:
        return
    if record.seed is None:
        if not any(isinstance(entry, Shuffle) for _, entry in walk(record.plies)):
            raise Fault(
                "cgn.sealed",
                "this record is sealed: its seed is not known yet",
                "add the Seed once it is published, or record the shuffles",
                header_where("SeedHash"),
            )
    elif record.seed_hash != (digest := seed_hash(record.seed)):
        raise Fault(
            "cgn.seed-hash",
            "the seed is not the one that was sealed",
            f"the SHA-256 of this seed is {digest}",
            header_where("SeedHash"),
        )


def is_recorded(seed: str | None, line: Sequence[Entry]) -> bool:
    """Whether a line of play records its own shuffles, as it must without a seed."""
    return seed is None or Shuffle in map(type, line)


def shuffles_after(line: Sequence[Entry], index: int) -> list[Shuffle]:
    """The shuffles recorded directly after the ply at this index (-1: before the first)."""
    shuffles = []
    for following in range(index + 1, len(line)):
        entry = line[following]
        if isinstance(entry, Ply):
            break
        shuffles.append(entry)
    return shuffles


def where_after(start: Path, index: int, where: Where) -> Where:
    """The steps to an entry counted from the ply at `index` (-1: from the deal) of a line."""
    number, *steps = where or (0, "move")
    at = index + int(number)
    return (*where_of((*start, at)), *steps) if at >= 0 else ()


def new_record(
    game: Game, names: Sequence[str], options: Mapping[str, str], seed: str | None = None
) -> Record:
    """The record of a game without plies and without an end line.

    Without a seed it has the shuffles of the deal, as `setup_shuffles` gives them. Raises Fault
    if the game does not allow this number of seats, or these options.
    """
    game.check(len(names), options)
    return Record(
        game=game.name,
        rules=game.rules_versions[-1],
        deck=None if game.deck.own else game.deck.name,
        seats=tuple(names),
        options=dict(options),
        seed=seed,
        plies=() if seed is not None else setup_shuffles(game, len(names), options),
    )


def setup_shuffles(game: Game, seats: int, options: Mapping[str, str]) -> tuple[Shuffle, ...]:
    """The shuffles of the deal, as written by somebody who saw no card.

    The shuffles after the first one that turns cards up may depend on these cards; these
    are the usual ones.
    """
    chance = Chance("")
    game.set_up(game, seats, options, chance)
    return tuple(Shuffle(shuffle.pile, (UNKNOWN_CARD,)) for shuffle in chance.shuffles)
