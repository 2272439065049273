"""Reviews of replays: made ply by ply, by one host at a time, and erased with their replays."""

from dataclasses import replace

from replays.store.model import Review, Viewer
from replays.store.sql.reviews import CLAIMED, DAY
from replays.store.sql.store import Store
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.making import upload

ANA = Viewer("ana")


def asked(store: Store, seed: str = "s", owner: str = "ana", plies: int = 3) -> Review:
    """Store a replay, and ask for its review."""
    made = upload(seed)
    store.add([made], owner)
    review = store.reviews.ask(made.id, owner, "1", 1, plies)
    assert review is not None
    return review


def claimed(store: Store, host: str = "here") -> Review:
    """The review whose turn it is, for a host that gets the claim."""
    review = store.reviews.claim(host)
    assert review is not None
    return review


class Reviews:
    """Reviews."""

    def test_a_review_is_asked_for_once_and_goes_on_ply_by_ply(
        self, store: Store, clock: Clock
    ) -> None:
        begun = asked(store)
        assert (begun.done, begun.plies, begun.asked) == (0, 3, clock.now)
        clock.now += 1
        for ply, row in enumerate((b"one", b"two", b""), start=1):
            assert store.reviews.add(claimed(store), row, "here")
            now = store.reviews.get(begun.replay)
            assert now is not None
            assert (now.done, now.is_finished) == (ply, ply == begun.plies)
            assert store.reviews.ask(begun.replay, "bo", "1", 1, 3) == now
        assert store.reviews.rows(begun.replay) == [b"one", b"two", b""]
        assert store.reviews.claim("here") is None
        assert [*store.check(lambda *_: None)] == []

    def test_nothing_is_reviewed_that_nobody_asked_for(self, store: Store) -> None:
        made = upload()
        assert store.reviews.ask(made.id, "ana", "1", 1, 3) is None
        store.add([made], "ana")
        for replay in (made.id, "0" * 64, "\0"):
            assert store.reviews.get(replay) is None
            assert store.reviews.rows(replay) == []
        assert store.reviews.claim("here") is None

    def test_its_beginning_and_its_end_change_the_replay_for_readers(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana")
        for change, changed in (
            (lambda: store.reviews.ask(made.id, "ana", "1", 1, 2), True),
            (lambda: store.reviews.add(claimed(store), b"one", "here"), False),
            (lambda: store.reviews.add(claimed(store), b"two", "here"), True),
        ):
            before = store.changes().version
            assert change()
            assert store.changes(before).ids == ((made.id,) if changed else ())

    def test_other_versions_begin_anew(self, store: Store, clock: Clock) -> None:
        begun = asked(store, plies=2)
        store.reviews.add(claimed(store), b"one", "here")
        store.reviews.begin_anew(claimed(store), 2)
        renewed = claimed(store)
        assert (renewed.done, renewed.version, renewed.asked) == (0, 2, clock.now)
        assert store.reviews.rows(begun.replay) == []
        assert not store.reviews.add(begun, b"one", "here")
        for row in (b"one", b"two"):
            assert store.reviews.add(claimed(store), row, "here")
        clock.now += 1
        again = store.reviews.ask(begun.replay, "bo", "2", 2, 2)
        assert again is not None
        assert (again.done, again.rules, again.asked) == (0, "2", clock.now)

    def test_the_first_of_each_owner_come_before_the_second_of_others(
        self, store: Store, clock: Clock
    ) -> None:
        asked_for = []
        for seed, owner in (("1", "ana"), ("2", "ana"), ("3", "bo")):
            asked_for.append(asked(store, seed, owner, plies=1).replay)
            clock.now += 1
        done = []
        for _ in asked_for:
            review = claimed(store)
            done.append(review.replay)
            store.reviews.add(review, b"", "here")
        assert done == [asked_for[0], asked_for[2], asked_for[1]]

    def test_one_host_makes_reviews_until_it_is_silent(self, store: Store, clock: Clock) -> None:
        asked(store)
        first = claimed(store, "here")
        assert store.reviews.claim("there") is None
        assert not store.reviews.add(first, b"", "there")
        clock.now += CLAIMED - 1
        assert store.reviews.add(first, b"one", "here")
        clock.now += CLAIMED - 1
        assert store.reviews.claim("there") is None
        clock.now += 1
        second = claimed(store, "there")
        assert second == replace(first, done=1)
        assert not store.reviews.add(second, b"two", "here")
        store.reviews.release("here")
        assert store.reviews.claim("here") is None
        store.reviews.release("there")
        assert claimed(store, "here") == second

    def test_two_hosts_cannot_store_the_same_ply(self, store: Store, clock: Clock) -> None:
        asked(store)
        review = claimed(store, "here")
        clock.now += CLAIMED
        assert store.reviews.add(claimed(store, "there"), b"one", "there")
        clock.now += CLAIMED
        assert not store.reviews.add(review, b"one", "here")

    def test_a_review_is_erased_with_its_replay(self, store: Store) -> None:
        begun = asked(store)
        store.reviews.add(claimed(store), b"one", "here")
        review = claimed(store)
        assert store.give_up(begun.replay, ANA)
        assert store.reviews.get(begun.replay) is None
        assert store.reviews.rows(begun.replay) == []
        assert not store.reviews.add(review, b"two", "here")
        assert store.reviews.claim("here") is None
        store.add([upload()], "ana")
        assert store.reviews.get(begun.replay) is None

    def test_who_asked_is_forgotten_after_a_day(self, store: Store, clock: Clock) -> None:
        assert store.reviews.room_at("ana") == clock.now
        begun = asked(store)
        clock.now += DAY - 1
        store.reviews.sweep()
        assert store.reviews.room_at("ana") == begun.asked + DAY
        clock.now += 1
        assert store.reviews.room_at("ana") == clock.now
        store.reviews.sweep()
        with store.reading() as db:
            (left,) = db.execute("SELECT count(*) FROM review_request").fetchone()
        assert left == 0
