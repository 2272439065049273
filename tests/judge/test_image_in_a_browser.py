"""From the second visit on, the judge starts from an image of its memory."""

from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page

from pages.judge import judge_address
from tests.api.pages.browser import CLUB, needs_chromium, without_errors
from tests.api.pages.conftest import Site, browser, site
from tests.judge.asked import check, of_mistakes, of_the_examples
from tests.judge.test_in_a_browser import ASK

pytestmark = [needs_chromium, pytest.mark.long, pytest.mark.usefixtures("built")]

__all__ = ["browser", "site"]

START = """
async ([address, ends]) => {
  const worker = new Worker(`${address}worker.js`, { type: "module" });
  const said = await new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
  if (ends) worker.terminate();
  return said;
}
"""
"""Starts a worker, which ends or goes on, and returns what it says first."""

KEPT = """async () => {
  const [image] = await (await caches.open("cgn image")).matchAll();
  return image ? (await image.blob()).size : 0;
}"""
DAMAGE = """async () => {
  const cache = await caches.open("cgn image");
  const [{ url }] = await cache.keys();
  await cache.put(url, new Response(new Uint8Array(1_000)));
}"""
MADE = f"""async () => {{
  for (let times = 0; times < 600 && !(await ({KEPT})()); times += 1) {{
    await new Promise((done) => setTimeout(done, 200));
  }}
  return ({KEPT})();
}}"""
"""Waits for the image, and returns its size."""

PLAIN, RESTORED = ({"ready": True, "restored": restored} for restored in (False, True))


def started(page: Page, *, ends: bool = True) -> object:
    """What a worker says once it has started."""
    return page.evaluate(START, [judge_address(""), ends])


def test_the_second_start_is_from_an_image_and_answers_the_same(
    site: Site, browser: Browser
) -> None:
    context = browser.new_context()
    with closing(context), without_errors(context.new_page()) as page:
        page.goto(f"{site.url}/check")
        assert started(page, ends=False) == PLAIN
        assert 30_000_000 < page.evaluate(MADE) < 50_000_000
        page.reload()
        assert started(page) == RESTORED
        asked = [*of_the_examples(), *of_mistakes()]
        check(asked, page.evaluate(ASK, [judge_address(""), [one.sent for one in asked]]))
        page.evaluate(DAMAGE)
        assert started(page) == PLAIN
        assert page.evaluate(KEPT) == 0


def test_over_plain_http_no_image_is_kept(site: Site, browser: Browser) -> None:
    with closing(browser.new_context()) as context, closing(context.new_page()) as page:
        page.goto(f"{site.url.replace('127.0.0.1', CLUB)}/check")
        assert started(page) == PLAIN
        assert page.evaluate("typeof caches") == "undefined"
