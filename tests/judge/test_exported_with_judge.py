"""An exported file with the judge in it checks its game, and has moves be tried, from `file://`."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

import cgn as library
from notation.page_record import packed
from tests.api.pages.browser import accessible, needs_chromium, opened
from tests.api.pages.conftest import browser
from tests.api.pages.playing import PHONE, any_move, make_ply
from tests.api.pages.test_log_form_in_a_browser import at
from tests.api.pages.test_site import BROKEN
from tests.api.serving import ROOT
from tests.cli.running import cgn
from tests.cli.test_decks import deck, record
from tests.judge.test_tries_in_a_browser import tries
from tests.replays.helpers import fixed

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("built")]

__all__ = ["browser", "deck", "record"]

EXAMPLES = ROOT / "examples"
LEAST, MOST = 9_000_000, 12_000_000
"""The bytes of a file."""

RECORD = re.compile(r'(<script id="record" type="text/cgn">)[^<]*')


def exported(folder: Path, record: Path, *words: str) -> Path:
    """The file of a record."""
    file = folder / "game.html"
    done = cgn("export", str(record), "--with-judge", "-o", str(file), *words)
    assert (done.exit_code, done.stderr) == (0, "")
    return file


def replace_record(file: Path, log: str) -> None:
    """Put another record in the place of that of a file."""
    page = RECORD.sub(rf"\g<1>{packed(log)}", file.read_text(encoding="utf-8"))
    file.write_text(page, encoding="utf-8")


@contextmanager
def offline(browser: Browser, file: Path) -> Iterator[Page]:
    """The page of a file in a browser without a network, which asks for nothing but the file."""
    asked: list[str] = []

    def look(request: Request) -> None:
        asked.append(request.url)

    with opened(browser, viewport=PHONE, offline=True) as page:
        page.on("request", look)
        page.goto(file.as_uri())
        at(page, 0)
        yield page
    assert {url for url in asked if not url.startswith("blob:")} == {file.as_uri()}


def check(page: Page) -> str:
    """What the check of a page says."""
    page.locator("summary", has_text="Share").click()
    page.get_by_role("button", name="Check this game").click()
    checked = page.get_by_role("dialog").filter(has=page.get_by_role("button", name="Close"))
    expect(checked).to_be_visible()
    return checked.inner_text()


def test_the_file_has_some_ten_megabytes_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    first = exported(tmp_path, EXAMPLES / "the_jam.cgn").read_bytes()
    assert LEAST < len(first) < MOST
    assert exported(tmp_path, EXAMPLES / "the_jam.cgn").read_bytes() == first
    for words in (b"Mozilla Public License", b"PYTHON SOFTWARE FOUNDATION LICENSE"):
        assert words in first


def test_moves_are_tried_only_where_the_record_tells_the_cards(tmp_path: Path) -> None:
    whole = exported(tmp_path, EXAMPLES / "triggs.cgn").read_text(encoding="utf-8")
    seen = exported(tmp_path, EXAMPLES / "triggs.cgn", "--view", "B").read_text(encoding="utf-8")
    assert [page.count('id="check"') for page in (whole, seen)] == [1, 1]
    assert [page.count('data-act="tries"') for page in (whole, seen)] == [1, 0]


@needs_chromium
@pytest.mark.parametrize("name", ["triggs", "turkey_my_mayonnaise"])
def test_the_file_says_what_is_said_of_its_record(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    record = EXAMPLES / f"{name}.cgn"
    report = library.validate(next(library.read(record)))
    winners, scores = ", ".join(report.winners or ()), " ".join(map(str, report.scores or ()))
    with offline(browser, exported(tmp_path, record)) as page:
        said = check(page)
        assert f"Valid: {report.plies} plies; {winners} won; scores {scores}." in said
        accessible(page)
        page.get_by_role("button", name="Close").click()
        page.keyboard.press("ArrowRight")
        at(page, 1)


@needs_chromium
def test_a_mistake_in_the_record_of_a_file_is_explained(browser: Browser, tmp_path: Path) -> None:
    file = exported(tmp_path, EXAMPLES / "triggs.cgn")
    replace_record(file, BROKEN)
    (problem,) = [
        reading.problem or library.validate(reading).problem
        for reading in library.read(BytesIO(BROKEN.encode()))
    ]
    assert problem is not None
    with offline(browser, file) as page:
        said = check(page)
        assert problem.message in said.replace("3+2 Makes", "3+2 makes")
        assert "Did you mean cross 4 4,4,3+1?" in said
        assert "moves here" in said
        accessible(page)


@needs_chromium
def test_a_users_deck_comes_with_its_game(
    browser: Browser, tmp_path: Path, deck: Path, record: Path
) -> None:
    with offline(browser, exported(tmp_path, record, "--deck", str(deck))) as page:
        assert "Valid: " in check(page)
        page.get_by_role("button", name="Close").click()
        tries(page)
        make_ply(page, any_move(fixed(2)))
        expect(page.locator("#tried li")).to_have_count(1)


@needs_chromium
def test_moves_are_tried_and_lead_back_to_the_game(browser: Browser, tmp_path: Path) -> None:
    file = exported(tmp_path, EXAMPLES / "triggs.cgn", "--home", "https://cards.example")
    with offline(browser, file) as page:
        page.locator("summary", has_text="Share").click()
        link = page.get_by_role("link", name="Check this game at cards.example")
        expect(link).to_have_attribute("href", re.compile(r"^https://cards\.example/check#cgn="))
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowRight")
        at(page, 1)
        tries(page)
        expect(page).to_have_url(f"{file.as_uri()}#try=1")
        accessible(page)
        pick, tried = any_move(fixed(2)), page.locator("#tried li")
        for number in (1, 2):
            make_ply(page, pick)
            expect(tried).to_have_count(number)
        page.reload()
        expect(tried).to_have_count(2)
        page.get_by_role("link", name="Undo").click()
        expect(tried).to_have_count(1)
        page.get_by_role("link", name="Back to the game").click()
        at(page, 1)
        page.go_back()
        expect(tried).to_have_count(1)
