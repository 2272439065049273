"""The CPU that short commands take, next to Python alone and Python with click.

python -m benchmarks.startup [--runs N]
"""

import argparse
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from benchmarks.commands import CGN, run, simulated

GAME, SEATS = "triggs", 2


def main() -> None:
    """Run each command several times, in turn, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=21)
    runs: int = parser.parse_args().runs
    with TemporaryDirectory() as folder:
        path = Path(folder, "one.cgn")
        path.write_bytes(simulated(GAME, SEATS, games=1))
        commands = {
            "python -c pass": ([sys.executable, "-c", "pass"], ""),
            'python -c "import click"': ([sys.executable, "-c", "import click"], ""),
            "cgn --help": ([CGN, "--help"], "under 150"),
            f"cgn validate (one game of {GAME})": ([CGN, "validate", str(path)], "under 250"),
        }
        found: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, (command, _) in commands.items():
                found[name].append(run(command).cpu * 1000)
    table = Table(caption=f"Milliseconds of CPU, user and system, of {runs} runs each.")
    for title in ("command", "median", "lowest", "highest", "target"):
        table.add_column(title, justify="left" if title == "command" else "right")
    for name, times in found.items():
        figures = [f"{figure:.0f}" for figure in (median(times), min(times), max(times))]
        table.add_row(name, *figures, commands[name][1])
    Console().print(table)


if __name__ == "__main__":
    main()
