"""Tables of guests and their replays go with time, unless somebody keeps them."""

from time import monotonic

import pytest

from replays.store.model import ADMIN
from replays.store.query import Query
from replays.store.sql.guest_writes import DAY
from replays.store.sql.guests import KEPT
from tests.api.asking import OURS, TOKENS
from tests.api.guests import Browser, Opened, ended_replay, opened
from tests.replays.store.making import record

__all__ = ["opened"]


def test_a_table_ends_after_a_day_without_a_ply(opened: Opened) -> None:
    served = opened()
    browser = Browser(served)
    played, quiet = browser.opened(), browser.opened()
    served.clock.now += DAY - 1
    assert served.json(f"/v1/tables/{quiet}")["expires"]
    assert browser.play(played).status_code == 303
    served.clock.now += 1
    assert served.get(f"/v1/tables/{quiet}").status_code == 404
    assert not served.json(f"/v1/tables/{played}")["finished"]
    served.clock.now += DAY
    ended = served.json(f"/v1/tables/{played}")
    assert (ended["finished"], ended["termination"]) == (True, "abandoned")
    assert browser.ask("GET", f"/r/{ended['replay']}").status_code == 200


def test_a_guest_goes_with_their_last_table(opened: Opened) -> None:
    served = opened()
    browser = Browser(served)
    browser.opened()
    token = dict(browser.cookies)
    served.clock.now += DAY
    served.json("/v1/tables")
    assert served.store.guests.tables() == []
    assert len(served.store.tokens.list()) == len(TOKENS)
    with served.store.reading() as db:
        assert db.execute("SELECT * FROM opening").fetchall() == []
    browser.opened()
    assert browser.cookies != token


def test_a_replay_is_erased_after_thirty_days(opened: Opened) -> None:
    served = opened()
    browser = Browser(served)
    replay = ended_replay(browser)
    (table,) = [match.id for match in served.store.guests.tables()]
    assert "It is erased on" in browser.ask("GET", f"/r/{replay}").text
    stranger = Browser(served, "192.0.2.9")
    assert "erased" not in stranger.ask("GET", f"/r/{replay}").text
    served.clock.now += KEPT - 1
    assert stranger.ask("GET", f"/r/{replay}").status_code == 200
    served.clock.now += 1
    assert stranger.ask("GET", f"/r/{replay}").status_code == 404
    assert served.get(f"/v1/tables/{table}").status_code == 404
    assert served.store.count(Query(ids=(replay,)), ADMIN) == 0
    assert len(served.store.tokens.list()) == len(TOKENS)
    assert list(served.store.check(lambda *_: None)) == []


def test_no_cached_page_outlives_a_replay(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    served = opened(cache=1 << 20)
    replay, stranger = ended_replay(Browser(served)), Browser(served, "192.0.2.9")
    for path in (f"/r/{replay}", f"/r/{replay}/cards"):
        assert stranger.ask("GET", path).status_code == 200
        assert stranger.ask("GET", path).status_code == 200
    served.clock.now += KEPT
    later = monotonic() + KEPT
    monkeypatch.setattr("api.http.cache.monotonic", lambda: later)
    for path in (f"/r/{replay}", f"/r/{replay}/cards"):
        assert stranger.ask("GET", path).status_code == 404


def test_a_table_that_nobody_asks_for_is_erased_too(opened: Opened) -> None:
    served = opened()
    replay = ended_replay(Browser(served))
    served.clock.now += KEPT
    served.json("/v1/tables")
    assert served.store.guests.tables() == []
    assert served.store.count(Query(ids=(replay,)), ADMIN) == 0


def test_somebody_signed_in_keeps_a_replay(opened: Opened) -> None:
    served = opened()
    replay = ended_replay(Browser(served))
    ana = Browser(served, cookies={"cgn": "cgn_ana"})
    page = ana.ask("GET", f"/r/{replay}")
    assert f'action="/r/{replay}/keep"' in page.text
    kept = ana.ask("POST", f"/r/{replay}/keep", {})
    assert (kept.status_code, kept.headers["Location"]) == (303, f"/r/{replay}")
    assert "erased" not in ana.ask("GET", f"/r/{replay}").text
    assert ana.ask("POST", f"/r/{replay}/keep", {}).status_code == 303, "twice is once"
    served.clock.now += KEPT
    served.json("/v1/tables")
    assert ana.ask("GET", f"/r/{replay}").status_code == 200
    assert served.json("/v1/replays?own=1", "ana")["replays"][0]["visibility"] == "unlisted"
    assert served.store.usage("ana").replays == 1
    assert list(served.store.check(lambda *_: None)) == []


def test_keeping_takes_a_token_room_and_a_replay_that_lies_open(opened: Opened) -> None:
    served = opened(max_replays=1)
    replay = ended_replay(Browser(served))
    unfinished = served.upload(record(plies=9), "bo")
    for headers, status in (
        ({"Sec-Fetch-Site": "cross-site", "Cookie": "cgn=cgn_ana"}, 403),
        (OURS, 401),
        ({**OURS, "Cookie": "cgn=cgn_reader"}, 403),
        ({**OURS, "Cookie": "cgn=cgn_bo"}, 507),
    ):
        assert Browser(served).ask("POST", f"/r/{replay}/keep", {}, headers).status_code == status
    ana = Browser(served, cookies={"cgn": "cgn_ana"})
    assert ana.ask("POST", f"/r/{'0' * 64}/keep", {}).status_code == 404
    refused = ana.ask("POST", f"/r/{unfinished}/keep", {})
    assert refused.status_code == 403
    assert "uploaders" in refused.text
    assert served.store.usage("ana").replays == 0


def test_an_admin_removes_the_table_of_a_guest_with_its_replay(opened: Opened) -> None:
    served = opened()
    replay = ended_replay(Browser(served))
    (match,) = served.store.guests.tables()
    assert served.ask("DELETE", f"/v1/tables/{match.id}", "root").status_code == 204
    assert served.store.count(Query(ids=(replay,)), ADMIN) == 0
