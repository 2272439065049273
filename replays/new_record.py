"""The record of a game before its first ply."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from engines.game import Game
from notation.chance import Chance
from notation.record import UNKNOWN_CARD, Record, Shuffle


def new_record(
    game: Game, names: Sequence[str], options: Mapping[str, str], seed: str | None = None
) -> Record:
    """The record of a game in which nothing was played yet, without an end line.

    Without a seed it has the shuffles of the deal, as `setup_shuffles` gives them. Raises Fault
    if the game does not allow so many seats, or these options.
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
    """The shuffles of the deal, as somebody writes them down who saw no card.

    The last is the first that turns cards up, if one does: what follows may depend on these.
    """
    chance = Chance("")
    game.set_up(game, seats, options, chance)
    unseen = list(takewhile(lambda shuffle: not shuffle.reveals, chance.made))
    if len(unseen) < len(chance.made):
        unseen.append(chance.made[len(unseen)])
    return tuple(Shuffle(shuffle.pile, (UNKNOWN_CARD,)) for shuffle in unseen)
