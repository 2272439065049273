"""Times several readers side by side, so that a slow moment of the machine meets them all."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

from rich.table import Table


@dataclass(frozen=True)
class Subject:
    """Something that reads a corpus from bytes to verdict.

    `corpora` holds one corpus a round, each of games not read before; `read` gives the number
    of moves in one, and raises ValueError if a game is invalid.
    """

    name: str
    corpora: list[bytes]
    read: Callable[[bytes], int]


def rates(subjects: list[Subject]) -> dict[str, list[float]]:
    """Moves per second of CPU of each subject, by name, one figure a round.

    In each round another subject goes first.
    """
    measured: dict[str, list[float]] = {subject.name: [] for subject in subjects}
    for number in range(len(subjects[0].corpora)):
        first = number % len(subjects)
        for subject in subjects[first:] + subjects[:first]:
            gc.collect()
            start = process_time()
            moves = subject.read(subject.corpora[number])
            measured[subject.name].append(moves / (process_time() - start))
    return measured


@dataclass(frozen=True)
class Ratio:
    """How many times faster one is than the other: the median of the rounds, and the range."""

    middle: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.middle:.2f} ({self.low:.2f}-{self.high:.2f})"


def ratio(mine: list[float], theirs: list[float]) -> Ratio:
    """The ratio of two rates, taken round by round."""
    each = [a / b for a, b in zip(mine, theirs, strict=True)]
    return Ratio(median(each), min(each), max(each))


RATIOS = "Medians of the rounds; in brackets the lowest and the highest ratio."


def table_of(*titles: str, caption: str | None = RATIOS) -> Table:
    """An empty table of figures, with names in the first column."""
    table = Table(caption=caption)
    for title in titles:
        table.add_column(title, no_wrap=True, justify="left" if title == titles[0] else "right")
    return table
