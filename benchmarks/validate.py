"""From bytes to verdict in one process, next to python-chess and pokerkit in the same run.

    python -m benchmarks.validate [--rounds N] [--moves N] [--game GAME]
    python -m benchmarks.validate --against COMMIT [--and COMMIT_OR_PYTHON]

Every round reads games that were not read before, so nothing is measured twice on a warm cache.
With `--against`, builds of CGN are compared: this checkout and others as multiples of that commit.
"""

import argparse
from functools import partial
from io import BytesIO
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.builds import HERE, build_of, builds_table, rates_of
from benchmarks.chess_peer import chess_peer
from benchmarks.games import records, take, text_of
from benchmarks.measure import Subject, rates, ratio, table_of
from benchmarks.poker_peer import poker_peer
from engines.registry import GAMES
from notation.read import read
from replays.validate import VALID, validate

SEATS = (2, 4)
OTHER_SEATS = {"turkey_my_mayonnaise": (4, 6)}
"""Of games that usually have other numbers of seats."""

TARGETS = {
    "triggs": "5",
    "turkey_my_mayonnaise": "3",
    "point_salad": "2.2 for two, 3",
    "grab_your_breakfast": "2.8",
    "the_jam": "1.4",
}
"""How many times faster than python-chess each game is to be."""

_WIDTH = 130


def main() -> None:
    """Make the corpora, time everything side by side, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--moves", type=int, default=4000, help="moves in a round, about")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game")
    parser.add_argument("--against", metavar="COMMIT", help="compare builds with this one")
    parser.add_argument(
        "--and",
        metavar="COMMIT_OR_PYTHON",
        action="append",
        default=[],
        dest="others",
        help="one more build to compare: a commit, or the path of a Python that has CGN",
    )
    options = parser.parse_args()
    if options.against:
        _compare_builds(options)
    else:
        _compare_peers(options)


def _compare_builds(options: argparse.Namespace) -> None:
    base = build_of(options.against)
    builds = [HERE, *map(build_of, options.others)]
    chess = chess_peer(options.rounds, options.moves)
    [each] = rates([chess]).values()
    found = {
        f"{game}, {seats} seats": rates_of(
            [base, *builds], game, seats, options.rounds, options.moves
        )
        for game, seats in track(_kinds(options.game), "Reading ...", console=Console(stderr=True))
    }
    Console(width=_WIDTH).print(builds_table(base, builds, found, median(each)))


def _kinds(games: list[str] | None) -> list[tuple[str, int]]:
    """Each game with its numbers of seats."""
    return [(game, seats) for game in games or GAMES for seats in OTHER_SEATS.get(game, SEATS)]


def _compare_peers(options: argparse.Namespace) -> None:
    print("Making the corpora ...")
    peers = [
        chess_peer(options.rounds, options.moves),
        poker_peer(options.rounds, options.moves),
    ]
    own = [_own(game, seats, options.rounds, options.moves) for game, seats in _kinds(options.game)]
    print(f"Reading, {options.rounds} rounds ...")
    Console(width=_WIDTH).print(_table(peers, own, rates([*peers, *own])))


def _own(game: str, seats: int, rounds: int, moves: int) -> Subject:
    games = records(game, seats)
    corpora = [text_of(take(games, moves)) for _ in range(rounds)]
    return Subject(f"{game}, {seats} seats", corpora, _read)


def _read(data: bytes) -> int:
    plies = 0
    for report in map(validate, read(BytesIO(data), "benchmark.cgn")):
        if report.verdict != VALID:
            raise ValueError(f"record {report.record} is {report.verdict}")
        plies += report.plies
    return plies


def _table(peers: list[Subject], own: list[Subject], measured: dict[str, list[float]]) -> Table:
    table = table_of("reader", "a second", *(f"/ {peer.name}" for peer in peers))
    for subject in peers + own:
        if subject is own[0]:
            table.add_section()
        compare = partial(ratio, measured[subject.name])
        ratios = [str(compare(measured[peer.name])) if subject in own else "" for peer in peers]
        table.add_row(subject.name, f"{median(measured[subject.name]):,.0f}", *ratios)
    table.add_section()
    for game, target in TARGETS.items():
        table.add_row(f"target: {game}", "", target)
    return table


if __name__ == "__main__":
    main()
