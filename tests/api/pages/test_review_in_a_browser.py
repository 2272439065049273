"""A review in a real browser: asked for, watched, and read, with scripts and without."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from notation.text_writer import write_text
from tests.api.pages.browser import accessible, needs_chromium, without_errors
from tests.api.serving import TOKEN, Running, running
from tests.api.test_reviews import PLIES, resigned

pytestmark = needs_chromium

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1366, "height": 657}
DONE = "Review: what mattered most"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Running]:
    """A service with an owner."""
    with running(tmp_path / "own.db", "--reads", "0", "--writes", "0") as started:
        yield started


@contextmanager
def at_game(
    browser: Browser, service: Running, size: ViewportSize, *, scripts: bool = True
) -> Iterator[Page]:
    """The page of a game of random players, for its owner. Fails if it had errors."""
    made = service.ask(
        "POST", "/v1/replays", write_text(resigned()).encode(), Content_Type="text/vnd.cgn"
    )
    origin = f"http://127.0.0.1:{service.port}"
    context: BrowserContext = browser.new_context(viewport=size, java_script_enabled=scripts)
    context.add_cookies([{"name": "cgn", "value": TOKEN, "url": origin}])
    with closing(context):
        page = context.new_page()
        with without_errors(page):
            page.goto(f"{origin}/r/{made.json()['id']}/2")
            yield page


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_review_is_asked_for_renews_itself_and_leads_to_its_plies(
    browser: Browser, service: Running, size: ViewportSize
) -> None:
    with at_game(browser, service, size) as page:
        review = page.locator("#review")
        review.locator("summary").click()
        accessible(page, "#review")
        review.get_by_role("button", name="Review this game").click()
        expect(review.locator("summary")).to_contain_text(f"of {PLIES} plies")
        expect(review.locator("summary")).to_have_text(DONE)
        expect(review).to_have_attribute("open", "")
        accessible(page, "#review")
        link = review.locator("li a").first
        number = link.inner_text().removeprefix("Ply ")
        page.evaluate("window.same = true")
        link.click()
        expect(page.locator(".replay")).to_have_attribute("data-ply", number)
        assert page.evaluate("window.same")
        if size is LAPTOP:
            height = page.evaluate("document.getElementById('moves').clientHeight")
            assert height >= 90
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_without_scripts_it_is_asked_for_and_read(browser: Browser, service: Running) -> None:
    with at_game(browser, service, LAPTOP, scripts=False) as page:
        page.locator("#review summary").click()
        page.get_by_role("button", name="Review this game").click()
        for _ in range(60):
            page.reload()
            if page.locator("#review summary").inner_text() == DONE:
                break
            page.wait_for_timeout(500)
        page.locator("#review summary").click()
        link = page.locator("#review li a").first
        there = link.get_attribute("href") or ""
        link.click()
        expect(page).to_have_url(f"http://127.0.0.1:{service.port}{there}")
