"""The JavaScript module that the service serves works in a browser."""

import pytest
from playwright.sync_api import Browser

from tests.api.pages.browser import needs_chromium, opened
from tests.api.pages.conftest import Site

pytestmark = [needs_chromium, pytest.mark.long]

GET_ALL = """
async (ids) => {
  const { recordDigest, Service } = await import("/static/cgn/index.js");
  const service = new Service(location.origin);
  return Promise.all(ids.map(async (id) => recordDigest(await service.get(id))));
}
"""
SHUFFLE = """
async () => {
  const { shuffle } = await import("/static/cgn/index.js");
  return shuffle("tuesday-7", 0, ["a", "b", "c", "d"]);
}
"""


def test_a_page_reads_and_names_the_replays_of_its_service(site: Site, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(site.url)
        ids = list(site.ids.values())
        assert page.evaluate(GET_ALL, ids) == ids


def test_a_page_shuffles(site: Site, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(site.url)
        assert page.evaluate(SHUFFLE) == ["d", "b", "c", "a"]
