"""The tables of all games look as in the pictures that were approved."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

from engines.registry import GAMES
from tests.api.pages.browser import needs_chromium
from tests.api.pages.screens import KEPT, screens

pytestmark = [needs_chromium, pytest.mark.long]

TOLERANCE = 4.0
"""How much the colours of two pictures may differ on average, out of 255."""


@pytest.mark.parametrize("game", GAMES)
def test_a_table_looks_as_in_its_picture(browser: Browser, game: str, tmp_path: Path) -> None:
    for name, picture in screens(browser, game):
        with Image.open(KEPT / f"{name}.png") as kept:
            difference = ImageChops.difference(picture, kept.convert("RGB"))
        mean = max(ImageStat.Stat(difference).mean)
        if mean >= TOLERANCE:
            picture.save(tmp_path / f"{name}.png")
        seen = f"look at {tmp_path}/{name}.png, then `make screenshots` keeps it"
        assert mean < TOLERANCE, f"{name}: {seen}"
