"""The tables of all games in windows of every size: they fit, nothing lies outside its panel."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

from benchmarks.fit import SIZES as FITTED
from benchmarks.fit import measured
from engines.registry import GAMES
from pages.exported import exported_page
from replays.view.playhead import Playhead
from tests.api.pages.browser import needs_chromium, opened
from tests.api.pages.conftest import Site
from tests.api.pages.drawn import example
from tests.api.pages.test_replay_in_a_browser import PLY, address

pytestmark = [needs_chromium, pytest.mark.long]

WIDTHS = (320, 360, 390, 430, 600, 721, 768, 820, 912, 1024, 1280, 1366, 1440, 1920, 2560)
SIZES = (*((width, 800) for width in WIDTHS), (844, 390), (1366, 657))
"""Windows: phones, upright and on their side, tablets, laptops, screens."""

SMALLEST_SCREEN, PHONE = 1366, 720
MOVES_ON_PAPER = 50
"""Moves for which a page suffices; to fit more, browsers would make them smaller."""

LEAST_OF_MOVES = 120
"""Pixels of the list of moves, in which four of them are read."""

SMALLEST_TEXT = 11
"""Pixels."""

JUMPING, JUMPING_IN_THE_JAM = 0.1, 0.3
"""As browsers count what moves: a panel that moves by a tenth of the window counts as much."""

FITTED_TABLE = '.table[style*="--fit"]'

READY_TOO_EARLY = """Object.defineProperty(document.fonts, "ready", { value: Promise.resolve() })"""
"""As browsers have it on a busy machine, before anything is drawn."""

OUTSIDE = """async (plies) => {
    const nothing = ".unseen, [hidden], template, dialog, svg, .copy";
    const shown = (one) => one.checkVisibility() && !one.closest(nothing)
        && getComputedStyle(one).clipPath === "none" && one.getBoundingClientRect().width;
    const name = (one) => [one.tagName, one.id, ...one.classList].filter(Boolean).join(".");
    const found = new Set();
    const { dataset } = document.querySelector(".replay");
    for (const share of plies) {
        const ply = Math.round(share * dataset.plies);
        location.hash = `#${ply}`;
        while (dataset.ply != ply) await new Promise((go) => setTimeout(go, 5));
        await Promise.all(document.getAnimations().map(({ finished }) => finished));
        const wide = document.documentElement.scrollWidth - innerWidth;
        if (wide > 0) found.add(`${ply}: the page is ${wide} too wide`);
        for (const panel of document.querySelectorAll(".table, .seat, .groups, .rail > .panel")) {
            const bounds = panel.getBoundingClientRect();
            for (const one of [...panel.querySelectorAll("*")].filter(shown)) {
                const { left, right } = one.getBoundingClientRect();
                const out = Math.round(Math.max(bounds.left - left, right - bounds.right));
                if (out > 0) found.add(`${ply}: ${name(one)} is ${out} outside ${name(panel)}`);
            }
        }
    }
    return [...found];
}"""
"""A script that names what lies outside its panel, at plies from the first, 0, to the last, 1."""


@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_outside_its_panel(browser: Browser, tmp_path: Path, game: str) -> None:
    file = tmp_path / "game.html"
    file.write_text(exported_page(Playhead(example(game)), None), encoding="utf-8")
    with opened(browser) as page:
        page.goto(file.as_uri())
        outside = {}
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto("about:blank")
            page.goto(file.as_uri())
            page.wait_for_selector(".table[style*='--fit']")
            if found := page.evaluate(OUTSIDE, [0, 0.35, 0.7, 1]):
                outside[width, height] = found
            moves = page.locator("#moves").evaluate("one => one.offsetHeight")
            assert moves >= LEAST_OF_MOVES, (width, height)
    assert not outside


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_and_shows_every_change(browser: Browser, tmp_path: Path, game: str) -> None:
    file = tmp_path / "game.html"
    replay = Playhead(example(game))
    file.write_text(exported_page(replay, None), encoding="utf-8")
    with opened(browser) as page:
        for width, height in FITTED:
            plies = range(0, replay.plies + 1, 1 if width == SMALLEST_SCREEN else 5)
            fit = measured(page, file.as_uri(), (width, height), plies)
            where = f"{width}x{height}: {fit}"
            assert fit.seen == fit.plies, where
            assert fit.text >= SMALLEST_TEXT, where
            assert fit.shifts < (JUMPING_IN_THE_JAM if game == "the_jam" else JUMPING), where
            if width > PHONE:
                assert fit.seats == "all", where
                assert fit.below <= 0, where
                assert not fit.cut, where


def test_a_table_is_fitted_once_its_font_is_there(browser: Browser, site: Site) -> None:
    """Letters of another font are wider, and the way found with them is kept for the next visit."""
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    with opened(browser, viewport={"width": SMALLEST_SCREEN, "height": 657}) as page:
        page.add_init_script(READY_TOO_EARLY)
        page.route("**/figtree.woff2*", hold)
        page.goto(address(site), wait_until="commit")
        page.locator(f".fitting[data-ply='{PLY}']").wait_for()  # the script is there
        # four seconds after the page came: without the script, the table would be seen by now
        page.evaluate("document.querySelector('.fitting').getAnimations()[0].currentTime = 4_500")
        assert not page.locator(FITTED_TABLE).count()
        assert not page.locator(".table").is_visible()
        for route in asked:
            route.continue_()
        page.locator(FITTED_TABLE).wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_on_paper_the_table_has_a_page_and_the_moves_the_next_ones(
    browser: Browser, game: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.html"
    file.write_text(exported_page(Playhead(example(game)), None), encoding="utf-8")
    with opened(browser, viewport={"width": SMALLEST_SCREEN, "height": 657}) as page:
        page.goto(f"{file.as_uri()}#20")
        page.locator(FITTED_TABLE).wait_for()
        pages = re.findall(rb"/Type /Page\b", page.pdf(prefer_css_page_size=True))
        assert len(pages) == 2 + (page.locator(".moves li").count() > MOVES_ON_PAPER), "it shrank"
        page.emulate_media(media="print")
        for hidden in (".controls", ".tools"):
            assert not page.locator(hidden).is_visible()
        assert page.locator(".moves li").last.is_visible()


@pytest.mark.parametrize("size", [(720, 450), (360, 225)], ids=["200 %", "400 %"])
@pytest.mark.parametrize("game", GAMES)
def test_enlarged_nothing_is_too_wide_and_nothing_stays_over_the_page(
    browser: Browser, game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """A window of 1440 by 900 pixels at these sizes has so many of CSS."""
    file = tmp_path / "game.html"
    file.write_text(exported_page(Playhead(example(game)), None), encoding="utf-8")
    with opened(browser, viewport={"width": size[0], "height": size[1]}) as page:
        page.goto(f"{file.as_uri()}#20")
        page.locator(FITTED_TABLE).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        over = """() => [...document.querySelectorAll("body *")].filter((one) =>
            ["fixed", "sticky"].includes(getComputedStyle(one).position)
            && one.checkVisibility() && !one.closest("details, dialog"))
            .map((one) => one.className)"""
        assert page.evaluate(over) == []
        controls, table = page.locator(".controls"), page.locator(".table")
        top = "one => one.getBoundingClientRect().top"
        assert controls.evaluate(top) < table.evaluate(top)
