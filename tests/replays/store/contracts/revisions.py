"""Revisions and versions: which changes a viewer sees."""

from replays.store.model import ADMIN, ANYONE, MAX_CHANGES, Order, Replay, Viewer, Visibility
from replays.store.query import Query
from replays.store.sql.store import Store
from tests.replays.store.contracts.beside import deck
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.making import upload

ANA, BO = Viewer("ana"), Viewer("bo")
PRIVATE, UNLISTED, PUBLIC = Visibility.PRIVATE, Visibility.UNLISTED, Visibility.PUBLIC
OWN = Query(own=True, order=Order.OLDEST)


def seen(store: Store, replay: str, viewer: Viewer) -> Replay:
    stored = store.get(replay, viewer)
    assert stored is not None
    return stored


class Revisions:
    """Revisions and the lists of changes."""

    def test_a_revision_never_comes_back(self, store: Store) -> None:
        made, revisions = upload(), set[int]()
        for _ in range(3):
            store.add([made], "ana")
            for visibility in (PRIVATE, PUBLIC, UNLISTED):
                store.set_visibility(made.id, ANA, visibility)
                revisions.add(seen(store, made.id, ANA).entry.revision)
            store.give_up(made.id, ANA)
        assert len(revisions) == 9

    def test_a_change_without_effect_keeps_the_revision(self, store: Store) -> None:
        made, other = upload(), upload("other")
        store.add([made, other], "ana", UNLISTED)
        store.add([other], "bo", UNLISTED)
        before, version = store.get(made.id, ANA), store.changes().version
        assert store.set_visibility(made.id, ANA, UNLISTED) == before
        assert store.set_visibility(other.id, ADMIN, UNLISTED) == store.get(other.id, ADMIN)
        store.add([made], "ana", PRIVATE)
        assert store.get(made.id, ANA) == before
        assert store.changes().version == version

    def test_holders_of_a_private_replay_learn_nothing_of_each_other(
        self, store: Store, clock: Clock
    ) -> None:
        made = upload()
        store.add([made], "ana", PRIVATE)
        before, listed = store.get(made.id, ANA), store.page(OWN, ANA)
        clock.now += 100
        store.add([upload("between")], "cleo")
        store.add([made], "bo", PRIVATE)
        store.add([upload("after")], "bo", PRIVATE)
        assert (store.get(made.id, ANA), store.page(OWN, ANA)) == (before, listed)
        assert seen(store, made.id, BO).entry.uploaded == clock.now
        first, second = store.page(OWN, BO).entries
        assert (first.id, second.number - first.number) == (made.id, 1)
        assert first.revision != listed.entries[0].revision
        assert next(store.bodies(OWN, BO)) == (first.number, made.body)
        store.give_up(made.id, BO)
        assert (store.get(made.id, ANA), store.page(OWN, ANA)) == (before, listed)

    def test_a_change_that_everyone_sees_raises_the_revision_for_all(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana", PRIVATE)
        store.add([made], "bo", PRIVATE)
        before = seen(store, made.id, ANA).entry.revision
        store.set_visibility(made.id, BO, UNLISTED)
        for viewer in (ANYONE, ANA, BO, ADMIN):
            assert seen(store, made.id, viewer).entry.revision > before

    def test_a_replay_made_public_has_a_new_number(self, store: Store) -> None:
        made = upload(comments=("quiet start",))
        store.add([made], "ana", PRIVATE)
        store.add([upload("between")], "ana")
        store.set_visibility(made.id, ANA, PUBLIC)
        for query in (Query(text="quiet"), Query(text="quiet", seats=2), Query(player="Ana")):
            entry = store.page(query, ANYONE).entries[0]
            assert (entry.id, store.count(query, ANYONE)) == (made.id, 1 + (query.text is None))
        first, second = store.page(OWN, ANA).entries
        assert (first.id, first.number < second.number) == (made.id, True)
        assert list(store.check(lambda *_: None)) == []
        store.give_up(made.id, ANA)
        assert store.count(Query(text="quiet"), ANYONE) == 0
        assert list(store.check(lambda *_: None)) == []

    def test_changes_name_new_changed_and_removed_replays(self, store: Store) -> None:
        made, other = upload(), upload("other")
        start = store.changes().version
        store.add([made, other], "ana")
        new = store.changes(start)
        assert set(new.ids or ()) == {made.id, other.id}
        store.set_visibility(made.id, ANA, UNLISTED)
        assert store.changes(new.version).ids == (made.id,)
        store.give_up(made.id, ANA)
        gone = store.changes(new.version)
        assert gone.ids == (made.id,)
        assert gone.version > new.version > start
        assert store.changes(gone.version).ids == ()
        store.decks.add(deck("mine"), "ana")
        assert store.changes(gone.version).ids == ()
        assert store.changes(gone.version).version > gone.version

    def test_changes_are_those_after_the_version_asked_from(self, store: Store) -> None:
        made, other = upload(), upload("other")
        store.add([made], "ana")
        asked = store.changes().version
        assert store.changes(asked).ids == (), "a replay of this very version is known already"
        store.add([other], "ana")
        assert store.changes(asked).ids == (other.id,)
        assert store.changes(asked - 1).ids is not None
        assert made.id in (store.changes(asked - 1).ids or ())

    def test_too_many_changes_are_not_listed(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana")
        start = store.changes().version
        for number in range(MAX_CHANGES + 1):
            store.set_visibility(made.id, ANA, UNLISTED if number % 2 else PRIVATE)
        changes = store.changes(start)
        assert changes.ids is None
        assert store.changes(changes.version - 1).ids == (made.id,)
