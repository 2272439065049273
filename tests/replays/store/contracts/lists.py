"""Lists: filters, order, pages."""

from dataclasses import replace

import pytest

from replays.store.model import (
    ADMIN,
    ANYONE,
    MAX_NUMBER,
    MAX_PAGE,
    MAX_PAGE_BYTES,
    Order,
    Viewer,
    Visibility,
)
from replays.store.query import Query
from replays.store.sql.store import Store
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.making import EVENT, upload

DAY = 24 * 60 * 60
OLDEST = Query(order=Order.OLDEST)


def walked(store: Store, query: Query, limit: int) -> list[str]:
    """The ids of all pages in order."""
    ids: list[str] = []
    after = None
    while True:
        page = store.page(query, ANYONE, after, limit)
        assert len(page.entries) <= limit
        ids += [entry.id for entry in page.entries]
        if page.next is None:
            return ids
        assert page.entries[-1].number == page.next
        after = page.next


class Lists:
    """The contents and order of lists."""

    def test_the_newest_or_the_oldest_come_first(self, store: Store) -> None:
        made = [upload(seed) for seed in "abc"]
        for one in made:
            store.add([one], "ana")
        ids = [one.id for one in made]
        assert [entry.id for entry in store.page(OLDEST, ANYONE).entries] == ids
        assert [entry.id for entry in store.page(Query(), ANYONE).entries] == ids[::-1]

    @pytest.mark.parametrize("limit", [1, 2, 3, 7, MAX_PAGE])
    @pytest.mark.parametrize("order", Order)
    def test_pages_have_every_replay_once(self, store: Store, limit: int, order: Order) -> None:
        made = [upload(comments=(str(number),)) for number in range(7)]
        store.add(made, "ana")
        ids = [one.id for one in made][:: 1 if order is Order.OLDEST else -1]
        assert walked(store, Query(order=order), limit) == ids

    @pytest.mark.parametrize("order", Order)
    def test_a_page_of_long_headers_ends_early(self, store: Store, order: Order) -> None:
        """Of 40 headers of 16 KB, a page has those that are 256 KB together."""
        tags = {f"Tag{number}": "x" * 1_000 for number in range(15)}
        made = [upload(tags={**tags, "Event": str(number)}) for number in range(40)]
        store.add(made, "ana")
        page = store.page(Query(order=order), ANYONE)
        assert MAX_PAGE_BYTES // 16_384 <= len(page.entries) <= MAX_PAGE_BYTES // 15_000
        ids = [one.id for one in made][:: 1 if order is Order.OLDEST else -1]
        assert walked(store, Query(order=order), MAX_PAGE) == ids

    def test_a_full_last_page_has_no_next(self, store: Store) -> None:
        store.add([upload(seed) for seed in "ab"], "ana")
        assert store.page(Query(), ANYONE, limit=2).next is None
        assert store.page(Query(game="none"), ANYONE).next is None
        assert store.page(Query(), ANYONE, after=0).entries == ()
        assert store.page(OLDEST, ANYONE, after=MAX_NUMBER).entries == ()

    def test_ids_find_what_the_viewer_may_read(self, store: Store) -> None:
        made = {wish: upload(wish) for wish in Visibility}
        for wish, one in made.items():
            store.add([one], "ana", wish)
        ids = (*(one.id for one in made.values()), "0" * 64)
        for viewer, wishes in (
            (ANYONE, ("public", "unlisted")),
            (Viewer("bo"), ("public", "unlisted")),
            (Viewer("ana"), ("public", "unlisted", "private")),
        ):
            seen = {entry.id for entry in store.page(Query(ids=ids), viewer).entries}
            assert seen == {made[Visibility(wish)].id for wish in wishes}
        assert store.page(Query(ids=()), ANYONE).entries == ()
        assert store.page(Query(ids=ids, game="the_jam"), ANYONE).entries == ()

    def test_a_digest_finds_replays_that_the_viewer_sees_whole(self, store: Store) -> None:
        first, again = upload(), upload(comments=("as Bo saw it",))
        begun = upload(plies=6)
        store.add([first, again, upload("another"), begun], "ana")
        query = Query(game_digest=first.game_digest)
        ids = {entry.id for entry in store.page(query, ANYONE).entries}
        assert ids == {first.id, again.id}
        half = Query(game_digest=begun.game_digest)
        assert store.page(half, ANYONE).entries == ()
        assert [entry.id for entry in store.page(half, Viewer("ana")).entries] == [begun.id]

    def test_a_number_is_never_reused(self, store: Store) -> None:
        first, second = upload("first"), upload("second")
        store.add([first], "ana")
        (entry,) = store.page(OLDEST, ANYONE).entries
        store.give_up(first.id, Viewer("ana"))
        store.add([second], "ana")
        (later,) = store.page(OLDEST, ANYONE, after=entry.number).entries
        assert later.id == second.id

    @pytest.mark.parametrize("limit", [0, -1, MAX_PAGE + 1, 1 << 64])
    def test_a_limit_out_of_range_is_refused(self, store: Store, limit: int) -> None:
        with pytest.raises(ValueError, match="limit"):
            store.page(Query(), ANYONE, limit=limit)
        with pytest.raises(ValueError, match="limit"):
            store.decks.page(limit=limit)

    @pytest.mark.parametrize("after", [-1, MAX_NUMBER + 1, 1 << 64])
    def test_a_place_out_of_range_is_refused(self, store: Store, after: int) -> None:
        with pytest.raises(ValueError, match="after"):
            store.page(Query(), ANYONE, after=after)
        with pytest.raises(ValueError, match="after"):
            store.bodies(Query(), ANYONE, after=after)
        with pytest.raises(ValueError, match="after"):
            store.decks.page(after=after)

    @pytest.mark.parametrize("after", [0, MAX_NUMBER])
    @pytest.mark.parametrize("order", Order)
    def test_a_page_of_two_filters_can_begin_anywhere(
        self, store: Store, order: Order, after: int
    ) -> None:
        store.add([upload()], "ana")
        found = store.page(Query(text="ana", player="bo", order=order), ANYONE, after).entries
        assert len(found) == ((order is Order.NEWEST) is (after > 0))

    def test_bodies_can_start_after_any_number(self, store: Store) -> None:
        made = [upload(comments=(str(number),)) for number in range(230)]
        store.add(made, "ana")
        bodies = list(store.bodies(OLDEST, ANYONE))
        assert [body for _, body in bodies] == [one.body for one in made]
        assert list(store.bodies(OLDEST, ANYONE, after=bodies[99][0])) == bodies[100:]
        newest = list(store.bodies(Query(), ANYONE))
        assert newest == bodies[::-1]
        assert list(store.bodies(Query(), ANYONE, after=newest[150][0])) == newest[151:]

    def test_bodies_can_be_read_while_others_write(self, store: Store) -> None:
        made = [upload(comments=(str(number),)) for number in range(240)]
        store.add(made[:220], "ana")
        reading = store.bodies(OLDEST, ANYONE)
        first = [next(reading) for _ in range(5)]
        store.add(made[220:], "ana")
        store.give_up(made[219].id, ADMIN)
        rest = [body for _, body in [*first, *reading]]
        assert rest == [one.body for one in made if one is not made[219]]

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            (Query(), "tueop"),
            (Query(game="triggs"), "tue"),
            (Query(game="TRIGGS"), ""),
            (Query(game="no_such_game"), ""),
            (Query(player="Mara"), "tp"),
            (Query(player="mARA"), "tp"),
            (Query(player="Mar"), ""),
            (Query(player="%"), ""),
            (Query(player="_ara"), ""),
            (Query(player="STRASSE"), "o"),
            (Query(player="zoe\u0308"), "e"),
            (Query(player="Zoe"), ""),
            (Query(opponent="BO"), "tueo"),
            (Query(player="Mara", opponent="bo"), "t"),
            (Query(player="bo", opponent="Mara"), "t"),
            (Query(player="Mara", opponent="Ana", finished=False), "p"),
            (Query(player="Mara", opponent="zoë"), ""),
            (Query(player="Mara", opponent="bo", winner="nobody"), ""),
            (Query(event="tuesday CLUB"), "to"),
            (Query(event="Tuesday"), ""),
            (Query(date="2026"), "to"),
            (Query(date="2026-11"), "to"),
            (Query(date="2026-11-20"), "t"),
            (Query(date="2026-12"), ""),
            (Query(date="2019"), "u"),
            (Query(date="9999"), ""),
            (Query(tag="Event=TUESDAY club"), "to"),
            (Query(tag="Site=ZOË'S kitchen"), "to"),
            (Query(tag="Site=zoë"), ""),
            (Query(tag="Date=2019 or so"), "u"),
            (Query(tag="Event=Tuesday club", event="tuesday club", date="2026-11-21"), "o"),
            (Query(tag="Event=Tuesday club", player="Mara"), "t"),
            (Query(uploaded="1970-01-12"), "tueop"),
            (Query(uploaded="1970-01-12.."), "tueop"),
            (Query(uploaded="1970-01-13.."), ""),
            (Query(uploaded="..1970-01-12"), "tueop"),
            (Query(uploaded="..1970-01-11"), ""),
            (Query(uploaded="1970..1970-01", game="triggs"), "tue"),
            (Query(uploaded="1970..2999", player="mara"), "tp"),
            (Query(uploaded="1970-02"), ""),
            (Query(uploaded="1971..1970"), ""),
            (Query(seats=2), "ueop"),
            (Query(seats=3), "t"),
            (Query(finished=True), "tueo"),
            (Query(finished=False), "p"),
            (Query(verdict="valid"), "tueo"),
            (Query(verdict="incomplete"), "p"),
            (Query(verdict="undetermined"), ""),
            (Query(origin="ab" * 32), "u"),
            (Query(origin="cd" * 32), ""),
            (Query(player="Mara", finished=False, seats=2), "p"),
            (Query(player="Mara", event="tuesday club", game="triggs"), "t"),
            (Query(player="Mara", game="point_salad", finished=True), ""),
        ],
        ids=str,
    )
    def test_a_filter_finds_what_it_names(self, store: Store, query: Query, expected: str) -> None:
        other = {**EVENT, "Event": "TUESDAY club", "Date": "2026-11-21"}
        made = {
            "t": upload("t", players=("Mara", "Bo", "Cleo"), tags=EVENT),
            "u": upload("u", tags={"Date": "2019 or so", "From": f"{'ab' * 32} 3"}),
            "e": upload("e", players=("Zoë", "Bo")),
            "o": upload("o", "point_salad", players=("Straße", "Bo"), tags=other),
            "p": upload("p", "point_salad", players=("Ana", "MARA"), plies=5),
        }
        store.add(list(made.values()), "ana")
        ids = {one.id: name for name, one in made.items()}
        entries = store.page(replace(query, order=Order.OLDEST), ANYONE).entries
        assert "".join(ids[entry.id] for entry in entries) == expected
        assert store.count(query, ANYONE) == len(expected)

    def test_long_tags_are_kept_and_found_by_nobody(self, store: Store) -> None:
        value = "".join(chr(0x1F300 + number % 700) for number in range(1_000))
        made = upload(tags={"Event": value, "X" * 65: "1", "Y" * 64: value[:200]})
        store.add([made], "ana")
        assert store.count(Query(event=value), ANYONE) == 0
        assert store.count(Query(tag=f"{'Y' * 64}={value[:200]}"), ANYONE) == 1
        assert list(store.check(lambda *_: None)) == []

    @pytest.mark.parametrize(
        "letter", ["\u00df", chr(119232)]
    )  # twice as long, six times the bytes
    def test_a_tag_is_found_that_gets_longer_when_case_does_not_count(
        self, store: Store, letter: str
    ) -> None:
        value, name = letter * 200, "X" * 64
        store.add([upload(tags={"Event": value, name: value})], "ana")
        for query in (Query(event=value), Query(tag=f"{name}={value}")):
            assert store.count(query, ANYONE) == 1

    def test_each_viewer_finds_a_replay_by_the_time_that_they_are_told(
        self, store: Store, clock: Clock
    ) -> None:
        made = upload()
        times = {}
        for holder in ("ana", "bo"):
            store.add([made], holder, Visibility.PRIVATE)
            times[holder] = clock.now
            clock.now += DAY
        days = {"ana": "1970-01-12", "bo": "1970-01-13"}
        for holder, day in days.items():
            viewer = Viewer(holder)
            for query in (Query(own=True, uploaded=day), Query(ids=(made.id,), uploaded=day)):
                (entry,) = store.page(query, viewer).entries
                assert entry.uploaded == times[holder]
            others = Query(own=True, uploaded="1970-01-14..")
            assert store.page(others, viewer).entries == ()
        assert store.count(Query(own=True, uploaded="..1970-01-12"), Viewer("bo")) == 0
        store.set_visibility(made.id, Viewer("ana"), Visibility.PUBLIC)
        for viewer in (ANYONE, Viewer("bo")):
            public = Query(own=viewer is not ANYONE, uploaded="1970-01-14")
            (entry,) = store.page(public, viewer).entries
            assert entry.uploaded == clock.now

    def test_a_clock_that_went_wrong_loses_no_replay_of_a_day(
        self, store: Store, clock: Clock
    ) -> None:
        days = (3, 900, 2, 3, 1, 4)
        made = [upload(str(number)) for number in range(len(days))]
        for one, day in zip(made, days, strict=True):
            clock.now = day * DAY
            store.add([one], "ana")
        found = {
            "1970-01-04": [0, 3],
            "1970-01-04..": [0, 1, 3, 5],
            "..1970-01-03": [2, 4],
            "1970-01-03..1970-01-04": [0, 2, 3],
            "1972": [1],
        }
        for uploaded, numbers in found.items():
            query = Query(uploaded=uploaded, order=Order.OLDEST)
            ids = [entry.id for entry in store.page(query, ANYONE).entries]
            assert ids == [made[number].id for number in numbers], uploaded

    @pytest.mark.parametrize("order", Order)
    @pytest.mark.parametrize("named", [{}, {"player": "ana"}, {"player": "ana", "text": "bo"}])
    def test_pages_of_some_days_have_every_replay_once(
        self, store: Store, clock: Clock, order: Order, named: dict[str, str]
    ) -> None:
        made = [upload(str(number)) for number in range(9)]
        for number, one in enumerate(made):
            clock.now = number // 2 * DAY
            store.add([one], "ana")
        query = Query(uploaded="1970-01-02..1970-01-04", order=order, **named)  # type: ignore[arg-type] # texts
        ids = [one.id for one in made[2:8]][:: 1 if order is Order.OLDEST else -1]
        for limit in (1, 2, 4, 6):
            assert walked(store, query, limit) == ids

    @pytest.mark.parametrize("most", [0, 1, 2, 3, 9])
    def test_counting_stops_at_its_limit(self, store: Store, most: int) -> None:
        store.add([upload(seed) for seed in "abc"], "ana")
        assert store.count(Query(), ANYONE, most) == min(most, 3)
        assert store.count(Query(own=True, player="Ana"), Viewer("ana"), most) == min(most, 3)

    @pytest.mark.parametrize("query", [Query(), Query(seats=3), Query(own=True)], ids=str)
    def test_a_replay_with_one_name_at_two_seats_is_found_once(
        self, store: Store, query: Query
    ) -> None:
        made = upload(players=("Ana", "ANA", "aná"))
        store.add([made], "ana")
        for named in ({"player": "ana"}, {"winner": "aná"}, {"player": "ANA", "text": "ana"}):
            narrowed = replace(query, **named)  # type: ignore[arg-type] # texts
            ids = [entry.id for entry in store.page(narrowed, Viewer("ana")).entries]
            assert ids in ([made.id], [])
            assert store.count(narrowed, Viewer("ana")) == len(ids)
        assert store.count(replace(query, player="ana"), Viewer("ana")) == 1

    def test_winners_are_found_by_name(self, store: Store) -> None:
        made = upload("won")
        store.add([made], "ana", Visibility.PUBLIC)
        for seat, name in zip("AB", made.players, strict=True):
            assert store.count(Query(winner=name.upper()), ANYONE) == (seat in made.winners)
        assert store.count(Query(winner="nobody"), ANYONE) == 0

    def test_nobody_won_an_unfinished_game(self, store: Store) -> None:
        store.add([upload("won", plies=4)], "ana")
        assert store.count(Query(winner="Ana"), ANYONE) == 0
        assert store.count(Query(winner="Bo"), ANYONE) == 0
