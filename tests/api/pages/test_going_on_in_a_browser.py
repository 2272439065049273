"""A game goes on from a ply of another one, in a real browser: from the page of its replay on."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from playwright.sync_api import Browser, Page, expect

from engines.registry import load_game
from notation.record import Record
from notation.text_reader import read_text
from notation.text_writer import write_text
from tests.api.pages.browser import accessible, arrived, needs_chromium, opened
from tests.api.pages.playing import (
    PHONE,
    any_move,
    make_ply,
    record_of,
    signed_in,
    sit_down,
    write_ply,
)
from tests.api.serving import Running, running
from tests.replays.helpers import fixed, played
from tests.replays.live.test_going_on import told

pytestmark = [needs_chromium, pytest.mark.long]

GAME = played("triggs")
PLIES = 4
"""The plies of the game that stay."""

_PLIES_SHOWN = """ply => document.querySelector(".replay").dataset.ply === String(ply)"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with an owner."""
    data = tmp_path_factory.mktemp("onward") / "onward.db"
    with running(data, "--reads", "0", "--writes", "0") as started:
        yield started


def upload(service: Running, record: Record) -> str:
    """The id of the replay of a record."""
    body = write_text(record).encode()
    answer = service.ask("POST", "/v1/replays", body, Content_Type="text/vnd.cgn")
    assert answer.status == 201, answer.data
    return str(answer.json()["id"])


def start(page: Page) -> None:
    """Start the table that goes on."""
    page.wait_for_url("**/new?**")
    accessible(page)
    page.emulate_media(color_scheme="light")
    page.click("button.start")
    arrived(page, "/play$")
    expect(page.locator("#dock")).to_be_visible()


def moves_on(page: Page) -> list[str]:
    """The moves in the record that the page leads to."""
    address = page.get_attribute(".replay", "data-address")
    text = page.request.get(f"{page.url.partition(address or '')[0]}{address}/record.cgn").body()
    (reading,) = read_text(BytesIO(text), "record.cgn")
    assert reading.record is not None
    return [ply.move for ply in reading.record.moves]


def tried_then_played(page: Page) -> None:
    """Try two other moves than were made, go on with them at a table, and play a third one."""
    before = moves_on(page)[:PLIES]
    page.locator("[aria-label=More]").click()
    page.click("[data-act=tries]")
    expect(page.locator("#tried")).to_be_visible()
    for _ in range(2):
        make_ply(page, any_move(fixed(6)))
    tried = page.locator("#tried li").all_inner_texts()
    assert len(tried) == 2
    page.click("text=Go on from here at a table")
    start(page)
    assert page.get_attribute(".replay", "data-ply") == str(PLIES + 2)
    assert moves_on(page) == [*before, *tried]
    make_ply(page, any_move(fixed(7)))
    expect(page.locator("#sentence")).to_contain_text(f"Ply {PLIES + 3}")
    assert moves_on(page)[: PLIES + 2] == [*before, *tried]


def test_a_tried_line_of_a_seeded_game_is_played_on(browser: Browser, service: Running) -> None:
    replay = upload(service, GAME)
    with signed_in(browser, service) as page:
        page.goto(f"http://127.0.0.1:{service.port}/r/{replay}/{PLIES}")
        tried_then_played(page)
        page.click(".source a")
        page.wait_for_url(f"**/r/{replay}/{PLIES}")


def test_a_tried_line_of_a_dealt_game_is_played_on(browser: Browser, service: Running) -> None:
    with signed_in(browser, service) as ana, opened(browser, viewport=PHONE) as bo:
        sit_down(ana, bo, "triggs")
        for ply in range(1, PLIES + 2):
            asked = ana if ana.get_attribute("#dock", "data-due") == "A" else bo
            make_ply(asked, any_move(fixed(5)))
            for page in (ana, bo):
                page.wait_for_function(_PLIES_SHOWN, arg=ply)
        bo.click("text=Resign…")
        bo.click("button[value=resigned]")
        arrived(bo, "/r/")
        arrived(ana, "/r/")
        assert record_of(service, ana).seed
        ana.goto(f"{ana.url.split('/r/')[0]}/r/{ana.url.split('/r/')[1][:64]}/{PLIES}")
        tried_then_played(ana)


def test_without_a_seed_the_game_goes_on_with_real_cards(
    browser: Browser, service: Running
) -> None:
    record = told(GAME)
    replay = upload(service, record)
    with signed_in(browser, service) as page:
        page.goto(f"http://127.0.0.1:{service.port}/r/{replay}/{PLIES}")
        page.locator("[aria-label=More]").click()
        expect(page.locator("[data-act=tries]")).to_have_count(0)  # nobody told all cards
        page.click("[data-act=onward]")
        start(page)
        assert page.get_attribute(".replay", "data-ply") == str(PLIES)
        write_ply(page, load_game("triggs"), record.moves[PLIES])
        expect(page.locator("#sentence")).to_contain_text(f"Ply {PLIES + 1}")
        assert moves_on(page) == [ply.move for ply in record.moves[: PLIES + 1]]
