"""The time of a replay's page in a browser: its first position, and every step.

python -m benchmarks.pages; it needs chromium. A step is script and layout, without drawing; beside
it stands loading the page of the next ply instead. Each ply of each example is a step.
"""

import shutil
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from benchmarks.servers import cgn, make_store
from cgn import read
from engines.registry import GAMES
from replays.store.prepare import prepare

_EXAMPLES = Path(__file__).parent.parent / "examples"
_STEPS = """async () => {
    const { dataset } = document.querySelector(".replay");
    const press = (key) => {
        const options = { key, repeat: true, bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent("keydown", options));
    };
    const frame = () => new Promise((go) => requestAnimationFrame(go));
    const painted = () => frame().then(frame);
    const walk = async () => {
        const taken = [];
        for (let ply = 0; ply < Number(dataset.plies); ply++) {
            const start = performance.now();
            press("ArrowRight");
            document.body.offsetHeight;
            taken.push(performance.now() - start);
            while (Number(dataset.ply) <= ply) await new Promise((go) => setTimeout(go, 5));
            await painted();
        }
        return taken;
    };
    await walk();
    press("Home");
    await painted();
    return walk();
}"""
"""Steps through the game twice. The second time the script has every ply; only that counts."""

_FIRST = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""
_LOADED = """() => performance.getEntriesByType("navigation")[0].loadEventEnd"""
_ROUNDS = 5


def main() -> None:
    """Measure every example, and print a table."""
    table = Table(caption="Milliseconds. Targets: first 300, step 16 (median).")
    for title in ("game", "plies", "first", "step", "95 %", "loading a page", "/ step"):
        table.add_column(title, justify="left" if title == "game" else "right")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        uploads = {game: next(iter(read(_EXAMPLES / f"{game}.cgn"))) for game in GAMES}
        prepared = {game: prepare(reading).upload for game, reading in uploads.items()}
        data = Path(folder) / "pages.db"
        make_store(data, [upload for upload in prepared.values() if upload])
        with cgn(data) as port:
            for game, upload in prepared.items():
                if upload is not None:
                    url = f"http://127.0.0.1:{port}/r/{upload.id}"
                    table.add_row(game, str(upload.plies), *_measured(browser, url))
        browser.close()
    Console().print(table)


def _measured(browser: Browser, url: str) -> list[str]:
    firsts, loads = [], []
    for ply in range(_ROUNDS):
        with browser.new_context() as context:
            page = _opened(context.new_page(), f"{url}/{ply}")
            firsts.append(page.evaluate(_FIRST))
            _opened(page, f"{url}/{ply + 1}")
            loads.append(page.evaluate(_LOADED))
    with browser.new_context() as context:
        steps = sorted(_opened(context.new_page(), f"{url}/0").evaluate(_STEPS))
    first, load, step = map(statistics.median, (firsts, loads, steps))
    slow = steps[len(steps) * 95 // 100]
    return [f"{first:.0f}", f"{step:.1f}", f"{slow:.1f}", f"{load:.0f}", f"{load / step:.0f}"]


def _opened(page: Page, url: str) -> Page:
    page.goto(url)
    page.wait_for_selector("#play:enabled")
    page.wait_for_timeout(300)
    return page


if __name__ == "__main__":
    main()
