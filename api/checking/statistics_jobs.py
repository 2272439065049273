"""Counting stored replays, run by checkers. Knows no HTTP."""

from collections import deque
from collections.abc import Sequence
from io import BytesIO

from api.checking.job import RawDecks, costs
from api.checking.record_jobs import size_of
from notation.json_reader import raw_json_lines
from replays.many.tools.stats import Summed, Summing, Sums
from replays.many.tools.stats_tables import Numbers, tables
from replays.store.export_import import line

Numbered = tuple[int, bytes]
"""The number of a replay, and its stored body."""


_BYTES = 400
"""Bytes of JSON that weigh 1: a record of 4 KB takes 90 µs."""


def weight_of_sums(bodies: Sequence[Numbered]) -> int:
    """The weight of adding up these replays; each weighs something."""
    return sum(1 + size_of(body) // _BYTES for _, body in bodies)


_SUMS = 15
"""Sums that weigh 1 to put into tables: 120,000 take 80 milliseconds."""


@costs(weight_of_sums)
def sums_of(_: RawDecks, bodies: Sequence[Numbered]) -> Sums:
    """The sums of stored replays, as `cgn stats` adds them up: end lines and moves, not played."""
    summing, end = Summing(), Summed("", last=True, size=0)
    lines = b"".join(line(*one) for one in bodies)
    for raw in raw_json_lines(BytesIO(lines), ""):
        deque(summing.each(raw, end), maxlen=0)  # what is stored can be read: it has no problems
    return end.sums


def _weight_of_tables(sums: Sums, _: int) -> int:
    return len(sums) // _SUMS


@costs(_weight_of_tables)
def tables_of(_: RawDecks, sums: Sums, most: int) -> list[Numbers]:
    """The tables of sums, with `most` players and first moves of each game."""
    return tables(sums, most)
