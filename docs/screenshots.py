"""Makes docs/replay.png, the first picture of the README, in a browser: `make screenshots`."""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "replay.png"
EXAMPLE, PLY = "examples/the_jam.cgn", 60
_SIZE = {"width": 1440, "height": 1000}
_PATIENCE = 2_000


def main() -> None:
    """Draw the picture. Raises CalledProcessError if the example cannot be exported."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder) / "game.html"
        command = [sys.executable, "-m", "cli", "export", EXAMPLE, "-o", str(page)]
        subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603 - the project's own command
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        shown = browser.new_page(viewport=_SIZE, color_scheme="light")  # type: ignore[arg-type] # as it has it
        shown.goto(f"{page.as_uri()}#{PLY}")
        shown.wait_for_timeout(_PATIENCE)
        shown.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
