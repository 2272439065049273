"""A real browser, and a real service for it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

_PATIENCE = 120_000
"""Milliseconds to wait on a busy machine."""

expect.set_options(timeout=_PATIENCE)

CHROMIUM = shutil.which("chromium")

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="chromium is not installed; it shows the pages tested here"
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Browser, **options: object) -> Iterator[Page]:
    """A page in a context of its own. Fails afterwards if it had errors."""
    context = browser.new_context(**options)  # type: ignore[arg-type] # any option of Playwright's
    context.set_default_timeout(_PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console",
        lambda complaint: wrong.append(complaint.text) if complaint.type == "error" else None,
    )
    try:
        yield page
        assert not wrong, wrong
    finally:
        context.close()


def accessible(page: Page, within: str | None = None) -> None:
    """Assert that axe-core finds nothing wrong with a page, or a part of it, in either scheme."""
    rules = {"light": {"resultTypes": ["violations"]}, "dark": {"runOnly": ["color-contrast"]}}
    for scheme, options in rules.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type] # the two that there are
        report = Axe().run(page, within, options)
        assert report.violations_count == 0, (scheme, report.generate_report()[:3_000])
