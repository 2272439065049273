"""Games in progress, stored event by event."""

from typing import Any

import pytest
from msgspec.json import decode, encode

from notation.chance import seed_hash
from notation.origin import Origin
from replays.live.kinds import DEALT, SEALED, SEEDED, UNSEEN
from replays.live.record_parts import RecordParts, StoredPly, parts_of
from replays.store.live_model import (
    Act,
    Call,
    Change,
    Ended,
    Match,
    NewMatch,
    OtherVersion,
    Seated,
    SeedInUse,
)
from replays.store.model import ADMIN, DeckNeeded, KeyReused, Visibility
from replays.store.query import MatchQuery
from replays.store.sql.store import Store
from tests.replays.store.contracts.beside import deck
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.making import record, upload

VIEWS = ("public", "A")


def call(word: str = "f", time: int = 7) -> Call:
    """A call that makes an event."""
    return Call(time=time, token="t", fingerprint=word, answer=word.encode())  # noqa: S106 - no password


def new(number: str = "1", **parts: Any) -> NewMatch:  # noqa: ANN401 - any of its parts
    """A seeded match."""
    usual: dict[str, Any] = {
        "id": number * 32,
        "kind": SEEDED,
        "game": "triggs",
        "players": ("Ana", "Bo"),
        "owner": "ana",
        "visibility": Visibility.PUBLIC,
        "parts": RecordParts(b'{"cgn":1,"plies":[]}\n', f"seed {number}"),
        "catalogue": b"{}",
        "clock": True,
    }
    return NewMatch(**{**usual, **parts})


def kept(store: Store, number: str = "1", **parts: Any) -> Match:  # noqa: ANN401 - as above
    """Store a match."""
    store.matches.create(new(number, **parts), call())
    return again(store, number)


def again(store: Store, number: str = "1") -> Match:
    """The match as it is now."""
    match = store.matches.get(number * 32)
    assert match is not None
    return match


def play(store: Store, *words: str) -> Match:
    """The first match after one event with these plies."""
    match = again(store)
    sent = tuple([StoredPly(word.encode(), "all", b"tail") for word in words])
    change = Change(act=Act.PLIES, call=call(words[-1]), keep=match.plies, sent=sent)
    store.matches.change(match, change)
    return again(store)


class Matches:
    """Games in progress."""

    def test_a_match_is_stored_as_it_was_made(self, store: Store) -> None:
        match = kept(store)
        assert (match.version, match.plies, match.is_running, match.is_dealt) == (1, 0, True, True)
        assert (match.players, match.seed, match.clock) == (("Ana", "Bo"), "seed 1", True)
        assert store.matches.get("0" * 32) is None
        assert store.matches.get("no id") is None

    def test_a_key_makes_one_match(self, store: Store) -> None:
        match = new(key="key")
        assert store.matches.create(match, call("a")) == b"a"
        assert store.matches.create(new("2", key="key"), call("a")) == b"a"
        assert store.matches.answered("ana", "key", "a") == b"a"
        assert store.matches.answered("bo", "key", "a") is None
        with pytest.raises(KeyReused):
            store.matches.create(match, call("b"))

    def test_two_running_matches_have_different_seeds(self, store: Store) -> None:
        open_ = RecordParts(b"{}", "tuesday-7")
        sealed = RecordParts(encode({"seedHash": seed_hash("tuesday-7")}), None)
        for first, second in ((open_, open_), (open_, sealed), (sealed, open_)):
            match = kept(store, parts=first)
            with pytest.raises(SeedInUse):
                kept(store, "2", parts=second)
            store.matches.drop(match)

    def test_matches_that_go_on_from_a_replay_may_share_its_seed(self, store: Store) -> None:
        origin = Origin("ab" * 32, 1)
        sent = (StoredPly(b"1", "all"),)
        parts = RecordParts(b"{}", "tuesday-7", sent)
        first = kept(store, parts=parts, origin=origin)
        assert (first.origin, first.least, first.plies) == (origin, 1, 1)
        assert store.matches.record_parts(first).sent == sent
        other = kept(store, "2", parts=parts, origin=origin)
        own = kept(store, "3", parts=RecordParts(b"{}", "tuesday-7"))
        assert not store.matches.shares_seed(first)
        assert not store.matches.shares_seed(own)
        play(store, "2")
        assert [one.entry for one in store.matches.record_parts(again(store)).sent] == [b"1", b"2"]
        assert store.matches.record_parts(other).sent == sent

    def test_plies_keep_their_order(self, store: Store) -> None:
        kept(store)
        play(store, "1")
        match = play(store, "2", "3")
        assert (match.version, match.plies) == (3, 3)
        assert store.matches.record_parts(match).sent == tuple(
            [StoredPly(word, "all", b"tail") for word in (b"1", b"2", b"3")]
        )
        assert len(store.matches.record_parts(match, 2).sent) == 1

    def test_an_event_applies_to_one_version(self, store: Store) -> None:
        match = kept(store)
        play(store, "1")
        with pytest.raises(OtherVersion):
            store.matches.change(match, Change(act=Act.PLIES, call=call(), keep=0))
        assert again(store).version == 2

    def test_a_taken_back_ply_is_an_event_and_no_longer_counts(self, store: Store) -> None:
        kept(store)
        match = play(store, "1", "2")
        store.matches.change(match, Change(act=Act.TAKEBACK, call=call(), keep=1))
        match = play(store, "2b")
        assert [one.entry for one in store.matches.record_parts(match).sent] == [b"1", b"2b"]
        assert [one.entry for one in store.matches.record_parts(match, 2).sent] == [b"1", b"2"]
        assert store.matches.unchanged_since(match, 2) == 1
        assert store.matches.versions(match) == [2, 4]
        assert [event.stands for event in store.matches.events(match)] == [True, False, True, True]
        assert [event.version for event in store.matches.events(match, 2)] == [3, 4]

    def test_a_match_is_read_as_it_was(self, store: Store) -> None:
        kept(store)
        match = play(store, "1", "2")
        store.matches.change(match, Change(act=Act.TAKEBACK, call=call(), keep=1))
        play(store, "2b")
        events = store.matches.events(match)
        assert [(event.version, event.stands) for event in events] == [(1, True), (2, True)]
        assert store.matches.versions(match) == [2, 2]
        assert store.matches.unchanged_since(match, 2) == 2

    def test_each_view_has_its_own_record(self, store: Store) -> None:
        dealt, seen = {"public": b"[{}]", "A": b"[1]"}, {"public": b"[]", "A": None}
        kept(store, kind=UNSEEN, parts=RecordParts(b"{}", None, (), b"setup", dealt))
        match = again(store)
        sent = (StoredPly(b"1", "A", b"", seen),)
        store.matches.change(match, Change(act=Act.PLIES, call=call(), keep=0, sent=sent))
        assert store.matches.record_parts(again(store)) == RecordParts(
            b"{}", None, sent, b"setup", dealt
        )
        assert store.matches.record_parts(match) == RecordParts(b"{}", None, (), b"setup", dealt)

    def test_the_end_keeps_the_replay_open_to_all(self, store: Store) -> None:
        match, made = kept(store), upload()
        change = Change(act=Act.ENDED, call=call(), keep=0, ended=Ended("time", made))
        store.matches.change(match, change)
        match = again(store)
        assert (match.termination, match.replay, match.has_replay) == ("time", made.id, True)
        assert store.get(made.id, ADMIN) is not None

    def test_a_sealed_game_waits_for_its_seed(self, store: Store, clock: Clock) -> None:
        match = kept(store, kind=SEALED, parts=RecordParts(b"{}", None, (), b"", {"A": b""}))
        ended = Ended("time", None, ("B",))
        store.matches.change(match, Change(act=Act.ENDED, call=call(), keep=0, ended=ended))
        match = again(store)
        assert (match.awaits_seed, match.winners) == (True, ("B",))
        assert [one.id for one in store.matches.idle(clock.now, clock.now)] == [match.id]
        store.matches.change(match, Change(act=Act.SEED, call=call(), keep=0, seed="seed"))
        assert (again(store).awaits_seed, again(store).seed) == (False, "seed")
        assert store.matches.idle(clock.now, clock.now) == []

    def test_matches_are_listed(self, store: Store) -> None:
        kept(store)
        kept(store, "2", visibility=Visibility.PRIVATE, players=("Cleo", "Dan"))
        third = kept(store, "3", game="the_jam")
        ids = [
            [match.id[0] for match in store.matches.page(query).entries]
            for query in (
                MatchQuery(),
                MatchQuery(owner="ana", own=True),
                MatchQuery(game="the_jam"),
                MatchQuery(player="ANA"),
                MatchQuery(finished=True),
                MatchQuery(owner="bo"),
            )
        ]
        assert ids == [["3", "1"], ["3", "2", "1"], ["3"], ["3", "1"], [], []]
        page = store.matches.page(MatchQuery(), limit=1)
        assert page.next == third.number
        assert [one.id[0] for one in store.matches.page(MatchQuery(), page.next).entries] == ["1"]

    def test_a_token_replaces_the_one_before(self, store: Store) -> None:
        match = kept(store)
        for letter in "abcd":
            store.matches.give_token(match, "B", letter * 64, invitation=letter in "ab")
        kinds = []
        for letter in "abcd":
            token = store.matches.token(letter * 64)
            assert token is not None
            assert (token.match, token.seat) == (match.id, "B")
            kinds.append((token.invitation, token.revoked))
        assert kinds == [(True, True), (True, False), (False, True), (False, False)]
        assert store.matches.token("e" * 64) is None
        with pytest.raises(OtherVersion):
            store.matches.give_token(match, "A", "a" * 64)

    def test_an_invitation_moves_a_taken_seat_once(self, store: Store) -> None:
        match = kept(store, kind=DEALT, parts=RecordParts(b"{}", None))
        store.matches.give_token(match, "B", "1" * 64, invitation=True)
        seated = Seated("B", "2" * 64, "promise")
        store.matches.change(match, Change(act=Act.SEATED, call=call(), keep=0, seated=seated))
        match = again(store)

        def states(*letters: str) -> list[tuple[bool, bool]]:
            found = [store.matches.token(letter * 64) for letter in letters]
            return [(token.moves, token.revoked) for token in found if token is not None]

        store.matches.let_move(match, "B", "3" * 64)
        assert states("1", "2", "3") == [(False, True), (False, False), (True, False)]
        store.matches.let_move(match, "B", "4" * 64)
        moving = [store.matches.token(letter * 64) for letter in "34"]
        assert moving[0] is not None
        assert moving[1] is not None
        assert not store.matches.move_seat(moving[0], "5" * 64)
        assert store.matches.token("5" * 64) is None
        assert store.matches.move_seat(moving[1], "5" * 64)
        assert not store.matches.move_seat(moving[1], "6" * 64)
        assert states("2", "4", "5") == [(False, True), (True, True), (False, False)]
        store.matches.let_move(match, "B", "7" * 64)
        store.matches.give_token(match, "B", "8" * 64)
        assert states("5", "7", "8") == [(False, True), (True, True), (False, False)]

    def test_an_invitation_stays_when_its_seat_is_taken(self, store: Store) -> None:
        match = kept(store, kind=DEALT, parts=RecordParts(b"{}", None))
        store.matches.give_token(match, "B", "1" * 64, invitation=True)
        seated = Seated("B", "2" * 64, "promise")
        store.matches.change(match, Change(act=Act.SEATED, call=call(), keep=0, seated=seated))
        store.matches.give_token(again(store), "B", "3" * 64)
        found = store.matches.token("1" * 64)
        assert found is not None
        assert (found.moves, found.revoked) == (False, False)

    def test_a_seat_is_taken_and_sends_a_nonce(self, store: Store) -> None:
        match = kept(store, kind=DEALT, parts=RecordParts(b"{}", None))
        assert not match.is_dealt
        seated = Seated("B", "d" * 64, "promise")
        store.matches.change(match, Change(act=Act.SEATED, call=call(), keep=0, seated=seated))
        match = again(store)
        change = Change(act=Act.NONCE, call=call(), keep=0, nonce=("B", "nonce"))
        store.matches.change(match, change)
        with pytest.raises(OtherVersion):
            store.matches.give_token(match, "B", "e" * 64, invitation=True)
        (seat,) = store.matches.seats(match)
        assert (seat.seat, seat.promise, seat.nonce) == ("B", "promise", "nonce")

    def test_a_deck_stays_while_a_match_needs_it(self, store: Store) -> None:
        name = store.decks.add(deck("mine"), "ana")[0].name
        match = kept(store, parts=parts_of(record(deck=name, plies=0)))
        with pytest.raises(DeckNeeded):
            store.decks.remove(name, ADMIN)
        store.matches.drop(match)
        assert store.decks.remove(name, ADMIN)

    def test_a_match_is_dropped_unless_it_went_on(self, store: Store) -> None:
        match = kept(store)
        play(store, "1")
        store.matches.drop(match)
        assert again(store).plies == 1
        store.matches.drop(again(store))
        assert store.matches.get(match.id) is None

    def test_events_say_what_was_done(self, store: Store) -> None:
        match = kept(store)
        change = Change(act=Act.ENDED, call=call("end", 9), details=b'{"to": 1}', keep=0)
        store.matches.change(match, change)
        event = store.matches.events(again(store))[-1]
        assert (event.act, event.time, event.token, event.answer) == (Act.ENDED, 9, "t", b"end")
        assert decode(b'{"to": 1}') == event.details

    def test_a_check_finds_what_does_not_agree(self, store: Store) -> None:
        dealt = {"public": b"[]", "A": b"[]"}
        kept(store, kind=UNSEEN, parts=RecordParts(b'{"cgn":1,"plies":[]}\n', None, (), b"", dealt))
        faults = list(store.check(lambda *_: None))
        lacking = [f"the record of the view {view} lacks a ply" for view in ("owner", "B")]
        assert faults == [f"table {'1' * 32}: {fault}" for fault in lacking]
