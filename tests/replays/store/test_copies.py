"""Exports and imports of records."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from engines.registry import Decks
from notation.outcome import Reading
from notation.read import Form, read
from notation.text_writer import write_text
from replays.store import export_import
from replays.store.export_import import take_in, written
from replays.store.model import ADMIN, ANYONE, Order, StoreDamaged, Visibility
from replays.store.prepare import Prepared, prepare
from replays.store.query import Query
from replays.store.sqlite.store import SqliteStore
from tests.replays.helpers import reading
from tests.replays.store.making import record

ALL = Query(own=True, order=Order.OLDEST)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "cgn.db", lambda: 0) as opened:
        yield opened


def many(count: int) -> Iterator[Reading]:
    """So many records, of which every seventh is broken."""
    for number in range(count):
        text = write_text(record(comments=(str(number),)))
        yield reading(text.replace("1. A: draw", "1. B: draw") if number % 7 == 0 else text)


def test_records_are_reported_in_order_and_broken_ones_left_out(
    store: SqliteStore,
) -> None:
    taken = list(take_in(store, many(230), "ana", Visibility.UNLISTED))
    assert [one.added is None for one in taken] == [number % 7 == 0 for number in range(230)]
    for one in taken:
        assert (one.prepared.report.problem is None) == (one.added is not None)
        if one.added is not None:
            assert one.added.id == one.prepared.report.digest
            replay = store.get(one.added.id, ANYONE)
            assert replay is not None
            assert replay.entry.visibility is Visibility.UNLISTED
    assert store.count(ALL, ADMIN) == sum(one.added is not None for one in taken)


def test_reported_records_are_stored_before_more_are_read(store: SqliteStore) -> None:
    readings = many(10_000)
    for number, _ in enumerate(take_in(store, readings, "ana")):
        if number == 150:
            break
    assert store.count(ALL, ADMIN) == 200 - 29, "two hundred are read, and the good ones stored"


def test_records_already_held_are_not_played_again(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = [reading(write_text(record(seed, tags={"Open": "1"}))) for seed in "ab"]
    readings.append(reading(write_text(record("begun", plies=5))))
    first = [*take_in(store, readings[:1], "ana"), *take_in(store, readings[1:], "bo")]
    played: list[Reading] = []

    def noted(one: Reading, decks: Decks, digest: str | None) -> Prepared:
        played.append(one)
        return prepare(one, decks, digest)

    monkeypatch.setattr(export_import, "prepare", noted)
    again = list(take_in(store, readings, "ana"))
    assert played == readings[1:], "records of other holders and unfinished ones are played"
    reports = [
        (r.verdict, r.plies, r.warnings, r.scores, r.winners, r.digest)
        for taken in (first, again)
        for r in (one.prepared.report for one in taken)
    ]
    assert reports[:3] == reports[3:]
    assert [one.added is not None and one.added.held for one in again] == [True, False, False]


@pytest.mark.parametrize("form", [Form.TEXT, Form.JSON_LINES])
def test_an_export_can_be_read_back(store: SqliteStore, form: Form) -> None:
    list(take_in(store, many(20), "ana"))
    out = b"".join(written(store, ALL, ADMIN, form))
    name = "all.cgn" if form is Form.TEXT else "all.cgn.jsonl"
    records = [one.record for one in read(BytesIO(out), name)]
    assert records == [one.record for one in many(20) if one.record in records]
    assert len(records) == 17


def test_an_empty_store_gives_a_complete_empty_export(store: SqliteStore) -> None:
    assert list(written(store, ALL, ADMIN, Form.TEXT)) == [b"% complete: 0 records\n"]


@pytest.mark.parametrize("form", [Form.TEXT, Form.JSON_LINES])
def test_a_damaged_body_is_an_error(store: SqliteStore, form: Form) -> None:
    list(take_in(store, many(4), "ana"))
    store.do(lambda work: work.db.execute("UPDATE body SET body = x'00' WHERE replay = 2"))
    pieces = written(store, ALL, ADMIN, form)
    assert next(pieces)
    with pytest.raises(StoreDamaged, match="the replay with the number 2 is damaged"):
        next(pieces)
