"""Quotas of owners: replays, bytes, decks, tokens."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from replays.store.live_model import Call, Guest
from replays.store.model import (
    ADMIN,
    DeckMissing,
    DeckNeeded,
    OverQuota,
    Quota,
    Viewer,
    Visibility,
)
from replays.store.open_store import open_store
from replays.store.sql.guest_writes import DAY
from replays.store.sql.pastes import LIFE
from replays.store.sql.store import Store
from tests.replays.store.contracts.beside import deck
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.contracts.matches import new
from tests.replays.store.making import record, upload, upload_of

MADE = [upload(comments=(str(number),)) for number in range(6)]
SIZE = sum(one.size for one in MADE[:4])
ANA, BO = Viewer("ana"), Viewer("bo")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[Quota], Store]]:
    with ExitStack() as stack:
        yield lambda quota: stack.enter_context(
            open_store(tmp_path / "cgn.db", lambda: 0, quota=quota)
        )


@pytest.mark.parametrize(
    ("quota", "name"), [(Quota(replays=3), "replays"), (Quota(bytes=SIZE - 1), "bytes")]
)
def test_an_upload_beyond_the_quota_is_refused(
    opened: Callable[[Quota], Store], quota: Quota, name: str
) -> None:
    store = opened(quota)
    store.add(MADE[:2], "ana")
    with pytest.raises(OverQuota) as refused:
        store.add(MADE[2:4], "ana")
    assert (refused.value.name, refused.value.most) == (name, getattr(quota, name))
    assert store.get(MADE[2].id, ANA) is None, "all or none"
    store.add([MADE[2], MADE[2]], "ana")
    with pytest.raises(OverQuota):
        store.add([MADE[3]], "ana")
    assert store.add(MADE[:3], "ana")[0].held, "a replay already held takes no more room"
    store.add(MADE[:3], "bo")
    assert store.give_up(MADE[0].id, ANA)
    store.add([MADE[3]], "ana")
    assert store.give_up(MADE[1].id, ADMIN)
    store.add([MADE[4]], "ana")
    store.add([MADE[4]], "bo")
    assert list(store.check(lambda *_: None)) == []


def test_a_quota_in_bytes_counts_bodies_words_names_and_tags_to_the_byte(
    opened: Callable[[Quota], Store], tmp_path: Path
) -> None:
    whole, begun = MADE[0], upload(plies=20, tags={"Event": "Zoë"})
    assert begun.public_body is not None
    texts = ("ana bo 0", "ana bo zoe", "Ana", "Bo", "Ana", "Bo", "Event", "Zoë")
    bodies = (whole.body, begun.body, begun.public_body)
    size = sum(map(len, bodies)) + sum(len(text.encode()) for text in texts)
    opened(Quota(bytes=size)).add([whole, begun], "ana")
    with (
        open_store(tmp_path / "other.db", lambda: 0, quota=Quota(bytes=size - 1)) as store,
        pytest.raises(OverQuota),
    ):
        store.add([whole, begun], "ana")


def test_a_file_grows_by_about_what_quotas_count(
    opened: Callable[[Quota], Store], tmp_path: Path
) -> None:
    store = opened(Quota())
    before = _size_of_files(tmp_path)
    store.add([upload(str(number), comments=("ha " * 20_000,) * 15) for number in range(4)], "ana")
    store.close()
    grown = _size_of_files(tmp_path) - before
    assert 0.5 < grown / 3_600_000 < 2
    with open_store(tmp_path / "cgn.db", lambda: 0) as again:
        assert 0.5 < grown / again.usage("ana").bytes < 2


def _size_of_files(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


@pytest.mark.parametrize("quota", [Quota(replays=2), Quota(bytes=MADE[0].size + MADE[1].size)])
def test_a_replay_that_is_held_already_takes_no_room_beside_a_new_one(
    opened: Callable[[Quota], Store], quota: Quota
) -> None:
    store = opened(quota)
    store.add(MADE[:1], "ana")
    held, new = store.add(MADE[:2], "ana")
    assert (held.held, new.created) == (True, True)
    assert [one.held for one in store.add(MADE[:2], "ana")] == [True, True]


def test_a_refused_upload_does_not_stop_others(opened: Callable[[Quota], Store]) -> None:
    store = opened(Quota(replays=2))
    with ThreadPoolExecutor(8) as pool:
        ana = [pool.submit(store.add, [one], "ana") for one in MADE]
        bo = [pool.submit(store.add, [one], "bo") for one in MADE[:2]]
    refused = [one.exception() for one in ana if one.exception() is not None]
    assert [type(error) for error in refused] == [OverQuota] * 4
    assert all(one.exception() is None for one in bo)


def test_a_deck_beyond_the_quota_is_refused(opened: Callable[[Quota], Store]) -> None:
    store = opened(Quota(decks=1))
    mine, _ = store.decks.add(deck("mine"), "ana")
    with pytest.raises(OverQuota, match="decks: at most 1"):
        store.decks.add(deck("another"), "ana")
    assert store.decks.add(deck("mine"), "ana") == (mine, False)
    assert store.decks.add(deck("another"), "bo")[1]
    assert store.decks.remove(mine.name, ANA)
    assert store.decks.add(deck("third"), "ana")[1]


def test_a_token_beyond_the_quota_is_refused(opened: Callable[[Quota], Store]) -> None:
    store = opened(Quota(tokens=2))
    first = store.tokens.create("ana", [], "a")
    store.tokens.create("ana", [], "b", expires=0)
    store.tokens.create("ana", [], "c")
    with pytest.raises(OverQuota, match="tokens: at most 2"):
        store.tokens.create("ana", [], "d")
    store.tokens.create("bo", [], "e")
    assert store.tokens.revoke(first.id)
    assert store.tokens.create("ana", [], "d").owner == "ana"


def test_a_deck_stays_while_a_replay_needs_it(opened: Callable[[Quota], Store]) -> None:
    store = opened(Quota())
    name = store.decks.add(deck("mine"), "ana")[0].name
    made = upload_of(record(deck=name), store.decks.decks_for(name))
    store.add([made], "bo", Visibility.PRIVATE)
    with pytest.raises(DeckNeeded):
        store.decks.remove(name, ANA)
    store.give_up(made.id, BO)
    assert not store.decks.remove(name, BO), "it is not Bo's"
    assert not store.decks.remove("sha256:" + "0" * 64, ADMIN)
    assert store.decks.remove(name, ADMIN)
    assert store.decks.get(name) is None
    with pytest.raises(DeckMissing):
        store.add([made], "bo")
    assert store.get(made.id, BO) is None


def test_a_client_makes_so_many_pastes_a_day(tmp_path: Path) -> None:
    clock = Clock()
    with open_store(tmp_path / "cgn.db", clock, quota=Quota(pastes=2)) as store:
        for name in ("1", "2"):
            store.pastes.keep(b"a log", "192.0.2.1", name, "word")
        assert store.pastes.erase("1", "word")
        assert [paste.id for paste in store.pastes.list()] == ["2"]
        with pytest.raises(OverQuota, match="pastes: at most 2"):
            store.pastes.keep(b"a log", "192.0.2.1", "3", "word")
        store.pastes.keep(b"a log", "192.0.2.2", "4", "word")
        clock.now += LIFE + 1
        store.pastes.keep(b"a log", "192.0.2.1", "5", "word")
        assert len(store.pastes.list()) == 1


def test_an_owner_asks_for_so_many_reviews_a_day(tmp_path: Path) -> None:
    clock = Clock()
    with open_store(tmp_path / "cgn.db", clock, quota=Quota(reviews=2)) as store:
        ids = [made.id for made in store.add([upload(seed) for seed in "1234"], "ana")]
        for replay in ids[:2]:
            assert store.reviews.ask(replay, "ana", "1", 1, 9)
        assert store.give_up(ids[0], ANA)
        assert store.reviews.ask(ids[1], "ana", "1", 1, 9)
        for _ in range(2):
            with pytest.raises(OverQuota, match="reviews: at most 2"):
                store.reviews.ask(ids[2], "ana", "1", 1, 9)
        assert store.reviews.get(ids[2]) is None
        assert store.reviews.ask(ids[2], "bo", "1", 1, 9)
        clock.now = store.reviews.room_at("ana")
        assert store.reviews.ask(ids[3], "ana", "1", 1, 9)


def test_guests_open_so_many_tables_in_a_day_from_one_network(tmp_path: Path) -> None:
    clock = Clock()
    with open_store(tmp_path / "cgn.db", clock, quota=Quota(open_tables=2)) as store:

        def opens(number: str, network: str) -> None:
            guest = Guest(f"digest {number}", network)
            call = Call(time=clock.now, token="", fingerprint="", answer=b"")
            store.matches.create(new(number, owner=f"guest-{number}", guest=guest), call)

        opens("1", "192.0.2.1")
        clock.now += 1
        opens("2", "192.0.2.1")
        with pytest.raises(OverQuota) as refused:
            opens("3", "192.0.2.1")
        assert (refused.value.name, refused.value.most) == ("open_tables", 2)
        opens("4", "192.0.2.2")
        store.guests.clear()
        clock.now += DAY - 1
        opens("5", "192.0.2.1")
        with pytest.raises(OverQuota):
            opens("6", "192.0.2.1")


def test_of_the_network_of_a_guest_little_is_kept_for_a_day(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "cgn.db"
    with open_store(path, clock, quota=Quota(open_tables=2)) as store:
        for number, network in (("1", "192.0.2.77"), ("2", "2001:db8::")):
            call = Call(time=clock.now, token="", fingerprint="", answer=b"")
            guest = Guest(f"digest {number}", network)
            store.matches.create(new(number, owner=f"guest-{number}", guest=guest), call)
            with store.reading() as db:
                (kept,) = db.execute("SELECT network FROM opening").fetchall()
            assert re.fullmatch("[0-9a-f]{5}", kept[0])
            clock.now += DAY
        store.guests.sweep()
        with store.reading() as db:
            assert db.execute("SELECT network FROM opening").fetchall() == []
