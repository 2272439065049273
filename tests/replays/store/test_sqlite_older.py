"""A file of an earlier version is migrated with all its contents."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from replays.store.model import ADMIN, ANYONE, Key, Order, Query, Viewer, Visibility
from replays.store.protocol import Store
from replays.store.sqlite.store import SqliteStore
from replays.store.tokens import digest_of
from tests.replays.store.making import upload

OLDER = Path(__file__).parent / "files" / "before_counter.db.gz"
"""Made by the version before numbers and revisions came from one counter.

Of its seven replays Ana holds `a`, the unfinished `b` and, unlisted, Bo's private `c`. `d` was made
public after it was private, and so came anew; it is on a user's deck.
"""

OLDEST = Query(own=True, order=Order.OLDEST)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "cgn.db"
    path.write_bytes(gzip.decompress(OLDER.read_bytes()))
    with SqliteStore(path, lambda: 2_000) as opened:
        yield opened


def numbers(store: Store, query: Query, viewer: Viewer = ANYONE) -> list[int]:
    return [entry.number for entry in store.page(query, viewer).entries]


def test_a_migrated_file_passes_the_check(store: Store) -> None:
    assert list(store.check(lambda *_: None)) == []


def test_lists_are_unchanged(store: Store) -> None:
    entries = store.page(OLDEST, ADMIN).entries
    assert [(e.number, e.visibility, e.uploaded) for e in entries] == [
        (1, "public", 1000),
        (2, "public", 1000),
        (3, "unlisted", 1001),
        *((number, "public", 1002) for number in (6, 7, 8, 9)),
    ]
    assert numbers(store, Query(own=True), Viewer("ana")) == [3, 2, 1]
    assert numbers(store, Query(own=True), Viewer("bo")) == [9, 8, 7, 6, 3]
    assert numbers(store, Query(finished=False)) == [2]
    assert numbers(store, Query(date="2026")) == [2, 1]
    assert numbers(store, Query(date="2026-11-20")) == [1]
    assert numbers(store, Query(event="TUESDAY club")) == [1]
    assert numbers(store, Query(player="ZOË")) == [1]
    assert numbers(store, Query(own=True, player="ana"), Viewer("bo")) == [9, 8, 7, 6, 3]
    assert len(list(store.bodies(OLDEST, ADMIN))) == 7


@pytest.mark.parametrize("text", ["zoe", "STRASSE", "ca va", "don't", "more-2"])
def test_words_are_found(store: Store, text: str) -> None:
    assert store.count(Query(text=text), ANYONE) == 1


def test_tokens_decks_and_keys_are_kept(store: Store) -> None:
    assert store.tokens.find(digest_of("cgn_ana")) is not None
    assert store.decks.count() == 1
    (a, b, *_) = [entry.id for entry in store.page(OLDEST, ADMIN).entries]
    ana, first = Viewer("ana"), upload("new")
    assert [one.id for one in store.add([first], "ana", key=Key("k", "f"))] == [a, b]
    assert store.get(first.id, ana) is None


def test_new_numbers_and_revisions_exceed_the_old_ones(store: Store) -> None:
    before = store.page(OLDEST, ADMIN).entries
    made = upload("new")
    store.add([made], "ana", Visibility.PUBLIC)
    replay = store.get(made.id, ANYONE)
    assert replay is not None
    assert replay.entry.number > max(entry.number for entry in before)
    assert replay.entry.revision > max(entry.revision for entry in before)
    assert store.give_up(before[0].id, ADMIN)
    assert list(store.check(lambda *_: None)) == []
