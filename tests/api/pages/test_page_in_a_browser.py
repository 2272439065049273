"""The page around a table in a real browser: links within it, graph, menus, focus, colours."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.exported import exported_page
from replays.view.playhead import Playhead
from tests.api.pages.browser import accessible, needs_chromium, opened
from tests.api.pages.conftest import Site
from tests.api.pages.drawn import example
from tests.api.pages.test_replay_in_a_browser import PLY, address, at, other_site, ready

pytestmark = [needs_chromium, pytest.mark.long]

WIDE = {"width": 1280, "height": 720}


@pytest.fixture(params=["service", "file"])
def triggs(request: pytest.FixtureRequest, site: Site, tmp_path: Path) -> str:
    """The address of a page of Triggs at ply 30: of the service, and of an exported file."""
    if request.param == "service":
        return address(site)
    file = tmp_path / "game.html"
    file.write_text(exported_page(Playhead(example("triggs")), None), encoding="utf-8")
    return f"{file.as_uri()}#{PLY}"


def mark(page: Page) -> None:
    """Mark the page, so that a reload is seen."""
    page.evaluate("window.same = true")


def stays(page: Page) -> None:
    assert page.evaluate("window.same") is True


def test_links_to_places_on_the_page_lead_there(browser: Browser, triggs: str) -> None:
    with opened(browser) as page:
        page.set_viewport_size({"width": 390, "height": 800})
        page.goto(triggs)
        ready(page)
        mark(page)
        page.locator(".skip").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#main")).to_be_focused()
        assert page.url.endswith(("#main", f"#{PLY}"))  # a file has no other place for its ply
        at(page, PLY)
        stays(page)


THERE = """() => {
  const slider = document.getElementById("slider");
  const { left, width } = slider.getBoundingClientRect();
  const edge = parseFloat(getComputedStyle(slider).paddingLeft) + 8;
  const thumb = left + edge + ((width - 2 * edge) * slider.value) / slider.max;
  return [document.querySelector("#graph-now .at").getBoundingClientRect().left, thumb];
}"""
"""Where the shown ply is on the graph, and the middle of the slider's thumb, 16 px wide."""


def test_a_click_on_the_graph_leads_to_the_very_ply(browser: Browser, triggs: str) -> None:
    with opened(browser) as page:
        page.goto(triggs)
        ready(page)
        mark(page)
        box = page.locator(".plot").bounding_box()
        assert box is not None
        there = (box["x"] + box["width"] * 60 / 88, box["y"] + 20)
        page.mouse.move(*there)
        expect(page.locator(".tip")).to_have_text("ply 60: Ana first, Bo 2 behind")
        page.mouse.click(*there)
        at(page, 60)
        line, thumb = page.evaluate(THERE)
        assert abs(line - thumb) < 1
        page.locator(".marks a").first.dispatch_event("click")
        expect(page.locator(".replay")).not_to_have_attribute("data-ply", "60")
        stays(page)


def test_a_menu_closes_on_escape_and_elsewhere(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site))
        ready(page)
        more, views = (
            page.locator("summary[aria-label=More]"),
            page.locator(".menu > summary").first,
        )
        opens = page.locator("details.menu[open]")
        for elsewhere in False, True:
            more.click()
            expect(opens).to_have_count(1)
            if elsewhere:
                page.locator("h1").click()
            else:
                page.keyboard.press("Escape")
            expect(opens).to_have_count(0)
        views.click()
        more.click()
        expect(opens).to_have_count(1)


def test_the_focus_stays_while_the_game_goes_on(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site, "the_jam"))
        ready(page)
        for place in ("[data-step=forward]", "[data-step=back]"):
            page.locator(place).first.focus()
            for ply in range(PLY + 1, PLY + 4):
                page.keyboard.press("ArrowRight")
                at(page, ply)
                expect(page.locator(place).first).to_be_focused()
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowLeft")
            at(page, PLY)


def test_the_moves_are_one_stop_of_tab(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site))
        ready(page)
        expect(page.locator("#moves a:not([tabindex='-1'])")).to_have_count(1)
        page.keyboard.press("m")
        expect(page.locator(f"#move-{PLY} > a")).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(page.locator(f"#move-{PLY + 1} > a")).to_be_focused()
        page.keyboard.press("Enter")
        at(page, PLY + 1)
        page.keyboard.press("ArrowUp")
        expect(page.locator(f"#move-{PLY} > a")).to_be_focused()


def test_what_is_to_come_stays_hidden_at_the_end_key(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site, query="?hide=ahead"))
        ready(page)
        expect(page.get_by_text("What is to come is hidden.")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator("#notice")).to_contain_text("hidden")
        page.keyboard.press("g")
        page.locator("#answer").fill("end")
        page.keyboard.press("Enter")
        expect(page.locator("#asking")).to_be_hidden()
        at(page, PLY)
        page.keyboard.press("g")
        page.locator("#answer").fill("999")
        page.keyboard.press("Enter")
        expect(page.locator("#asking")).to_be_hidden()
        at(page, PLY)


def test_results_can_be_hidden_before_a_replay_is_opened(browser: Browser, site: Site) -> None:
    with opened(browser, java_script_enabled=False) as page:
        page.goto(site.url)
        winners = page.locator(".trophy")
        assert winners.first.evaluate("one => getComputedStyle(one).backgroundImage") != "none"
        page.get_by_role("link", name="Hide results").click()
        expect(winners).to_have_count(0)
        expect(page.locator(".list")).not_to_contain_text(re.compile(r"\d plies"))
        page.locator(".what a").first.click()
        expect(page.get_by_text("What is to come is hidden.")).to_be_visible()


def test_colours_of_the_system_leave_crosses_and_marks(browser: Browser, site: Site) -> None:
    with opened(browser, forced_colors="active") as page:
        page.goto(address(site))
        ready(page)
        drawn = "one => getComputedStyle(one).backgroundImage"
        assert "gradient" in page.locator(".boxes .x").first.evaluate(drawn)
        outline = "one => getComputedStyle(one).outlineStyle"
        assert page.locator("#moves li:has([aria-current])").evaluate(outline) == "solid"
        assert page.locator(".seat:has(> .to-act)").first.evaluate(outline) == "solid"
        assert page.locator("#moves li").first.evaluate(outline) == "none"


def test_copy_link_in_a_frame_gives_the_address_of_the_page(browser: Browser, site: Site) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    with opened(browser, permissions=permissions) as page:
        page.goto(address(site).replace("/r/", "/embed/"))
        ready(page)
        page.keyboard.press("ArrowRight")
        at(page, PLY + 1)
        page.keyboard.press("c")
        expect(page.locator("#notice")).to_have_text("Link copied")
        assert page.evaluate("navigator.clipboard.readText()") == address(site, ply=PLY + 1)


def test_the_code_to_share_shows_the_position_on_another_page(browser: Browser, site: Site) -> None:
    with opened(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(address(site))
        ready(page)
        page.get_by_text("Share", exact=True).click()
        page.get_by_role("button", name="Copy code for another page").click()
        expect(page.locator("#notice")).to_have_text("Code copied")
        code = page.evaluate("navigator.clipboard.readText()")
        with other_site(f"<!doctype html>{code}", "") as there:
            page.goto(there)
            shown = page.frame_locator("iframe").locator("#brief")
            expect(shown).to_have_text("Seat B extra 1")


@pytest.mark.parametrize(
    ("link", "kind", "wide"),
    [
        ("A picture of this position", "png", 1200),
        ("This round as a moving picture", "webp", 600),
        ("The same as a GIF", "gif", 400),
    ],
    ids=["png", "webp", "gif"],
)
def test_the_picture_to_share_is_that_of_the_position_shown(
    browser: Browser, site: Site, link: str, kind: str, wide: int
) -> None:
    with opened(browser) as page:
        page.goto(address(site))
        ready(page)
        page.keyboard.press("ArrowRight")
        at(page, PLY + 1)
        page.get_by_text("Share", exact=True).click()
        page.get_by_role("link", name=link).click()
        page.wait_for_url(f"**/{PLY + 1}.{kind}")
        assert page.evaluate("document.images[0].naturalWidth") == wide


def test_how_the_game_works_is_a_press_away(browser: Browser, triggs: str) -> None:
    with opened(browser) as page:
        page.goto(triggs)
        ready(page)
        page.get_by_text("How it works").click()
        expect(page.get_by_text("be the first to cross off all 41 boxes")).to_be_visible()
        accessible(page, ".how")


@pytest.mark.parametrize(
    ("game", "pressed", "word", "meaning"),
    [
        ("the_jam", ".task >> nth=3", "Tea party", "task cards together name them"),
        ("triggs", "#zone-discard h3", "Discard pile", "takes all of it, shuffled"),
        ("point_salad", ".worth >> nth=0", "Worth now", "if the game ended now"),
    ],
)
def test_a_press_on_a_word_says_what_it_means(
    browser: Browser, site: Site, game: str, pressed: str, word: str, meaning: str
) -> None:
    with opened(browser) as page:
        page.goto(address(site, game))
        ready(page)
        page.locator(pressed).click()
        shown = page.locator("#meaning")
        expect(shown.get_by_role("heading")).to_have_text(word)
        expect(shown).to_contain_text(meaning)
        page.keyboard.press("Escape")
        expect(shown).to_be_hidden()


def test_a_card_says_what_it_is_and_where_it_has_been(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.goto(address(site, "the_jam", 45))
        ready(page)
        page.locator(".shelves [data-number]").first.click()
        shown = page.get_by_role("dialog")
        expect(shown).to_contain_text("2 points; below, a card for ")
        expect(shown).to_contain_text("A jam is made of its recipe")


def test_the_written_move_is_behind_a_key(browser: Browser, triggs: str) -> None:
    with opened(browser) as page:
        page.goto(triggs)
        ready(page)
        page.keyboard.press("w")
        expect(page.locator("#notice")).to_have_text(f"{PLY}. B: extra 1")


POSITIONS = {
    ("triggs", 62): [
        r"Bo: \d+ boxes of 41 \(\+\d+\).*",
        r"Row 1: \d of 2.*; Row 12: \d of 5( full)?",
        r"Hand \d+ of 10: \d+; .*",
        r"Middle pile, face down: \d+ cards?",
    ],
    ("grab_your_breakfast", 31): [
        "Row 1, column 4: egg below; pancakes, free on the left, free on the right",
        "sweet tooth \\+2; tiles left over \N{MINUS SIGN}5",
        "Cleo: \N{MINUS SIGN}1 points",
    ],
    ("the_jam", 31): [
        "Jams 4: 2 points cherry jam, cloudberry below; .*",
        "Basket 11: cloudberry pie, 9 points, below: apricot; .*",
        "Mara: 35 points, may trade, then plays a card",
    ],
    ("point_salad", 41): [r"Point cards \d+: .* worth now: \d+; .*"],
    ("turkey_my_mayonnaise", 31): ["Hand 7: bonus .5; jelly 4; lettuce 2; .*"],
}


@pytest.mark.parametrize(("game", "ply"), POSITIONS)
def test_a_position_is_copied_with_a_line_for_each_place(
    browser: Browser, site: Site, game: str, ply: int
) -> None:
    with opened(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(address(site, game, ply))
        ready(page)
        page.keyboard.press("Shift+C")
        expect(page.locator("#notice")).to_have_text("Position copied")
        text = page.evaluate("navigator.clipboard.readText()")
        lines = text.splitlines()
        assert lines[0].startswith(f"Ply {ply} of ")
        for wanted in POSITIONS[game, ply]:
            assert any(re.fullmatch(wanted, line) for line in lines), (wanted, text)
        assert not re.search(r"[,;:] ?[,;]|  ", text), text


def test_a_folded_comment_is_not_copied(browser: Browser, site: Site) -> None:
    with opened(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(address(site, ply=3, query="?view=B"))
        ready(page)
        expect(page.locator("#sentence details.comment")).to_have_count(1)
        page.keyboard.press("Shift+C")
        expect(page.locator("#notice")).to_have_text("Position copied")
        comment = page.locator("#sentence .comment p").text_content()
        assert comment not in page.evaluate("navigator.clipboard.readText()")


def test_back_leads_to_the_ply_of_its_address(browser: Browser, triggs: str) -> None:
    with opened(browser) as page:
        page.set_viewport_size({"width": 390, "height": 800})
        page.goto(triggs)
        ready(page)
        mark(page)
        page.locator(".skip").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#main")).to_be_focused()
        page.keyboard.press("ArrowRight")
        at(page, PLY + 1)
        page.go_back()
        at(page, PLY)
        stays(page)


def test_a_frame_of_another_site_leads_nowhere_that_refuses_it(
    browser: Browser, site: Site
) -> None:
    frame = f'<!doctype html><iframe src="{address(site).replace("/r/", "/embed/")}"></iframe>'
    with (
        other_site(frame, f"frame-src {site.url}") as there,
        opened(browser, viewport=WIDE) as page,
    ):
        page.goto(there)
        shown = page.frame_locator("iframe")
        expect(shown.locator("#play")).to_be_enabled()
        with page.context.expect_page() as tab:
            shown.get_by_role("link", name="Open the replay in a new tab").click()
        assert tab.value.url == address(site)
        tab.value.close()
        shown.get_by_role("link", name="Forward").click()
        expect(shown.locator("#sentence")).to_contain_text(f"Ply {PLY + 1} of")
        with page.context.expect_page() as tab:
            shown.get_by_role("link", name="Open the replay in a new tab").click()
        assert tab.value.url == address(site, ply=PLY + 1)


def test_in_a_frame_nothing_lies_over_the_table(browser: Browser, site: Site) -> None:
    with opened(browser) as page:
        page.set_viewport_size({"width": 720, "height": 720})
        page.goto(address(site).replace("/r/", "/embed/"))
        ready(page)
        table, bar = (page.locator(one).bounding_box() for one in (".table", ".controls"))
        assert table is not None
        assert bar is not None
        assert table["y"] + table["height"] <= bar["y"]
        expect(page.locator("#brief")).to_have_text("Seat B extra 1")
