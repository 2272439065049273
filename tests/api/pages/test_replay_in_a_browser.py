"""The page of a replay in a real browser: keys, no scripts, phones, embedding."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from engines.registry import GAMES
from pages.exported import exported_page
from replays.view.playhead import Playhead
from tests.api.pages.browser import accessible, fits, needs_chromium, opened
from tests.api.pages.conftest import Site
from tests.replays.helpers import played
from tests.replays.store.making import nested

pytestmark = [needs_chromium, pytest.mark.long]

WIDTHS = [320, 390, 721, 1024, 1440]
PLY = 30
HEAVY = ["the_jam", "turkey_my_mayonnaise"]
"""The games with the largest pages."""

MOST_TRANSFERRED = 100_000
STEADY = "#sentence, #steps, #slider, #moves, .head, .zone.pile"
JUMPS = """async (steady) => {
    const { dataset } = document.querySelector(".replay");
    const slider = document.getElementById("slider");
    const places = () => [...document.querySelectorAll(steady)].map((one) => {
        const { left, top } = one.getBoundingClientRect();
        return `${one.id} ${Math.round(left + scrollX)} ${Math.round(top + scrollY)}`;
    });
    const first = places(), jumps = [];
    for (let ply = 0; ply <= dataset.plies; ply += 7) {
        slider.value = ply;
        slider.dispatchEvent(new Event("input"));
        while (dataset.ply != ply) await new Promise((go) => setTimeout(go, 2));
        const moved = places().filter((place) => !first.includes(place));
        jumps.push(...moved.map((place) => `${ply}: ${place}`));
    }
    return jumps;
}"""
"""A script that finds what moves between plies; it looks at every seventh ply."""


def address(site: Site, game: str = "triggs", ply: int | None = PLY, query: str = "") -> str:
    return f"{site.url}/r/{site.ids[game]}" + ("" if ply is None else f"/{ply}") + query


def shown_ply(page: Page) -> int:
    return int(page.locator(".replay").get_attribute("data-ply") or "")


def at(page: Page, ply: int) -> None:
    """Wait until a ply is shown."""
    expect(page.locator(".replay")).to_have_attribute("data-ply", str(ply))
    expect(page.locator("#sentence")).to_contain_text(f"Ply {ply}")


def ready(page: Page) -> None:
    """Wait until the script has fitted the table, a frame later: keys are dropped before."""
    expect(page.locator("#play")).to_be_enabled()
    page.wait_for_selector(".table[style*='--fit']")
    page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    browser: Browser, site: Site, game: str
) -> None:
    with opened(browser) as page:
        page.goto(address(site, game))
        ready(page)
        accessible(page)
        fits(page, WIDTHS)


def test_keys_step_through_the_game(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site, ply=None))
        ready(page)
        for keys, ply in [
            (["ArrowRight", "ArrowRight"], 2),
            (["ArrowLeft"], 1),
            (["End"], 88),
            (["Home"], 0),
            (["n"], 3),
            (["n"], 11),
            (["N"], 3),
            (["Shift+ArrowRight"], 6),
            (["Shift+ArrowLeft"], 2),
        ]:
            for key in keys:
                page.keyboard.press(key)
            at(page, ply)
        assert page.url == address(site, ply=2)


def test_a_held_key_keeps_stepping(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site, ply=0))
        ready(page)
        for _ in range(20):
            page.keyboard.down("ArrowRight")
        page.keyboard.up("ArrowRight")
        at(page, 20)


def test_a_key_in_a_field_is_for_the_field(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site))
        ready(page)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("ArrowRight")
        assert shown_ply(page) == PLY
        page.get_by_label("Single letters are keys").uncheck()
        page.keyboard.press("Escape")
        page.keyboard.press("h")
        expect(page.locator(".hiding")).to_have_count(0)
        page.keyboard.press("ArrowRight")
        at(page, PLY + 1)


def test_links_and_the_slider_step_without_loading_a_page(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site))
        ready(page)
        page.evaluate("window.same = true")
        page.locator("#move-40 > a").click()
        at(page, 40)
        page.get_by_role("link", name="Forward", exact=True).click()
        at(page, 41)
        expect(page.locator("#move-41 > a")).to_have_attribute("aria-current", "step")
        page.locator("#slider").fill("60")
        at(page, 60)
        expect(page.locator("#move-60")).to_be_in_viewport()
        assert page.evaluate("window.same")
        page.reload()
        at(page, 60)


def test_autoplay_goes_on_until_somebody_steps(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site, ply=80))
        ready(page)
        page.keyboard.press("ArrowRight")
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        for _ in range(3):
            page.keyboard.press(">")
        expect(page.locator("#notice")).to_have_text("8 times as fast as one reads")
        page.get_by_role("button", name="Play").click()
        at(page, 88)
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        page.keyboard.press(">")
        expect(page.locator("#notice")).to_have_text("as fast as it was played")


def test_autoplay_at_the_end_begins_again(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site, ply=88))
        ready(page)
        page.get_by_role("button", name="Play").click()
        at(page, 1)


def covered(page: Page, ply: int) -> None:
    """Assert that a page hides what comes after a ply, and the length of the game."""
    at(page, ply)
    expect(page.locator(f"#move-{ply}")).to_be_visible()
    expect(page.locator(f"#move-{ply + 1}")).to_be_hidden()
    expect(page.get_by_role("heading", name="Round 20")).to_be_hidden()
    expect(page.locator("#sentence .of")).to_be_hidden()
    expect(page.locator("#slider")).to_have_attribute("max", str(ply))
    expect(page.locator("#graph-now")).to_have_attribute("viewBox", re.compile(f"^0 0 {ply} "))
    expect(page.locator(".graph svg")).to_have_count(1)


@pytest.mark.parametrize("scripts", [False, True], ids=["without scripts", "with scripts"])
def test_later_plies_can_be_hidden(browser: Browser, site: Site, *, scripts: bool) -> None:
    with opened(browser, java_script_enabled=scripts) as page:
        page.goto(address(site))
        page.locator("summary[aria-label=More]").click()
        page.get_by_role("link", name="Hide what is to come").click()
        expect(page).to_have_url(address(site, query="?hide=ahead"))
        covered(page, PLY)
        page.get_by_role("link", name="Forward", exact=True).click()
        expect(page).to_have_url(address(site, ply=PLY + 1, query="?hide=ahead"))
        covered(page, PLY + 1)
        page.locator("summary[aria-label=More]").click()
        page.get_by_role("link", name="Show the whole game").click()
        expect(page).to_have_url(address(site, ply=PLY + 1))
        expect(page.locator("#sentence .of")).to_be_visible()


def test_an_exported_file_can_hide_later_plies(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(exported_page(Playhead(nested()), None), encoding="utf-8")
    with opened(browser) as page:
        page.goto(f"{file.as_uri()}#1")
        ready(page)
        page.keyboard.press("h")
        expect(page.locator("#move-2")).to_be_hidden()
        expect(page.locator(".graph")).to_be_hidden()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#move-2")).to_be_visible()
        page.keyboard.press("h")
        expect(page.locator(".graph")).to_be_visible()


def test_every_view_is_a_link(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site))
        ready(page)
        page.keyboard.press("v")
        expect(page).to_have_url(address(site, query="?view=public"))
        ready(page)
        page.get_by_role("link", name="Forward", exact=True).click()
        at(page, PLY + 1)
        assert page.url == address(site, ply=PLY + 1, query="?view=public")


def test_it_all_works_without_scripts(browser: Browser, site: Site) -> None:
    with opened(browser, java_script_enabled=False) as page:
        page.goto(address(site, ply=None))
        page.get_by_role("link", name="Forward", exact=True).click()
        expect(page).to_have_url(address(site, ply=1))
        page.locator("#move-60 > a").click()
        expect(page.locator("#sentence")).to_contain_text("Ply 60")
        page.get_by_role("link", name="Last position").click()
        expect(page).to_have_url(address(site, ply=88))
        page.locator("summary", has_text="All hands").click()
        page.get_by_role("link", name="As Bo saw it").click()
        expect(page).to_have_url(address(site, ply=88, query="?view=B"))


@pytest.mark.parametrize("game", HEAVY)
def test_little_is_transferred(browser: Browser, site: Site, game: str) -> None:
    with opened(browser) as page:
        sizes: dict[str, int] = {}
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.setCacheDisabled", {"cacheDisabled": True})
        network.on(
            "Network.responseReceived",
            lambda event: names.update({event["requestId"]: event["response"]["url"]}),
        )
        network.on(
            "Network.loadingFinished",
            lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
        )
        names: dict[str, str] = {}
        page.goto(address(site, game), wait_until="networkidle")
        counted = sum(size for key, size in sizes.items() if "/plies?" not in names[key])
        assert 20_000 < counted < MOST_TRANSFERRED, {names[key]: sizes[key] for key in sizes}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_from_ply_to_ply(browser: Browser, site: Site, game: str) -> None:
    with opened(browser) as page:
        for width in 1100, 1440:
            page.set_viewport_size({"width": width, "height": 1000})
            page.goto(address(site, game, 0))
            ready(page)
            assert page.evaluate(JUMPS, STEADY) == []


def test_seats_in_rows_keep_their_places(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(exported_page(Playhead(played("point_salad", 6)), None), encoding="utf-8")
    with opened(browser, viewport={"width": 1440, "height": 1000}) as page:
        page.goto(file.as_uri())
        ready(page)
        assert page.evaluate(JUMPS, STEADY) == []


def test_the_strip_of_scores_shows_another_seat_until_the_next_ply(
    browser: Browser, site: Site
) -> None:
    with opened(browser, viewport={"width": 390, "height": 844}) as page:
        page.goto(address(site, "point_salad"))
        ready(page)
        expect(page.locator("#seat-C")).to_be_visible()
        expect(page.locator("#seat-B")).to_be_hidden()
        page.locator("#strip-B").click()
        expect(page.locator("#seat-B")).to_be_visible()
        expect(page.locator("#seat-C")).to_be_hidden()
        page.keyboard.press("ArrowRight")
        at(page, PLY + 1)
        expect(page.locator("#seat-A")).to_be_visible()
        expect(page.locator("#seat-B")).to_be_hidden()


@contextmanager
def other_site(html: str, policy: str) -> Iterator[str]:
    """Another site with one page, and its policy."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_another_site_shows_a_replay_under_its_own_policy(browser: Browser, site: Site) -> None:
    html = (
        '<!doctype html><link rel="icon" href="data:,">'
        f'<script type="module" src="{site.url}/static/embed.js"></script>'
        f'<cgn-replay src="{address(site)}"></cgn-replay>'
    )
    policy = f"default-src 'none'; script-src {site.url}; frame-src {site.url}; img-src data:"
    with other_site(html, policy) as there, opened(browser) as page:
        page.goto(there)
        frame = page.frame_locator("iframe")
        expect(frame.locator("#sentence")).to_contain_text(f"Ply {PLY}")
        frame.get_by_role("link", name="Forward", exact=True).click()
        expect(frame.locator("#sentence")).to_contain_text(f"Ply {PLY + 1}")
        expect(frame.get_by_role("navigation", name="Site")).to_have_count(0)


def test_another_site_steers_a_replay_and_hears_of_its_plies(browser: Browser, site: Site) -> None:
    html = (
        '<!doctype html><link rel="icon" href="data:,"><div style="width:600px">'
        f'<script type="module" src="{site.url}/static/embed.js"></script>'
        f'<cgn-replay src="{address(site)}" ply="3" view="B"></cgn-replay></div>'
    )
    policy = (
        f"default-src 'none'; script-src {site.url}; frame-src {site.url};"
        " img-src data:; style-src 'unsafe-inline'"
    )
    with other_site(html, policy) as there, opened(browser) as page:
        page.add_init_script(
            """window.heard = [];
            for (const kind of ["ply", "resize"])
              addEventListener(kind, ({ detail }) => detail && heard.push([kind, detail]), true);"""
        )
        page.goto(there)
        replay = page.locator("cgn-replay")
        sentence = page.frame_locator("iframe").locator("#sentence")
        expect(sentence).to_contain_text("Ply 3 of")
        replay.evaluate("one => one.goto(9)")
        expect(sentence).to_contain_text("Ply 9 of")
        replay.evaluate("one => one.setAttribute('ply', 12)")
        expect(sentence).to_contain_text("Ply 12 of")
        page.wait_for_function("heard.some(([kind, {ply}]) => kind === 'ply' && ply === 12)")
        assert ["ply", {"ply": 9, "view": "B"}] in page.evaluate("heard")
        ((_, detail), *_) = [one for one in page.evaluate("heard") if one[0] == "resize"]
        frame = page.frame_locator("iframe").locator("html")
        shown = page.locator("iframe").bounding_box()
        assert shown is not None
        assert shown["height"] == pytest.approx(detail["height"], abs=100)
        assert frame.evaluate("one => one.scrollHeight <= innerHeight + 1")
        replay.evaluate("one => one.setAttribute('view', 'A')")
        expect(page.frame_locator("iframe").locator(".replay")).to_have_attribute("data-view", "A")
        expect(sentence).to_contain_text("Ply 12 of")


def test_only_the_page_around_steers_a_replay(browser: Browser, site: Site) -> None:
    shown = address(site).replace("/r/", "/embed/")
    with opened(browser) as page:
        page.goto(shown)
        ready(page)
        page.evaluate("postMessage({cgn: 'goto', ply: 1}, '*')")
        page.wait_for_timeout(200)
        assert shown_ply(page) == PLY
