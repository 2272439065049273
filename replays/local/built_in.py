"""The built-in players by name: `sensible` and `random` of every game, `strong` of some."""

from engines.players import Randomness
from engines.registry import game_names, load_game
from notation.moves import Move
from replays.local.deals import NoDeal
from replays.local.table import LocalTable
from replays.simulate import PLAYERS

STRONG = "strong"
"""The player that tries its moves in guessed deals; not all games have it."""

BUILT_IN = (*PLAYERS, STRONG)
"""The names of built-in players."""


def built_in_move(table: LocalTable, player: str, random: Randomness, playouts: int) -> str | Move:
    """The move of a built-in player for the seat to act, as text or as an object.

    `playouts` is how many games the strong one tries. Where it finds no deal, which is rare, it is
    as good as the sensible one. Raises ValueError if the game or its seat has no such player.
    """
    seat = table.to_act
    if player == STRONG and seat is not None:
        try:
            return table.observe(seat).suggest(random, playouts)
        except NoDeal:
            return table.suggest(random)
    return table.suggest(random, player)


def no_strong_player(game: str) -> str | None:
    """Why a game has no strong player, in words; None if it has one."""
    if load_game(game).looks_ahead:
        return None
    able = ", ".join(name for name in game_names() if load_game(name).looks_ahead)
    return f"{game} has no strong player; these have: {able}"
