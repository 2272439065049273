"""Playing in a browser, as tests do it: starting a game, playing it or writing it down."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from io import BytesIO
from random import Random
from typing import Any, TypeAlias

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, expect

from engines.game import Game
from notation.chance import Chance
from notation.record import Ply, Record, Result
from notation.text_reader import read_text
from replays.simulate import player_of, simulate
from replays.validate import validate
from replays.view.things import word_of, words_in
from tests.api.pages.browser import arrived, without_errors
from tests.api.pages.html import choices_in
from tests.api.pages.users import TouchUser
from tests.api.serving import TOKEN, Running

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1366, "height": 657}
PLAYERS = ("Ana", "Bo")

_SEED = "real cards"
"""That of games with real cards, which are written down."""

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
    for at, name in enumerate(PLAYERS):
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


def press_play(page: Page, move: str) -> str:
    """Press the button of a move, once it is there. Returns the version of the table before."""
    version = page.get_attribute("#dock", "data-version") or ""
    page.locator(_button(move)).dispatch_event("click")
    return version


def _button(move: str) -> str:
    return f'#acts [data-move="{move}"]'


def sit_down(organiser: Page, invited: Page, game: str) -> None:
    """Start a dealt game of Ana and Bo by the form: Ana sits down at once, Bo by his link."""
    organiser.check(f"[value={game}]")
    for at, name in enumerate(PLAYERS):
        organiser.locator("[name=player]").nth(at).fill(name)
    organiser.check("[value=dealt]")
    organiser.click("button.start")
    link = organiser.get_attribute("#seat-B .qr", "href") or ""
    organiser.click("#seat-A .sit")
    invited.goto(link)
    invited.click("#sit button")
    for page in (organiser, invited):
        arrived(page, "/play$")
        expect(page.locator("#dock")).to_be_visible()


Pick: TypeAlias = Callable[[Page, Sequence[dict[str, Any]]], dict[str, Any]]
"""Chooses one of the moves that a page lists."""


def any_move(random: Random) -> Pick:
    """Chooses at random."""
    return lambda _, moves: random.choice(moves)


def make_ply(page: Page, pick: Pick, by: type[TouchUser] = TouchUser) -> int:
    """Make one of the listed moves. Returns the taps, or keys, that it took."""
    found, user = choices(page), by(page)
    assert found is not None
    chosen = pick(page, found["moves"])
    button = _button(chosen["move"])
    for thing in [key for part in chosen["parts"] for key in part]:
        if page.locator(button).count():
            break  # nothing else can be meant
        user.choose(thing)
    version = page.get_attribute("#dock", "data-version")
    user.press(button)
    page.wait_for_function(ANSWERED, arg=version)
    return user.count


def play_on(pages: Sequence[Page], pick: Pick, by: type[TouchUser] = TouchUser) -> list[int]:
    """Play a game to its end, each ply on the page that is asked. Returns the taps of each."""
    taps = []
    while not any("/r/" in page.url for page in pages):
        asked = next((page for page in pages if choices(page) is not None), None)
        if asked is None:
            pages[0].wait_for_timeout(_LOOK)
        else:
            taps.append(make_ply(asked, pick, by))
    for page in pages:
        arrived(page, "/r/")
    return taps


def _is_offered(found: dict[str, Any], game: Game, ply: Ply) -> bool:
    """Whether the page lists moves of this kind for the seat of a ply."""
    verbs = [one["verb"] for one in (*found["opens"], *found["moves"])]
    verb = game.moves.spec(type(game.moves.parse(ply.move))).verb
    return found["seat"] == ply.seat and verb in verbs


def _written(user: TouchUser, ply: Ply) -> int:
    """Write a ply that nothing on the table tells to be possible, such as after a hidden draw."""
    user.press("#write summary")
    user.select("#write [name=seat]", dict(zip("AB", PLAYERS, strict=True))[ply.seat])
    user.fill("#write [name=move]", ply.move)
    user.fill("#write [name=reveals]", " ".join(ply.reveals))
    version = user.page.get_attribute("#dock", "data-version")
    user.press("#write button")
    user.page.wait_for_function(ANSWERED, arg=version)
    return user.count


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


def write_ply(page: Page, game: Game, ply: Ply, by: type[TouchUser] = TouchUser) -> int:
    """Write a ply down at a table with real cards, and which cards it turned up.

    Returns the taps, or keys, that it took.
    """
    found, user = choices(page), by(page)
    assert found is not None
    if not _is_offered(found, game, ply) and found["instead"]:
        # nobody knows who can answer, so whoever writes says who does
        other = found["seat"] != ply.seat and ply.seat in found["instead"]
        with page.expect_navigation():
            user.press(f'.instead [href$="answers={ply.seat if other else "nobody"}"]')
        found = choices(page)
        assert found is not None
    if not _is_offered(found, game, ply):
        return _written(user, ply)
    for one in _keys(found, game, ply.move):
        lit = page.locator(f'[data-thing="{one[0]}"].lit').count()
        user.choose(one[0] if lit else one[-1])
    asked = page.evaluate(_ASKED, [ply.seat, ply.move])
    version = page.get_attribute("#dock", "data-version")
    user.press(_button(ply.move))
    for card in [card for card, known in zip(ply.reveals, asked, strict=True) if not known["card"]]:
        expect(page.locator("#prompt")).to_contain_text("Which card")
        user.choose(f"deck/{card}")
    page.wait_for_function(ANSWERED, arg=version)
    return user.count


def write_game(page: Page, game: Game, by: type[TouchUser] = TouchUser) -> tuple[Record, list[int]]:
    """Write a game with real cards down, from the form on that starts it until its replay is shown.

    Returns the game, and the taps of each ply.
    """
    real = simulate(game, 2, _SEED, {}, player_of(game, "sensible"))
    begin(page, game.name, "unseen", turned_up(game))
    taps = [write_ply(page, game, ply, by) for ply in real.moves]
    if real.result is not None and page.locator("text=Say who won").count():
        _say_who_won(by(page), real.result)
    arrived(page, "/r/")
    return real, taps


def turned_up(game: Game) -> tuple[str, ...]:
    """The cards that the deal of the game with real cards turns up."""
    chance = Chance(_SEED)
    game.set_up(game, 2, {}, chance)
    return next((made.reveals for made in chance.shuffles if made.reveals), ())


def _say_who_won(user: TouchUser, result: Result) -> None:
    """Tell the result, where nobody told the cards that decide it."""
    with user.page.expect_navigation():
        user.press('a[href$="/end"].primary')
    for seat in result.winners:
        user.press(f"[name=winner][value={seat}]")
    for at, score in enumerate(result.scores):
        field = user.page.locator("[name=score]").nth(at)
        if field.count() and field.is_editable():
            user.fill(f".names label:nth-child({at + 1}) [name=score]", str(score))
    with user.page.expect_navigation():
        user.press("button.start")


def record_of(service: Running, page: Page) -> Record:
    """The record of the replay that the page shows."""
    replay = page.url.split("/r/")[1][:64]
    text = service.ask("GET", f"/v1/replays/{replay}", Accept="text/vnd.cgn").data
    (reading,) = read_text(BytesIO(text), "game.cgn")
    assert validate(reading).verdict == "valid"
    assert reading.record is not None
    return reading.record
