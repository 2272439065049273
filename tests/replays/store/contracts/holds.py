"""Uploads and their holders."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from replays.store.model import (
    ADMIN,
    ANYONE,
    KEY_LIFE,
    MAX_SAME_GAME,
    Added,
    Key,
    KeyReused,
    StaleRevision,
    Viewer,
    Visibility,
)
from replays.store.query import Query
from replays.store.sql.store import Store
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.making import EVENT, upload

ANA, BO = Viewer("ana"), Viewer("bo")
PRIVATE, UNLISTED, PUBLIC = Visibility.PRIVATE, Visibility.UNLISTED, Visibility.PUBLIC


class Holds:
    """Uploads, their holders, and giving up."""

    def test_an_upload_is_found_with_all_its_facts(self, store: Store, clock: Clock) -> None:
        made = upload(tags=EVENT)
        assert store.add([made], "ana") == [Added(made.id, created=True, held=False, same_game=())]
        replay = store.get(made.id, ANYONE)
        assert replay is not None
        assert (replay.body, replay.whole, replay.hold, replay.own) == (
            made.body,
            True,
            None,
            False,
        )
        entry = replay.entry
        for name in ("id", "game", "rules", "deck", "options", "players", "tags", "verdict"):
            assert getattr(entry, name) == getattr(made, name), name
        assert (entry.plies, entry.winners, entry.scores) == (
            made.plies,
            made.winners,
            made.scores,
        )
        assert (entry.visibility, entry.uploaded, entry.finished) == (PUBLIC, clock.now, True)

    def test_uploads_of_many_threads_are_all_kept(self, store: Store) -> None:
        made = [upload(comments=(str(number),)) for number in range(8)]
        with ThreadPoolExecutor(8) as pool:
            answers = pool.map(lambda one: store.add([one], "ana")[0], made)
        assert [added.id for added in answers] == [one.id for one in made]
        assert store.count(Query(), ANYONE) == 8

    def test_uploading_again_changes_nothing(self, store: Store, clock: Clock) -> None:
        made = upload()
        store.add([made], "ana")
        before = store.get(made.id, ANA)
        clock.now += 5
        again = store.add([made], "ana", PRIVATE)
        assert again == [Added(made.id, created=False, held=True, same_game=())]
        assert store.get(made.id, ANA) == before

    def test_a_replay_is_removed_when_its_last_holder_gives_it_up(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana")
        assert store.add([made], "bo") == [Added(made.id, created=False, held=False, same_game=())]
        assert store.count(Query(), ANYONE) == 1
        assert store.give_up(made.id, ANA)
        replay = store.get(made.id, BO)
        assert replay is not None
        assert replay.own
        assert store.give_up(made.id, BO)
        assert store.get(made.id, ADMIN) is None
        assert store.count(Query(own=True), ADMIN) == 0
        assert store.page(Query(text="Ana"), ANYONE).entries == ()

    def test_a_replay_that_was_given_up_can_be_uploaded_again(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana")
        store.give_up(made.id, ANA)
        assert store.add([made], "ana")[0].created
        assert store.count(Query(player="ana", text="bo"), ANYONE) == 1

    def test_held_finds_what_an_uploader_holds(self, store: Store) -> None:
        ours, theirs, begun = upload(), upload("theirs"), upload("begun", plies=7)
        same = upload(comments=("told otherwise",))
        store.add([ours, begun], "ana", PRIVATE)
        store.add([theirs, same], "bo")
        ids = [one.id for one in (ours, theirs, begun)] + ["0" * 64, ""]
        known = store.known(ids, "ana")
        assert set(known) == {ours.id, begun.id}
        assert [known[ours.id].added] == store.add([ours], "ana")
        assert known[ours.id].added.same_game == (same.id,)
        assert (known[ours.id].verdict, known[ours.id].plies) == (ours.verdict, ours.plies)
        assert (known[begun.id].verdict, known[begun.id].plies) == ("incomplete", 7)
        assert store.known([], "ana") == {}

    def test_nobody_gives_up_what_they_do_not_hold(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana")
        for stranger in (ANYONE, BO):
            assert not store.give_up(made.id, stranger)
            assert store.set_visibility(made.id, stranger, PRIVATE) is None
        assert not store.give_up("0" * 64, ANA)
        assert store.set_visibility("0" * 64, ADMIN, PRIVATE) is None
        assert store.get(made.id, ANYONE) is not None

    def test_an_admin_gives_up_their_own_hold_or_else_all_holds(self, store: Store) -> None:
        made, admin = upload(), Viewer("root", admin=True)
        for holder in ("ana", "bo", "root"):
            store.add([made], holder)
        assert store.give_up(made.id, admin)
        assert store.get(made.id, ANA) is not None
        assert store.give_up(made.id, admin)
        assert store.get(made.id, ANA) is None

    def test_one_call_stores_many_records_and_duplicates_once(self, store: Store) -> None:
        made = [upload(seed) for seed in "abca"]
        added = store.add(made, "ana")
        assert [(one.created, one.held) for one in added] == [
            *[(True, False)] * 3,
            (False, True),
        ]
        assert store.count(Query(), ANYONE) == 3
        assert store.add([], "ana") == []

    def test_other_records_of_the_same_game_are_named(self, store: Store) -> None:
        ours, theirs = upload(), upload(comments=("told otherwise",))
        assert ours.game_digest == theirs.game_digest
        assert store.add([ours], "ana")[0].same_game == ()
        assert store.add([theirs], "bo")[0].same_game == (ours.id,)
        assert store.add([ours], "ana")[0].same_game == (theirs.id,)
        assert store.same_game(ours.game_digest, ANYONE) == (theirs.id, ours.id)
        assert store.same_game("0" * 64, ANYONE) == ()

    def test_same_game_names_only_replays_that_the_uploader_can_find(self, store: Store) -> None:
        ours, theirs = upload(), upload(comments=("secret",))
        for hidden in (PRIVATE, UNLISTED):
            store.add([theirs], "bo", hidden)
            assert store.add([ours], "ana")[0].same_game == ()
            assert store.same_game(ours.game_digest, BO) == (ours.id, theirs.id)
            assert store.same_game(ours.game_digest, ADMIN) == (ours.id, theirs.id)
            store.give_up(theirs.id, BO)
            store.give_up(ours.id, ANA)

    def test_same_game_is_limited_and_the_newest_come_first(self, store: Store) -> None:
        made = [upload(comments=(str(number),)) for number in range(MAX_SAME_GAME + 3)]
        store.add(made, "ana")
        newest = [one.id for one in reversed(made)]
        assert list(store.same_game(made[0].game_digest, ANYONE)) == newest[:MAX_SAME_GAME]

    def test_a_reused_key_gives_the_first_answer(self, store: Store, clock: Clock) -> None:
        made, key = upload(), Key("k", "one")
        first = store.add([made], "ana", key=key)
        assert first[0].created
        clock.now += KEY_LIFE - 1
        assert store.add([made], "ana", key=key) == first
        store.give_up(made.id, ANA)
        assert store.add([made], "ana", key=key) == first
        assert store.get(made.id, ANA) is None, "nothing is done twice"
        clock.now += 1
        assert store.add([made], "ana", key=Key("k", "two")) == first, "the key has expired"
        assert store.get(made.id, ANA) is not None

    def test_a_key_used_for_another_upload_is_refused(self, store: Store) -> None:
        store.add([upload("one")], "ana", key=Key("k", "one"))
        with pytest.raises(KeyReused):
            store.add([upload("two")], "ana", key=Key("k", "two"))
        assert store.get(upload("two").id, ANA) is None
        assert store.add([upload("two")], "bo", key=Key("k", "two"))[0].created

    def test_a_change_of_another_revision_is_refused(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana")
        replay = store.get(made.id, ANA)
        assert replay is not None
        old = replay.entry.revision
        changed = store.set_visibility(made.id, ANA, UNLISTED, revision=old)
        assert changed is not None
        assert changed.entry.revision != old
        with pytest.raises(StaleRevision):
            store.set_visibility(made.id, ANA, PRIVATE, revision=old)
        with pytest.raises(StaleRevision):
            store.give_up(made.id, ANA, revision=old)
        assert store.get(made.id, ANA) == changed
        assert store.give_up(made.id, ANA, revision=changed.entry.revision)

    def test_32_identical_uploads_at_once_create_one_replay(self, store: Store) -> None:
        made, together = upload(), Barrier(32)

        def send(number: int) -> Added:
            together.wait()
            return store.add([made], f"holder {number % 4}")[0]

        with ThreadPoolExecutor(32) as pool:
            added = list(pool.map(send, range(32)))
        assert sum(one.created for one in added) == 1
        assert sum(not one.held for one in added) == 4
        assert store.count(Query(own=True), ADMIN) == 1

    def test_one_key_used_by_many_at_once_creates_once_and_answers_alike(
        self, store: Store
    ) -> None:
        made, together = upload(), Barrier(16)

        def send(_: int) -> list[Added]:
            together.wait()
            return store.add([made], "ana", key=Key("k", "one"))

        with ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(send, range(16)))
        assert answers == [[Added(made.id, created=True, held=False, same_game=())]] * 16

    def test_uploads_of_many_threads_are_all_stored(self, store: Store) -> None:
        made = [upload(comments=(str(number),)) for number in range(120)]

        def send(number: int) -> None:
            for one in made[number::8]:
                store.add([one], f"holder {number}")

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(send, range(8)))
        numbers = [number for number, _ in store.bodies(Query(), ANYONE)]
        assert len(set(numbers)) == len(made)
        assert all(store.get(one.id, ANYONE) for one in made)

    def test_a_batch_treats_private_replays_of_others_as_new(self, store: Store) -> None:
        """Neither `same_game` nor the order of the uploader's own list may give it away."""
        first, second = upload("a"), upload("a", comments=("Another copy.",))
        store.add([first], "bo", Visibility.PRIVATE)
        added = store.add([first, second], "ana", Visibility.PRIVATE)
        assert added == [
            Added(first.id, created=True, held=False, same_game=()),
            Added(second.id, created=True, held=False, same_game=(first.id,)),
        ]
        mine = store.page(Query(own=True), Viewer("ana")).entries
        assert [entry.id for entry in mine] == [second.id, first.id]
