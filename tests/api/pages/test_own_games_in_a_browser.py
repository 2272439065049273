"""One's own games in a real browser: files are added, changed and deleted, and a log is mended."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import NO_CONTENT
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from notation.text_writer import write_text
from tests.api.pages.browser import accessible, fits, needs_chromium, without_errors
from tests.api.pages.test_site import BROKEN, HOSTILE
from tests.api.serving import ROOT, TOKEN, Running, running
from tests.replays.store.making import record

pytestmark = [needs_chromium, pytest.mark.long]

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1366, "height": 657}
LOG = (ROOT / "examples" / "triggs.cgn").read_text(encoding="utf-8")
DROP = """(texts) => {
    const files = new DataTransfer();
    texts.forEach((text, at) => files.items.add(new File([text], `dropped-${at}.cgn`)));
    const how = { bubbles: true, cancelable: true, dataTransfer: files };
    const over = new DragEvent("dragover", how);
    document.querySelector("h1").dispatchEvent(over);
    document.querySelector("h1").dispatchEvent(new DragEvent("drop", how));
    return over.defaultPrevented;
}"""
PASTE = """(text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const how = { bubbles: true, clipboardData };
    document.querySelector("h1").dispatchEvent(new ClipboardEvent("paste", how));
}"""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with an owner."""
    data = tmp_path_factory.mktemp("own") / "own.db"
    with running(data, "--reads", "0", "--writes", "0") as service:
        yield service


@pytest.fixture
def service(started: Running) -> Iterator[Running]:
    """The service, whose owner has no replay."""
    yield started
    for replay in started.ask("GET", "/v1/replays?own=true").json()["replays"]:
        assert started.ask("DELETE", f"/v1/replays/{replay['id']}").status == NO_CONTENT


def address(service: Running) -> str:
    return f"http://127.0.0.1:{service.port}"


@contextmanager
def signed_in(
    browser: Browser, service: Running, size: ViewportSize = LAPTOP, *, scripts: bool = True
) -> Iterator[Page]:
    """A page of an owner in a window of this size. Fails if it had errors."""
    context: BrowserContext = browser.new_context(viewport=size, java_script_enabled=scripts)
    context.add_cookies([{"name": "cgn", "value": TOKEN, "url": address(service)}])
    with closing(context):
        page = context.new_page()
        with without_errors(page):
            page.goto(f"{address(service)}/me")
            yield page


def games(tmp_path: Path) -> list[Path]:
    """Three files of logs, the second one broken, with a hostile name."""
    texts = {
        "one.cgn": write_text(record("one", tags={"Event": HOSTILE})),
        "<img src=x onerror=alert(1)>.cgn".replace("/", ""): BROKEN,
        "three.cgn": write_text(record("three", "point_salad")),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [tmp_path / name for name in texts]


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_files_are_added_shown_changed_and_deleted(
    browser: Browser, service: Running, tmp_path: Path, size: ViewportSize
) -> None:
    with signed_in(browser, service, size) as page:
        expect(page.get_by_text("You have no replay yet")).to_be_visible()
        accessible(page)
        page.locator("#files").set_input_files(games(tmp_path))
        expect(page.locator("#progress")).to_have_text("2 of 3 added")
        results = page.locator("#results > li")
        expect(results).to_have_count(3)
        expect(results.nth(0)).to_contain_text("stored")
        expect(results.nth(1)).to_contain_text("Not stored: line 60: 3+2 makes 5, not 4")
        expect(results.nth(1)).to_contain_text("<img src=x onerror=alert(1)>.cgn")
        expect(results.nth(2)).to_contain_text("Point Salad")
        entries = page.locator("#replays .list > li")
        expect(entries).to_have_count(2)
        accessible(page)
        fits(page, [360, 390, 768, 1366])
        page.set_viewport_size(size)
        entry = page.locator("#replays .list > li", has_text="Triggs")
        expect(entry.get_by_label("Who finds it")).to_have_value("unlisted")
        entry.get_by_label("Who finds it").select_option("private")
        entry.get_by_role("button", name="Change").click()
        page.wait_for_url("**/me#replay-*")
        expect(entry.get_by_label("Who finds it")).to_have_value("private")
        entry.get_by_text("Delete", exact=True).click()
        accessible(page)
        fits(page, [360, size["width"]])
        page.set_viewport_size(size)
        entry.get_by_role("button", name="Delete it").click()
        expect(entries).to_have_count(1)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_broken_file_is_mended_and_kept(
    browser: Browser, service: Running, tmp_path: Path, size: ViewportSize
) -> None:
    with signed_in(browser, service, size) as page:
        page.locator("#files").set_input_files(games(tmp_path))
        page.get_by_role("button", name="Mend <img").click()
        expect(page.get_by_role("heading", name="3+2 makes 5, not 4")).to_be_visible()
        accessible(page, ".mistake")
        fits(page, [360, size["width"]])
        page.set_viewport_size(size)
        page.get_by_role("button", name="Write cross 4 4,4,3+1").click()
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()
        expect(page.locator(".replay")).to_have_attribute("data-ply", "46")
        assert page.locator("#log").input_value() == LOG
        accessible(page, ".fine")
        page.get_by_role("button", name="Keep it and share the link").click()
        page.wait_for_url("**/r/*")
        page.goto(f"{address(service)}/me")
        expect(page.locator("#replays .list > li")).to_have_count(3)


def test_files_are_dropped_and_logs_pasted(browser: Browser, service: Running) -> None:
    with signed_in(browser, service) as page:
        expect(page.get_by_text("or drop files anywhere on this page")).to_be_visible()
        assert page.evaluate(DROP, [write_text(record("one")), write_text(record("two"))])
        expect(page.locator("#progress")).to_have_text("all 2 added")
        page.evaluate(PASTE, write_text(record("three")))
        expect(page.locator("#progress")).to_have_text("all 1 added")
        expect(page.locator("#results")).to_contain_text("The pasted log")
        page.locator("#log").fill(BROKEN)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#progress")).to_have_text("0 of 1 added")
        expect(page.locator("#log")).to_have_value(BROKEN)
        page.locator("#log").fill("")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("alert")).to_have_text(
            "There is no log here; choose files, or paste one."
        )
        expect(page.locator("#replays .list > li")).to_have_count(3)


def test_a_lost_connection_and_a_busy_service_are_told_of(
    browser: Browser, service: Running
) -> None:
    context = browser.new_context(viewport=LAPTOP)
    context.add_cookies([{"name": "cgn", "value": TOKEN, "url": address(service)}])
    busy = {"count": 0}

    def refuse_once(route: Route) -> None:
        busy["count"] += 1
        if busy["count"] == 1:
            route.fulfill(status=503, headers={"Retry-After": "0"}, body="busy")
        else:
            route.continue_()

    with closing(context), closing(context.new_page()) as page:  # whose console tells of both
        page.goto(f"{address(service)}/me")
        page.route("**/me/replays", lambda route: route.abort())
        page.evaluate(DROP, [LOG])
        expect(page.locator("#results")).to_contain_text("the connection is lost")
        page.unroute("**/me/replays")
        page.route("**/me/replays", refuse_once)
        page.evaluate(DROP, [LOG])
        expect(page.locator("#progress")).to_have_text("all 1 added")
        assert busy["count"] == 2


def test_all_of_it_works_without_scripts(
    browser: Browser, service: Running, tmp_path: Path
) -> None:
    with signed_in(browser, service, PHONE, scripts=False) as page:
        page.locator("#files").set_input_files(games(tmp_path))
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#results > li")).to_have_count(3)
        page.get_by_role("button", name="Mend <img").click()
        page.get_by_role("button", name="Write cross 4 4,4,3+1").click()
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()
        page.get_by_role("button", name="Keep it and share the link").click()
        page.wait_for_url("**/r/*")
        page.goto(f"{address(service)}/me")
        entries = page.locator("#replays .list > li")
        expect(entries).to_have_count(3)
        entries.nth(0).get_by_text("Delete", exact=True).click()
        entries.nth(0).get_by_role("button", name="Delete it").click()
        expect(entries).to_have_count(2)


def test_whoever_is_not_signed_in_keeps_a_log_by_a_token(
    browser: Browser, service: Running
) -> None:
    context = browser.new_context(viewport=PHONE)
    with closing(context):
        page = context.new_page()
        with without_errors(page):
            page.goto(f"{address(service)}/check")
            page.locator("#log").fill(LOG)
            page.get_by_role("button", name="Check and watch").click()
            page.get_by_role("button", name="Keep it and share the link").click()
            expect(page.get_by_label("Your token")).to_be_visible()
            accessible(page)
            fits(page, [360, 1366])
            page.get_by_label("Your token").fill(TOKEN)
            page.get_by_role("button", name="Sign in and keep it").click()
            page.wait_for_url("**/r/*")
            page.goto(f"{address(service)}/me")
            expect(page.locator("#replays .list > li")).to_have_count(1)
