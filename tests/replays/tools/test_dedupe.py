"""Deduplication finds the same pairs as comparing every two records."""

import random
from collections.abc import Iterator
from io import BytesIO

import pytest
from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from notation.json_writer import write_json_line
from notation.outcome import Raw, Reading
from notation.read import raw_records
from notation.record import Entry, Ply, Record, Result, Shuffle
from notation.text_writer import write_text
from replays.digests import game_digest, record_digest
from replays.legs import beginning
from replays.many.tools import keys
from replays.many.tools.dedupe import Bits, Pair, Same, Unreadable, find_same
from replays.many.tools.keys import game_key
from replays.play import steps
from replays.set_up import game_of, open_table
from tests.replays.helpers import played

BASES = [played("triggs", 2, "s"), played("triggs", 2, "t"), played("point_salad", 2, "s")]


def with_shuffles(record: Record) -> Record:
    """The record with recorded shuffles instead of its seed."""
    table = open_table(record, game_of(record))
    made: list[Entry] = list(table.chance.shuffles)
    for step in steps(table, record.plies, record.seed):
        made.append(replace(step.ply, reveals=()))
        made += [Shuffle(one.pile, one.order) for one in step.shuffles]
    return replace(record, seed=None, plies=tuple(made))


def variants(record: Record) -> Iterator[bytes]:
    """One record in several formats, other records of its game, and its beginnings."""
    text = write_text(record).encode()
    remarked = replace(record, seats=("Cleo", "Bo"), comments=("a remark",))
    recorded = with_shuffles(record)
    wrong = replace(record, plies=(*record.plies[:-1], Ply("A", "pass")))
    yield text
    yield text + b"\n% note\n"
    yield text.replace(b". ", b".  ").replace(b"\n", b"\r\n")
    yield text.replace(b'[Rules "1"]', b'[Rules "1"]\n[Deck "%s/standard"]' % record.game.encode())
    yield write_json_line(record).encode()
    yield write_text(remarked).encode()
    yield write_text(recorded).encode()
    yield write_text(replace(recorded, tags={"Event": "x"})).encode()
    for plies in (1, 9, 9, 10):
        yield write_text(beginning(record, plies)).encode()
        yield write_text(beginning(recorded, plies)).encode()
    yield write_text(replace(beginning(record, 10), result=Result((), (0, 0)))).encode()
    yield write_text(beginning(record, 0)).encode()
    yield write_text(wrong).encode()
    yield write_text(replace(wrong, tags={"Event": "x"})).encode()
    yield text.replace(b"\n5. ", b"\n5 ")
    yield text.replace(b"\n5. ", b"\n5 ")


def raw_of(data: bytes) -> Raw:
    (raw,) = raw_records(BytesIO(data))
    assert not isinstance(raw, Reading)
    return raw


def compared(raws: list[Raw], same: Same) -> set[Pair]:
    """The pairs from comparing every two records."""
    records = [raw.reading().record for raw in raws]
    pairs: dict[int, Pair] = {}
    for kind in (Same.RECORD, Same.GAME)[:same]:
        first: dict[object, int] = {}
        for number, record in enumerate(records):
            other = first.setdefault(key_of(kind, raws[number], record, number), number)
            if other != number:
                pairs.setdefault(number, Pair(number, other, kind))
    if same is Same.BEGINNING:
        for number, short in enumerate(records):
            longer = (n for n, long in enumerate(records) if begins(short, long))
            if number not in pairs and (long_one := next(longer, None)) is not None:
                pairs[number] = Pair(number, long_one, Same.BEGINNING)
    return set(pairs.values())


def key_of(kind: Same, raw: Raw, record: Record | None, number: int) -> object:
    if record is None:
        return raw.raw if kind is Same.RECORD else number
    return record_digest(record) if kind is Same.RECORD else game_key(record, OWN_DECKS)


def begins(short: Record | None, long: Record | None) -> bool:
    if short is None or long is None or len(short.seats) != len(long.seats):
        return False
    if short.result is not None and short.result.winners:
        return False
    plies, others = (sum(isinstance(e, Ply) for e in one.plies) for one in (short, long))
    if not 0 < plies < others:
        return False
    begun = beginning(long, plies)
    return game_key(begun, OWN_DECKS) == game_key(beginning(short, plies), OWN_DECKS)


@pytest.mark.parametrize("same", Same)
def test_it_finds_the_same_pairs_as_comparing_every_two(same: Same) -> None:
    data = [one for record in BASES for one in variants(record)]
    for seed in range(2):
        random.Random(seed).shuffle(data)  # noqa: S311 - no secret
        raws = list(map(raw_of, data))
        results = list(find_same(lambda: iter(raws), same))  # noqa: B023 - called at once
        unreadable = [one for one in results if isinstance(one, Unreadable)]
        assert len(unreadable) == (0 if same is Same.RECORD else 2 * len(BASES))
        assert {one for one in results if isinstance(one, Pair)} == compared(raws, same)


def test_records_that_differ_are_not_paired() -> None:
    raws = [raw_of(write_text(record).encode()) for record in BASES]
    other = replace(BASES[0], result=Result(("A",), (3, 2)))
    raws.append(raw_of(write_text(other).encode()))
    assert list(find_same(lambda: iter(raws), Same.RECORD)) == []
    assert list(find_same(lambda: iter(raws), Same.GAME)) == [Pair(3, 0, Same.GAME)]


@pytest.mark.parametrize("same", [Same.GAME, Same.BEGINNING])
def test_only_games_whose_deals_meet_are_played(
    same: Same, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded = [beginning(replace(BASES[0], seed=str(seed)), 3) for seed in range(20)]
    records = [beginning(with_shuffles(BASES[0]), 3), *seeded, beginning(BASES[0], 3), BASES[0]]
    played: list[Record] = []

    def noted(record: Record, decks: Decks) -> str:
        if any(isinstance(entry, Ply) for entry in record.plies):
            played.append(record)
        return game_digest(record, decks)

    monkeypatch.setattr(keys, "game_digest", noted)
    raws = [raw_of(write_text(record).encode()) for record in records]
    results = set(find_same(lambda: iter(raws), same))
    begun = {Pair(0, 22, Same.BEGINNING)} if same is Same.BEGINNING else set()
    assert results == {Pair(21, 0, Same.GAME), *begun}
    assert [record.seed for record in played] == [None, "s"]


def test_bits_hold_numbers() -> None:
    bits, numbers = Bits(), {0, 7, 8, 1_000, 64_001}
    for number in numbers:
        bits.add(number)
    assert {number for number in range(70_000) if number in bits} == numbers
