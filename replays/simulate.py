"""Plays complete legal games from a seed, as records. The same seed gives the same record."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engines.game import Game
from engines.players import Choose, Player
from engines.table import Table
from notation.chance import Chance, below, key_of, words
from notation.moves import Move
from notation.record import Ply, Record, Result
from replays.new_record import new_record

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo", "Ida", "Jon")
"""The players of simulated games, seat A first."""

PLAYERS = ("sensible", "random")
"""The names of the players that every game has."""

MAX_PLIES = 2_000


def random_player(table: Table, choose: Choose) -> Move:
    """Any legal move, each equally likely."""
    return table.any_move(choose)


def player_of(game: Game, name: str) -> Player:
    """The player called `random`, or the game's `sensible` one. Raises ValueError for others."""
    if name not in PLAYERS:
        raise ValueError(f"{name!r} is not one of the players: {', '.join(PLAYERS)}")
    return random_player if name == "random" else game.player


def simulate(
    game: Game,
    seats: int,
    seed: str,
    options: Mapping[str, str],
    player: Player,
    max_plies: int = MAX_PLIES,
) -> Record:
    """One game, played to its end or to `max_plies`, with the cards it reveals.

    Raises Fault if the game does not allow these seats or options.
    """
    game.check(seats, options)
    table = game.set_up(game, seats, options, Chance(seed))
    plies = tuple(_plies(table, player, _chooser(seed), max_plies))
    winners = tuple(table.winners()) if table.over else ()
    begun = new_record(game, NAMES[:seats], options, seed)
    return replace(begun, plies=plies, result=Result(winners, tuple(table.scores())))


def _plies(table: Table, player: Player, choose: Choose, most: int) -> Iterator[Ply]:
    for _ in range(most):
        seat = table.to_act
        if seat is None:
            break
        move = player(table, choose)
        reveals = table.play(seat, move)
        yield Ply(seat, table.game.moves.write(move), tuple(card for card, _ in reveals))


def _chooser(seed: str) -> Choose:
    """Indexes from the seed, by a separate key, so that they reveal nothing about the shuffles."""
    source = words(key_of(seed, "cgn-player:"), 0)
    return lambda n: below(n, source)
