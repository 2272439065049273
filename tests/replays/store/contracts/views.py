"""What each viewer sees of a replay."""

import gzip
from dataclasses import replace

import pytest

from replays.store.model import ADMIN, ANYONE, Order, Upload, Viewer, Visibility
from replays.store.query import Query
from replays.store.sql.store import Store
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.making import upload

ANA, BO, CLEO = Viewer("ana"), Viewer("bo"), Viewer("cleo")
PRIVATE, UNLISTED, PUBLIC = Visibility.PRIVATE, Visibility.UNLISTED, Visibility.PUBLIC
OWN = Query(own=True)


def listed(store: Store, viewer: Viewer, query: Query | None = None) -> list[str]:
    """The ids of a list, with which count and bodies have to agree."""
    query = query or Query()
    entries = store.page(query, viewer).entries
    assert store.count(query, viewer) == len(entries)
    assert [number for number, _ in store.bodies(query, viewer)] == [e.number for e in entries]
    return [entry.id for entry in entries]


def unfinished() -> Upload:
    """An unfinished game with a score that hidden cards decide."""
    return replace(upload(plies=20), scores=(3, 4), public_scores=(None, 4))


class Views:
    """Visibility, and unfinished games."""

    @pytest.mark.parametrize("visibility", Visibility)
    @pytest.mark.parametrize("viewer", [ANYONE, BO, ANA, ADMIN, Viewer("ana", admin=True)], ids=str)
    def test_visibility_decides_who_finds_a_replay(
        self, store: Store, visibility: Visibility, viewer: Viewer
    ) -> None:
        made = upload()
        store.add([made], "ana", visibility)
        mine = viewer.admin or viewer == ANA
        replay = store.get(made.id, viewer)
        assert (replay is not None) == (mine or visibility is not PRIVATE)
        assert listed(store, viewer) == [made.id] * (visibility is PUBLIC)
        assert listed(store, viewer, OWN) == [made.id] * mine
        assert listed(store, viewer, Query(text="Ana", player="bo")) == [made.id] * (
            visibility is PUBLIC
        )
        assert listed(store, viewer, Query(own=True, text="Ana")) == [made.id] * mine
        if replay is not None:
            assert replay.entry.visibility is visibility
            assert replay.hold is (visibility if viewer.name == "ana" else None)

    @pytest.mark.parametrize("visibility", Visibility)
    def test_the_first_digits_find_what_the_viewer_can_list(
        self, store: Store, visibility: Visibility
    ) -> None:
        made, other = upload(), upload("other")
        store.add([made], "ana", visibility)
        store.add([other], "ana")
        for viewer in (ANYONE, BO):
            found = store.beginning_with(made.id[:8], viewer)
            assert found == (made.id,) * (visibility is PUBLIC)
        for viewer in (ANA, ADMIN):
            assert store.beginning_with(made.id[:8], viewer) == (made.id,)
            assert store.beginning_with(made.id[:63], viewer) == (made.id,)
            assert set(store.beginning_with("", viewer)) == {made.id, other.id}
        assert store.beginning_with(made.id[:7] + "g", ANA) == ()

    def test_every_holder_searches_their_own_replays(self, store: Store) -> None:
        made, other = upload(), upload("other", players=("Cleo", "Bo"))
        store.add([made], "ana", PRIVATE)
        store.add([other], "bo")
        store.add([made], "bo")
        for viewer in (ANA, BO):
            for query in (replace(OWN, text="Ana"), replace(OWN, player="ana", seats=2)):
                assert listed(store, viewer, query) == [made.id]
        page = store.page(replace(OWN, player="bo"), BO, limit=1)
        rest = store.page(replace(OWN, player="bo"), BO, page.next)
        assert [entry.id for entry in (*page.entries, *rest.entries)] == [made.id, other.id]

    def test_an_undetermined_replay_is_found_by_verdict_and_by_finished(self, store: Store) -> None:
        unsure = replace(upload(), verdict="undetermined")
        beginning = replace(unfinished(), verdict="undetermined", winners=())
        store.add([unsure, beginning, upload("other")], "ana")
        query = Query(verdict="undetermined", order=Order.OLDEST)
        assert listed(store, ANYONE, query) == [unsure.id, beginning.id]
        assert listed(store, ANYONE, Query(verdict="undetermined", finished=True)) == [unsure.id]
        assert [entry.verdict for entry in store.page(query, ANYONE).entries] == [
            "undetermined",
            "undetermined",
        ]

    def test_the_most_open_of_the_holders_wishes_counts(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana", PRIVATE)
        assert store.get(made.id, BO) is None
        for holder, visibility in (("bo", UNLISTED), ("cleo", PUBLIC)):
            store.add([made], holder, visibility)
            replay = store.get(made.id, ANYONE)
            assert replay is not None
            assert replay.entry.visibility is visibility
        own = store.get(made.id, ANA)
        assert own is not None
        assert (own.hold, own.entry.visibility) == (PRIVATE, PUBLIC)
        store.give_up(made.id, CLEO)
        assert listed(store, ANYONE) == []
        store.give_up(made.id, BO)
        assert store.get(made.id, ANYONE) is None
        assert listed(store, ANA, OWN) == [made.id]

    def test_an_upload_of_what_is_private_to_others_looks_new(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana", PRIVATE)
        (added,) = store.add([made], "bo", PRIVATE)
        assert (added.created, added.held) == (True, False)
        (added,) = store.add([made], "cleo", UNLISTED)
        assert added.created
        (added,) = store.add([made], "dan")
        assert not added.created

    def test_a_holder_changes_only_their_own_wish(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana")
        store.add([made], "bo")
        changed = store.set_visibility(made.id, ANA, PRIVATE)
        assert changed is not None
        assert (changed.hold, changed.entry.visibility) == (PRIVATE, PUBLIC)
        changed = store.set_visibility(made.id, BO, UNLISTED)
        assert changed is not None
        assert changed.entry.visibility is UNLISTED

    def test_an_admin_changes_their_own_wish_or_else_all(self, store: Store) -> None:
        made, admin = upload(), Viewer("root", admin=True)
        for holder in ("ana", "bo"):
            store.add([made], holder)
        changed = store.set_visibility(made.id, admin, PRIVATE)
        assert changed is not None
        assert (changed.hold, changed.entry.visibility) == (None, PRIVATE)
        assert store.get(made.id, ANYONE) is None
        store.add([made], "root", PUBLIC)
        store.set_visibility(made.id, admin, UNLISTED)
        replay = store.get(made.id, ANA)
        assert replay is not None
        assert (replay.hold, replay.entry.visibility) == (PRIVATE, UNLISTED)

    def test_a_replay_made_public_is_listed_as_new(self, store: Store, clock: Clock) -> None:
        first, second = upload("first"), upload("second")
        store.add([first], "ana", PRIVATE)
        store.add([second], "ana")
        read_to = store.page(Query(), ANYONE).entries[-1].number
        clock.now += 100
        store.set_visibility(first.id, ANA, PUBLIC)
        (entry,) = store.page(Query(order=Query().order.OLDEST), ANYONE, after=read_to).entries
        assert (entry.id, entry.uploaded) == (first.id, clock.now)
        clock.now += 100
        store.set_visibility(first.id, ANA, PUBLIC)
        replay = store.get(first.id, ANYONE)
        assert replay is not None
        assert (replay.entry.number, replay.entry.uploaded) == (entry.number, entry.uploaded)

    def test_making_a_replay_public_reveals_nothing_of_an_earlier_private_upload(
        self, store: Store, clock: Clock
    ) -> None:
        made = upload()
        store.add([made], "ana", PRIVATE)
        clock.now += 100
        store.add([made], "bo", PUBLIC)
        replay = store.get(made.id, ANYONE)
        assert replay is not None
        assert replay.entry.uploaded == clock.now

    @pytest.mark.parametrize("viewer", [ANYONE, BO, ANA, ADMIN], ids=str)
    def test_an_unfinished_game_is_whole_for_its_holders_and_admins(
        self, store: Store, viewer: Viewer
    ) -> None:
        made = unfinished()
        store.add([made], "ana")
        whole = viewer in (ANA, ADMIN)
        body = made.body if whole else made.public_body
        scores = made.scores if whole else made.public_scores
        replay = store.get(made.id, viewer)
        assert replay is not None
        assert (replay.whole, replay.body, replay.entry.scores) == (whole, body, scores)
        assert not replay.entry.finished
        (entry,) = store.page(Query(), viewer).entries
        assert entry == replay.entry
        assert list(store.bodies(Query(), viewer)) == [(entry.number, body)]

    def test_a_new_holder_of_an_unfinished_game_sees_it_whole(self, store: Store) -> None:
        made = unfinished()
        store.add([made], "ana")
        store.add([made], "bo")
        replay = store.get(made.id, BO)
        assert replay is not None
        assert replay.whole
        store.give_up(made.id, BO)
        replay = store.get(made.id, BO)
        assert replay is not None
        assert not replay.whole

    def test_a_finished_game_is_whole_for_all(self, store: Store) -> None:
        made = upload()
        store.add([made], "ana", UNLISTED)
        replay = store.get(made.id, ANYONE)
        assert replay is not None
        assert replay.whole
        assert b'"seed"' in gzip.decompress(replay.body)

    @pytest.mark.parametrize("text", ["seed", "s", "6b86", "deck"])
    def test_a_search_finds_no_hidden_text(self, store: Store, text: str) -> None:
        store.add([upload(plies=20, seed_hash=None)], "ana")
        assert listed(store, ANYONE, Query(text=text)) == []
