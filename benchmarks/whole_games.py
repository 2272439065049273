"""Whole games in a browser, all there are: `make play` prints the taps and times of each.

Each game is played by two people in two browsers, over plain http, played against the computer,
played by keys alone, and written down with real cards from a kept list of plies, by touch and by
keys alone. The keys that are pressed count as taps. Each ends with a replay that the validator
calls valid. Names of games and ways as arguments leave out the others:

    python -m benchmarks.whole_games the_jam dealt cards

Printed last are the time from the tap on Play to the new position, and the bytes of what may be
chosen, packed: targets 300 ms in the median, and 12 kB.
"""

import gzip
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from playwright.sync_api import Browser, Page

from engines.game import Game
from engines.registry import GAMES, load_game
from replays.local.table import open_game
from replays.store.open_store import open_store
from tests.api.pages.browser import CLUB, chromium, opened
from tests.api.pages.playing import (
    LAPTOP,
    PHONE,
    Pick,
    begin,
    play_on,
    record_of,
    signed_in,
    sit_down,
    write_game,
)
from tests.api.pages.users import KeyUser, TouchUser
from tests.api.serving import Running, running
from tests.replays.helpers import fixed

_TIMED = """{
let tapped = 0;
let version = "";
const shown = () => document.getElementById("dock")?.dataset.version;
const look = () => {
    if (shown() === version) return requestAnimationFrame(look);
    const times = JSON.parse(sessionStorage.times ?? "[]");
    sessionStorage.times = JSON.stringify([...times, performance.now() - tapped]);
};
addEventListener("click", (event) => {
    if (!event.target.closest?.("#acts [data-move]")) return;
    tapped = performance.now();
    version = shown();
    requestAnimationFrame(look);
}, true);
}"""
"""Notes how long each tap on Play takes until the page shows the next version of the table."""


class Figures:
    """What was measured while one plays: milliseconds of each tap, bytes of each choice."""

    def __init__(self) -> None:
        self.taps: list[float] = []
        self.sizes: list[int] = []
        self._pages: list[Page] = []

    def watch(self, *pages: Page) -> None:
        """Measure on these pages, once they show another one."""
        for page in pages:
            page.add_init_script(_TIMED)
        self._pages += pages

    def see(self, page: Page) -> None:
        """Note the size of what the page lets one choose."""
        text = page.evaluate("document.getElementById('choices')?.textContent ?? ''")
        self.sizes.append(len(gzip.compress(text.encode(), 6)))

    def finish(self) -> None:
        """Take the times of pages that were played to the end."""
        for page in self._pages:
            self.taps += page.evaluate("JSON.parse(sessionStorage.times ?? '[]')")
        self._pages = []

    def row(self) -> str:
        """The figures in a row; nothing if there are none."""
        if not self.taps:
            return ""
        return f"{median(self.taps):9.0f}{max(self.sizes) / 1000:9.1f}"


def sensible(data: Path, figures: Figures) -> Pick:
    """Chooses as the sensible player does, whom the store tells all cards."""
    random = fixed(1)

    def pick(page: Page, moves: Sequence[dict[str, Any]]) -> dict[str, Any]:
        figures.see(page)
        with open_store(data, lambda: int(time.time())) as store:
            match = store.matches.get(page.url.split("/t/")[1].partition("/")[0])
            record = None if match is None else store.matches.record_parts(match).record()
        listed = []
        if record is not None:
            wanted = load_game(record.game).moves.write(open_game(record).suggest(random))
            listed = [move for move in moves if move["move"] == wanted]
        return random.choice(listed or moves)

    return pick


def dealt(
    browser: Browser, service: Running, game: Game, pick: Pick, figures: Figures
) -> list[int]:
    """A game dealt to a laptop and a phone. Returns the taps of each ply."""
    with (
        signed_in(browser, service, LAPTOP, host=CLUB, patient=True) as one,
        opened(browser, viewport=PHONE) as other,
    ):
        figures.watch(one, other)
        sit_down(one, other, game.name)
        taps = play_on([one, other], pick)
        figures.finish()
        record_of(service, other)
    return taps


def written(
    browser: Browser,
    service: Running,
    game: Game,
    _: Pick,
    __: Figures,
    *,
    by: type[TouchUser] = TouchUser,
) -> list[int]:
    """A game with real cards, written down on a phone, or by keys. Returns the taps of each ply."""
    size = LAPTOP if by is KeyUser else PHONE
    with signed_in(browser, service, size, patient=True) as page:
        real, taps = write_game(page, game, by)
        found = [ply.move for ply in record_of(service, page).moves]
    if found != [ply.move for ply in real.moves]:
        raise AssertionError(f"{game.name}: the replay has other moves than were written down")
    return taps


def alone(
    browser: Browser, service: Running, game: Game, pick: Pick, figures: Figures
) -> list[int]:
    """A game against the computer, on a phone. Returns the taps of each ply of the person."""
    with signed_in(browser, service, patient=True) as page:
        figures.watch(page)
        begin(page, game.name, "seeded", alone=True)
        taps = play_on([page], pick)
        figures.finish()
        record_of(service, page)
    return taps


def by_keys(
    browser: Browser, service: Running, game: Game, pick: Pick, figures: Figures
) -> list[int]:
    """A game of two on one laptop, by keys alone. Returns the keys of each ply."""
    with signed_in(browser, service, LAPTOP, patient=True) as page:
        figures.watch(page)
        begin(page, game.name, "seeded")
        taps = play_on([page], pick, KeyUser)
        figures.finish()
        record_of(service, page)
    return taps


Way: TypeAlias = Callable[[Browser, Running, Game, Pick, Figures], list[int]]

_WAYS: dict[str, Way] = {
    "dealt": dealt,
    "cards": written,
    "computer": alone,
    "keys": by_keys,
    "cards-by-keys": partial(written, by=KeyUser),
}


def main() -> None:
    """Play all of them, and print a row for each."""
    print(
        f"{'game':22}{'how':14}{'plies':>6}{'taps, median':>14}{'most':>6}{'s a ply':>9}"
        f"{'tap, ms':>9}{'most kB':>9}"
    )
    with (
        TemporaryDirectory() as folder,
        running(data := Path(folder) / "play.db", "--reads", "0", "--writes", "0") as service,
        chromium() as browser,
    ):
        named = sys.argv[1:]
        for name in [name for name in named if name in GAMES] or GAMES:
            for way in [way for way in named if way in _WAYS] or _WAYS:
                play = _WAYS[way]
                figures, start = Figures(), time.perf_counter()
                pick = sensible(data, figures)
                taps = play(browser, service, load_game(name), pick, figures)
                seconds = (time.perf_counter() - start) / len(taps)
                print(
                    f"{name:22}{way:14}{len(taps):6}{median(taps):14g}{max(taps):6}{seconds:9.2f}"
                    f"{figures.row()}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
