"""The start page and the guide in a real browser."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.api.pages.browser import needs_chromium, opened
from tests.api.pages.conftest import Site
from tests.api.serving import ROOT

pytestmark = needs_chromium

PAGES = ["/", "/?q=nobody", "/guide/notation", "/guide/triggs", "/r/{the_jam}/30/sheet"]
WIDTHS = [320, 390, 1024, 1440]


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_in_either_scheme(browser: Browser, site: Site, path: str) -> None:
    with opened(browser, color_scheme="light") as page:
        page.goto(site.url + path.format(**site.ids))
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()[:2_000]
        page.emulate_media(color_scheme="dark")
        found = Axe().run(page, options={"runOnly": ["color-contrast"]})
        assert found.violations_count == 0, found.generate_report()[:2_000]


@pytest.mark.parametrize("path", PAGES)
def test_nothing_scrolls_sideways(browser: Browser, site: Site, path: str) -> None:
    with opened(browser) as page:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(site.url + path.format(**site.ids))
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_search_leads_to_a_replay(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(site.url)
        page.get_by_label("Player, event or site").fill("ines")
        page.get_by_label("Game").select_option("the_jam")
        page.get_by_role("button", name="Search").click()
        replays = page.get_by_role("region", name="Replays found").locator(".list > li")
        expect(replays).to_have_count(1)
        replays.get_by_role("link").click()
        expect(page).to_have_url(f"{site.url}/r/{site.ids['the_jam']}")


def test_a_file_is_checked_as_soon_as_it_is_chosen(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(site.url)
        expect(page.get_by_text("or drop one here")).to_be_visible()  # the script has taken over
        page.locator("input[type=file]").set_input_files(ROOT / "examples" / "triggs.cgn")
        expect(page).to_have_url(f"{site.url}/check")
        expect(page.get_by_role("heading", name="Triggs")).to_be_visible()
