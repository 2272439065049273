"""How soon the computer answers at a table, with one core busy all the time.

    python -m benchmarks.computer [--answers N]

The time goes from the answer to a person's ply to the computer's ply at the table, as a program
sees it that asks fifty times a second. It is to be at most 2 s in 99 of 100 cases: 0.7 to 2 s of
it are meant (docs/tables.md).
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from rich.console import Console

from benchmarks.measure import table_of
from benchmarks.servers import TOKEN, cgn, make_store
from client.client import Client
from engines.registry import GAMES, load_game

_SPIN = "while True: pass"
_LOOK = 0.02


def answers(client: Client, name: str, number: int) -> Iterator[float]:
    """The seconds that the computer took so many times, in a game against random moves."""
    random, rules = Random(1), load_game(name).rules_versions[-1]  # noqa: S311 - the same in each run
    header = {"cgn": 1, "game": name, "rules": rules, "seats": ["Ana", "Computer"]}
    found = 0
    while found < number:
        seeded = {**header, "seed": f"{name} {found}"}
        table = client.create_table(seeded, computer={"B": "sensible"})
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
    parser.add_argument("--answers", type=int, default=20, help="of each game")
    given = parser.parse_args()
    titles = ("game", "answers", "median", "longest")
    table, found = table_of(*titles, caption="seconds, with one core busy"), list[float]()
    busy = subprocess.Popen([sys.executable, "-c", _SPIN])  # noqa: S603 - our own
    try:
        with TemporaryDirectory() as folder:
            make_store(store := Path(folder) / "computer.db", [])
            with cgn(store) as port, Client(f"http://127.0.0.1:{port}", TOKEN) as client:
                for name in GAMES:
                    times = list(answers(client, name, given.answers))
                    found += times
                    row = (f"{median(times):.2f}", f"{max(times):.2f}")
                    table.add_row(name, str(len(times)), *row)
    finally:
        busy.kill()
    Console().print(table)
    Console().print(f"99 of 100 within {quantiles(found, n=100)[98]:.2f} s")


if __name__ == "__main__":
    main()
