"""What short commands take, next to Python alone and Python with the libraries they need.

python -m benchmarks.startup [--runs N]
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from benchmarks.commands import CGN, Usage, run, simulated

GAME, SEATS = "triggs", 2
LIBRARIES = 'python -c "import click, msgspec"'
TARGET = 2.1


def main() -> None:
    """Run each command several times, in turn, and print the lowest figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=21)
    runs: int = parser.parse_args().runs
    with TemporaryDirectory() as folder:
        path = Path(folder, "one.cgn")
        path.write_bytes(simulated(GAME, SEATS, games=1))
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            LIBRARIES: [sys.executable, "-c", "import click, msgspec"],
            "cgn --help": [CGN, "--help"],
            f"cgn validate (one game of {GAME})": [CGN, "validate", str(path)],
        }
        measured: dict[str, list[Usage]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                measured[name].append(run(command))
    Console().print(_table(measured, runs))


def _table(measured: dict[str, list[Usage]], runs: int) -> Table:
    table = Table(caption=f"The lowest of {runs} runs each. Target of `cgn validate`: {TARGET}.")
    for title in ("command", "CPU, ms", "wall, ms", "/ click, msgspec"):
        table.add_column(title, justify="left" if title == "command" else "right")
    lowest = min(usage.wall for usage in measured[LIBRARIES])
    for name, usages in measured.items():
        cpu = min(usage.cpu for usage in usages)
        wall = min(usage.wall for usage in usages)
        table.add_row(name, f"{cpu * 1000:.0f}", f"{wall * 1000:.0f}", f"{wall / lowest:.2f}")
    return table


if __name__ == "__main__":
    main()
