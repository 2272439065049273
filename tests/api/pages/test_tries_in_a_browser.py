"""Other moves are tried in a real browser, from the page of a replay on."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.api.pages.browser import CLUB, accessible, fits, needs_chromium, opened
from tests.api.pages.conftest import Site
from tests.api.pages.playing import LAPTOP, PHONE, any_move, choices, make_ply
from tests.replays.helpers import fixed

pytestmark = [needs_chromium, pytest.mark.long]


@pytest.mark.parametrize(
    ("size", "name"), [(PHONE, "triggs"), (LAPTOP, "grab_your_breakfast"), (PHONE, "the_jam")]
)
def test_moves_are_tried_by_touch_and_undone(
    site: Site, browser: Browser, size: ViewportSize, name: str
) -> None:
    with opened(browser, viewport=size) as page:
        page.goto(f"{site.url}/r/{site.ids[name]}/20")
        page.locator("[aria-label=More]").click()
        page.click("[data-act=tries]")
        page.wait_for_url("**/20/try")
        expect(page.locator(".lit").first).to_be_visible()
        accessible(page)
        page.emulate_media(color_scheme="light")
        pick = any_move(fixed(2))
        for number in (1, 2, 3):
            make_ply(page, pick)
            expect(page.locator("#tried li")).to_have_count(number)
        assert "line=" in page.url
        page.reload()
        expect(page.locator("#tried li")).to_have_count(3)
        page.locator("#undo").dispatch_event("click")
        expect(page.locator("#tried li")).to_have_count(2)
        assert choices(page) is not None
        accessible(page)
        fits(page, (360, 390, 820, 1366))
        page.click("text=Back to the game")
        page.wait_for_url("**/20")


def test_a_line_is_tried_to_the_end_of_the_game(site: Site, browser: Browser) -> None:
    with opened(browser, viewport=LAPTOP) as page:
        page.goto(f"{site.url}/r/{site.ids['grab_your_breakfast']}/50/try")
        pick, tried = any_move(fixed(3)), 0
        while choices(page) is not None:
            make_ply(page, pick)
            tried += 1
        expect(page.locator("#prompt")).to_have_text("The game is over")
        expect(page.locator("#tried li")).to_have_count(tried)


@pytest.mark.parametrize("name", ["triggs", "the_jam"])
def test_a_line_is_copied_as_text(site: Site, browser: Browser, name: str) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    with opened(browser, viewport=PHONE, permissions=allowed) as page:
        page.goto(f"{site.url}/r/{site.ids[name]}/20/try")
        make_ply(page, any_move(fixed(2)))
        page.click("text=Copy the line")
        expect(page.locator("#notice")).to_have_text("Line copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith("21. ")
        assert page.locator("#tried li").inner_text() in copied


def test_over_plain_http_a_line_is_downloaded_as_text(site: Site, browser: Browser) -> None:
    with opened(browser, viewport=LAPTOP) as page:
        page.goto(f"{site.url.replace('127.0.0.1', CLUB)}/r/{site.ids['triggs']}/20/try")
        make_ply(page, any_move(fixed(2)))
        with page.expect_download() as download:
            page.click("text=Download the line")
        assert download.value.suggested_filename == "line-21.txt"
        assert download.value.path().read_text(encoding="utf-8").startswith("21. ")
