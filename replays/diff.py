"""Finds where two records diverge, and what differs between two positions."""

from collections import Counter as Multiset
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeAlias

from engines.table import Table
from notation.record import Entry, Ply, Record
from notation.text_writer import header_of, write_ply, write_result, write_shuffle
from replays.digests import canonical
from replays.natural import natural


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: the name of what differs, and its value on each side (None: absent)."""

    what: str
    left: str | None
    right: str | None


def diff_records(left: Record, right: Record) -> list[Difference]:
    """The header lines and results that differ, and the first ply at which the records diverge.

    A record that names the game's own deck equals one that names none.
    """
    left, right = canonical(left), canonical(right)
    differences = [
        Difference(name, a, b)
        for name, a, b in _paired(header_of(left), header_of(right))
        if a != b
    ]
    differences += _first_parting(left.plies, right.plies)
    results = [None if r.result is None else write_result(r.result) for r in (left, right)]
    if results[0] != results[1]:
        differences.append(Difference("result", *results))
    return differences


def diff_tables(left: Table, right: Table) -> list[Difference]:
    """Every zone, counter and score that differs, and whose turn it is.

    For a zone, the cards that only one side has, sorted; if both have the same cards,
    their order.
    """
    differences = []
    if left.to_act != right.to_act:
        differences.append(Difference("to act", left.to_act, right.to_act))
    counters = [{c.key: str(c.value) for c in table.counters()} for table in (left, right)]
    differences += [Difference(*row) for row in _paired(*counters) if row[1] != row[2]]
    left_zones, right_zones = ({zone.key: zone for zone in t.zones()} for t in (left, right))
    for key in {**left_zones, **right_zones}:
        a, b = left_zones.get(key), right_zones.get(key)
        cards = [zone.cards if zone else () for zone in (a, b)]
        only_a, only_b = (Multiset(cards[i]) - Multiset(cards[1 - i]) for i in (0, 1))
        if only_a or only_b:
            differences.append(Difference(key, _cards(only_a), _cards(only_b)))
        elif a is not None and a.ordered and cards[0] != cards[1]:
            differences.append(Difference(f"{key} (order)", " ".join(cards[0]), " ".join(cards[1])))
    scores = [" ".join(map(str, table.scores())) for table in (left, right)]
    if scores[0] != scores[1]:
        differences.append(Difference("scores", *scores))
    return differences


_Rows: TypeAlias = Iterator[tuple[str, str | None, str | None]]


def _paired(left: dict[str, str], right: dict[str, str]) -> _Rows:
    for name in {**left, **right}:
        yield name, left.get(name), right.get(name)


def _first_parting(left: tuple[Entry, ...], right: tuple[Entry, ...]) -> list[Difference]:
    number = 0
    for a, b in zip_longest(left, right):
        number += isinstance(a, Ply) or isinstance(b, Ply)
        if a != b:
            return [Difference(f"ply {number}", _written(a, number), _written(b, number))]
    return []


def _written(entry: Entry | None, number: int) -> str | None:
    if entry is None:
        return None
    if isinstance(entry, Ply):
        more = f" (and {len(entry.variations)} variations)" if entry.variations else ""
        return write_ply(entry, number) + more
    return write_shuffle(entry)


def _cards(cards: Multiset[str]) -> str | None:
    """The cards in natural order, 9 before 10; None if there are none."""
    return " ".join(sorted(cards.elements(), key=natural)) or None
