"""A real browser, and a real service for it."""

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    expect,
    sync_playwright,
)

_PATIENCE = 120_000
"""Milliseconds to wait on a busy machine."""

expect.set_options(timeout=_PATIENCE)

CHROMIUM = shutil.which("chromium")

CLUB = "club.test"
"""A name of this machine. Browsers give pages from there what they give other machines' pages."""

_ONLY_SECURE = "The Cross-Origin-Opener-Policy header has been ignored"
"""What browsers say of each page over plain http from elsewhere."""

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="chromium is not installed; it shows the pages tested here"
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    flags = [f"--host-resolver-rules=MAP {CLUB} 127.0.0.1"]
    flags += ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        browser.on("context", _patient)
        try:
            yield browser
        finally:
            browser.close()


def _patient(context: BrowserContext) -> None:
    context.set_default_timeout(_PATIENCE)


@contextmanager
def opened(browser: Browser, **options: object) -> Iterator[Page]:
    """A page. Fails afterwards if it had errors.

    With options it has a context of its own. The others have one page in turn: a new context costs
    more than most of what is done in it.
    """
    if options:
        context = browser.new_context(**options)  # type: ignore[arg-type] # any option of Playwright's
        with closing(context), without_errors(context.new_page()) as page:
            yield page
        return
    page = browser.contexts[0].pages[0] if browser.contexts else browser.new_context().new_page()
    try:
        with without_errors(page):
            yield page
    except BaseException:
        page.context.close()
        raise
    page.wait_for_load_state()
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.goto("about:blank")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.emulate_media(color_scheme="light")


@contextmanager
def without_errors(page: Page) -> Iterator[Page]:
    """Fail after the block if the page had errors within it."""
    wrong: list[str] = []

    def failed(error: Error) -> None:
        wrong.append(str(error))

    def logged(message: ConsoleMessage) -> None:
        if message.type == "error" and _ONLY_SECURE not in message.text:
            wrong.append(message.text)

    page.on("pageerror", failed)
    page.on("console", logged)
    yield page
    page.remove_listener("pageerror", failed)
    page.remove_listener("console", logged)
    assert not wrong, wrong


def arrived(page: Page, address: str) -> None:
    """Wait until the address of a page matches a pattern.

    Playwright's own `wait_for_url` fails where a script of the page begins the same load twice.
    """
    expect(page).to_have_url(re.compile(address))
    page.wait_for_load_state()


def fits(page: Page, widths: Iterable[int]) -> None:
    """Assert that a page does not scroll sideways in windows of these widths, once fitted."""
    narrow = "(width) => document.documentElement.scrollWidth === width"
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(narrow, arg=width)


def accessible(page: Page, within: str | None = None) -> None:
    """Assert that axe-core finds nothing wrong with a page, or a part of it, in either scheme."""
    rules = {"light": {"resultTypes": ["violations"]}, "dark": {"runOnly": ["color-contrast"]}}
    for scheme, options in rules.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type] # the two that there are
        report = Axe().run(page, within, options)
        assert report.violations_count == 0, (scheme, report.generate_report()[:3_000])
