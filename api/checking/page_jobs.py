"""The work of pages, run by checkers: functions of what is asked, as in jobs.py."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import encode

from api.checking.jobs import Gone, RawDecks, Viewed, decks_of, open_for
from api.checking.weights import (
    DRAWN,
    DRAWN_PAGE,
    FRAMED,
    weight_of,
    weight_of_live,
    weight_of_variations,
)
from engines.decks import Decks
from notation.record import Record
from notation.streams import gzipped
from pages.drawing import replay_page
from pages.guide import chapters, guide_page
from pages.live_state import live_state
from pages.scene import Scene, scene
from pages.sheet import legal_of, sheet_page
from pages.stretch import stretch
from pages.ways import ways_page
from replays.legs import variations
from replays.live.scene import live_scene
from replays.live.whole import Whole
from replays.set_up import game_of
from replays.view.frames import Frame, film
from replays.view.frames_json import ALL
from replays.view.lines import Line, lines, record_of_line
from replays.view.moves import moves
from replays.view.playhead import Playhead

_LEVEL = 4


class Live(Struct, frozen=True):
    """A game in progress at a version, in one of its views; it may wait for its replay."""

    whole: Whole
    view: str
    version: int
    finished: bool


class Watched(Struct, frozen=True):
    """Which plies of a replay a page shows: those from `first` to `last`.

    `views` are those that its reader may choose from. `origin` is the scheme and host of the
    service, `root` its path, and `address` that of the replay, whose page is `embedded` in that of
    another site or not; `line` is the JSON pointer of a variation to show instead of the game, or
    empty. The page `hides` what comes after its ply, or does not.
    """

    replay: Viewed | Live
    views: tuple[str, ...]
    origin: str
    root: str
    address: str
    first: int
    last: int
    embedded: bool
    line: str
    hides: bool


class PageJob(Struct, frozen=True):
    """Work on a page of a stored replay of so many `seats`, whose main line has so many `plies`."""

    make: Callable[[Watched, RawDecks], bytes]
    asked: Watched
    plies: int
    seats: int

    @property
    def cost(self) -> int:
        """Its weight, in 10 µs of CPU.

        A page with many variations took 1.5 s where it was weighed as one without.
        """
        drawn = self.asked.last - self.asked.first + 1
        page = 0 if self.make is plies else DRAWN_PAGE
        stretch_ = DRAWN * self.seats * drawn if self.make in {plies, state} else 0
        return page + stretch_ + FRAMED * self.plies + self._read

    @property
    def _read(self) -> int:
        """The weight of reading the game, and of wording its variations.

        A list of moves has these, and a page of one of them.
        """
        replay, is_worded = self.asked.replay, self.make is watch or bool(self.asked.line)
        if isinstance(replay, Live):
            return weight_of_live(self.plies, own=replay.whole.has_own_records)
        return weight_of(replay.body) + (weight_of_variations(replay.body) if is_worded else 0)


class _Shown(NamedTuple):
    """A line of a replay as a record of its own, its frames, and what a page says around them."""

    record: Record
    decks: Decks
    frames: Sequence[Frame]
    scene: Scene


def guide(root: str, name: str, _: RawDecks) -> str | None:
    """A page of the guide; None if there is none of this name."""
    return guide_page(root, name) if name in chapters() else None


def watch(asked: Watched, raw_decks: RawDecks) -> bytes:
    """The page of a stored replay at the first ply asked for, as gzip. Raises as `_shown`."""
    shown = _shown(asked, raw_decks, varied=True)
    template = "embed.html" if asked.embedded else "replay.html"
    frame = shown.frames[asked.first]
    return packed(replay_page(shown.scene, frame, shown.frames, template=template).encode())


def plies(asked: Watched, raw_decks: RawDecks) -> bytes:
    """The plies that are asked for of a stored replay, for the script of its page, as gzip.

    Raises as `_shown`.
    """
    shown = _shown(asked, raw_decks)
    frames = shown.frames[asked.first : asked.last + 1]
    return packed(encode(stretch(shown.scene, frames, asked.first)))


def state(asked: Watched, raw_decks: RawDecks) -> bytes:
    """What an event may have changed on the page of a game in progress, as gzip.

    Raises as `_shown`.
    """
    shown, live = _shown(asked, raw_decks), asked.replay
    if not isinstance(live, Live):
        raise TypeError("only a game in progress has a state")
    made = live_state(shown.scene, shown.frames, live.version, finished=live.finished)
    return packed(encode(made))


def sheet(asked: Watched, raw_decks: RawDecks) -> bytes:
    """The scores and legal moves of a stored replay after the first ply asked for, as gzip.

    Raises as `_shown`.
    """
    shown = _shown(asked, raw_decks)
    replay = Playhead(shown.record, shown.decks)
    replay.seek(asked.first)
    frame = shown.frames[asked.first]
    return packed(sheet_page(shown.scene, frame, legal_of(replay.table, frame.view)).encode())


def ways(asked: Watched, raw_decks: RawDecks) -> bytes:
    """The page that says where each card of a replay has been, as gzip. Raises as `_shown`."""
    shown = _shown(asked, raw_decks)
    return packed(ways_page(shown.scene, shown.frames).encode())


def _shown(asked: Watched, raw_decks: RawDecks, *, varied: bool = False) -> _Shown:
    """What a page shows of a stored replay; the variations of the main line only if `varied`.

    Raises Needed as `decks_of` does, and Gone if there is no such line or ply.
    """
    view = None if asked.replay.view == ALL else asked.replay.view
    if isinstance(asked.replay, Live):
        decks = decks_of(asked.replay.whole.record(), raw_decks)
        live = live_scene(asked.replay.whole, asked.replay.view, decks)
        whole, record, frames = live.record, live.record, list(live.frames())
    else:
        whole, decks = open_for(asked.replay, raw_decks)
        line = record_of_line(whole, asked.line)
        if line is None:
            raise Gone
        record, frames = line, list(film(line, decks, view))
    if asked.last >= len(frames):
        raise Gone
    scene_of_line = scene(
        game_of(whole, decks),
        whole,
        frames,
        view=asked.replay.view,
        views=asked.views,
        origin=asked.origin,
        root=asked.root,
        address=asked.address,
        line=_line(whole, decks, view, asked.line) if varied or asked.line else Line(),
        hides=asked.hides,
        live=isinstance(asked.replay, Live),
    )
    return _Shown(record, decks, frames, scene_of_line)


def _line(record: Record, decks: Decks, view: str | None, key: str) -> Line:
    """What is said of a line of a record, by its JSON pointer."""
    if next(variations(record), None) is None:
        return Line()
    found = lines(list(moves(record, decks, view)))
    return next((line for line in found if line.key == key), Line())


def packed(data: bytes) -> bytes:
    """A page as gzip."""
    return gzipped(data, _LEVEL)
