"""The form of a log in a real browser: what was pasted survives, and mistakes stand beside it."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.pages.browser import CLUB, accessible, fits, needs_chromium, opened
from tests.api.pages.conftest import Site
from tests.api.pages.test_site import BROKEN
from tests.api.serving import ROOT

pytestmark = [needs_chromium, pytest.mark.long]

DROP = """async (text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], "game.cgn"));
    const how = { bubbles: true, cancelable: true, dataTransfer: files };
    const over = new DragEvent("dragover", how);
    document.querySelector("h1").dispatchEvent(over);
    document.querySelector("h1").dispatchEvent(new DragEvent("drop", how));
    return over.defaultPrevented;
}"""
"""A script that drops a file on the heading, and says whether the browser would leave for it."""


def check(page: Page, site: Site, log: str) -> None:
    page.goto(site.url)
    page.locator("#log").fill(log)
    page.get_by_role("button", name="Check and watch").click()


def at(page: Page, ply: int) -> None:
    expect(page.locator(".replay")).to_have_attribute("data-ply", str(ply))
    expect(page.locator("#play")).to_be_enabled()


def example() -> str:
    return (ROOT / "examples" / "triggs.cgn").read_text(encoding="utf-8")


def test_a_reloaded_log_is_shown_at_the_same_ply(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        check(page, site, example())
        at(page, 0)
        page.keyboard.press("ArrowRight")
        at(page, 1)
        assert page.url == f"{site.url}/check#1"
        page.reload()
        at(page, 1)
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()


def test_a_log_survives_leaving_its_page_and_back(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        check(page, site, example())
        at(page, 0)
        page.keyboard.press("ArrowRight")
        at(page, 1)
        page.goto(f"{site.url}/guide/triggs")
        page.go_back()
        at(page, 1)
        page.get_by_role("link", name="CGN").first.click()
        expect(page.locator("#log")).to_have_value(re.compile(r"\[CGN \"1\"\]"))


def test_the_copied_address_of_a_log_is_the_form(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(f"{site.url}/check#30")
        expect(page.get_by_role("heading", name="Check a log")).to_be_visible()
        expect(page.locator("#log")).to_have_value("")
        accessible(page)


def test_what_is_wrong_with_a_form_stands_beside_its_button(browser: Browser, site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    with closing(context), closing(context.new_page()) as page:  # whose console tells of the 400
        page.goto(site.url)
        with page.expect_response("**/check") as answer:
            page.get_by_role("button", name="Check and watch").click()
        assert answer.value.status == 400
        expect(page.get_by_role("alert")).to_have_text(
            "There is no log here; paste one, or choose a file."
        )
        page.locator("#log").fill(example())
        page.get_by_role("button", name="Check and watch").click()
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()


def test_a_mended_log_opens_at_the_mended_ply(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        check(page, site, BROKEN)
        at(page, 45)
        page.get_by_role("button", name="Write cross 4 4,4,3+1").click()
        at(page, 46)
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()


def test_a_file_may_be_dropped_anywhere(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(site.url)
        expect(page.get_by_text("or drop one here")).to_be_visible()
        with page.expect_navigation():
            assert page.evaluate(DROP, example())
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()
        at(page, 0)
        with page.expect_navigation():
            assert page.evaluate(DROP, BROKEN)
        at(page, 45)


def test_a_long_line_does_not_make_the_page_wide(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        for log in "x" * 3_000, BROKEN.replace("46. A:", f"46. A: {'cross 4 4,4,' * 200}"):
            check(page, site, log)
            expect(page.locator("#wrong")).to_be_visible()
            for width in 390, 1366:
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") == width


def test_long_names_do_not_make_the_page_wide(browser: Browser, site: Site) -> None:
    name = "Anastasia" * 22
    log = example().replace('[A "Ana"]', f'[A "{name}"]')
    with opened(browser) as page:
        check(page, site, log)
        at(page, 0)
        fits(page, [320, 390, 768, 1280])


def test_a_log_that_is_too_long_is_refused_beside_the_form(browser: Browser, site: Site) -> None:
    with closing(browser.new_page()) as page:  # whose console tells of the 413
        page.goto(f"{site.url}/check")
        page.locator("#log").evaluate("(field) => field.value = 'x'.repeat(1_100_000)")
        page.get_by_role("button", name="Check and watch").click()
        expect(page.get_by_role("alert")).to_have_text(
            "This log is too long: at most 1,048,576 bytes fit; `cgn validate` checks more."
        )


def test_a_phone_shows_the_sentence_of_a_log_above_its_table(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.set_viewport_size({"width": 390, "height": 800})
        check(page, site, example())
        at(page, 0)
        tops = [page.locator(one).bounding_box() for one in ("#sentence", ".table")]
        assert tops[0] is not None
        assert tops[1] is not None
        assert tops[0]["y"] < tops[1]["y"]


def test_over_plain_http_a_log_is_kept_and_erased_again(browser: Browser, site: Site) -> None:
    """Browsers send no Sec-Fetch-Site there, so the page has to tell where its form comes from."""
    club = site.url.replace("127.0.0.1", CLUB)
    with opened(browser) as page:
        for where in ("/", "/check"):
            page.goto(club + where)
            page.locator("#log").fill(example())
            page.locator("[name=keep]").check()
            page.get_by_role("button", name="Check and watch").click()
            page.wait_for_url("**/p/*")
            page.get_by_role("button", name="Erase it now").click()
            page.wait_for_url("**/check")
