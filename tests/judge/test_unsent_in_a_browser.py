"""A log is checked in the browser, and not sent."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

import cgn
from pages.exported import exported_page
from replays.view.playhead import Playhead
from tests.api.pages.browser import accessible, needs_chromium, opened
from tests.api.pages.conftest import Site, browser, site
from tests.api.pages.test_log_form_in_a_browser import at, example
from tests.api.pages.test_site import BROKEN
from tests.api.serving import ROOT

pytestmark = [needs_chromium, pytest.mark.long, pytest.mark.usefixtures("built")]

__all__ = ["browser", "site"]

CHECK = "Check and watch"


@contextmanager
def nothing_sent(page: Page) -> Iterator[None]:
    """Fail if the page sends anything but requests for files and pages."""
    sent: list[str] = []

    def look(request: Request) -> None:
        if request.method != "GET":
            sent.append(f"{request.method} {request.url}")

    page.on("request", look)
    yield
    page.remove_listener("request", look)
    assert sent == []


def test_a_log_is_watched_without_being_sent(browser: Browser, site: Site) -> None:
    with opened(browser) as page, nothing_sent(page):
        for start in ("/", "/check"):
            page.goto(site.url + start)
            page.locator("#log").fill(example())
            page.get_by_role("button", name=CHECK).click()
            at(page, 0)
            expect(page.get_by_text("Valid: 88 plies")).to_be_visible()
            assert page.url.startswith(f"{site.url}/check")
            page.keyboard.press("ArrowRight")
            at(page, 1)
            page.reload()
            at(page, 1)
        page.go_back()
        expect(page.get_by_role("button", name=CHECK)).to_be_visible()


def test_a_mistake_is_shown_as_the_service_shows_it(browser: Browser, site: Site) -> None:
    with opened(browser) as page, nothing_sent(page):
        page.goto(f"{site.url}/check")
        page.locator("#log").fill(BROKEN)
        page.get_by_role("button", name=CHECK).click()
        at(page, 45)
        here = page.locator(".mistake").text_content()
        accessible(page)
        page.get_by_role("button", name="Write cross 4 4,4,3+1").click()
        at(page, 46)
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()
    context = browser.new_context(java_script_enabled=False)
    with closing(context), closing(context.new_page()) as plain:
        plain.goto(f"{site.url}/check")
        plain.locator("#log").fill(BROKEN)
        plain.get_by_role("button", name=CHECK).click()
        assert plain.locator(".mistake").text_content() == here


def test_a_mistake_is_said_while_one_types_and_mended_by_a_click(
    browser: Browser, site: Site
) -> None:
    with opened(browser) as page, nothing_sent(page):
        page.goto(f"{site.url}/check")
        page.locator("#log").fill(BROKEN)
        said = page.locator("[data-unsent]")
        expect(said).to_contain_text("Line 60: 3+2 makes 5, not 4. Did you mean cross 4 4,4,3+1?")
        expect(said).to_contain_text("nothing was sent")
        accessible(page)
        said.get_by_role("button", name="Write cross 4 4,4,3+1").click()
        expect(said).to_contain_text("Valid: 88 plies.")
        page.locator("#log").fill(example() + "\n" + example())
        expect(said).to_contain_text("2 records, none with a mistake.")
        page.locator("#log").fill("")
        expect(said).to_be_hidden()


def test_whoever_only_watches_loads_no_judge(browser: Browser, site: Site) -> None:
    loaded: list[str] = []
    with opened(browser) as page:
        page.on("request", lambda request: loaded.append(request.url))
        page.goto(f"{site.url}/r/{site.ids['triggs']}/3")
        at(page, 3)
        page.keyboard.press("ArrowRight")
        at(page, 4)
        page.goto(f"{site.url}/check")
        expect(page.get_by_role("button", name=CHECK)).to_be_visible()
    assert not [url for url in loaded if "/static/judge/" in url]


def test_where_the_judge_does_not_start_the_service_checks(browser: Browser, site: Site) -> None:
    with closing(browser.new_page()) as page:  # whose console tells of the 404

        def fail(route: Route) -> None:
            route.fulfill(status=404)

        page.route("**/judge.zip", fail)
        page.goto(f"{site.url}/check")
        page.locator("#log").fill(example())
        with page.expect_request(lambda request: request.method == "POST"):
            page.get_by_role("button", name=CHECK).click()
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()


def test_an_exported_game_is_checked_by_the_service_it_names(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    file = tmp_path / "game.html"
    replay = Playhead(cgn.load(ROOT / "examples" / "triggs.cgn"))
    file.write_text(exported_page(replay, None, home=site.url), encoding="utf-8")
    with opened(browser) as page, nothing_sent(page):
        page.goto(file.as_uri())
        page.get_by_text("Share").click()
        with page.expect_popup() as opening:
            page.get_by_role("link", name="Check this game").click()
        with closing(opening.value) as checked, nothing_sent(checked):
            at(checked, 0)
            expect(checked.get_by_text("Valid: 88 plies")).to_be_visible()
            assert "cgn=" not in checked.url


def test_an_exported_file_is_checked_like_a_log(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    file = tmp_path / "game.html"
    replay = Playhead(cgn.load(ROOT / "examples" / "triggs.cgn"))
    file.write_text(exported_page(replay, None), encoding="utf-8")
    with opened(browser) as page, nothing_sent(page):
        page.goto(f"{site.url}/check")
        page.locator("[name=file]").set_input_files(file)
        at(page, 0)
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()
        expect(page.locator("#log")).to_have_value(re.compile(r"^\[CGN "))
    context = browser.new_context(java_script_enabled=False)
    with closing(context), closing(context.new_page()) as plain:
        plain.goto(f"{site.url}/check")
        plain.locator("[name=file]").set_input_files(file)
        plain.get_by_role("button", name=CHECK).click()
        expect(plain.get_by_text("Valid: 88 plies")).to_be_visible()


def test_a_damaged_record_in_an_address_leaves_the_form(browser: Browser, site: Site) -> None:
    with opened(browser) as page, nothing_sent(page):
        page.goto(f"{site.url}/check#cgn=H4sIAAAA")
        page.wait_for_url(f"{site.url}/check")
        expect(page.locator("#log")).to_have_value("")
