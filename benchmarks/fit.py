"""How tables fit into windows: every ply of a game of each, in a browser.

    python -m benchmarks.fit [--game NAME] [--seats N] [--size WIDTHxHEIGHT]

It needs chromium. `make fit` prints the table in benchmarks/README.md.
"""

import argparse
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright
from rich.console import Console

from benchmarks.measure import table_of
from engines.registry import GAMES, load_game
from pages.exported import exported_page
from replays.simulate import simulate
from replays.view.playhead import Playhead

SIZES = ((1366, 657), (1440, 900), (1920, 970), (2560, 1300), (390, 844), (360, 740))
"""Windows of laptops and screens, then of phones."""

_SEATS = (2, 3, 4)

WATCH = """window.shifts = 0;
new PerformanceObserver((seen) => {
    for (const { value } of seen.getEntries()) window.shifts += value;
}).observe({ type: "layout-shift", buffered: true });"""
"""A script that sums up how much jumps, and runs before those of the page."""

MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
"""The script that measures; it says what it gives."""


class Fit(NamedTuple):
    """What MEASURE found, and of how many plies."""

    plies: int
    below: int
    cut: Sequence[str]
    seen: int
    text: float
    size: str
    seats: str
    shifts: float


def measured(page: Page, address: str, size: tuple[int, int], plies: Sequence[int]) -> Fit:
    """How the table of the exported page at an address fits into a window."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("about:blank")
    page.goto(f"{address}#0")
    page.wait_for_selector(".table[style*='--fit']")
    page.evaluate(WATCH)
    return Fit(len(plies), **page.evaluate(MEASURE, plies))


def _pages(folder: Path, games: Sequence[str], seats: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The name and the address of a game of sensible players for each number of seats."""
    for name in games:
        game = load_game(name)
        for number in seats:
            if number not in game.seats:
                continue
            file = folder / f"{name}-{number}.html"
            record = simulate(game, number, "fit", {}, game.player)
            file.write_text(exported_page(Playhead(record), None), encoding="utf-8")
            yield f"{name}, {number}", file.as_uri()


def main() -> None:
    """Print the table of measured fits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES, help="default: all")
    parser.add_argument("--seats", action="append", type=int, help="default: 2, 3, and 4")
    parser.add_argument("--size", action="append", help="default: all")
    asked = parser.parse_args()
    sizes = [(int(w), int(h)) for w, _, h in (size.partition("x") for size in asked.size or ())]
    titles = (
        "window",
        "size",
        "seats shown",
        "px below",
        "cut",
        "changes in view",
        "text",
        "jumps",
    )
    table = table_of("game, seats", *titles, caption=None)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        for name, address in _pages(Path(folder), asked.game or GAMES, asked.seats or _SEATS):
            for width, height in sizes or SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.goto(address)
                plies = range(int(page.get_attribute(".replay", "data-plies") or 0) + 1)
                fit = measured(page, address, (width, height), plies)
                share = f"{100 * fit.seen // fit.plies} %"
                cut = str(len(fit.cut))
                row = (fit.size, fit.seats, str(max(fit.below, 0)), cut, share, str(fit.text))
                table.add_row(name, f"{width}x{height}", *row, f"{fit.shifts:.2f}")
                print(name, width, height, *row, f"{fit.shifts:.2f}", *fit.cut[:2], flush=True)
        browser.close()
    Console().print(table)


if __name__ == "__main__":
    main()
