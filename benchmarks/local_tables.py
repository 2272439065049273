"""What it takes to play here: plies with random legal moves, copies, observations, samples.

python -m benchmarks.local_tables [--games N] [--rounds N]

The peer is python-chess: a random legal move of a game of chess, listed and pushed.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import mean, median
from time import perf_counter

import chess
from rich.console import Console

from benchmarks.games import OTHER_SEATS, SEATS
from benchmarks.measure import table_of
from engines.registry import GAMES, load_game
from notation.record import Record
from replays.local.deals import NoDeal
from replays.local.table import LocalTable, open_game
from replays.set_up import new_record
from replays.simulate import NAMES

TARGETS = {
    "triggs": 7_000,
    "point_salad": 14_000,
    "grab_your_breakfast": 18_000,
    "turkey_my_mayonnaise": 40_000,
    "the_jam": 3_500,
}
"""Plies a second that a game is meant to reach."""

_PLIES = 120
_EVERY = 12
_SAMPLES = 5


def main() -> None:
    """Play every game and chess in turn, and print medians of the rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rates: dict[str, list[float]] = {name: [] for name in (*GAMES, "chess")}
    for number in range(options.rounds):
        for name in GAMES:
            played = [_plays(name, f"{number}-{game}") for game in range(options.games)]
            rates[name].append(mean(played))
        rates["chess"].append(mean([_chess(Random(game)) for game in range(options.games)]))  # noqa: S311 - no secret
    titles = ("plies a second", "target", "/ chess", "copy, µs", "observe, ms", "sample, ms")
    table = table_of("game", *titles, caption="Random legal moves; medians of the rounds.")
    for name in GAMES:
        rate = median(rates[name])
        ratio = rate / median(rates["chess"])
        copied, observed, sampled = _looks(name)
        table.add_row(
            name,
            f"{rate:,.0f}",
            f"{TARGETS[name]:,}",
            f"{ratio:.2f}",
            f"{copied * 1e6:.0f}",
            f"{observed * 1e3:.2f}",
            f"{sampled * 1e3:.2f}",
        )
    table.add_row("chess", f"{median(rates['chess']):,.0f}", *[""] * 5)
    Console(width=96).print(table)


def _dealt(name: str, seed: str) -> LocalTable:
    seats = OTHER_SEATS.get(name, SEATS)
    return open_game(new_record(load_game(name), NAMES[:seats], {}, seed))


def _plays(name: str, seed: str) -> float:
    """The plies a second of a game of random legal moves."""
    table, random = _dealt(name, seed), Random(seed)  # noqa: S311 - as above
    start = perf_counter()
    while not table.over and table.plies < _PLIES:
        moves = table.moves()
        table.play(moves[random.randrange(len(moves))])
    return table.plies / (perf_counter() - start)


def _chess(random: Random) -> float:
    """The same of chess."""
    board, plies, start = chess.Board(), 0, perf_counter()
    while plies < _PLIES and (moves := list(board.legal_moves)):
        board.push(moves[random.randrange(len(moves))])
        plies += 1
    return plies / (perf_counter() - start)


def _looks(name: str) -> tuple[float, float, float]:
    """Mean seconds of a copy, an observation with its record, and a sample after the first."""
    copies, observations, samples = list[float](), list[float](), list[float]()
    for table in _sensible(name):
        copies.append(_timed(table.copy))
        observations.append(_timed(partial(_observed, table)))
        if table.plies % _EVERY == _EVERY - 1:
            samples += _sampled(table)
    return mean(copies), mean(observations), mean(samples)


def _observed(table: LocalTable) -> Record:
    return table.observe(table.to_act or "A").record


def _sensible(name: str) -> Iterator[LocalTable]:
    """The positions of a game of the sensible player."""
    table, random = _dealt(name, "looks"), Random(name)  # noqa: S311 - as above
    while not table.over and table.plies < _PLIES:
        yield table
        table.play(table.suggest(random))


def _sampled(table: LocalTable) -> Iterator[float]:
    seen, random = table.observe(table.to_act or "A"), Random(1)  # noqa: S311 - as above
    try:
        seen.sample(random)
        for _ in range(_SAMPLES):
            yield _timed(lambda: seen.sample(random))
    except NoDeal:
        return


def _timed(ask: Callable[[], object]) -> float:
    start = perf_counter()
    ask()
    return perf_counter() - start


if __name__ == "__main__":
    main()
