"""The picture in docs/at-the-table.md; `make screenshots` makes it anew.

It shows three phones: a new game, invitations, and a move that was chosen.
"""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from tests.api.pages.browser import chromium
from tests.api.pages.playing import begin
from tests.api.pages.users import touch
from tests.api.serving import ROOT, Running, running

PICTURE = ROOT / "pages" / "static" / "at-the-table.png"
_SIZE: ViewportSize = {"width": 390, "height": 844}
_GAP, _COLOURS, _PATIENCE = 24, 128, 1_500


def main() -> None:
    """Take the picture."""
    with (
        TemporaryDirectory() as folder,
        running(Path(folder) / "table.db", "--open-tables", "20", "--writes", "0") as service,
        chromium() as browser,
    ):
        shown = [_taken(page(browser, service)) for page in (_new, _invited, _chosen)]
    width = sum([one.width for one in shown]) + _GAP * (len(shown) - 1)
    whole = Image.new("RGB", (width, shown[0].height), "white")
    for at, one in enumerate(shown):
        whole.paste(one, (at * (one.width + _GAP), 0))
    whole.quantize(_COLOURS, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


def _form(browser: Browser, service: Running) -> Page:
    page = browser.new_context(viewport=_SIZE).new_page()
    page.goto(f"http://127.0.0.1:{service.port}/new")
    return page


def _new(browser: Browser, service: Running) -> Page:
    page = _form(browser, service)
    page.check("[value=triggs]")
    for at, name in enumerate(("Ana", "Bo")):
        page.locator("[name=player]").nth(at).fill(name)
    return page


def _invited(browser: Browser, service: Running) -> Page:
    page = _new(browser, service)
    page.check("[value=dealt]")
    page.click("button.start")
    page.locator(".panel.wrong").evaluate("(hint) => hint.remove()")  # of this machine's address
    return page


def _chosen(browser: Browser, service: Running) -> Page:
    page = _form(browser, service)
    begin(page, "triggs", "seeded")
    touch(page, "at:left")
    touch(page, "at:middle")
    return page


def _taken(page: Page) -> Image.Image:
    page.wait_for_timeout(_PATIENCE)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


if __name__ == "__main__":
    main()
