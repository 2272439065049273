"""Moves are tried in the browser, without the service once the judge has started."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Request, expect

from pages.environment import asset_address
from tests.api.pages.browser import needs_chromium, opened
from tests.api.pages.conftest import Site, browser, site
from tests.api.pages.playing import PHONE, any_move, make_ply
from tests.replays.helpers import fixed

pytestmark = [needs_chromium, pytest.mark.usefixtures("built")]

__all__ = ["browser", "site"]

READY = """
async (address) => {
  const { prepare } = await import(address);
  await prepare();
}
"""


@pytest.mark.parametrize(
    "name", ["triggs", "grab_your_breakfast", "point_salad", "the_jam", "turkey_my_mayonnaise"]
)
def test_moves_are_tried_without_the_service(site: Site, browser: Browser, name: str) -> None:
    asked: list[str] = []

    def look(request: Request) -> None:
        if re.search(r"/20/try(/|$)", urlsplit(request.url).path):
            asked.append(request.url)

    with opened(browser, viewport=PHONE) as page:
        page.goto(f"{site.url}/r/{site.ids[name]}/20/try")
        page.evaluate(READY, asset_address("", "judge.js"))
        page.on("request", look)
        pick = any_move(fixed(2))
        for number in (1, 2, 3):
            make_ply(page, pick)
            expect(page.locator("#tried li")).to_have_count(number)
        assert asked == []
        page.reload()
        expect(page.locator("#tried li")).to_have_count(3)
        assert len(asked) == 1
