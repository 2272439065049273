"""The cards that a hand may hold, or that came, where they are real: found and told apart."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from engines.registry import GAMES, load_game
from tests.api.pages.browser import accessible, fits, needs_chromium
from tests.api.pages.playing import LAPTOP, begin, signed_in, turned_up
from tests.api.serving import Running, running

pytestmark = [needs_chromium, pytest.mark.long]

NAMES = """() => [...document.querySelectorAll("#spare [data-key]")].map(
    (one) => one.ariaLabel ?? one.textContent)"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with an owner."""
    folder = tmp_path_factory.mktemp("palette")
    with running(folder / "palette.db", "--reads", "0", "--writes", "0") as started:
        yield started


@pytest.fixture
def jam(browser: Browser, service: Running) -> Iterator[Page]:
    """A phone with a game of The Jam with real cards."""
    with signed_in(browser, service) as page:
        begin(page, "the_jam", "unseen", turned_up(load_game("the_jam")))
        yield page


@pytest.mark.parametrize("game", GAMES)
def test_no_two_cards_are_called_the_same(browser: Browser, service: Running, game: str) -> None:
    with signed_in(browser, service) as page:
        begin(page, game, "unseen", turned_up(load_game(game)))
        names = page.evaluate(NAMES)
        assert len(names) == len({*names})


def test_rings_are_explained_where_something_has_one(browser: Browser, service: Running) -> None:
    for game, is_explained in (("triggs", True), ("turkey_my_mayonnaise", False)):
        with signed_in(browser, service) as page:
            begin(page, game, "unseen")
            expect(page.locator("#hint")).to_be_visible(visible=is_explained)


def test_cards_of_a_kind_lie_behind_one_chip(jam: Page) -> None:
    group, other = jam.locator("[data-group='apple jam']"), jam.locator("[data-group=salad]")
    apples = jam.locator("#spare [data-within='apple jam']:visible")
    expect(group).to_have_text("apple jam ×7")  # noqa: RUF001 - a sign of multiplication
    expect(apples).to_have_count(0)
    group.click()
    expect(group).to_have_attribute("aria-expanded", "true")
    expect(apples).to_have_count(7)
    expect(apples.first).to_have_text("strawberry below")
    expect(other).to_be_hidden()
    fits(jam, (360, 390, 820, 1366))
    accessible(jam)
    group.click()
    expect(apples).to_have_count(0)
    other.click()
    expect(jam.get_by_text("apple, peach and dogwood salad walnut below")).to_be_visible()


def test_a_name_that_is_typed_opens_its_group(browser: Browser, service: Running) -> None:
    with signed_in(browser, service, LAPTOP) as page:
        begin(page, "turkey_my_mayonnaise", "unseen")
        recipe = page.get_by_role("button", name="R07")
        expect(recipe).to_be_hidden()
        page.locator("#spare .pick").first.focus()
        page.keyboard.type("r07")
        expect(recipe).to_be_focused()
        expect(recipe).to_contain_text("and")  # what it needs


@pytest.mark.parametrize("by", ["Back", "Escape"])
def test_a_chip_works_again_after_the_question_which_card_came(jam: Page, by: str) -> None:
    def choose() -> None:
        jam.click("[data-group='apple jam']")
        jam.click("#spare >> text=strawberry below")
        expect(jam.locator(".chosen-one")).to_have_text("apple jam, strawberry below")

    choose()
    jam.click("#acts [data-verb=basket]")
    expect(jam.locator("#prompt")).to_contain_text("Which card")
    if by == "Back":
        jam.click("#acts >> text=Back")
    else:
        jam.keyboard.press("Escape")
    expect(jam.locator("#prompt")).not_to_contain_text("Which card")
    expect(jam.locator("#acts [data-verb=basket]")).to_be_visible()  # what was chosen stays
    jam.click(".clear")
    choose()
    expect(jam.locator("#sentence")).to_contain_text("Ply 0")


def test_a_card_of_the_basket_is_not_put_into_it(jam: Page) -> None:
    jam.locator("[data-thing^='basket/'] > .tap").first.click()
    expect(jam.locator(".chosen-one")).to_have_count(1)
    expect(jam.locator("#acts [data-move]")).to_have_count(0)
