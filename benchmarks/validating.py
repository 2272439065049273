"""Validates files, and prints for each how many plies it has and how much CPU time it took.

    python benchmarks/validating.py GAME FILE …

It is run by Pythons with different builds of CGN, so it imports nothing but the library's face. The
game's modules are loaded before the first file, but no memo knows a move of it: the first file is
read cold, the last one warm.
"""

import sys
from io import BytesIO
from pathlib import Path
from time import process_time_ns

import cgn


def main(game: str, files: list[str]) -> None:
    """Print plies and nanoseconds of each file. Raises ValueError if a record is not valid."""
    _validate(cgn.write(cgn.simulate(_other(game), seed="any")).encode())
    cgn.load_game(game)
    for file in files:
        data = Path(file).read_bytes()
        start = process_time_ns()
        plies = _validate(data)
        print(plies, process_time_ns() - start)


def _other(game: str) -> str:
    """A game whose records load what any record needs, but nothing of this game."""
    return next(name for name in cgn.game_names() if name != game)


def _validate(data: bytes) -> int:
    plies = 0
    for report in map(cgn.validate, cgn.read(BytesIO(data), "benchmark.cgn")):
        if report.verdict != "valid":
            raise ValueError(f"record {report.record} is {report.verdict}")
        plies += report.plies
    return plies


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
