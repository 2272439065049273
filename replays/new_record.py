"""The record of a game before its first ply."""

from collections.abc import Mapping, Sequence

from engines.game import Game
from notation.chance import Chance
from notation.record import UNKNOWN_CARD, Record, Shuffle


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
