"""Keys on the page of a replay, besides stepping: variations, sheets, cards, records."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from notation.text_writer import write_text
from pages.exported import exported_page
from replays.view.playhead import Playhead
from tests.api.pages.browser import accessible, needs_chromium, opened
from tests.api.pages.conftest import EXAMPLES, Site
from tests.api.pages.drawn import example
from tests.api.pages.test_replay_in_a_browser import address, at, ready
from tests.replays.store.making import nested

pytestmark = [needs_chromium, pytest.mark.long]

OUTER, INNER = "/plies/1/variations/0", "/plies/1/variations/0/1/variations/0"


def dialog(page: Page) -> Locator:
    """The text of a dialog."""
    return page.locator("dialog[open]")


def closed(page: Page) -> None:
    """Close the dialog with Escape, and wait until it is gone: until then it takes the keys."""
    page.keyboard.press("Escape")
    expect(dialog(page)).to_have_count(0)


def test_axe_finds_nothing_in_what_opens(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site))
        ready(page)
        for key in "?", "g", "l", "s":
            page.keyboard.press(key)
            expect(dialog(page)).to_be_visible()
            accessible(page, "dialog[open]")
            closed(page)
        page.locator(".table [data-number]").first.click()
        expect(dialog(page)).to_be_visible()
        accessible(page, "dialog[open]")
        closed(page)
        for menu in page.locator(".menu summary").all():
            menu.click()
        accessible(page, ".tools")


def test_keys_open_sheets_search_and_reach_cards(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site, ply=19))
        ready(page)
        with page.expect_response("**/sheet") as answer:
            page.keyboard.press("l")
        assert answer.value.ok, answer.value.text()
        expect(dialog(page)).to_contain_text("33 legal moves after ply 19")
        closed(page)
        page.keyboard.press("s")
        expect(dialog(page).get_by_role("row", name="Total 7 11")).to_be_visible()
        closed(page)
        page.keyboard.press("g")
        dialog(page).get_by_role("textbox").fill("r0")
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_have_text("There is no round 0")
        expect(dialog(page)).to_have_count(0)
        page.keyboard.press("/")
        dialog(page).get_by_role("textbox").fill("Draw left")
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text("14 hits")
        expect(page.locator(".moves .hit")).to_have_count(14)
        page.keyboard.press("n")
        at(page, 22)
        page.keyboard.press("Escape")
        expect(page.locator(".moves .hit")).to_have_count(0)
        page.keyboard.press("x")
        expect(page.locator(".moves .comment").first).to_be_hidden()
        page.locator(".table button").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        at(page, 23)
        expect(page.locator(".table button")).to_be_focused()
        page.keyboard.press("Enter")
        expect(dialog(page)).to_contain_text("→ hand of")
        closed(page)
        page.keyboard.press("]")
        expect(page.locator("#notice")).to_contain_text("no record after this one")


def test_a_search_finds_what_the_sentences_say(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    """The Bear is drawn by himself, so no line of the list of moves names him there."""
    file = tmp_path / "jam.html"
    file.write_text(exported_page(Playhead(example("the_jam")), None), encoding="utf-8")
    for where in (address(site, "the_jam", ply=0), f"{file.as_uri()}#0"):
        with opened(browser) as page:
            page.goto(where)
            ready(page)
            page.keyboard.press("/")
            dialog(page).get_by_role("textbox").fill("draws the Bear")
            page.keyboard.press("Enter")
            at(page, 3)
            expect(page.locator("#move-3")).to_have_class("hit")


def test_a_key_counts_while_a_closed_dialog_still_has_the_focus(
    browser: Browser, site: Site
) -> None:
    with opened(browser) as page:
        page.goto(address(site))
        ready(page)
        page.evaluate(
            """() => {
                const asking = document.getElementById("asking");
                asking.showModal();
                const input = document.activeElement;
                asking.close();
                input.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }));
            }"""
        )
        expect(dialog(page)).to_contain_text("Total")


def test_keys_lead_into_variations_and_out(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site, ply=19))
        ready(page)
        page.keyboard.press("i")
        expect(page).to_have_url(address(site, ply=19, query="?line=/plies/18/variations/0"))
        ready(page)
        page.keyboard.press("o")
        expect(page).to_have_url(address(site, ply=19))


def test_an_exported_file_has_its_variations(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(exported_page(Playhead(nested()), None), encoding="utf-8")
    with opened(browser) as page:
        page.goto(f"{file.as_uri()}#2")
        ready(page)
        for key, ply, line in [
            ("i", 2, OUTER),
            ("i", 2, "/plies/1/variations/1"),
            ("i", 2, OUTER),
            ("ArrowRight", 3, OUTER),
            ("i", 3, INNER),
            ("o", 3, OUTER),
            ("i", 3, INNER),
            ("ArrowLeft", 2, OUTER),
            ("ArrowLeft", 1, ""),
        ]:
            page.keyboard.press(key)
            at(page, ply)
            assert page.url == f"{file.as_uri()}#{ply}" + (f"?line={line}" if line else "")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#graph-now rect")).to_have_attribute("width", "2")
        page.locator("#move-2 .instead a").first.click()
        expect(page.locator("#moves li")).to_have_count(4)
        page.reload()
        ready(page)
        expect(page.locator(".line-of")).to_be_visible()
        page.keyboard.press("l")
        expect(dialog(page)).to_contain_text("legal moves after ply 2")


def test_keys_flip_through_the_records_of_a_log(browser: Browser, site: Site) -> None:
    log = write_text(nested()) + "\n" + EXAMPLES[0].read_text(encoding="utf-8")
    with opened(browser) as page:
        page.goto(site.url)
        page.locator("textarea").fill(log)
        page.get_by_role("button", name="Check and watch").click()
        ready(page)
        page.keyboard.press("]")
        expect(page.get_by_text("Record 2 of 2")).to_be_visible()
        ready(page)
        page.keyboard.press("[")
        expect(page.get_by_text("Record 1 of 2")).to_be_visible()
