"""The app: without a network it checks logs and keeps games, and it asks before it changes."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, Response, expect
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from api.routes import app as routes
from pages import app
from pages.environment import asset_address
from tests.api.asking import Served
from tests.api.conftest import Serve, serve
from tests.api.pages.browser import CLUB, accessible, fits, needs_chromium, opened, without_errors
from tests.api.pages.conftest import Site, browser, site
from tests.api.pages.playing import PHONE, any_move, make_ply
from tests.api.pages.test_log_form_in_a_browser import at, example
from tests.api.pages.test_site import BROKEN
from tests.api.serving import TOKEN
from tests.judge.test_tries_in_a_browser import tries
from tests.judge.test_unsent_in_a_browser import CHECK
from tests.replays.helpers import fixed

pytestmark = [needs_chromium, pytest.mark.long, pytest.mark.usefixtures("built")]

__all__ = ["Serve", "browser", "serve", "site"]

OFFLINE = "This page works without a network."
KEPT = """async () => [
    (await caches.keys()).length,
    (await indexedDB.databases()).length,
    (await navigator.serviceWorker.getRegistrations()).length,
]"""
"""How many caches, databases and service workers the browser keeps for the service."""


FILL = """async ([module, log, count]) => {
    const { keepDraft, write } = await import(module);
    const said = [];
    for (let number = 0; number < count; number += 1) {
        write();
        said.push(await keepDraft(log).then(() => "", (error) => error.message));
    }
    return said;
}"""
"""Has so many games kept, and says what came of each."""


AGED = """([days]) => new Promise((resolve) => {
    indexedDB.open("cgn").onsuccess = ({ target: { result: database } }) => {
        const store = database.transaction("drafts", "readwrite").objectStore("drafts");
        store.getAll().onsuccess = ({ target: { result: drafts } }) => {
            for (const [at, age] of days.entries())
                store.put({ ...drafts[at], changed: Date.now() - age * 86_400_000 });
            database.close();
            resolve(drafts.length);
        };
    };
})"""
"""Makes the first drafts so many days old, and says how many there are."""


QUEUE = """Object.defineProperty(window, "launchQueue", {
    value: { setConsumer: (consumer) => (globalThis.launch = consumer) },
})"""
"""Takes the place of what hands over the files with which a system opens the app."""


LAUNCH = """async (log) => {
    const folder = await navigator.storage.getDirectory();
    const file = await folder.getFileHandle("game.cgn", { create: true });
    const writing = await file.createWritable();
    await writing.write(log);
    await writing.close();
    launch({ files: [file] });
}"""
"""Opens the app with a file, as a system does."""


class Quiet(WSGIRequestHandler):
    """Says nothing of requests."""

    def log(self, *_: object) -> None:
        """Do nothing."""


@contextmanager
def listening(served: Served, port: int = 0) -> Iterator[BaseWSGIServer]:
    """A server for a service in this process, which ends with the block."""
    server = make_server("127.0.0.1", port, served.app, threaded=True, request_handler=Quiet)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        end(server)


def end(server: BaseWSGIServer) -> None:
    """End a server, unless it has ended."""
    server.shutdown()
    server.server_close()


def address(server: BaseWSGIServer) -> str:
    """Where a server listens."""
    return f"http://127.0.0.1:{server.port}"


@contextmanager
def visited(browser: Browser, url: str) -> Iterator[Page]:
    """The page of the app in a context of its own, once it works without a network."""
    context = browser.new_context(viewport=PHONE)
    with closing(context), without_errors(context.new_page()) as page:
        page.goto(f"{url}/app")
        expect(page.get_by_text(OFFLINE)).to_be_visible()
        yield page


def check(page: Page) -> None:
    """Press the button that checks the log."""
    page.get_by_role("button", name=CHECK).click()


def test_without_a_network_a_file_is_opened_checked_and_tried(
    browser: Browser, serve: Serve
) -> None:
    with listening(serve()) as server, visited(browser, address(server)) as page:
        end(server)
        page.reload()
        expect(page.get_by_text(OFFLINE)).to_be_visible()
        file: FilePayload = {
            "name": "game.cgn",
            "mimeType": "text/vnd.cgn",
            "buffer": example().encode(),
        }
        page.locator("[name=file]").set_input_files(file)
        at(page, 0)
        expect(page.get_by_text("Valid: 88 plies")).to_be_visible()
        page.keyboard.press("ArrowRight")
        at(page, 1)
        page.reload()
        at(page, 1)
        tries(page)
        make_ply(page, any_move(fixed(2)))
        expect(page.locator("#tried li")).to_have_count(1)
        assert page.url.startswith(f"{address(server)}/app#try=1")


def test_a_file_that_the_system_opens_is_checked(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(QUEUE)
    with closing(context), without_errors(context.new_page()) as page:
        page.goto(f"{site.url}/app")
        page.evaluate("launch({ files: [] })")  # the app was opened without a file
        page.evaluate(LAUNCH, BROKEN)
        at(page, 45)
        expect(page.locator(".mistake")).to_contain_text("3+2 makes 5, not 4")


def test_the_worker_answers_for_nothing_but_the_page_and_files(
    browser: Browser, site: Site
) -> None:
    by_worker: set[str] = set()
    by_service: set[str] = set()

    def look(response: Response) -> None:
        who = by_worker if response.from_service_worker else by_service
        who.add(urlsplit(response.url).path)

    with visited(browser, site.url) as page:
        page.on("response", look)
        replay = f"/r/{site.ids['triggs']}"
        for path in (f"{replay}/3", "/", "/new", "/check", "/session", "/app", "/me"):
            page.goto(site.url + path)
        page.evaluate("fetch('/v1/replays')")
        page.evaluate(f"fetch('{replay}/plies?from=0&to=1')")
        page.evaluate("fetch('/app')")
    assert "/static/site.css" in by_worker
    assert "/app" in by_worker
    assert {path for path in by_worker if not path.startswith("/static/")} == {"/app"}
    assert {f"{replay}/3", f"{replay}/plies", "/", "/new", "/v1/replays"} <= by_service


def test_a_new_version_waits_until_the_reader_agrees(
    browser: Browser, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(serve()) as server, visited(browser, address(server)) as page:
        newer = page.get_by_text("A new version is there")
        expect(newer).to_be_hidden()
        names = page.evaluate("caches.keys()")
        end(server)
        made, title = app.app_page, "Check and write games"
        monkeypatch.setattr(app, "app_page", lambda root: made(root).replace(title, "Anew"))
        monkeypatch.setattr(routes, "app_page", app.app_page)
        with listening(serve(cache=1), server.port):
            page.reload()
            expect(newer).to_be_visible()
            expect(page.get_by_role("heading", name=title)).to_be_visible()
            accessible(page)
            page.get_by_role("button", name="Reload").click()
            expect(page.get_by_role("heading", name="Anew")).to_be_visible()
            expect(newer).to_be_hidden()
            now = page.evaluate("caches.keys()")
            assert len(now) == len(names)
            assert now != names


def test_what_is_typed_is_kept_until_it_is_removed(browser: Browser, site: Site) -> None:
    with visited(browser, site.url) as page:
        log = page.locator("#log")
        log.fill(BROKEN)
        names = ["Triggs: Ana, Bo"]
        expect(page.locator("#drafts .draft")).to_have_text(names)
        fits(page, (390, 1366))
        accessible(page)
        page.get_by_role("button", name="Write cross 4 4,4,3+1").click()
        expect(page.get_by_text("Valid: 88 plies.")).to_be_visible()
        page.get_by_role("button", name="Write another one").click()
        log.fill("[CGN")
        expect(page.locator("#drafts .draft")).to_have_text(["[CGN", *names])
        again = page.context.new_page()
        page.close()
        again.goto(f"{site.url}/app")
        expect(again.locator("#drafts .draft")).to_have_text(["[CGN", *names])
        again.get_by_role("button", name=names[0], exact=True).click()
        expect(again.locator("#log")).to_have_value(re.compile(r"cross 4 4,4,3\+1"))
        check(again)
        at(again, 0)
        again.get_by_text("Edit the log").click()
        again.evaluate("indexedDB.open = () => ({})")  # it has no time to keep what is typed
        again.locator("#log").fill("Ana draws")
        again.goto(f"{site.url}/app")
        expect(again.locator("#drafts .draft")).to_have_text(["Ana draws", "[CGN"])
        for _ in range(2):
            again.get_by_role("button", name="Remove").first.click()
        expect(again.get_by_text("None yet.")).to_be_visible()


def test_no_more_is_kept_than_there_is_room_for(browser: Browser, site: Site) -> None:
    full = "there is no room to keep this game: remove others first"
    with visited(browser, site.url) as page:
        module = asset_address("", "drafts.js")
        assert page.evaluate(FILL, [module, "x" * 1_000_000, 5]) == ["", "", "", "", full]
        page.reload()
        expect(page.locator("#drafts .draft")).to_have_count(4)
        page.locator("#log").fill("y" * 200_000)
        expect(page.locator("#paste .wrong")).to_have_text(f"T{full[1:]}.")
        accessible(page)
        page.get_by_role("button", name="Remove").first.click()
        expect(page.locator("#drafts .draft")).to_have_count(3)
        page.locator("#log").fill("y")
        expect(page.locator("#paste .wrong")).to_be_hidden()
        expect(page.locator("#drafts .draft")).to_have_count(4)
        assert page.evaluate(FILL, [module, "z", 47]) == [*[""] * 46, full]


def test_what_was_not_changed_for_long_is_removed(browser: Browser, site: Site) -> None:
    with visited(browser, site.url) as page:
        module = asset_address("", "drafts.js")
        assert page.evaluate(FILL, [module, "x", 3]) == [""] * 3
        page.evaluate(AGED, [[179, 181]])
        page.reload()
        expect(page.locator("#drafts .draft")).to_have_count(2)
        expect(page.get_by_text("for 180 days after you changed them last")).to_be_visible()
        assert page.evaluate(AGED, [[]]) == 2


def test_signing_out_leaves_nothing(browser: Browser, site: Site) -> None:
    with visited(browser, site.url) as page:
        page.locator("#log").fill(example())
        expect(page.locator("#drafts .draft")).to_have_count(1)
        assert 0 not in page.evaluate(KEPT)
        sign_in(page.context, site.url)
        page.goto(f"{site.url}/session")
        page.get_by_role("button", name="Sign out").click()
        page.wait_for_url(f"{site.url}/")
        assert page.evaluate(KEPT) == [0, 0, 0]
        assert page.context.cookies() == []


def sign_in(context: BrowserContext, url: str) -> None:
    """Have a context be signed in."""
    context.add_cookies([{"name": "cgn", "value": TOKEN, "url": url}])


def test_over_plain_http_the_page_says_what_is_missing(browser: Browser, site: Site) -> None:
    with opened(browser, viewport=PHONE) as page:
        page.goto(f"{site.url.replace('127.0.0.1', CLUB)}/app")
        expect(page.get_by_text("Over plain HTTP, browsers allow neither.")).to_be_visible()
        expect(page.locator("#written")).to_be_hidden()
        accessible(page)
        page.locator("#log").fill(example())
        check(page)
        at(page, 0)
        tries(page)
        make_ply(page, any_move(fixed(2)))
        expect(page.locator("#tried li")).to_have_count(1)
