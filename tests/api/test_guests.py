"""Guests: people without a token, who may open a few tables a day."""

import re
from typing import Any

import pytest
from msgspec.json import encode

from replays.store.model import ADMIN, Visibility
from replays.store.sql.guest_writes import DAY
from tests.api.asking import JSON, TOKENS, problem
from tests.api.conftest import Serve
from tests.api.described import DOCUMENT
from tests.api.guests import KEY, Browser, Opened, call, ended_replay, opened
from tests.replays.store.making import record

__all__ = ["opened"]


def test_somebody_without_a_token_opens_a_table_and_plays(opened: Opened) -> None:
    browser = Browser(opened())
    form = browser.ask("GET", "/new")
    assert "24 hours" in form.text
    assert form.headers["Cache-Control"] == "no-store"
    answer = browser.start()
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert re.fullmatch(
        r"cgn=cgn_[\w-]{43}; Expires=[^;]+; Max-Age=2592000; HttpOnly; Path=/; SameSite=Lax", cookie
    )
    there = str(answer.headers["Location"])
    page = browser.ask("GET", there)
    assert 'id="choices"' in page.text
    table = there.split("/")[2]
    assert browser.play(table).status_code == 303
    assert (
        browser.ask("POST", f"/t/{table}/takebacks", {"version": "2", "to": "0"}).status_code == 303
    )
    entry = browser.served.json(f"/v1/tables/{table}")
    assert re.fullmatch("guest-[0-9]{8}", entry["owner"])
    assert (entry["visibility"], entry["version"], entry["plies"]) == ("unlisted", 3, 0)
    given = call(browser, table, "tokens", {"seat": "B"}, 3)
    assert given.status_code == 201
    ended = call(browser, table, "end", {"termination": "abandoned"}, 3)
    assert (ended.status_code, ended.json["finished"]) == (200, True)
    assert browser.ask("GET", f"/r/{ended.json['replay']}").status_code == 200


def test_its_later_tables_are_of_the_same_guest_and_those_of_another_are_not(
    opened: Opened,
) -> None:
    served = opened()
    browser, other = Browser(served), Browser(served, "192.0.2.2")
    tables = [browser.opened(), browser.opened(), other.opened()]
    first, second, third = [served.json(f"/v1/tables/{one}")["owner"] for one in tables]
    assert first == second != third
    assert len(served.store.tokens.list()) == len(TOKENS) + 2
    assert other.play(tables[0]).status_code == 403
    assert call(other, tables[0], "end", {"termination": "abandoned"}, 1).status_code == 403
    page = other.ask("GET", f"/t/{tables[0]}/play")
    assert page.status_code == 303
    assert page.headers["Location"].endswith(f"/t/{tables[0]}")


def test_a_form_that_is_sent_twice_starts_one_game_of_one_guest(opened: Opened) -> None:
    served = opened()
    once, again = Browser(served), Browser(served)
    assert once.opened(key=KEY) == again.opened(key=KEY)
    assert once.cookies == again.cookies
    assert len(served.store.guests.tables()) == 1


def test_a_guest_invites_others_and_calls_the_game_off(opened: Opened) -> None:
    browser = Browser(opened())
    page = browser.start(cards="dealt")
    assert page.status_code == 200
    assert page.text.count('class="qr"') == 2
    (table,) = set(re.findall(r"/t/(\w{32})/join#", page.text))
    renewed = browser.ask("POST", f"/t/{table}/invitations?as=owner", {"seat": "B"})
    assert renewed.text.count('class="qr"') == 1
    sent = {"version": "1", "termination": "abandoned"}
    assert browser.ask("POST", f"/t/{table}/end?as=owner", sent).status_code == 303
    assert browser.ask("GET", f"/t/{table}").status_code == 404


def test_a_guest_finds_their_tables_again_and_can_add_nothing(opened: Opened) -> None:
    browser = Browser(opened())
    table = browser.opened()
    page = browser.ask("GET", "/me").text
    assert f"/t/{table}/play" in page
    assert "<textarea" not in page
    ended = {"version": "1", "termination": "adjudicated", "winner": "A"}
    assert browser.ask("POST", f"/t/{table}/end", ended).status_code == 303
    page = browser.ask("GET", "/me").text
    (replay,) = set(re.findall(r"/r/(\w{64})", page))
    assert "<form" not in page
    for sent in ("visibility", "delete"):
        path = f"/me/replays/{replay}/{sent}"
        assert browser.ask("POST", path, {"visibility": "public"}).status_code == 403
    assert browser.ask("POST", "/me/replays", {"log": "x"}).status_code == 403


def test_a_guest_has_one_computer_at_a_table(opened: Opened) -> None:
    browser = Browser(opened())
    three: dict[str, Any] = {"player": ["Ana", "", ""], "computer": ["1", "2"]}
    refused = browser.start(**three)
    assert refused.status_code == 422
    assert "can have one seat" in refused.text
    assert browser.start(computer="1").status_code == 303


@pytest.mark.parametrize("key", ["", "a", "A" * 32])
def test_a_key_that_somebody_may_guess_makes_no_token(opened: Opened, key: str) -> None:
    served = opened()
    first, second = Browser(served), Browser(served)
    first.opened(key=key)
    second.opened(key=key)
    assert first.cookies != second.cookies


def test_without_open_tables_it_takes_a_token(serve: Serve) -> None:
    browser = Browser(serve())
    assert "<form" not in browser.ask("GET", "/new").text
    refused = browser.start()
    assert refused.status_code == 401
    assert "Set-Cookie" not in refused.headers


def test_the_form_of_another_site_opens_nothing(opened: Opened) -> None:
    browser = Browser(opened())
    sent = {"game": "triggs", "cards": "seeded", "player": ["Ana", "Bo"]}
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://other.example"}, {}):
        assert browser.ask("POST", "/new", sent, headers).status_code == 403
    assert browser.served.store.guests.tables() == []


def test_a_game_that_cannot_be_leaves_no_guest(opened: Opened) -> None:
    browser = Browser(opened())
    refused = browser.start(player="Ana")
    assert refused.status_code == 422
    assert not browser.cookies
    assert len(browser.served.store.tokens.list()) == len(TOKENS)


def test_a_network_opens_so_many_tables_in_a_day(opened: Opened) -> None:
    served = opened()
    for _ in range(3):
        Browser(served, "2001:db8::1").opened()
    browser = Browser(served, "2001:db8::2")
    refused = browser.start()
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(DAY))
    assert "3 tables were opened from your network" in refused.text
    assert 'value="Ana"' in refused.text
    assert not browser.cookies
    assert len(served.store.tokens.list()) == len(TOKENS) + 3
    Browser(served, "2001:db8:0:1::1").opened()
    served.clock.now += DAY
    browser.opened()
    counted = served.get("/metrics").text
    assert 'cgn_open_tables_total{outcome="opened"} 5.0' in counted
    assert 'cgn_open_tables_total{outcome="refused"} 1.0' in counted


def test_a_day_counts_tables_that_are_gone(opened: Opened) -> None:
    served = opened()
    browser = Browser(served)
    for _ in range(3):
        browser.opened()
    assert served.store.guests.clear() == 3
    assert browser.start().status_code == 429


def test_so_many_tables_of_guests_run_at_once(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replays.store.sql.guest_writes.MOST_RUNNING", 2)
    served = opened()
    first = Browser(served)
    tables = [first.opened(), first.opened()]
    other = Browser(served, "198.51.100.1")
    refused = other.start()
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert "2 tables of guests are in progress" in refused.text
    assert 'cgn_open_tables_total{outcome="full"} 1.0' in served.get("/metrics").text
    assert call(first, tables[0], "end", {"termination": "abandoned"}, 1).status_code == 200
    other.opened()
    assert other.start().status_code == 503
    served.clock.now += DAY  # which ends the tables of both
    third = Browser(served, "203.0.113.1")
    assert third.opened() != third.opened()


def test_its_token_does_nothing_else(opened: Opened) -> None:
    served = opened()
    browser = Browser(served)
    mine = browser.opened()
    theirs = served.ask(
        "POST",
        "/v1/tables",
        "ana",
        body=encode(
            {"header": {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["A", "B"], "seed": "x"}}
        ),
        kind=JSON,
    ).json["id"]
    replay = served.upload(record())
    values = {
        "replay": replay,
        "deck": "sha256:" + "0" * 64,
        "game": "triggs",
        "ply": 0,
        "seat": "A",
    }
    token = served.store.tokens.list()[-1].id
    asked = 0
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            if method == "parameters" or {} in operation["security"]:
                continue
            where = path.format(**values, table=theirs, token=token)
            answer = served.ask(method.upper(), where, headers={**browser.by, "If-Match": '"v1"'})
            own = (method, path) in {("get", "/v1/me"), ("get", "/v1/tokens")}
            assert answer.status_code == (200 if own else 403), (method, where, answer.text)
            asked += 1
    assert asked > 10
    assert problem(served.ask("DELETE", f"/v1/tables/{mine}", headers=browser.by), 403)
    assert browser.ask("POST", f"/r/{replay}/keep", {}).status_code == 403
    assert served.json("/v1/tables")["tables"][0]["id"] == theirs
    assert len(served.store.guests.tables()) == 1


def test_what_guests_do_is_in_no_list(opened: Opened) -> None:
    served = opened()
    browser = Browser(served)
    table = browser.opened()
    assert call(browser, table, "end", {"termination": "abandoned"}, 1).status_code == 200
    (match,) = served.store.guests.tables()
    assert match.replay is not None
    assert served.json("/v1/tables")["tables"] == []
    assert served.json("/v1/replays")["replays"] == []
    for reader in (Browser(served, "192.0.2.9"), browser):
        assert match.replay not in reader.ask("GET", "/").text
    page = browser.ask("GET", f"/r/{match.replay}")
    assert page.headers["X-Robots-Tag"] == "noindex"


def test_guests_and_their_seats_count_by_address(serve: Serve) -> None:
    served = serve(open_tables=3, reads=6)
    browser = Browser(served)
    table = browser.opened()
    seat = call(browser, table, "tokens", {"seat": "A"}, 1).json["token"]
    stranger = Browser(served)
    for headers in (browser.by, {"Authorization": f"Bearer {seat}"}, {}) * 2:
        assert stranger.ask("GET", f"/v1/tables/{table}", headers=headers).status_code == 200
    for headers in (browser.by, {"Authorization": f"Bearer {seat}"}, {}):
        assert stranger.ask("GET", f"/v1/tables/{table}", headers=headers).status_code == 429
    assert Browser(served, "192.0.2.2").ask("GET", "/healthz").status_code == 200


def test_a_guests_visibility_stays_unlisted(opened: Opened) -> None:
    served = opened()
    browser = Browser(served)
    replay = ended_replay(browser)
    changed = served.ask(
        "PATCH",
        f"/v1/replays/{replay}",
        body='{"visibility": "public"}',
        kind=JSON,
        headers=browser.by,
    )
    assert changed.status_code == 403
    found = served.store.get(replay, ADMIN)
    assert found is not None
    assert found.entry.visibility is Visibility.UNLISTED
