"""Dealt games in real browsers: links, sitting down, and cards of which each sees their own."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.pages.browser import CLUB, accessible, arrived, fits, needs_chromium, opened
from tests.api.pages.playing import (
    LAPTOP,
    PHONE,
    any_move,
    choices,
    make_ply,
    play_on,
    record_of,
    signed_in,
    sit_down,
)
from tests.api.serving import Running, running
from tests.replays.helpers import fixed

pytestmark = [needs_chromium, pytest.mark.long]

NAMES = ("Ana", "Bo")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with an owner."""
    data = tmp_path_factory.mktemp("lobby") / "lobby.db"
    with running(data, "--reads", "0", "--writes", "0") as started:
        yield started


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """The phone of somebody who is invited."""
    with opened(browser, viewport=PHONE) as page:
        yield page


def invite(page: Page, *names: str) -> dict[str, str]:
    """Start a dealt game of Triggs. Returns the links by seat."""
    page.check("[value=triggs]")
    for at, name in enumerate(names or NAMES):
        page.locator("[name=player]").nth(at).fill(name)
    page.check("[value=dealt]")
    page.click("button.start")
    expect(page.locator(".qr").first).to_be_visible()
    codes = page.locator(".place:has(.qr)").all()
    return {
        (place.get_attribute("id") or "")[-1]: place.locator(".qr").get_attribute("href") or ""
        for place in codes
    }


def test_two_people_play_a_whole_dealt_game_over_plain_http(
    browser: Browser, service: Running
) -> None:
    with ExitStack() as open_pages:
        ana = open_pages.enter_context(signed_in(browser, service, LAPTOP, host=CLUB))
        assert ana.evaluate("isSecureContext") is False
        bo = open_pages.enter_context(opened(browser, viewport=PHONE))
        sit_down(ana, bo, "grab_your_breakfast")
        assert ana.evaluate("Object.keys(localStorage).filter((key) => /^seat/.test(key))") == []
        own = "[...document.querySelectorAll('#held [data-number], [id^=zone-hand] [data-number]')]"
        hands = [
            page.evaluate(f"{own}.map((card) => card.textContent.trim())") for page in (ana, bo)
        ]
        assert hands[0] != hands[1]
        play_on([ana, bo], any_move(fixed(7)))
        record = record_of(service, bo)
        assert ana.url.split("/")[-2:] == bo.url.split("/")[-2:]
    assert record.seats == NAMES
    assert "Dealt" in record.tags


def test_an_invitation_leaves_the_address_at_once_and_a_reload_keeps_it(
    browser: Browser, service: Running, phone: Page
) -> None:
    with signed_in(browser, service) as page:
        link = invite(page)["B"]
        accessible(page)
        fits(page, (360, 390, 820, 1366))
    phone.goto(link)
    expect(phone.locator("#title")).to_have_text("You are invited as Bo")
    assert "#" not in phone.url
    accessible(phone)
    fits(phone, (360, 390, 1366))
    phone.reload()
    phone.click("#sit button")
    expect(phone.locator("#now")).to_contain_text("You sit")
    accessible(phone)


def test_whoever_left_before_the_deal_sends_their_part_when_they_come_back(
    browser: Browser, service: Running, phone: Page
) -> None:
    with signed_in(browser, service) as page:
        links = invite(page)
        phone.goto(links["B"])
        phone.click("#sit button")
        expect(phone.locator("#now")).to_contain_text("Still free: Ana")
        table = phone.url
        phone.goto("about:blank")
        page.click("#seat-A .sit")
        expect(page.locator("#now")).to_contain_text("The deal waits for Bo")
        phone.goto(table)
        for each in (page, phone):
            arrived(each, "/play$")


def test_a_link_that_no_longer_counts_says_so(browser: Browser, service: Running) -> None:
    with (
        signed_in(browser, service) as page,
        closing(browser.new_context(viewport=PHONE)) as context,
    ):
        phone = context.new_page()
        said = phone.locator("#said")
        links = invite(page)
        page.click("#seat-A .sit")
        expect(page.locator("#seat-A .state")).to_have_text("you")
        phone.goto(links["A"])
        expect(said).to_contain_text("Somebody sits there as Ana")
        page.reload()
        page.click("text=New link for Bo")
        expect(page.locator("#seat-B .qr")).to_be_visible()
        phone.goto(links["B"])
        expect(said).to_contain_text("replaced by another")
        phone.evaluate("sessionStorage.clear()")
        phone.goto(links["B"].partition("#")[0])
        expect(said).to_contain_text("lacks the invitation")


def test_a_lost_answer_loses_no_seat(browser: Browser, service: Running) -> None:
    with (
        signed_in(browser, service) as page,
        closing(browser.new_context(viewport=PHONE)) as context,
    ):
        links = invite(page)
        phone = context.new_page()
        phone.goto(links["B"])
        expect(phone.locator("#sit")).to_be_visible()
        phone.route("**/session", lambda route: route.abort())
        phone.click("#sit button")
        expect(phone.locator("#said")).to_contain_text("No connection")
        phone.unroute("**/session")
        phone.reload()
        phone.click("#sit button")
        expect(phone.locator("#now")).to_contain_text("You sit")


def test_a_player_takes_their_seat_to_another_device(browser: Browser, service: Running) -> None:
    with ExitStack() as open_pages:
        ana = open_pages.enter_context(signed_in(browser, service, LAPTOP, host=CLUB))
        bo = open_pages.enter_context(opened(browser, viewport=PHONE))
        tablet = open_pages.enter_context(opened(browser, viewport=LAPTOP))
        sit_down(ana, bo, "grab_your_breakfast")
        table = bo.url
        bo.click("text=Move to another device")
        accessible(bo)
        fits(bo, (360, 390, 820, 1366))
        tablet.goto(bo.get_attribute(".qr", "href") or "")
        expect(tablet.locator("#linked")).to_contain_text("Your seat moves to this browser")
        assert "#" not in tablet.url
        bo.click("text=Stay on this device")
        assert bo.url == table
        tablet.click("button:text('Play on here')")
        arrived(tablet, "/play$")
        expect(tablet.locator("#dock")).to_have_attribute("data-own", "B")
        bo.reload()
        assert not bo.url.endswith("/play")
        expect(bo.locator("#dock")).to_have_count(0)
        while choices(ana) is not None:
            make_ply(ana, any_move(fixed(7)))
        expect(tablet.locator("#choices")).to_be_attached()
        make_ply(tablet, any_move(fixed(7)))
