"""The work of pages, run by checkers: functions of what is asked, as in jobs.py."""

import gzip
from collections.abc import Sequence
from io import BytesIO

from msgspec import Struct
from msgspec.json import encode

from api.checking.jobs import Gone, RawDecks, decks_of, open_for
from api.pages.drawing import replay_page
from api.pages.guide import chapters, guide_page
from api.pages.pasted import Pasted, pasted_page
from api.pages.scene import Scene, scene
from api.pages.sheet import legal_of, sheet_page
from api.pages.stretch import stretch
from api.pages.ways import ways_page
from engines.decks import OWN_DECKS
from notation.read import read
from notation.record import Record
from replays.frames import Frame, film
from replays.frames_json import ALL
from replays.legs import variations
from replays.lines import Line, alone, lines
from replays.moves import moves
from replays.playhead import Playhead
from replays.set_up import game_of

DRAWN = 100
"""The weight of drawing a ply."""

_LEVEL = 4


class Watched(Struct, frozen=True):
    """What is asked of a replay: the plies from `first` to `last`, in one of its views.

    `root` is the path of the service, `address` that of the replay, whose page is `embedded` in
    that of another site or not; `line` is the JSON pointer of a variation to show instead of the
    game, or empty.
    """

    view: str
    views: tuple[str, ...]
    root: str
    address: str
    first: int
    last: int
    embedded: bool
    line: str


def guide(root: str, name: str, _: RawDecks) -> str | None:
    """A page of the guide; None if there is none of this name."""
    return guide_page(root, name) if name in chapters() else None


def watch(
    number: int,
    body: bytes,
    asked: Watched,
    finished: bool,  # noqa: FBT001 - jobs take no names
    raw_decks: RawDecks,
) -> bytes:
    """The page of a stored replay at the first ply asked for, as gzip. Raises as `_shown`."""
    shown, frames = _shown(number, body, asked, raw_decks, finished=finished)
    template = "embed.html" if asked.embedded else "replay.html"
    return _packed(replay_page(shown, frames[asked.first], frames, template=template).encode())


def plies(
    number: int,
    body: bytes,
    asked: Watched,
    finished: bool,  # noqa: FBT001 - as above
    raw_decks: RawDecks,
) -> bytes:
    """The plies that are asked for of a stored replay, for the script of its page, as gzip.

    Raises as `_shown`.
    """
    shown, frames = _shown(number, body, asked, raw_decks, finished=finished)
    return _packed(encode(stretch(shown, frames[asked.first : asked.last + 1], asked.first)))


def sheet(
    number: int,
    body: bytes,
    asked: Watched,
    finished: bool,  # noqa: FBT001 - as above
    raw_decks: RawDecks,
) -> bytes:
    """The scores and legal moves of a stored replay after the first ply asked for, as gzip.

    Raises as `_shown`.
    """
    shown, frames = _shown(number, body, asked, raw_decks, finished=finished)
    record, decks = open_for(asked.view, number, body, raw_decks, finished=finished)
    replay = Playhead(_line(record, asked.line), decks)
    replay.seek(asked.first)
    legal = legal_of(replay.table, frames[asked.first].view)
    return _packed(sheet_page(shown, frames[asked.first], legal).encode())


def ways(
    number: int,
    body: bytes,
    asked: Watched,
    finished: bool,  # noqa: FBT001 - as above
    raw_decks: RawDecks,
) -> bytes:
    """The page that says where each card of a replay has been, as gzip. Raises as `_shown`."""
    shown, frames = _shown(number, body, asked, raw_decks, finished=finished)
    return _packed(ways_page(shown, frames).encode())


def pasted(raw: bytes, record: int, root: str, raw_decks: RawDecks) -> bytes:
    """The page of one of the records of a log, by its number from 1, as gzip."""
    readings = list(read(BytesIO(raw)))
    record = min(max(record, 1), len(readings))
    reading = readings[record - 1]
    decks = OWN_DECKS if reading.record is None else decks_of(reading.record, raw_decks)
    log = Pasted(raw.decode("utf-8", "replace"), record, len(readings))
    return _packed(pasted_page(root, log, reading, decks).encode())


def _shown(
    number: int, body: bytes, asked: Watched, raw_decks: RawDecks, *, finished: bool
) -> tuple[Scene, Sequence[Frame]]:
    """The scene of a stored replay and all its frames.

    Raises Needed as `decks_of` does, and Gone if there is no such line or ply.
    """
    record, decks = open_for(asked.view, number, body, raw_decks, finished=finished)
    view = None if asked.view == ALL else asked.view
    line = Line()
    if next(variations(record), None):
        found = lines(list(moves(record, decks, view)))
        line = next((one for one in found if one.key == asked.line), line)
    frames = list(film(_line(record, asked.line), decks, view))
    if asked.last >= len(frames):
        raise Gone
    made = scene(
        game_of(record, decks),
        record,
        frames,
        view=asked.view,
        views=asked.views,
        root=asked.root,
        address=asked.address,
        line=line,
    )
    return made, frames


def _line(record: Record, line: str) -> Record:
    """A line as a record of its own. Raises Gone if there is no such line."""
    found = alone(record, line)
    if found is None:
        raise Gone
    return found


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, _LEVEL, mtime=0)
