"""Pictures of the tables of all games; `python -m tests.api.pages.screens` renews them."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page

from engines.registry import GAMES
from pages.exported import exported_page
from replays.view.playhead import Playhead
from tests.api.pages.browser import chromium, opened
from tests.api.pages.drawn import example

KEPT = Path(__file__).parent / "screens"
PLY = 30
KINDS: tuple[tuple[int, int, Literal["light", "dark"]], ...] = (
    (1440, 1100, "light"),
    (1440, 1100, "dark"),
    (390, 1600, "light"),
)
"""The sizes and colour schemes of the pictures."""

_FITTED = '.table[style*="--fit"]'
"""The table is fitted once the fonts are there, which may be long after the ply is."""

_SMALLER = 3
"""How much smaller a picture is kept: fonts are drawn a little differently everywhere."""


_REST = 200
"""Milliseconds in which nothing changes on a page that has come to rest."""


def _at_rest(page: Page) -> bytes:
    """The picture of a page that has come to rest: two in a row are the same."""
    last = b""
    while (picture := page.screenshot(animations="disabled")) != last:
        last = picture
        page.wait_for_timeout(_REST)
    return last


def screens(browser: Browser, game: str) -> Iterator[tuple[str, Image.Image]]:
    """The pictures of a game by name, small and without animations."""
    with TemporaryDirectory() as folder:
        page = Path(folder) / "game.html"
        page.write_text(exported_page(Playhead(example(game)), None), encoding="utf-8")
        for width, height, scheme in KINDS:
            with opened(browser) as shown:
                shown.set_viewport_size({"width": width, "height": height})
                shown.emulate_media(color_scheme=scheme)
                shown.goto(f"{page.as_uri()}#{PLY}")
                shown.wait_for_selector(f".replay[data-ply='{PLY}']")
                shown.locator(_FITTED).wait_for()
                picture = Image.open(BytesIO(_at_rest(shown)))
            small = (width // _SMALLER, height // _SMALLER)
            yield f"{game}-{width}-{scheme}", picture.convert("RGB").resize(small)


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    with chromium() as browser:
        for name in GAMES:
            for kind, picture in screens(browser, name):
                picture.quantize(128).save(KEPT / f"{kind}.png", optimize=True)
