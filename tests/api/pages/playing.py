"""Playing in a browser, as tests do it: starting a game, touching things, pressing Play."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from io import BytesIO
from random import Random
from typing import Any, TypeAlias

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, expect

from engines.game import Game
from notation.record import Ply, Record
from notation.text_reader import read_text
from replays.validate import validate
from replays.view.things import word_of, words_in
from tests.api.pages.browser import without_errors
from tests.api.pages.html import choices_in
from tests.api.serving import TOKEN, Running

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1366, "height": 657}
_LOOK = 50
"""Milliseconds between two looks at pages that wait for each other."""

ANSWERED = """version => document.getElementById("dock")?.dataset.version !== version"""


@contextmanager
def signed_in(
    browser: Browser,
    service: Running,
    size: ViewportSize = PHONE,
    *,
    patient: bool = False,
    host: str = "127.0.0.1",
) -> Iterator[Page]:
    """A page of an owner in a window of this size.

    Fails if it had errors, unless it is `patient`: it then repeats what a busy service refuses.
    """
    context: BrowserContext = browser.new_context(viewport=size)
    url = f"http://{host}:{service.port}"
    context.add_cookies([{"name": "cgn", "value": TOKEN, "url": url}])
    with closing(context):
        page = context.new_page()
        page.goto(f"{url}/new")
        if patient:
            yield page
        else:
            with without_errors(page):
                yield page


def begin(
    page: Page, game: str, cards: str, shown: Sequence[str] = (), *, alone: bool = False
) -> None:
    """Start a game of Ana and Bo by the form; `alone`, the computer plays for Bo.

    The deal of real cards turned the cards of `shown` up.
    """
    page.check(f"[value={game}]")
    for at, name in enumerate(("Ana", "Bo")):
        page.locator("[name=player]").nth(at).fill(name)
    page.check(f"[value={cards}]")
    if alone:
        page.locator("[name=computer]").nth(1).check()
    page.click("button.start")
    for at, card in enumerate(shown):
        page.locator("[name=shown]").nth(at).select_option(card)
    if page.url.endswith("/new"):
        page.click("button.start")
    expect(page.locator("#dock")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.tap, #acts button, #spare button')")


def choices(page: Page) -> dict[str, Any] | None:
    """What the page may do; None if it waits, or leaves for the replay."""
    try:
        data = page.evaluate("document.getElementById('choices')?.textContent")
    except Error:
        page.wait_for_load_state()
        return None
    return choices_in(data) if data else None


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


def sit_down(organiser: Page, invited: Page, game: str) -> None:
    """Start a dealt game of Ana and Bo by the form: Ana sits down at once, Bo by his link."""
    organiser.check(f"[value={game}]")
    for at, name in enumerate(("Ana", "Bo")):
        organiser.locator("[name=player]").nth(at).fill(name)
    organiser.check("[value=dealt]")
    organiser.click("button.start")
    link = organiser.get_attribute("#seat-B .qr", "href") or ""
    organiser.click("#seat-A .sit")
    invited.goto(link)
    invited.click("#sit button")
    for page in (organiser, invited):
        page.wait_for_url("**/play")
        expect(page.locator("#dock")).to_be_visible()


Pick: TypeAlias = Callable[[Page, Sequence[dict[str, Any]]], dict[str, Any]]
"""Chooses one of the moves that a page lists."""


def any_move(random: Random) -> Pick:
    """Chooses at random."""
    return lambda _, moves: random.choice(moves)


def make_ply(page: Page, pick: Pick) -> int:
    """Make one of the listed moves by touch. Returns the taps that it took."""
    found = choices(page)
    assert found is not None
    chosen = pick(page, found["moves"])
    button, taps = page.locator(f'#acts [data-move="{chosen["move"]}"]'), 1
    for key in [key for part in chosen["parts"] for key in part]:
        if button.count():
            break  # nothing else can be meant
        touch(page, key)
        taps += 1
    page.wait_for_function(ANSWERED, arg=press_play(page, chosen["move"]))
    return taps


_FOCUS = """() => {
    const one = document.activeElement;
    return { id: one.id, move: one.dataset.move, stop: one.matches(".tap, .spare .pick") };
}"""
_STOPS = """key => {
    const stops = [...document.querySelectorAll(".replay :is(.tap, .spare .pick)")];
    const seen = stops.filter((one) => one.checkVisibility());
    const is = (one) => one.dataset.key === key || one.matches(`[data-thing="${key}"].lit > .tap`);
    const hidden = stops.find((one) => is(one) && !one.checkVisibility());
    return {
        at: seen.indexOf(document.activeElement),
        to: seen.findIndex(is),
        count: seen.length,
        seat: hidden?.closest(".seat")?.id.slice("seat-".length),
    };
}"""
_MOST_TABS = 60
"""Presses of Tab that lead through all of the page."""


class Keys:
    """A keyboard at a page of play, which counts what is pressed."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.pressed = 0

    def press(self, key: str, times: int = 1) -> None:
        """Press a key, as often as that."""
        for _ in range(times):
            self._page.keyboard.press(key)
            self.pressed += 1

    def reach(self, where: Callable[[dict[str, Any]], bool], key: str = "Tab") -> None:
        """Press Tab, or Tab with Shift, until the focus is there."""
        for _ in range(_MOST_TABS):
            if where(self._page.evaluate(_FOCUS)):
                return
            self.press(key)
        raise AssertionError("the keyboard does not lead there")

    def choose(self, thing: str) -> None:
        """Choose a thing, where it lies or by its chip; first show the seat at which it lies."""
        found = self._page.evaluate(_STOPS, thing)
        if found["to"] < 0:
            self.reach(lambda focus: focus["id"] == f"strip-{found['seat']}", "Shift+Tab")
            self.press("Enter")
        self.reach(lambda focus: bool(focus["stop"]), "Tab" if found["to"] < 0 else "Shift+Tab")
        found = self._page.evaluate(_STOPS, thing)
        ahead = (found["to"] - found["at"]) % found["count"]
        back = found["count"] - ahead
        self.press("ArrowRight" if ahead <= back else "ArrowLeft", min(ahead, back))
        self.press("Enter")


def make_ply_by_keys(page: Page, pick: Pick) -> int:
    """Make one of the listed moves by keys alone. Returns how many were pressed."""
    found = choices(page)
    assert found is not None
    chosen, keys = pick(page, found["moves"]), Keys(page)
    button = page.locator(f'#acts [data-move="{chosen["move"]}"]')
    for thing in [key for part in chosen["parts"] for key in part]:
        if button.count():
            break  # nothing else can be meant
        keys.choose(thing)
    keys.reach(lambda focus: focus["move"] == chosen["move"])
    version = page.get_attribute("#dock", "data-version")
    keys.press("Enter")
    page.wait_for_function(ANSWERED, arg=version)
    return keys.pressed


def play_on(
    pages: Sequence[Page], pick: Pick, make: Callable[[Page, Pick], int] = make_ply
) -> list[int]:
    """Play a game to its end, each ply on the page that is asked. Returns the taps of each.

    `make` makes a ply: by touch, or by keys.
    """
    taps = []
    while not any("/r/" in page.url for page in pages):
        asked = next((page for page in pages if choices(page) is not None), None)
        if asked is None:
            pages[0].wait_for_timeout(_LOOK)
        else:
            taps.append(make(asked, pick))
    for page in pages:
        page.wait_for_url("**/r/**")
    return taps


def _is_offered(found: dict[str, Any], game: Game, ply: Ply) -> bool:
    """Whether the page lists moves of this kind for the seat of a ply."""
    verbs = [one["verb"] for one in (*found["opens"], *found["moves"])]
    verb = game.moves.spec(type(game.moves.parse(ply.move))).verb
    return found["seat"] == ply.seat and verb in verbs


def _written(page: Page, ply: Ply) -> int:
    """Write a ply that nothing on the table tells to be possible, such as after a hidden draw."""
    page.click("#write summary")
    page.select_option("#write [name=seat]", ply.seat)
    page.fill("#write [name=move]", ply.move)
    page.fill("#write [name=reveals]", " ".join(ply.reveals))
    page.click("#write button")
    page.wait_for_load_state()
    return 5


def _keys(found: dict[str, Any], game: Game, text: str) -> list[list[str]]:
    """What each word of a move names: a thing, or one of several that are alike."""
    listed = [move["parts"] for move in found["moves"] if move["move"] == text]
    if listed:
        return [[key] for part in listed[0] for key in part]
    move = game.moves.parse(text)
    spec = game.moves.spec(type(move))
    (kind,) = [one for one in found["opens"] if one["verb"] == spec.verb]
    return [
        [key for key in column if word_of(key) == word]
        for argument, column in zip(spec.arguments, kind["columns"], strict=True)
        for word in words_in(argument, getattr(move, argument.field))
    ]


_ASKED = """async ([seat, move]) => {
    const address = document.querySelector(".replay").dataset.address;
    const query = new URLSearchParams({ seat, move });
    return (await fetch(`${address}/reveals?${query}`)).json();
}"""


def write_ply(page: Page, game: Game, ply: Ply) -> int:
    """Write a ply down at a table with real cards, and which cards it turned up.

    Returns the taps that it took.
    """
    found, taps = choices(page), 1
    assert found is not None
    if not _is_offered(found, game, ply) and found["instead"]:
        # nobody knows who can answer, so whoever writes says who does
        other = found["seat"] != ply.seat and ply.seat in found["instead"]
        page.click(f'.instead [href$="answers={ply.seat if other else "nobody"}"]')
        found, taps = choices(page), 2
        assert found is not None
    if not _is_offered(found, game, ply):
        return _written(page, ply)
    keys = _keys(found, game, ply.move)
    for one in keys:
        lit = page.locator(f'[data-thing="{one[0]}"].lit').count()
        touch(page, one[0] if lit else one[-1])
    taps += len(keys)
    asked = page.evaluate(_ASKED, [ply.seat, ply.move])
    version = press_play(page, ply.move)
    for card in [card for card, known in zip(ply.reveals, asked, strict=True) if not known["card"]]:
        taps += 1
        expect(page.locator("#prompt")).to_contain_text("Which card")
        page.locator(f'#spare [data-key="deck/{card}"]').dispatch_event("click")
    page.wait_for_function(ANSWERED, arg=version)
    return taps


def record_of(service: Running, page: Page) -> Record:
    """The record of the replay that the page shows."""
    replay = page.url.split("/r/")[1][:64]
    text = service.ask("GET", f"/v1/replays/{replay}", Accept="text/vnd.cgn").data
    (reading,) = read_text(BytesIO(text), "game.cgn")
    assert validate(reading).verdict == "valid"
    assert reading.record is not None
    return reading.record
