"""Moves are tried in the browser, without the service once the judge has started."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

import cgn
from pages.environment import asset_address
from tests.api.pages.browser import accessible, needs_chromium, opened
from tests.api.pages.conftest import Site, browser, site
from tests.api.pages.playing import PHONE, any_move, make_ply
from tests.api.pages.test_log_form_in_a_browser import at, example
from tests.api.serving import ROOT
from tests.judge.test_unsent_in_a_browser import CHECK, nothing_sent
from tests.replays.helpers import fixed

pytestmark = [needs_chromium, pytest.mark.long, pytest.mark.usefixtures("built")]

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


def tries(page: Page) -> None:
    """Open the page on which moves are tried from the ply that is shown."""
    page.get_by_label("More").click()
    page.get_by_role("button", name="Try other moves").click()
    expect(page.locator("#tried")).to_be_visible()


@contextmanager
def slow_script(page: Page) -> Iterator[None]:
    """The script of the page on which moves are tried arrives only after what is done."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/play.js*", hold)
    yield
    assert held
    for route in held:
        route.continue_()
    page.unroute("**/play.js*")


def test_moves_are_tried_in_a_log_that_is_not_sent(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, viewport=PHONE) as page, nothing_sent(page):
        page.goto(f"{site.url}/check")
        page.locator("#log").fill(example())
        page.get_by_role("button", name=CHECK).click()
        at(page, 0)
        page.keyboard.press("ArrowRight")
        at(page, 1)
        tries(page)
        expect(page).to_have_url(f"{site.url}/check#try=1")
        accessible(page)
        pick, tried = any_move(fixed(2)), page.locator("#tried li")
        for number in (1, 2, 3):
            make_ply(page, pick)
            expect(tried).to_have_count(number)
        with page.expect_download() as saving:
            page.get_by_role("link", name="Download with this line").click()
        saved = tmp_path / "saved.cgn"
        saving.value.save_as(saved)
        first = cgn.load(saved).moves[1]
        moves = [ply.move for ply in first.variations[0] if isinstance(ply, cgn.Ply)]
        assert moves == [line.text_content() for line in tried.all()]
        three = page.url
        page.get_by_role("link", name="Undo").click()
        expect(tried).to_have_count(2)
        with slow_script(page):
            page.reload()
            expect(tried).to_have_count(2)
            page.go_back()
            expect(page).to_have_url(three)
        expect(tried).to_have_count(3)
        page.get_by_role("link", name="Back to the game").click()
        at(page, 1)
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()


def test_a_log_that_is_not_finished_goes_on_where_it_ends(site: Site, browser: Browser) -> None:
    log = "".join((ROOT / "examples" / "triggs.cgn").read_text().partition("\n3. ")[:1])
    with opened(browser, viewport=PHONE) as page, nothing_sent(page):
        page.goto(f"{site.url}/check")
        page.locator("#log").fill(log)
        page.get_by_role("button", name=CHECK).click()
        at(page, 0)
        page.keyboard.press("End")
        at(page, 2)
        tries(page)
        make_ply(page, any_move(fixed(1)))
        with page.expect_download() as saving:
            page.get_by_role("link", name="Download with this line").click()
        assert len(cgn.load(Path(saving.value.path())).moves) == 3
