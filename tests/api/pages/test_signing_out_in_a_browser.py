"""A phone that several people use: after signing in or out, a browser shows each only their own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.pages.browser import accessible, fits, needs_chromium, opened
from tests.api.pages.playing import PHONE, signed_in, sit_down
from tests.api.serving import TOKEN, Running, running

pytestmark = [needs_chromium, pytest.mark.long]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with an owner."""
    folder = tmp_path_factory.mktemp("shared")
    with running(folder / "shared.db", "--reads", "0", "--writes", "0") as started:
        yield started


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone that nobody is signed in on."""
    with opened(browser, viewport=PHONE) as page:
        yield page


def sign_out(phone: Page) -> None:
    """Press the button of the form, which leads to the start page."""
    phone.click("button:text('Sign out')")
    phone.wait_for_url(lambda url: url.endswith("/"))


def test_signing_in_and_out_shows_no_page_of_before(phone: Page, service: Running) -> None:
    there = f"http://127.0.0.1:{service.port}"
    start, mine = "text=sign in", "text=You are signed in as ana"
    phone.goto(f"{there}/new")
    expect(phone.locator(start)).to_be_visible()
    phone.goto(f"{there}/session?to=me")
    phone.fill("#token", TOKEN)
    phone.click("button:text('Sign in')")
    expect(phone.locator(mine)).to_be_visible()
    phone.goto(f"{there}/new")  # whose public page this browser has seen a moment ago
    expect(phone.locator("[name=player]").first).to_be_visible()
    phone.goto(f"{there}/me")
    phone.goto(f"{there}/session")
    sign_out(phone)
    for _ in range(4):
        phone.go_back()
        expect(phone.locator("main")).to_be_visible()
        expect(phone.locator(mine)).to_have_count(0)
        expect(phone.locator("[name=player]")).to_have_count(0)


def test_signing_out_gives_up_the_seats_too(
    browser: Browser, phone: Page, service: Running
) -> None:
    with signed_in(browser, service) as ana:
        sit_down(ana, phone, "grab_your_breakfast")
        table = phone.url.removesuffix("/play")
        phone.click(".leave >> text=Sign out")
        expect(phone.locator("text=This browser has sat down at a table")).to_be_visible()
        accessible(phone)
        fits(phone, (360, 390, 820, 1366))
        # not on the page before, which would ask for changes with this token
        phone.evaluate("sessionStorage.token = 'cgn_x'; localStorage['seat /t/x'] = '{}'")
        sign_out(phone)
        assert phone.evaluate("[sessionStorage.token, ...Object.keys(localStorage)]") == [None]
        phone.go_back()
        phone.go_back()
        expect(phone.locator("#dock")).to_have_count(0)
        phone.goto(f"{table}/play")
        assert phone.url == table
        expect(ana.locator("#dock")).to_have_attribute("data-own", "A")
