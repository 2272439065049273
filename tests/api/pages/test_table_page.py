"""The page of a game in progress: its view, live updates, and the replay at the end."""

import re
from collections.abc import Sequence
from html import unescape

import pytest
from msgspec.json import encode
from playwright.sync_api import Browser, Page, Response, expect

import cgn
from client.live_table import LiveTable
from notation.record import Entry, Ply
from pages.assets import assets
from pages.stretch import STRETCH
from tests.api.asking import Served, problem
from tests.api.live.making import HEADER, SEED, At
from tests.api.pages.browser import accessible, needs_chromium, opened
from tests.api.pages.conftest import Site
from tests.api.serving import TOKEN
from tests.replays.store.making import record

OK = 200
SIZE = {"width": 1280, "height": 720}

COUNT_TRANSITIONS = """() => {
    const start = document.startViewTransition.bind(document);
    window.transitions = 0;
    document.startViewTransition = (change) => {
        window.transitions += 1;
        return start(change);
    };
}"""
"""A script that counts how often the page has cards glide."""


@pytest.fixture
def at(served: Served) -> At:
    made = At.create(served)
    made.play("A", "A", "draw left middle")
    return made


def test_the_page_shows_the_last_ply_and_links_to_all(at: At, served: Served) -> None:
    answer = served.get(f"/t/{at.id}")
    assert answer.status_code == 200
    assert (answer.headers["ETag"], answer.headers["X-Accel-Expires"]) == ('"v2"', "1")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert f'data-live="/t/{at.id}/state"' in answer.text
    assert f'href="/t/{at.id}/0"' in answer.text
    for part in ("/0", "/1/sheet", "/cards", "/plies?from=0&to=1", "/state", "/record.cgn"):
        assert served.get(f"/t/{at.id}{part}").status_code == 200
    problem(served.get(f"/t/{at.id}/2", accept="application/json"), 404)


def test_the_state_has_all_that_a_ply_changes_on_the_page(at: At, served: Served) -> None:
    answer = served.get(f"/t/{at.id}/state")
    assert (answer.headers["ETag"], answer.headers["Cache-Control"]) == (
        '"v2"',
        "public, max-age=1",
    )
    own = served.get(f"/t/{at.id}/state", at.by("A"))
    assert (own.headers["Cache-Control"], own.headers["Poll-After"]) == ("private, no-store", "1")
    state = answer.json
    assert (state["version"], state["plies"], state["finished"]) == (2, 1, False)
    assert state["replay"] is None
    page = served.get(f"/t/{at.id}").text
    assert state["graph"] in page
    assert state["moves"] in page
    assert state["stretch"] == served.json(f"/t/{at.id}/plies?from=0&to=1")


@pytest.mark.parametrize("viewer", ["A", "ana"])
def test_the_state_is_that_of_the_view_of_the_page(at: At, served: Served, viewer: str) -> None:
    page = served.get(f"/t/{at.id}?view=public&hide=ahead", at.by(viewer)).text
    (state,) = re.findall(r'data-live="([^"]+)"', page)
    shown = served.json(unescape(state), at.by(viewer))
    assert shown["moves"] in page
    assert shown["moves"] != served.json(f"/t/{at.id}/state", at.by(viewer))["moves"]
    problem(served.get(f"/t/{at.id}/state?view=B", at.by("A"), accept="application/json"), 403)


def test_a_state_has_the_last_stretch_as_the_script_loads_it(at: At, served: Served) -> None:
    (stretch,) = re.findall(r"const STRETCH = (\d+);", assets()["film.js"].data.decode())
    for _ in range(12):
        seat = at.get("", "ana")["due"]["seats"][0]
        assert at.play("ana", seat, at.get("/legal", seat)["legal"][0]).status_code == 200
    shown = served.json(f"/t/{at.id}/state")["stretch"]
    assert (int(stretch), shown["first"], len(shown["plies"])) == (STRETCH, 12, 2)


def test_the_state_of_an_ended_game_names_its_replay(at: At, served: Served) -> None:
    replay = at.post("end", "ana", {"termination": "abandoned"}).json["replay"]
    state = served.json(f"/t/{at.id}/state")
    assert (state["finished"], state["replay"], state["moves"]) == (True, replay, None)


def test_the_page_shows_only_what_its_view_sees(at: At, served: Served) -> None:
    shown = {
        viewer: served.get(f"/t/{at.id}", at.by(viewer)).text for viewer in (None, "A", "B", "ana")
    }
    drawn = " ".join(at.get("/record", "A")["plies"][-1]["reveals"])
    for viewer, text in shown.items():
        ways = served.get(f"/t/{at.id}/cards", at.by(viewer)).text
        record = served.get(f"/t/{at.id}/record.cgn", at.by(viewer)).text
        assert (SEED in text + ways + record) == (viewer == "ana")
        assert (f"draw left middle -> {drawn}" in record) == (viewer == "A")
    assert len({shown[None], shown["A"], shown["B"], shown["ana"]}) == 4
    problem(served.get(f"/t/{at.id}?view=A", accept="application/json"), 403)


def test_an_ended_game_leads_to_its_replay(at: At, served: Served) -> None:
    replay = at.post("end", "ana", {"termination": "abandoned"}).json["replay"]
    for path, to in (
        ("", "1"),
        ("/0", "0"),
        ("/1?view=B&hide=ahead", "1?view=B&hide=ahead"),
        ("/record.cgn", "record.cgn"),
    ):
        answer = served.get(f"/t/{at.id}{path}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/r/{replay}/{to}")


def test_without_a_table_there_is_no_page(served: Served) -> None:
    problem(served.get(f"/t/{'0' * 32}", accept="application/json"), 404)


def test_before_the_deal_the_page_waits_for_it(served: Served) -> None:
    header = {name: value for name, value in HEADER.items() if name != "seed"}
    body = encode({"header": header, "deal": True})
    made = served.ask("POST", "/v1/tables", "ana", body=body, kind="application/json")
    answer = served.get(f"/t/{made.json['id']}")
    assert answer.status_code == 200
    assert "Still free: Ana, Bo" in answer.text
    assert f'data-address="/t/{made.json["id"]}"' in answer.text
    problem(served.get(f"/t/{made.json['id']}/cards", accept="application/json"), 409)
    state = served.json(f"/t/{made.json['id']}/version")
    assert (state["version"], state["finished"]) == (1, False)


@needs_chromium
@pytest.mark.long
def test_it_follows_the_game_to_its_end(site: Site, browser: Browser) -> None:
    with cgn.Client(site.url, TOKEN) as owner, opened(browser) as page:
        table = owner.create_table({**HEADER, "seed": "followed"})
        page.goto(f"{site.url}/t/{table.id}")
        at_ply(page, 0)
        expect(page.locator("#follows")).to_have_text("live")
        expect(page.locator("#moves")).to_have_text("No move yet.")
        page.evaluate(COUNT_TRANSITIONS)
        table.play("A", "draw left left")
        at_ply(page, 1)
        assert page.evaluate("window.transitions") == 1
        expect(page.locator("#moves li")).to_have_count(1)
        expect(page.locator("#sentence")).to_contain_text("Ana draws")
        accessible(page)
        page.keyboard.press("Home")
        at_ply(page, 0)
        table.play("B", "draw left left")
        expect(page.locator("#slider")).to_have_attribute("max", "2")
        at_ply(page, 0)
        expect(page.locator("#arrived")).to_have_text("1 new ply: show the last")
        page.locator("#arrived").click()
        at_ply(page, 2)
        expect(page.locator("#arrived")).to_be_hidden()
        table.take_back(1)
        at_ply(page, 1)
        expect(page.locator("#moves li")).to_have_count(1)
        replay = table.end("time", winners=["A"]).replay
        page.wait_for_url(f"{site.url}/r/{replay}/1")


@needs_chromium
@pytest.mark.long
def test_after_a_ply_it_asks_once_and_for_earlier_plies_only_where_they_are_shown(
    site: Site, browser: Browser
) -> None:
    sent: list[tuple[int, str]] = []

    def note(answer: Response) -> None:
        if "/static/" not in answer.url:  # the icon comes at any time
            sent.append((answer.status, answer.url))

    with cgn.Client(site.url, TOKEN) as owner, opened(browser, viewport=SIZE) as page:
        table = owner.create_table({**HEADER, "seed": "asked once"})
        plies = record("asked once").plies
        play(table, plies[:11])
        waiting = f"{site.url}/t/{table.id}/state?wait=25"
        with page.expect_request(waiting):
            page.goto(f"{site.url}/t/{table.id}")
        at_ply(page, 11)
        page.on("response", note)
        for ply in (12, 13):
            with page.expect_request(waiting):
                play(table, plies[ply - 1 : ply])
            at_ply(page, ply)
            expect(page.locator("#moves li")).to_have_count(ply)
            assert sent == [(OK, waiting)]
            sent.clear()
        page.keyboard.press("Home")
        at_ply(page, 0)
        page.wait_for_timeout(1_000)  # the network is never idle: the next change is waited for
        sent.clear()
        play(table, plies[13:14])
        expect(page.locator("#arrived")).to_have_text("1 new ply: show the last")
        at_ply(page, 0)
        plies_read = f"{site.url}/t/{table.id}/plies?from=0&to=11"
        assert sent == [(OK, waiting), (OK, plies_read)]


def play(table: LiveTable, plies: Sequence[Entry]) -> None:
    """Play these plies."""
    for ply in plies:
        assert isinstance(ply, Ply)
        table.play(ply.seat, ply.move)


def at_ply(page: Page, ply: int) -> None:
    """Wait until a ply is shown."""
    expect(page.locator(".replay")).to_have_attribute("data-ply", str(ply))
