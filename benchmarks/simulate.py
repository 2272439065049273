"""What it takes to simulate games, and to list the legal moves of a position.

python -m benchmarks.simulate [--games N] [--runs N]
"""

import argparse
from statistics import mean
from timeit import repeat

from rich.console import Console

from benchmarks.commands import CGN, run
from benchmarks.games import OTHER_SEATS, SEATS
from benchmarks.measure import table_of
from engines.registry import GAMES, load_game
from notation.chance import Chance, below, key_of, words
from replays.simulate import player_of

PLAYERS = ("sensible", "random")
TARGET = "the_jam: 2 and 5 s for 100 games"

_POSITIONS = 200
_WIDTH = 96


def main() -> None:
    """Simulate games of each kind, list moves, and print the lowest figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    caption = f"CPU, the lowest of {options.runs} runs. Target of {TARGET}."
    titles = (f"{options.games} games", *PLAYERS, "a listing, µs", "moves in it")
    table = table_of(*titles, caption=caption)
    for game in GAMES:
        taken = [_simulated(game, player, options.games, options.runs) for player in PLAYERS]
        listed, moves = _listed(game)
        table.add_row(game, *(f"{cpu:.1f} s" for cpu in taken), f"{listed:.0f}", f"{moves:.0f}")
    Console(width=_WIDTH).print(table)


def _simulated(game: str, player: str, games: int, runs: int) -> float:
    """Seconds of CPU to simulate so many games with as few seats as possible."""
    command = [CGN, "simulate", game, "--games", str(games), "--seed", "x", "--player", player]
    return min(run(command).cpu for _ in range(runs))


def _listed(name: str) -> tuple[float, float]:
    """The mean microseconds to list the moves of a position, and their mean number."""
    game, seats = load_game(name), OTHER_SEATS.get(name, SEATS)
    source = words(key_of("listing"), 0)
    times, counts = [], []
    table = game.set_up(game, seats, {}, Chance("0"))
    for number in range(_POSITIONS):
        if table.to_act is None:
            table = game.set_up(game, seats, {}, Chance(str(number)))
        times.append(min(repeat(table.moves, number=1, repeat=5)) * 1e6)
        counts.append(len(table.moves()))
        move = player_of(game, "sensible")(table, lambda n: below(n, source))
        table.play(table.to_act or "", move)
    return mean(times), mean(counts)


if __name__ == "__main__":
    main()
