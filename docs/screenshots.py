"""Makes pictures of games in a browser: `make screenshots`.

They are docs/replay.png, the first picture of the README, and one of each game for the previews of
links in chats and feeds. Those show a table of the example without names and scores, because the
link may be to any game.
"""

import shutil
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from cgn import read
from engines.registry import GAMES
from pages.assets import preview_of
from pages.exported import exported_page
from replays.view.playhead import Playhead

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "replay.png"
EXAMPLE, PLY = "the_jam", 60
_STATIC = ROOT / "pages" / "static"
_SIZE = {"width": 1440, "height": 1000}
_SHAPE = 1.91
"""How much wider than high previews are."""

_COLOURS = 128
_PLIES = {"grab_your_breakfast": 20, "point_salad": 30, "the_jam": 60, "triggs": 48}
_USUAL = 50
_NAMELESS = """() => {
    for (const name of document.querySelectorAll(".head h2, .score")) name.style.opacity = 0;
}"""
_PATIENCE = 2_000


def main() -> None:
    """Draw the pictures."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        _opened(browser, Path(folder), EXAMPLE, PLY).screenshot(path=PICTURE)
        for game in GAMES:
            shown = _opened(browser, Path(folder), game, _PLIES.get(game, _USUAL))
            shown.evaluate(_NAMELESS)
            picture = Image.open(BytesIO(shown.locator(".table").screenshot())).convert("RGB")
            small = picture.crop((0, 0, picture.width, round(picture.width / _SHAPE)))
            kept = small.quantize(_COLOURS, dither=Image.Dither.NONE)
            kept.save(_STATIC / preview_of(game), optimize=True)
        browser.close()


def _opened(browser: Browser, folder: Path, game: str, ply: int) -> Page:
    """The page of a ply of an example."""
    record = next(iter(read(ROOT / "examples" / f"{game}.cgn"))).record
    if record is None:
        raise ValueError(f"the example of {game} cannot be read")
    file = folder / f"{game}.html"
    file.write_text(exported_page(Playhead(record), None), encoding="utf-8")
    page = browser.new_page(viewport=_SIZE, color_scheme="light")  # type: ignore[arg-type] # as it has it
    page.goto(f"{file.as_uri()}#{ply}")
    page.wait_for_timeout(_PATIENCE)
    return page


if __name__ == "__main__":
    main()
