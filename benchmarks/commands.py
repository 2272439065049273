"""Runs the command line in a separate process, and returns the CPU time and memory it took.

These benchmarks import nothing of what they measure: the peak that Linux reports for a process
includes that of the one that started it.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

CGN = str(Path(sys.executable).with_name("cgn"))
FILLING = (("triggs", 4, 200), ("point_salad", 4, 200))
"""The contents of large files: a game, its seats, and how many different records of it."""


@dataclass(frozen=True)
class Usage:
    """The usage of one run, with the processes that it started.

    Seconds of CPU, user and system together, seconds until it ended, and bytes at its peak.
    """

    cpu: float
    wall: float
    peak: int


def run(command: list[str], stdin: Path = Path(os.devnull)) -> Usage:
    """Run a command to its end. Raises ValueError if it fails."""
    start = perf_counter()
    with (
        stdin.open("rb") as stream,
        subprocess.Popen(command, stdin=stream, stdout=subprocess.DEVNULL) as process,  # noqa: S603 - our own
    ):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = perf_counter() - start
    if process.returncode != 0:
        raise ValueError(f"{' '.join(command)} ended with exit code {process.returncode}")
    return Usage(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024)


def simulated(game: str, seats: int, games: int) -> bytes:
    """The text of complete games, always the same ones."""
    numbers = ["--seats", str(seats), "--games", str(games)]
    command = [CGN, "simulate", game, *numbers, "--seed", "benchmark"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603 - our own


def fill(path: Path, size: int) -> None:
    """Write simulated games to a file, over and over, until it has so many bytes."""
    part = b"".join(simulated(*what) + b"\n" for what in FILLING)
    with path.open("wb") as stream:
        while stream.tell() < size:
            stream.write(part)
