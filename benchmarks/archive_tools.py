"""How much faster the tools for archives are than validating the same records.

    python -m benchmarks.archive_tools [--rounds N] [--games N]

Every round has new records, of all games; one in ten has a duplicate.
"""

import argparse
from collections.abc import Callable
from io import BytesIO
from itertools import chain, islice
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.games import Corpus
from benchmarks.measure import Subject, rates, ratio, table_of
from engines.registry import GAMES
from notation.text_reader import RawText
from replays.many.job import Job
from replays.many.parts import Input
from replays.many.tools.columns import USUAL
from replays.many.tools.condition import Condition, Span
from replays.many.tools.copying import Copier
from replays.many.tools.dedupe import Passes, Same, find_same
from replays.many.tools.picking import Records
from replays.many.tools.picking import Table as Rows
from replays.many.tools.stats import Summing
from replays.many.validate_archive import Validation

FILTERED = Condition(games=GAMES[::2], players=("Ana",), seats=Span("3", "3"))
WHERE = Condition(expression="game <> 'triggs' AND score_A > score_B + 5")
TWICE = 10
TARGETS = {
    "filter by tags": "20",
    "filter --where": "",
    "table": "",
    "dedupe --same record": "15",
    "dedupe --same game": "3",
    "dedupe --same beginning": "",
    "stats": "4",
}
"""How many times faster than validating each is to be."""


def main() -> None:
    """Make the corpora, time everything side by side, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100, help="records of each game in a round")
    options = parser.parse_args()
    print("Making the corpora ...")
    corpora = _corpora(options.rounds, options.games)
    subjects = [Subject(name, corpora, read) for name, read in _READERS.items()]
    print(f"Going through them, {options.rounds} rounds ...")
    Console().print(_table(rates(subjects)))


def _corpora(rounds: int, count: int) -> list[bytes]:
    corpus = Corpus()
    made = [list(chain.from_iterable(corpus.take(count).values())) for _ in range(rounds)]
    return [b"\n".join([*records, *islice(records, 0, None, TWICE)]) for records in made]


def _input(data: bytes) -> list[Input]:
    return [Input("-", "benchmark.cgn", BytesIO(data))]


def _job(job: Job[Any, Any]) -> Callable[[bytes], int]:
    def read(data: bytes) -> int:
        for _ in job.through(_input(data)):
            pass
        return len(data)

    return read


def _filter(condition: Condition) -> Callable[[bytes], int]:
    def read(data: bytes) -> int:
        copier = Copier(BytesIO(), None)
        for item in Records(condition=condition).through(_input(data)):
            if isinstance(item, RawText):
                copier.write(item)
        if not copier.written:
            raise ValueError("nothing was found")
        return len(data)

    return read


def _dedupe(same: Same) -> Callable[[bytes], int]:
    def read(data: bytes) -> int:
        with Passes(_input(data)) as records:
            if not list(find_same(records, same)):
                raise ValueError("nothing was found")
        return len(data)

    return read


_READERS: dict[str, Callable[[bytes], int]] = {
    "validate": _job(Validation(warnings=False)),
    "filter by tags": _filter(FILTERED),
    "filter --where": _filter(WHERE),
    "table": _job(Rows(columns=USUAL)),
    "dedupe --same record": _dedupe(Same.RECORD),
    "dedupe --same game": _dedupe(Same.GAME),
    "dedupe --same beginning": _dedupe(Same.BEGINNING),
    "stats": _job(Summing()),
}


def _table(rates: dict[str, list[float]]) -> Table:
    table = table_of("tool", "times validating", "target")
    for name, target in TARGETS.items():
        table.add_row(name, str(ratio(rates[name], rates["validate"])), target)
    return table


if __name__ == "__main__":
    main()
