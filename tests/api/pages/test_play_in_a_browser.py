"""Games are played, and written down, in a real browser: by touch, by keys, on a bad connection."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from engines.registry import load_game
from notation.record import Record
from notation.text_reader import read_text
from replays.simulate import player_of, simulate
from replays.validate import validate
from replays.view.things import word_of, words_in
from tests.api.pages.browser import accessible, needs_chromium, without_errors
from tests.api.serving import TOKEN, Running, running
from tests.replays.helpers import fixed

pytestmark = needs_chromium

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1366, "height": 657}
ANSWERED = """version => !location.pathname.includes("/t/")
    || document.getElementById("dock").dataset.version !== version"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with an owner."""
    data = tmp_path_factory.mktemp("play") / "play.db"
    with running(data, "--reads", "0", "--writes", "0") as started:
        yield started


@contextmanager
def signed_in(
    browser: Browser, service: Running, size: ViewportSize = PHONE, *, patient: bool = False
) -> Iterator[Page]:
    """A page of an owner in a window of this size.

    Fails if it had errors, unless it is `patient`: it then repeats what a busy service refuses.
    """
    context: BrowserContext = browser.new_context(viewport=size)
    url = f"http://127.0.0.1:{service.port}"
    context.add_cookies([{"name": "cgn", "value": TOKEN, "url": url}])
    with closing(context):
        page = context.new_page()
        page.goto(f"{url}/new")
        if patient:
            yield page
        else:
            with without_errors(page):
                yield page


def begin(page: Page, game: str, cards: str, names: tuple[str, ...] = ("Ana", "Bo")) -> None:
    """Start a game by the form."""
    page.check(f"[value={game}]")
    for at, name in enumerate(names):
        page.locator("[name=player]").nth(at).fill(name)
    page.check(f"[value={cards}]")
    page.click("button.start")
    expect(page.locator("#dock")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.tap, #acts button, #spare button')")


def choices(page: Page) -> dict[str, Any] | None:
    """What the page may do; None if it waits."""
    data = page.evaluate("document.getElementById('choices')?.textContent ?? 'null'")
    found: dict[str, Any] | None = json.loads(data)
    return found


def touch(page: Page, key: str) -> None:
    """Touch a thing: where it lies, or its chip."""
    lit = page.locator(f'[data-thing="{key}"].lit > .tap')
    chip = page.locator(f'#spare [data-key="{key}"]')
    place = page.locator(f'[data-thing="{key}"] > .tap')
    for one in (lit, chip, place):
        if one.count():
            one.first.dispatch_event("click")
            return
    raise AssertionError(f"{key} cannot be touched")


def press_play(page: Page, move: str) -> str:
    """Press the button of a move, once it is there. Returns the version of the table before."""
    version = page.get_attribute("#dock", "data-version") or ""
    page.locator(f'#acts [data-move="{move}"]').dispatch_event("click")
    return version


def record_of(service: Running, page: Page) -> Record:
    """The record of the replay that the page shows."""
    replay = page.url.split("/r/")[1][:64]
    text = service.ask("GET", f"/v1/replays/{replay}", Accept="text/vnd.cgn").data
    (reading,) = read_text(BytesIO(text), "game.cgn")
    assert validate(reading).verdict == "valid"
    assert reading.record is not None
    return reading.record


def test_a_whole_game_is_played_by_touch_on_a_phone(browser: Browser, service: Running) -> None:
    random = fixed(5)
    with signed_in(browser, service) as page:
        begin(page, "grab_your_breakfast", "seeded")
        while (found := choices(page)) is not None:
            chosen = random.choice(found["moves"])
            for key in [key for part in chosen["parts"] for key in part]:
                touch(page, key)
            version = press_play(page, chosen["move"])
            page.wait_for_function(ANSWERED, arg=version)
            if "/r/" in page.url:
                break
        page.wait_for_url("**/r/**")
        record = record_of(service, page)
    assert record.game == "grab_your_breakfast"
    assert record.seats == ("Ana", "Bo")


def test_a_game_with_real_cards_is_written_down_and_is_valid(
    browser: Browser, service: Running
) -> None:
    game = load_game("grab_your_breakfast")
    real = simulate(game, 2, "real cards", {}, player_of(game, "sensible"))
    with signed_in(browser, service, patient=True) as page:
        begin(page, game.name, "unseen")
        for ply in real.moves:
            found = choices(page)
            assert found is not None
            assert found["seat"] == ply.seat
            move = game.moves.parse(ply.move)
            spec = game.moves.spec(type(move))
            (kind,) = [one for one in found["opens"] if one["verb"] == spec.verb]
            for argument, column in zip(spec.arguments, kind["columns"], strict=True):
                for word in words_in(argument, getattr(move, argument.field)):
                    keys = [key for key in column if word_of(key) == word]
                    free = f'[data-thing="{keys[0]}"].lit'
                    touch(page, keys[0] if page.locator(free).count() else keys[-1])
            version = press_play(page, ply.move)
            for card in ply.reveals:
                expect(page.locator("#prompt")).to_contain_text("Which card")
                page.locator(f'#spare [data-key="deck/{card}"]').dispatch_event("click")
            page.wait_for_function(ANSWERED, arg=version)
        page.wait_for_url("**/r/**")
        record = record_of(service, page)
    assert [ply.move for ply in record.moves] == [ply.move for ply in real.moves]
    assert record.result == real.result


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
