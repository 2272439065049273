"""Games are played, and written down, in a real browser: by touch, by keys, on a bad connection."""

import json
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from engines.registry import load_game
from replays.store.open_store import open_store
from replays.store.tokens import SIGN_IN, TOKEN_BYTES, digest_of, write_token
from tests.api.pages.browser import accessible, needs_chromium, opened
from tests.api.pages.playing import (
    ANSWERED,
    LAPTOP,
    PHONE,
    any_move,
    begin,
    choices,
    make_ply,
    play_on,
    press_play,
    record_of,
    signed_in,
    write_game,
)
from tests.api.pages.users import KeyUser, TouchUser, touch
from tests.api.serving import Running, running
from tests.replays.helpers import fixed

pytestmark = [needs_chromium, pytest.mark.long]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the service."""
    return tmp_path_factory.mktemp("play") / "play.db"


@pytest.fixture(scope="module")
def service(data: Path) -> Iterator[Running]:
    """A service with an owner."""
    with running(data, "--reads", "0", "--writes", "0") as started:
        yield started


def test_a_whole_game_is_played_by_touch_on_a_phone(browser: Browser, service: Running) -> None:
    with signed_in(browser, service) as page:
        begin(page, "grab_your_breakfast", "seeded")
        play_on([page], any_move(fixed(5)))
        record = record_of(service, page)
    assert record.game == "grab_your_breakfast"
    assert record.seats == ("Ana", "Bo")


def test_a_whole_game_is_played_by_keys_alone(browser: Browser, service: Running) -> None:
    pick = any_move(fixed(5))

    def pick_in_focus(page: Page, moves: Sequence[dict[str, Any]]) -> dict[str, Any]:
        if page.get_attribute(".replay", "data-ply") != "0":
            expect(page.locator("#prompt")).to_be_focused()
        return pick(page, moves)

    with signed_in(browser, service, LAPTOP) as page:
        begin(page, "grab_your_breakfast", "seeded")
        play_on([page], pick_in_focus, KeyUser)
        record_of(service, page)


@pytest.mark.parametrize(
    ("name", "size", "by"),
    [("grab_your_breakfast", PHONE, TouchUser), ("point_salad", LAPTOP, KeyUser)],
)
def test_a_game_with_real_cards_is_written_down_and_is_valid(
    browser: Browser, service: Running, name: str, size: ViewportSize, by: type[TouchUser]
) -> None:
    with signed_in(browser, service, size, patient=True) as page:
        real, _ = write_game(page, load_game(name), by)
        record = record_of(service, page)
    assert [ply.move for ply in record.moves] == [ply.move for ply in real.moves]
    assert record.result == real.result


def test_the_page_waits_for_the_computer_and_shows_what_it_played(
    browser: Browser, service: Running
) -> None:
    with signed_in(browser, service) as page:
        begin(page, "triggs", "seeded", alone=True)
        page.evaluate("window.isTheSame = true")
        make_ply(page, any_move(fixed(1)))
        version = page.get_attribute("#dock", "data-version") or ""
        assert choices(page) is None
        expect(page.locator("#prompt")).to_contain_text("Bo")
        page.wait_for_function(ANSWERED, arg=version)
        expect(page.locator("#prompt")).to_contain_text("Ana")
        assert choices(page) is not None
        assert page.evaluate("window.isTheSame")


def test_a_ply_is_made_by_keys_alone(browser: Browser, service: Running) -> None:
    with signed_in(browser, service, LAPTOP) as page:
        begin(page, "triggs", "seeded")
        page.locator(".tap[tabindex='0']").focus()
        assert page.locator(".tap[tabindex='0']").count() == 1
        first = page.evaluate("document.activeElement.getAttribute('aria-label')")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") != first
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        expect(page.locator("#status")).to_contain_text(f"Chosen: {first}")
        page.keyboard.press("Enter")
        expect(page.locator("#acts button")).to_have_count(1)
        version = page.get_attribute("#dock", "data-version")
        page.locator("#acts button").focus()
        page.keyboard.press("Enter")
        page.wait_for_function(ANSWERED, arg=version)
        page.locator(".tap").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".picked")).not_to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator(".picked")).to_have_count(0)


def test_undo_takes_the_last_ply_back(browser: Browser, service: Running) -> None:
    with signed_in(browser, service) as page:
        begin(page, "triggs", "seeded")
        touch(page, "at:left")
        touch(page, "at:left")
        page.wait_for_function(ANSWERED, arg=press_play(page, "draw left left"))
        expect(page.locator("#sentence")).to_contain_text("Ply 1")
        version = page.get_attribute("#dock", "data-version")
        page.click("#undo button")
        page.wait_for_function(ANSWERED, arg=version)
        expect(page.locator("#sentence")).to_contain_text("The cards are dealt")


def test_a_move_that_was_lost_is_sent_again_and_played_once(
    browser: Browser, service: Running
) -> None:
    with signed_in(browser, service, patient=True) as page:
        begin(page, "triggs", "seeded")
        touch(page, "at:left")
        touch(page, "at:right")
        page.context.set_offline(True)
        version = press_play(page, "draw left right")
        expect(page.locator("#said")).to_contain_text("No connection")
        kept = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('sending'))")
        assert len(kept) == 1
        page.context.set_offline(False)
        page.wait_for_function(ANSWERED, arg=version)
        expect(page.locator("#sentence")).to_contain_text("Ply 1")
        assert page.evaluate(f"localStorage.getItem({json.dumps(kept[0])})") is None


def test_a_written_move_that_is_refused_stays_where_it_was_written(
    browser: Browser, service: Running
) -> None:
    with signed_in(browser, service, patient=True) as page:  # whose console tells of the 422
        begin(page, "turkey_my_mayonnaise", "unseen")
        page.click("#write summary")
        move = page.locator("#write [name=move]")
        move.fill("bank R01")
        page.click("#write button")
        expect(page.locator("#said")).to_contain_text("R01 is not out")
        expect(move).to_have_value("bank R01")
        move.fill("draw")
        page.fill("#write [name=reveals]", "_")
        page.click("#write button")
        expect(page.locator("#sentence")).to_contain_text("Ply 1")
        expect(page.locator("#said")).to_be_empty()


def test_where_nothing_follows_from_what_is_chosen_the_page_says_so(
    browser: Browser, service: Running
) -> None:
    with signed_in(browser, service) as page:
        begin(page, "turkey_my_mayonnaise", "unseen")
        page.click("#acts [data-move=draw]")
        page.get_by_role("button", name="Only Ana saw it").click()
        page.click("#chosen [data-verb=draw]")
        expect(page.locator("#said")).to_contain_text("Press Clear")
        page.click(".clear")
        expect(page.locator("#said")).to_be_empty()


def test_the_way_back_from_watching_is_seen(browser: Browser, service: Running) -> None:
    with signed_in(browser, service) as page:
        begin(page, "triggs", "unseen")
        page.click(".watch")
        back = page.get_by_role("link", name="Play", exact=True)
        assert back.evaluate("(one) => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)"
        accessible(page)
        back.click()
        expect(page.locator("#dock")).to_be_visible()


def test_a_move_that_is_pressed_twice_without_a_network_is_played_once(
    browser: Browser, service: Running
) -> None:
    with signed_in(browser, service, patient=True) as page:
        begin(page, "turkey_my_mayonnaise", "unseen")
        page.click("#acts [data-move=draw]")
        page.get_by_role("button", name="Only Ana saw it").click()
        expect(page.locator("#sentence")).to_contain_text("Ply 1")
        touch(page, "deck/ham")
        page.context.set_offline(True)
        page.click("#acts [data-move='discard ham']")
        page.wait_for_timeout(1_500)  # the second one is repeated at other times
        page.click("#acts [data-move='discard ham']")
        expect(page.locator("#said")).to_contain_text("No connection")
        assert page.locator("#dock").evaluate("(one) => getComputedStyle(one).opacity") == "1"
        page.context.set_offline(False)
        expect(page.locator("#sentence")).to_contain_text("Ply 2")
        page.wait_for_timeout(2_500)  # a second call would have been repeated by now
        expect(page.locator("#said")).to_be_empty()


def test_a_change_that_came_while_the_page_was_busy_is_shown_afterwards(
    browser: Browser, service: Running
) -> None:
    held: list[Route] = []
    with signed_in(browser, service) as page:
        begin(page, "turkey_my_mayonnaise", "unseen")
        table = page.url.split("/")[-2]
        page.route("**/reveals?*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
        with page.expect_request("**/reveals?*"):
            page.click("#acts [data-move=draw]")
        with page.expect_response("**/version*"):  # which tells of the change
            ply = json.dumps({"seat": "A", "move": "draw", "reveals": ["_"]}).encode()
            sent = {"If_Match": '"v1"', "Content_Type": "application/json"}
            assert service.ask("POST", f"/v1/tables/{table}/plies", ply, **sent).status == 200
        held.pop().fulfill(json=[{"card": None, "seat": "A", "place": None}])
        expect(page.locator("#sentence")).to_contain_text("Ply 1")


def test_two_pages_of_one_table_show_the_same(browser: Browser, service: Running) -> None:
    with signed_in(browser, service) as page:
        begin(page, "triggs", "seeded")
        other = page.context.new_page()
        other.goto(page.url)
        touch(page, "at:left")
        touch(page, "at:left")
        page.wait_for_function(ANSWERED, arg=press_play(page, "draw left left"))
        expect(other.locator("#sentence")).to_contain_text("Ply 1")


def test_nothing_is_wrong_for_screen_readers_and_nothing_is_too_wide(
    browser: Browser, service: Running
) -> None:
    for size, game in ((PHONE, "turkey_my_mayonnaise"), (LAPTOP, "the_jam")):
        with signed_in(browser, service, size) as page:
            accessible(page)
            begin(page, game, "seeded")
            accessible(page)
            found = choices(page)
            assert found is not None
            touch(page, found["things"][0]["key"]) if found["things"] else None
            accessible(page)
            page.emulate_media(color_scheme="light")
            for width in (360, 390, 820, 1366):
                page.set_viewport_size({"width": width, "height": 740})
                wide = "(width) => document.documentElement.scrollWidth <= width"
                page.wait_for_function(wide, arg=width)


def test_a_sign_in_link_signs_in_once_the_button_is_pressed(
    browser: Browser, service: Running, data: Path
) -> None:
    code = write_token(bytes(TOKEN_BYTES))
    with open_store(data, lambda: int(time.time())) as store:
        store.tokens.create("ana", (SIGN_IN,), digest_of(code))
    with opened(browser, viewport=PHONE) as page:
        page.goto(f"http://127.0.0.1:{service.port}/session#{code}")
        expect(page.locator("#linked")).to_be_visible()
        assert "#" not in page.url
        accessible(page)
        page.keyboard.press("Enter")
        page.wait_for_url("**/new")


def held(page: Page, where: Locator, milliseconds: int = 700) -> None:
    """Press for so long, as a finger or a mouse does."""
    where.scroll_into_view_if_needed()
    box = where.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(milliseconds)
    page.mouse.up()


def test_what_is_lit_explains_by_a_long_press_by_a_key_and_beside_its_chip(
    browser: Browser, service: Running
) -> None:
    with signed_in(browser, service, LAPTOP) as page:
        begin(page, "triggs", "seeded")
        meaning, pile = page.locator("#meaning"), page.locator('[data-thing="at:left"] > .tap')
        told = "Left pile.*Lies open.*\nDraw: Draw two cards"
        held(page, pile)
        page.wait_for_timeout(100)  # the end of a press closes what opened during it
        expect(meaning).to_be_visible()
        expect(meaning).to_have_text(re.compile(told, re.IGNORECASE | re.DOTALL))
        expect(page.locator(".picked")).to_have_count(0)
        accessible(page, "#meaning")
        page.keyboard.press("Escape")
        expect(meaning).to_be_hidden()
        pile.focus()
        page.keyboard.press("?")
        expect(meaning).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".picked")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(meaning).to_be_hidden()
        expect(page.locator(".picked")).to_have_count(1)
        page.click("text=What is this?")
        expect(meaning).to_be_visible()
        accessible(page)
        page.keyboard.press("Escape")
        page.click(".clear")
        held(page, page.locator(".verb").first)
        expect(meaning).to_be_visible()


def test_a_card_says_what_it_is_and_where_it_has_been_lit_or_not(
    browser: Browser, service: Running
) -> None:
    with signed_in(browser, service, LAPTOP) as page:
        begin(page, "the_jam", "seeded")
        dialog = page.locator("dialog[open]")
        page.locator(".table [data-number]:not(.lit, .back)").first.click()
        expect(dialog).to_contain_text("It lies where it was dealt")
        dialog.locator("button").click()
        lit = page.locator("[data-number].lit").first
        held(page, lit.locator(".tap"))
        expect(dialog).to_contain_text(re.compile("Make (jam|pie|salad): "))
        accessible(page, "dialog[open]")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.locator(".picked")).to_have_count(0)
        hidden = page.locator(".table .card.back[data-number]").first
        hidden.click()
        expect(page.locator("#notice")).to_contain_text("hidden here")


def test_a_card_of_the_palette_and_a_word_explain_themselves(
    browser: Browser, service: Running
) -> None:
    with signed_in(browser, service) as page:
        begin(page, "triggs", "unseen")
        for pile in ("left", "middle"):
            count = page.locator(f"#zone-{pile} .count")
            box = count.bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator("#acts [data-move]")).to_have_text(["Draw"])  # as they were touched
        assert page.get_attribute("#acts [data-move]", "data-move") == "draw left middle"
        page.click(".clear")
        chip = page.locator("#spare [data-key]").first
        held(page, chip)
        page.wait_for_timeout(100)
        expect(page.locator("#meaning")).to_contain_text(re.compile("(Discard|Cross off): "))
        expect(page.locator(".chosen-one")).to_have_count(0)
