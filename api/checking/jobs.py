"""The work of requests on records: functions of bytes and users' decks, run by checkers.

A job that lacks a record's deck raises `Needed`, and is run again with it. Knows no HTTP.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from io import BytesIO
from typing import TypeAlias

from msgspec import Struct, field

from engines.deck import parse_deck
from engines.decks import OWN_DECKS, Decks
from engines.table import Table
from notation.diagnostics import Diagnostic
from notation.extent import Extent
from notation.outcome import Reading
from notation.ranges import read_part
from notation.read import Form
from notation.record import Record
from notation.render.json import printable
from notation.streams import gzipped
from notation.write import write
from replays.digests import canonical_text, game_digest, is_known, position_digest
from replays.legs import main_line
from replays.many.validate_archive import moved, shifted
from replays.store.export_import import record_of
from replays.store.model import DeckUpload, StoredSummary, Upload
from replays.store.prepare import digest_of_whole, prepare, prepare_deck, report_of_known
from replays.validate import Report, validate
from replays.view.frames import PUBLIC
from replays.view.frames_json import Scene
from replays.view.lines import record_of_line
from replays.view.playhead import Playhead

RawDecks: TypeAlias = Mapping[str, bytes | None]
"""The files of users' decks by their names; None for one that there is not."""

LEVEL = 2  # half the time of 4, for a fifth more bytes


class Needed(Exception):
    """Users' decks without which the job cannot be done; their names are its arguments."""


class Gone(Exception):
    """There is no such line of a replay, or no such ply of the line."""


class TooMuch(Exception):
    """More is wanted than one answer has. The arguments are the setting, and its value."""


class Part(Struct, frozen=True):
    """Records of a body, their weight, and how many records and lines of it come before them."""

    raw: bytes
    form: Form
    weight: int
    records: int = 0
    lines: int = 0


class Row(Struct):
    """What validation says of a record; what a store takes of it, or knows of it already."""

    report: Report
    upload: Upload | None = None
    known: StoredSummary | None = None


class Checked(Struct):
    """What a part holds: rows, and the extent by which the part after it is numbered."""

    rows: list[Row] = field(default_factory=list)
    extent: Extent = field(default_factory=Extent)


class Converted(Struct):
    """The records of a part in another form, up to the first that cannot be read."""

    texts: list[bytes] = field(default_factory=list)
    extent: Extent = field(default_factory=Extent)
    problem: Diagnostic | None = None


class Viewed(Struct, frozen=True):
    """A stored replay in one of its views; `number` and `body` are as the store has them."""

    number: int
    body: bytes
    finished: bool
    view: str


class Wanted(Struct, frozen=True):
    """Which frames of a replay are wanted, and how large the answer may be.

    `line` is the JSON pointer of a variation, or empty for the game; without a `last` the frames go
    to its end. `most_frames` limits their number, `most` their bytes.
    """

    replay: Viewed
    line: str
    first: int
    last: int | None
    legal: bool
    most_frames: int
    most: int


def check(part: Part, raw_decks: RawDecks) -> Checked:
    """Validate every record of a part."""
    return _each(part, raw_decks, _checked)


def take_in(part: Part, known: Mapping[str, StoredSummary], raw_decks: RawDecks) -> Checked:
    """Validate every record of a part, and prepare the good ones for a store.

    Those whose digest is `known` are not played again.
    """
    return _each(part, raw_decks, partial(_prepared, known))


def names(part: Part, _: RawDecks) -> list[str]:
    """The digests by which a store may know records of a part."""
    digests = map(digest_of_whole, read_part(BytesIO(part.raw), "", part.form, Extent()))
    return [digest for digest in digests if digest is not None]


def convert(part: Part, form: Form, canonical: bool, _: RawDecks) -> Converted:  # noqa: FBT001 - jobs take no names
    """Write every record of a part in another form; the rules are not looked at."""
    converted = Converted()
    for reading in read_part(BytesIO(part.raw), "", part.form, converted.extent):
        if reading.record is None:
            if reading.problem is not None:
                converted.problem = moved(reading.problem, part.records, part.lines)
            break
        converted.texts.append(_written(reading.record, form, canonical=canonical))
    return converted


def deck(raw: bytes, _: RawDecks) -> DeckUpload:
    """A deck file, checked for a store. Raises BadDeck as `prepare_deck` does."""
    return prepare_deck(raw)


def texts(bodies: Sequence[tuple[int, bytes]], canonical: bool, _: RawDecks) -> list[bytes]:  # noqa: FBT001 - as above
    """Stored bodies as text. Raises StoreDamaged if one cannot be read."""
    return [_written(record_of(*body), Form.TEXT, canonical=canonical) for body in bodies]


def digests(name: str, number: int, body: bytes, raw_decks: RawDecks) -> bytes:
    """The digests of a stored replay of this id, as JSON."""
    record = record_of(number, body)
    decks = decks_of(record, raw_decks)
    player = Playhead(record, decks)
    positions = [_position(player.table)]
    while player.forward():
        positions.append(_position(player.table))
    game = None if player.unseen else game_digest(record, decks)
    return printable({"record": name, "game": game, "positions": positions}) + b"\n"


def _position(table: Table) -> str | None:
    return position_digest(table) if is_known(table) else None


def one_frame(wanted: Wanted, raw_decks: RawDecks) -> bytes:
    """The first of the frames that are wanted, as gzipped JSON. Raises Gone if there is none."""
    scene = _scene_of_line(wanted, raw_decks)
    _last(wanted, scene)
    frame = next(scene.written(wanted.first, wanted.first, legal=wanted.legal), None)
    if frame is None:
        raise Gone
    return _packed([*frame, b"\n"])


def all_frames(head: bytes, wanted: Wanted, raw_decks: RawDecks) -> bytes:
    """The frames that are wanted, in an object that begins with `head`, as gzipped JSON.

    Before them the catalogue of the cards. Raises TooMuch, and Gone if there are none.
    """
    scene = _scene_of_line(wanted, raw_decks)
    last = _last(wanted, scene)
    if last - wanted.first >= wanted.most_frames:
        raise TooMuch("max_frames", wanted.most_frames)
    pieces = [_head(head, scene), b',"frames":[']
    size = sum(map(len, pieces))
    for frame in scene.written(wanted.first, last, legal=wanted.legal):
        size += sum(map(len, frame)) + 1
        if size > wanted.most:
            raise TooMuch("max_film", wanted.most)
        pieces += (*frame, b",")
    if pieces[-1] != b",":
        raise Gone
    pieces[-1] = b"]}\n"
    return _packed(pieces)


def all_moves(head: bytes, wanted: Wanted, raw_decks: RawDecks) -> bytes:
    """All moves of a line, in an object that begins with `head`, as gzipped JSON.

    Raises TooMuch, and Gone if there is no such line.
    """
    scene = _scene_of_line(wanted, raw_decks)
    moves = _scene(wanted, raw_decks).moves(wanted.line)
    pieces = [_head(head, scene), b',"moves":', moves, b"}\n"]
    if sum(map(len, pieces)) > wanted.most:
        raise TooMuch("max_film", wanted.most)
    return _packed(pieces)


def _packed(pieces: Sequence[bytes]) -> bytes:
    return gzipped(b"".join(pieces), LEVEL)


def _head(head: bytes, scene: Scene) -> bytes:
    """The beginning of an object with how many plies there are, and the catalogue."""
    return b'%s,"plies":%d,"catalogue":%s' % (head, scene.plies, scene.catalogue())


def _last(wanted: Wanted, scene: Scene) -> int:
    """The last ply that is wanted. Raises Gone if the line has not all of them."""
    last = scene.plies if wanted.last is None else wanted.last
    if not wanted.first <= last <= scene.plies:
        raise Gone
    return last


def _written(record: Record, form: Form, *, canonical: bool) -> bytes:
    return (canonical_text(record) if canonical else write(record, form)).encode()


def _each(part: Part, raw_decks: RawDecks, judge: Callable[[Reading, Decks, Part], Row]) -> Checked:
    checked, missing = Checked(), list[str]()
    for reading in read_part(BytesIO(part.raw), "", part.form, checked.extent):
        try:
            decks = OWN_DECKS if reading.record is None else decks_of(reading.record, raw_decks)
        except Needed as needed:
            missing += needed.args
        if not missing:
            checked.rows.append(judge(reading, decks, part))
    if missing:
        raise Needed(*missing)
    return checked


def _checked(reading: Reading, decks: Decks, part: Part) -> Row:
    report = validate(reading, decks, digest=True, game_digest=True)
    return Row(_placed(report, part))


def _prepared(
    known: Mapping[str, StoredSummary], reading: Reading, decks: Decks, part: Part
) -> Row:
    name = digest_of_whole(reading) if known else None
    if name is not None and name in known:
        report = report_of_known(reading, name, known[name])
        return Row(_placed(report, part), known=known[name])
    prepared = prepare(reading, decks, name)
    return Row(_placed(prepared.report, part), prepared.upload)


def _placed(report: Report, part: Part) -> Report:
    return shifted(report, part.records, part.lines)


def _scene(wanted: Wanted, raw_decks: RawDecks) -> Scene:
    return Scene(*open_for(wanted.replay, raw_decks), wanted.replay.view)


def _scene_of_line(wanted: Wanted, raw_decks: RawDecks) -> Scene:
    scene = _scene(wanted, raw_decks)
    record = record_of_line(scene.record, wanted.line)
    if record is None:
        raise Gone
    return replace(scene, record=record)


def open_for(replay: Viewed, raw_decks: RawDecks) -> tuple[Record, Decks]:
    """A stored record as far as a view may know it, and its decks. Raises Needed as `decks_of`."""
    record = record_of(replay.number, replay.body)
    decks = decks_of(record, raw_decks)
    if replay.view == PUBLIC and not replay.finished:
        record = main_line(record)
    return record, decks


def decks_of(record: Record, raw_decks: RawDecks) -> Decks:
    """The decks that a record is played with. Raises Needed if one is not among these."""
    name = record.deck
    if name is None or not name.startswith("sha256:"):
        return OWN_DECKS
    if name not in raw_decks:
        raise Needed(name)
    raw = raw_decks[name]
    return OWN_DECKS if raw is None else _parsed(raw)


@lru_cache(maxsize=16)
def _parsed(raw: bytes) -> Decks:
    return Decks([parse_deck(raw)])
