"""The start page and the guide in a real browser."""

import re
from contextlib import closing

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.api.pages.browser import accessible, fits, needs_chromium, opened
from tests.api.pages.conftest import Site
from tests.api.pages.test_site import BROKEN
from tests.api.serving import ROOT

pytestmark = [needs_chromium, pytest.mark.long]

PAGES = [
    "/",
    "/?q=nobody",
    "/guide/writing",
    "/guide/triggs",
    "/problems/",
    "/r/{the_jam}/30/sheet",
    "/check",
]
WIDTHS = [320, 390, 1024, 1440]


def checked(page: Page, site: Site, log: str) -> None:
    """Check a log on the start page, and open it again for changes."""
    page.goto(site.url)
    page.locator("textarea").fill(log)
    page.get_by_role("button", name="Check and watch").click()
    page.locator(".editor summary").click()


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    browser: Browser, site: Site, path: str
) -> None:
    with opened(browser) as page:
        page.goto(site.url + path.format(**site.ids))
        accessible(page)
        fits(page, WIDTHS)


@pytest.mark.parametrize("log", [f"{BROKEN}\n{BROKEN}", "hello"], ids=["two", "unreadable"])
def test_axe_finds_nothing_on_a_broken_log(browser: Browser, site: Site, log: str) -> None:
    with opened(browser) as page:
        checked(page, site, log)
        accessible(page)


def test_the_specification_does_not_scroll_sideways(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(f"{site.url}/guide/notation")
        fits(page, WIDTHS)


def test_a_search_leads_to_a_replay(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(site.url)
        page.get_by_label("Player, event or site").fill("ines")
        page.get_by_label("Game").select_option("the_jam")
        page.get_by_role("button", name="Search").click()
        replays = page.get_by_role("region", name="Replays found").locator(".list > li")
        expect(replays).to_have_count(1)
        replays.get_by_role("link").click()
        expect(page).to_have_url(
            f"{site.url}/r/{site.ids['the_jam']}/0"
        )  # once the script is there


def test_a_file_is_checked_as_soon_as_it_is_chosen(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(site.url)
        expect(page.get_by_text("or drop one here")).to_be_visible()  # the script has taken over
        page.locator("input[type=file]").set_input_files(ROOT / "examples" / "triggs.cgn")
        expect(page).to_have_url(re.compile(f"^{re.escape(site.url)}/check(#0)?$"))
        expect(page.get_by_role("heading", name="Triggs")).to_be_visible()


def test_a_private_page_says_why_it_stays_closed(browser: Browser, site: Site) -> None:
    with closing(browser.new_page()) as page:  # whose console has an error for each refusal
        page.goto(f"{site.url}/r/{'0' * 64}")
        page.get_by_label("Token").fill("cgn_wrong")
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_text("This token does not open it.")).to_be_visible()
        page.route("**", lambda route: route.abort())
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_text("The service cannot open it now.")).to_be_visible()


def test_axe_finds_nothing_serious_on_the_description(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(f"{site.url}/docs/")
        expect(page.locator(".opblock").first).to_be_visible()
        expect(page.locator(".site-head").get_by_role("link", name="CGN")).to_be_visible()
        page.locator(".opblock-summary-control").first.click()
        expect(page.locator(".opblock.is-open")).to_have_count(1)
        found = Axe().run(page).response["violations"]
        assert [one for one in found if one["impact"] in {"critical", "serious"}] == []
