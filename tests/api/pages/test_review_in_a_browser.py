"""A review in a real browser: asked for, watched, and read, with scripts and without."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import NO_CONTENT

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from notation.text_writer import write_text
from tests.api.pages.browser import accessible, needs_chromium, without_errors
from tests.api.serving import TOKEN, Running, running
from tests.api.test_reviews import PLIES, resigned

pytestmark = [needs_chromium, pytest.mark.long]

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1366, "height": 657}
DONE = "Review: what mattered most"
REVIEWED = 600_000
"""Milliseconds for a review, whose work gives way to all other work of a busy machine."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with an owner."""
    data = tmp_path_factory.mktemp("own") / "own.db"
    with running(data, "--reads", "0", "--writes", "0") as started:
        yield started


@contextmanager
def at_game(
    browser: Browser, service: Running, size: ViewportSize, *, scripts: bool = True
) -> Iterator[Page]:
    """The page of a game of random players, for its owner, then deleted. Fails if it had errors."""
    made = service.ask(
        "POST", "/v1/replays", write_text(resigned()).encode(), Content_Type="text/vnd.cgn"
    ).json()["id"]
    origin = f"http://127.0.0.1:{service.port}"
    context: BrowserContext = browser.new_context(viewport=size, java_script_enabled=scripts)
    context.add_cookies([{"name": "cgn", "value": TOKEN, "url": origin}])
    try:
        with closing(context), without_errors(context.new_page()) as page:
            page.goto(f"{origin}/r/{made}/2")
            yield page
    finally:
        assert service.ask("DELETE", f"/v1/replays/{made}").status == NO_CONTENT


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
        expect(review.locator("summary")).to_have_text(DONE, timeout=REVIEWED)
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
        summary = page.locator("#review summary")
        for _ in range(REVIEWED // 500):
            if summary.inner_text() == DONE:
                break
            page.wait_for_timeout(500)
            page.reload()
        assert summary.inner_text() == DONE
        summary.click()
        link = page.locator("#review li a").first
        there = link.get_attribute("href") or ""
        link.click()
        expect(page).to_have_url(f"http://127.0.0.1:{service.port}{there}")
