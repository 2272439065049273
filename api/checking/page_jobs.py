"""The work of pages, run by checkers: functions of what is asked, as in jobs.py."""

import gzip
from collections.abc import Sequence
from io import BytesIO

from msgspec import Struct
from msgspec.json import encode

from api.checking.jobs import RawDecks, decks_of
from api.pages.drawing import replay_page
from api.pages.guide import chapters, guide_page
from api.pages.pasted import Pasted, pasted_page
from api.pages.scene import Scene, scene
from api.pages.stretch import stretch
from api.pages.ways import ways_page
from engines.decks import OWN_DECKS
from notation.read import read
from notation.record import Ply, Record
from replays.frames import PUBLIC, Frame, film
from replays.frames_json import ALL
from replays.legs import flat, variations
from replays.moves import Variation, moves, start_of
from replays.redact import main_line
from replays.set_up import game_of
from replays.store.export_import import record_of

_LEVEL = 4


class Gone(Exception):
    """There is no such line of a replay, or no such ply of the line."""


class Watched(Struct, frozen=True):
    """What is asked of a replay: the plies from `first` to `last`, in one of its views.

    `root` is the path of the service, `address` that of the replay, whose page is `embedded` in
    that of another site or not; `line` is the JSON pointer of a variation to show instead of the
    game.
    """

    view: str
    views: tuple[str, ...]
    root: str
    address: str
    first: int
    last: int
    embedded: bool
    line: str | None = None


def guide(root: str, name: str, _: RawDecks) -> str | None:
    """A page of the guide; None if there is none of this name."""
    return guide_page(root, name) if name in chapters() else None


def watch(
    number: int,
    body: bytes,
    asked: Watched,
    finished: bool,  # noqa: FBT001 - jobs take no names
    raw_decks: RawDecks,
) -> bytes | None:
    """The page of a stored replay at the first ply that is asked for, as gzip."""
    try:
        shown, frames = _shown(number, body, asked, raw_decks, finished=finished)
    except Gone:
        return None
    template = "embed.html" if asked.embedded else "replay.html"
    return _packed(replay_page(shown, frames[asked.first], frames, template=template).encode())


def plies(
    number: int,
    body: bytes,
    asked: Watched,
    finished: bool,  # noqa: FBT001 - as above
    raw_decks: RawDecks,
) -> bytes | None:
    """The plies that are asked for of a stored replay, for the script of its page, as gzip."""
    try:
        shown, frames = _shown(number, body, asked, raw_decks, finished=finished)
    except Gone:
        return None
    return _packed(encode(stretch(shown, frames[asked.first : asked.last + 1], asked.first)))


def ways(
    number: int,
    body: bytes,
    asked: Watched,
    finished: bool,  # noqa: FBT001 - as above
    raw_decks: RawDecks,
) -> bytes | None:
    """The page that says where each card of a stored replay has been, as gzip."""
    try:
        shown, frames = _shown(number, body, asked, raw_decks, finished=finished)
    except Gone:
        return None
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
    record = record_of(number, body)
    decks = decks_of(record, raw_decks)
    if asked.view == PUBLIC and not finished:
        record = main_line(record)
    view = None if asked.view == ALL else asked.view
    lines: dict[int, tuple[Variation, ...]] = {}
    fork = 0
    if asked.line is not None:
        record, fork = _line(record, asked.line)
    elif next(variations(record), None):
        lines = {move.ply: move.variations for move in moves(record, decks, view)}
    frames = list(film(record, decks, view))
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
        variations=lines,
        line=asked.line,
        fork=fork,
    )
    return made, frames


def _line(record: Record, line: str) -> tuple[Record, int]:
    """A variation as a record of its own, and the number of the ply that it replaces.

    Raises Gone if there is none.
    """
    start = start_of(line, record)
    if start is None:
        raise Gone
    alone, paths = flat(record, (*start, 0))
    before = alone.plies[: paths.index((*start, 0))]
    return alone, 1 + sum(isinstance(entry, Ply) for entry in before)


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, _LEVEL, mtime=0)
