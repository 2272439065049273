"""How soon the computer answers at a table, with one core busy all the time.

    python -m benchmarks.computer [--answers N]

The time goes from the answer to a person's ply to the computer's ply at the table, as a program
sees it that asks fifty times a second. It is to be at most 2 s in 99 of 100 cases, whichever of
the players it is: 0.7 to 2 s of it are meant (docs/tables.md). The strong one looks ahead, in the
games that have it.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from rich.console import Console

from api.live.computer import PLAYERS
from benchmarks.measure import table_of
from benchmarks.servers import TOKEN, cgn, make_store
from client.client import Client
from engines.registry import GAMES, load_game
from replays.local.built_in import STRONG

_SPIN = "while True: pass"
_LOOK = 0.02


def answers(client: Client, name: str, player: str, number: int) -> Iterator[float]:
    """The seconds that a player took so many times, in games against random moves."""
    random, rules = Random(1), load_game(name).rules_versions[-1]  # noqa: S311 - the same in each run
    header = {"cgn": 1, "game": name, "rules": rules, "seats": ["Ana", "Computer"]}
    found = 0
    while found < number:
        seeded = {**header, "seed": f"{name} {player} {found}"}
        table = client.create_table(seeded, computer={"B": player})
        state = table.refresh()
        while state.due is not None and found < number:
            if state.due.seats == ("A",):
                state = table.play("A", random.choice(table.legal().legal or ()))
                continue
            start, asked = time.monotonic(), state.version
            while (state := table.refresh()).version == asked:
                time.sleep(_LOOK)
            yield time.monotonic() - start
            found += 1


def main() -> None:
    """Print the times for each game."""
    parser = argparse.ArgumentParser(description="How soon the computer answers.")
    parser.add_argument("--answers", type=int, default=100, help="of each player, in all games")
    given = parser.parse_args()
    titles = ("player", "game", "answers", "median", "longest", "99 of 100")
    table = table_of(*titles, caption="seconds, with one core busy")
    busy = subprocess.Popen([sys.executable, "-c", _SPIN])  # noqa: S603 - our own
    try:
        with TemporaryDirectory() as folder:
            make_store(store := Path(folder) / "computer.db", [])
            with cgn(store) as port, Client(f"http://127.0.0.1:{port}", TOKEN) as client:
                for player in PLAYERS:
                    able = [name for name in GAMES if load_game(name).looks_ahead]
                    names = able if player == STRONG else GAMES
                    found, number = list[float](), ceil(given.answers / len(names))
                    for name in names:
                        times = list(answers(client, name, player, number))
                        found += times
                        table.add_row(player, name, *_row(times), "")
                    worst = f"{quantiles(found, n=100)[98]:.2f}"
                    table.add_row(player, "all", *_row(found), worst)
    finally:
        busy.kill()
    Console().print(table)


def _row(times: Sequence[float]) -> tuple[str, str, str]:
    return str(len(times)), f"{median(times):.2f}", f"{max(times):.2f}"


if __name__ == "__main__":
    main()
