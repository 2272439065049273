"""A page of another site has a record within `<cgn-replay>`, which the judge draws in a frame."""

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from notation.page_record import packed
from tests.api.pages.browser import needs_chromium, opened
from tests.api.pages.conftest import Site, browser, site
from tests.api.pages.test_replay_in_a_browser import other_site
from tests.api.pages.test_site import BROKEN
from tests.api.serving import ROOT
from tests.judge.test_npm import address

pytestmark = [needs_chromium, pytest.mark.long, pytest.mark.usefixtures("built")]

__all__ = ["address", "browser", "site"]

RECORD = (ROOT / "examples" / "triggs.cgn").read_text(encoding="utf-8")


LOOK_AS_B = """(replay) => new Promise((resolve) => {
    replay.addEventListener("ply", ({ detail }) => detail.view === "B" && resolve());
    replay.setAttribute("view", "B");
})"""
"""Changes the view, and waits until it is there."""


def html(origin: str, script: str, record: str, attributes: str = "") -> tuple[str, str]:
    """A page with a record, and the policy that it needs."""
    text = (
        '<!doctype html><link rel="icon" href="data:,">'
        f'<script type="module" src="{origin}{script}"></script>'
        f'<cgn-replay {attributes}><script type="text/cgn">{record}</script></cgn-replay>'
    )
    return text, f"default-src 'none'; script-src {origin}; frame-src {origin}; img-src data:"


def shown(page: Page, ply: int, view: str) -> FrameLocator:
    """The frame, once it shows this ply in this view."""
    frame = page.frame_locator("iframe")
    expect(frame.locator(".replay")).to_have_attribute("data-view", view)
    expect(frame.locator("#sentence")).to_contain_text(f"Ply {ply} of 88")
    return frame


@pytest.mark.parametrize("form", [str, packed])
def test_a_record_is_drawn_and_steered(browser: Browser, site: Site, form: type[str]) -> None:
    text, policy = html(site.url, "/static/embed.js", form(RECORD), 'ply="3"')
    with other_site(text, policy) as there, opened(browser) as page:
        page.goto(there)
        expect(page.get_by_role("link", name="The record of this game")).to_be_visible()
        frame, replay = shown(page, 3, "all"), page.locator("cgn-replay")
        expect(page.get_by_role("link", name="The record of this game")).to_have_count(0)
        frame.get_by_role("link", name="Forward", exact=True).click()
        shown(page, 4, "all")
        replay.evaluate("one => one.goto(900)")
        shown(page, 88, "all")
        replay.evaluate("one => one.goto(9)")
        shown(page, 9, "all")
        replay.evaluate(LOOK_AS_B)
        shown(page, 9, "B")
        replay.evaluate("one => one.goto(12)")
        shown(page, 12, "B")
        replay.evaluate("one => { one.setAttribute('view', 'A'); one.goto(20); }")
        shown(page, 20, "A")
        height = page.locator("iframe").get_attribute("height")
        assert height is not None
        assert int(height) >= 240


def test_a_broken_record_is_explained_beside_its_text(browser: Browser, site: Site) -> None:
    text, policy = html(site.url, "/static/embed.js", BROKEN)
    with other_site(text, policy) as there, opened(browser) as page:
        page.goto(there)
        said = page.frame_locator("iframe").locator("#checked")
        expect(said).to_contain_text("3+2 makes 5, not 4", ignore_case=True)
        expect(said.locator(".log .wrong")).to_contain_text("46. A: cross 4 4,4,3+2")
        expect(said).to_contain_text("Did you mean cross 4 4,4,3+1?")
        expect(page.get_by_role("link", name="The record of this game")).to_be_visible()


def test_a_damaged_record_is_said_to_be(browser: Browser, site: Site) -> None:
    text, policy = html(site.url, "/static/embed.js", "H4sIAAAA")
    with other_site(text, policy) as there, opened(browser) as page:
        page.goto(there)
        expect(page.frame_locator("iframe").locator("#main")).to_have_text(
            "The record in this page is damaged."
        )


def test_the_package_draws_a_record_without_a_service(browser: Browser, address: str) -> None:
    origin = address.rstrip("/")
    text, policy = html(origin, "/node_modules/@cgn/judge/embed.js", RECORD, 'view="A"')
    with other_site(text, policy) as there, opened(browser) as page:
        page.goto(there)
        shown(page, 0, "A")
