"""Full-text search."""

import pytest

from replays.store.model import ADMIN, ANYONE, Order
from replays.store.query import MAX_TEXT, Query
from replays.store.sql import queries
from replays.store.sql.store import Store
from tests.replays.store.making import EVENT, upload

HOSTILE = (
    '"',
    '""',
    "'",
    "'; DROP TABLE replay; --",
    "*",
    "Ana*",
    "^Ana",
    "Ana AND Bo",
    "Ana OR nobody",
    "NOT Ana",
    "NEAR(Ana Bo)",
    "text:Ana",
    "{text}: Ana",
    "-text:nobody",
    "Ana + Bo",
    "(Ana",
    "Ana)",
    "\\",
    "%",
    "_",
    "\0",
    "Ana\0Bo",
    "\u202eanA",
    "🂡",
    "=cmd()",
    "<img src=x onerror=alert(1)>",
    "x" * MAX_TEXT,
    "a " * (MAX_TEXT // 2),
    '" ' * (MAX_TEXT // 2),
)


class Searches:
    """Searches for words."""

    @pytest.mark.parametrize(
        "text",
        [
            *("ana", "ANA", "Bo Ana", "club tuesday", "kitchen", "Zoë", "zoe", "quiet"),
            *("start quiet ana", '"quiet start"', "quiet, start!", "tuesday-club"),
        ],
    )
    def test_words_are_found_in_names_event_site_and_comments(
        self, store: Store, text: str
    ) -> None:
        store.add([upload(tags=EVENT, comments=("A quiet start.",))], "ana")
        assert store.count(Query(text=text), ANYONE) == 1

    @pytest.mark.parametrize(
        "text", ["an", "nobody", "ana nobody", "2026", "triggs", "Ana AND Bo", "start-quiet"]
    )
    def test_other_texts_are_not_searched(self, store: Store, text: str) -> None:
        store.add([upload(tags=EVENT, comments=("A quiet start.",))], "ana")
        assert store.count(Query(text=text), ANYONE) == 0

    @pytest.mark.parametrize("text", [" ", "\n", "\xa0", "\u3000", "!", "\u0301"], ids=ascii)
    def test_a_text_without_words_finds_nothing(self, store: Store, text: str) -> None:
        store.add([upload(comments=("a \xa0 ! b",))], "ana")
        assert store.count(Query(text=text), ANYONE) == 0
        assert store.page(Query(text=text), ANYONE).entries == ()

    @pytest.mark.parametrize("order", Order)
    def test_a_page_goes_on_where_the_latest_numbers_do_not_fill_it(
        self, store: Store, order: Order, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(queries, "_STRETCHES", (2, 5))
        two, three = ("Ana", "Bo"), ("Ana", "Bo", "Cleo")
        players = [two if number in (0, 1, 2, 9, 11) else three for number in range(12)]
        games = [upload(str(n), players=some, tags=EVENT) for n, some in enumerate(players)]
        store.add(games, "ana")
        ids = [game.id for game in games if game.players == two]
        if order is Order.NEWEST:
            ids.reverse()
        query = Query(text="club", seats=2, order=order)
        for limit in (1, 2, 3):
            listed, after = list[str](), None
            while True:
                page = store.page(query, ANYONE, after, limit=limit)
                listed += [entry.id for entry in page.entries]
                if (after := page.next) is None:
                    break
            assert listed == ids

    @pytest.mark.parametrize("text", HOSTILE, ids=ascii)
    def test_any_query_is_taken_as_words(self, store: Store, text: str) -> None:
        made = upload()
        store.add([made], "ana")
        count = store.count(Query(text=text), ANYONE)
        assert count in (0, 1)
        assert len(store.page(Query(text=text), ANYONE).entries) == count
        for name in ("game", "player", "opponent", "winner", "event"):
            assert store.count(Query(**{name: text}), ANYONE) == 0  # type: ignore[arg-type] # texts
        assert store.get(text, ADMIN) is None
        assert not store.give_up(text, ADMIN)
        assert store.get(made.id, ANYONE) is not None

    @pytest.mark.parametrize("text", [one for one in HOSTILE if "\0" not in one], ids=ascii)
    def test_any_text_is_kept_and_found(self, store: Store, text: str) -> None:
        shown = text[:200]
        made = upload(players=(shown, "Bo"), tags={"Event": shown}, comments=(shown,))
        store.add([made], shown)
        replay = store.get(made.id, ANYONE)
        assert replay is not None
        assert replay.entry.players == (shown, "Bo")
        assert replay.entry.tags == {"Event": shown}
        for name in ("player", "event"):
            assert store.count(Query(**{name: shown}), ANYONE) == 1  # type: ignore[arg-type] # texts

    @pytest.mark.parametrize(
        "name", ["", "0", "a" * 63, "A" * 64, "a" * 65, "\ud800", "é" * 64, "a" * 64 + "\n"]
    )
    def test_a_malformed_id_is_not_found(self, store: Store, name: str) -> None:
        assert store.get(name, ADMIN) is None
        assert not store.give_up(name, ADMIN)
        assert store.decks.get(f"sha256:{name[:8]}") is None
