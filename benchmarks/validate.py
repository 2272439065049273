"""From bytes to verdict in one process, next to python-chess and pokerkit in the same run.

    python -m benchmarks.validate [--rounds N] [--games N]

Every round reads games that were not read before, so nothing is measured twice on a warm cache.
"""

import argparse
from functools import partial
from io import BytesIO
from itertools import product
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.chess_peer import chess_peer
from benchmarks.games import simulated
from benchmarks.measure import Subject, rates, ratio
from benchmarks.poker_peer import poker_peer
from engines.registry import GAMES
from replays.batch import validate_stream
from replays.validate import VALID

SEATS = (2, 4)
TARGETS = {"python-chess": "at least 1.5, aim 3", "pokerkit": "at least 6, aim 12"}


def main() -> None:
    """Make the corpora, time everything side by side, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=60, help="CGN games in a round")
    options = parser.parse_args()
    print("Making the corpora ...")
    peers = [
        chess_peer(options.rounds, games=options.games),
        poker_peer(options.rounds, hands=2 * options.games),
    ]
    own = [
        _own(game, seats, options.rounds, options.games) for game, seats in product(GAMES, SEATS)
    ]
    print(f"Reading, {options.rounds} rounds ...")
    Console().print(_table(peers, own, rates([*peers, *own])))


def _own(game: str, seats: int, rounds: int, games: int) -> Subject:
    corpora = [simulated(game, seats, number * games, games) for number in range(rounds)]
    return Subject(f"cgn {game}, {seats} seats", "plies", corpora, _read)


def _read(data: bytes) -> int:
    plies = 0
    for report in validate_stream(BytesIO(data), "benchmark.cgn"):
        if report.verdict != VALID:
            raise ValueError(f"record {report.record} is {report.verdict}")
        plies += report.plies
    return plies


def _table(peers: list[Subject], own: list[Subject], found: dict[str, list[float]]) -> Table:
    table = Table(caption="Medians of the rounds; in brackets the lowest and the highest ratio.")
    table.add_column("reader")
    table.add_column("a second", justify="right")
    for peer in peers:
        table.add_column(f"times {peer.name}\n{TARGETS[peer.name]}", justify="right")
    for subject in peers + own:
        compare = partial(ratio, found[subject.name])
        ratios = [str(compare(found[peer.name])) if subject in own else "" for peer in peers]
        speed = f"{median(found[subject.name]):,.0f} {subject.unit}"
        table.add_row(subject.name, speed, *ratios)
    return table


if __name__ == "__main__":
    main()
