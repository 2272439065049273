"""Guests: tables that are opened without a token, and what is erased with them."""

from typing import Any

import pytest

from replays.store.live_model import Act, Change, Ended, Guest, Match, NameTaken
from replays.store.model import ADMIN, OverQuota, Upload, Viewer, Visibility
from replays.store.query import Query
from replays.store.sql.guest_writes import DAY, MOST_RUNNING
from replays.store.sql.guests import KEPT
from replays.store.sql.store import Store
from replays.store.tokens import GUEST
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.contracts.matches import again, call, kept
from tests.replays.store.making import upload

GUEST_1, GUEST_2 = "guest-00000001", "guest-00000002"


def opened(store: Store, number: str = "1", owner: str = GUEST_1, **more: Any) -> Match:  # noqa: ANN401 - parts of a match
    """Store a guest's match."""
    guest = Guest(f"digest of {owner}", "192.0.2.1")
    usual = {"owner": owner, "guest": guest, "visibility": Visibility.UNLISTED}
    return kept(store, number, **{**usual, **more})


def ended(store: Store, number: str, made: Upload, time: int = 7) -> Match:
    """End the match, with this replay."""
    end = Change(act=Act.ENDED, call=call("end", time), keep=0, ended=Ended("time", made))
    store.matches.change(again(store, number), end)
    return again(store, number)


class Guests:
    """Guests."""

    def test_a_guest_gets_a_token_with_the_first_match(self, store: Store) -> None:
        assert opened(store).by_guest
        opened(store, "2")
        opened(store, "3", GUEST_2)
        kept(store, "4")
        tokens = store.tokens.list()
        assert [(one.owner, one.scopes) for one in tokens] == [
            (GUEST_1, (GUEST,)),
            (GUEST_2, (GUEST,)),
        ]
        assert store.tokens.find(f"digest of {GUEST_1}") == tokens[0]
        assert [match.owner for match in store.guests.tables()] == [GUEST_1, GUEST_1, GUEST_2]
        assert not again(store, "4").by_guest

    def test_nobody_gets_the_name_of_another_guest(self, store: Store) -> None:
        opened(store)
        with pytest.raises(NameTaken):
            opened(store, "2", guest=Guest("another digest", "192.0.2.1"))
        assert len(store.guests.tables()) == len(store.tokens.list()) == 1
        with pytest.raises(ValueError, match="guests"):
            store.tokens.create(GUEST_2, [], "digest")

    def test_no_more_matches_of_guests_run_than_the_limit(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert MOST_RUNNING == 200
        monkeypatch.setattr("replays.store.sql.guest_writes.MOST_RUNNING", 2)
        opened(store)
        opened(store, "2", GUEST_2)
        kept(store, "4")
        with pytest.raises(OverQuota) as refused:
            opened(store, "3", "guest-00000003")
        assert refused.value.most == 2
        assert len(store.tokens.list()) == 2
        ended(store, "1", upload())
        opened(store, "3", "guest-00000003")

    def test_a_match_of_a_guest_goes_with_its_replay(self, store: Store) -> None:
        made, other = upload("a"), upload("b")
        opened(store)
        opened(store, "2")
        store.matches.drop(ended(store, "1", made))
        assert store.get(made.id, ADMIN) is None
        assert store.usage(GUEST_1).replays == 0
        assert len(store.tokens.list()) == 1, "there is another table"
        store.matches.drop(ended(store, "2", other))
        assert not store.tokens.list()
        assert not store.guests.tables()
        assert store.count(Query(own=True), ADMIN) == 0
        assert list(store.check(lambda *_: None)) == []

    def test_two_matches_with_one_replay_share_it(self, store: Store) -> None:
        made = upload()
        for number in "12":
            opened(store, number)
            ended(store, number, made)
        store.matches.drop(again(store, "1"))
        assert store.get(made.id, ADMIN) is not None
        store.matches.drop(again(store, "2"))
        assert store.get(made.id, ADMIN) is None

    def test_a_match_that_changed_is_not_dropped(self, store: Store) -> None:
        before = opened(store)
        ended(store, "1", made := upload())
        store.matches.drop(before)
        assert store.get(made.id, ADMIN) is not None
        assert len(store.tokens.list()) == 1

    def test_what_somebody_else_holds_stays(self, store: Store) -> None:
        made = upload()
        opened(store)
        match = ended(store, "1", made)
        assert store.guests.kept_until(made.id) == match.moved + KEPT
        assert store.keep(made.id, "ana")
        assert store.guests.kept_until(made.id) is None
        assert store.guests.clear() == 1
        found = store.get(made.id, Viewer("ana"))
        assert found is not None
        assert (found.hold, found.whole) == (Visibility.UNLISTED, True)
        assert store.usage("ana").replays == 1
        assert store.tokens.list() == []

    def test_a_replay_is_kept_once_by_whoever_sees_all_of_it(self, store: Store) -> None:
        whole, begun, hidden = upload("a"), upload("b", plies=9), upload("c")
        store.add([whole, begun], "ana")
        store.add([hidden], "ana", Visibility.PRIVATE)
        assert [store.keep(one.id, "bo") for one in (whole, whole, begun, hidden)] == [
            True,
            True,
            False,
            False,
        ]
        assert not store.keep("0" * 64, "bo")
        assert not store.keep("no id", "bo")
        assert store.usage("bo").replays == 1
        found = store.get(whole.id, Viewer("bo"))
        assert found is not None
        assert (found.entry.visibility, found.hold) == (Visibility.PUBLIC, Visibility.UNLISTED)

    def test_matches_that_ended_long_ago_are_old(self, store: Store, clock: Clock) -> None:
        for number, end in (("1", 10), ("2", 20), ("3", 5)):
            opened(store, number)
            ended(store, number, upload(number), clock.now + end)
        opened(store, "5")
        kept(store, "4")
        ended(store, "4", upload("4"), clock.now)
        clock.now += KEPT + 10
        assert [match.id[0] for match in store.guests.old()] == ["3", "1"]

    def test_a_match_of_a_guest_is_idle_earlier(self, store: Store) -> None:
        opened(store)
        kept(store, "2")
        idle = [store.matches.idle(6, DAY), store.matches.idle(7, DAY), store.matches.idle(6, 6)]
        assert [[match.id[0] for match in found] for found in idle] == [["1"], ["1", "2"], []]
        assert store.matches.idle(6, DAY, "ana") == []
