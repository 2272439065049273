"""The work on records, sent or stored, run by checkers. Knows no HTTP."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from threading import Lock
from typing import Any

from msgspec import Struct, field

from api.checking.job import Needed, RawDecks, costs, decks_of
from engines.registry import OWN_DECKS, Decks
from engines.table import Table
from notation.diagnostics import Diagnostic
from notation.json_reader import end_mark
from notation.outcome import Raw, Reading
from notation.read import Form
from notation.record import Record
from notation.render.json import printable
from notation.weight import LIGHT, weight
from notation.write import write
from replays.digests import canonical_text, game_digest, is_known, position_digest
from replays.store.export_import import record_of
from replays.store.model import DeckUpload, StoredSummary, Upload
from replays.store.prepare import digest_of_whole, prepare, prepare_deck, report_of_known
from replays.validate import Report, validate
from replays.view.playhead import Playhead

_DIGESTED = 20
"""Making the digest of a position."""

_DECK_BYTES = 8
"""Bytes of a deck file that weigh 1, since TOML is slow to read."""

_LARGE = 1 << 16
_TURN = Lock()


def weight_sent(raw: bytes, form: Form) -> int:
    """The weight of records that were sent. Threads that hold large ones take turns.

    Weighing does not let go of the interpreter: many at once would hold up all other requests.
    """
    with _TURN if len(raw) > _LARGE else nullcontext():
        return weight(raw, form)


def size_of(body: bytes) -> int:
    """The bytes that a stored body has unpacked, as gzip says at its end."""
    return int.from_bytes(body[-4:], "little")


def weight_of(body: bytes) -> int:
    """The weight of reading a stored body, and writing it again."""
    return size_of(body) // 50


class Part(Struct, frozen=True):
    """Some records of a body, and their weight."""

    records: tuple[Raw, ...]
    weight: int


class Row(Struct):
    """What validation says of a record; what a store takes of it, or knows of it already."""

    report: Report
    upload: Upload | None = None
    known: StoredSummary | None = None


class Conversion(Struct):
    """The records of a part in another form, up to the first that cannot be read."""

    texts: list[bytes] = field(default_factory=list)
    problem: Diagnostic | None = None


def _part(part: Part, *_: object, **__: object) -> int:
    return part.weight


@costs(_part)
def check(raw_decks: RawDecks, part: Part) -> list[Row]:
    """Validate every record of a part."""
    return _each(part, raw_decks, _checked)


@costs(_part)
def take_in(raw_decks: RawDecks, part: Part, known: Mapping[str, StoredSummary]) -> list[Row]:
    """Validate every record of a part, and prepare the good ones for a store.

    Those whose digest is `known` are not played again.
    """
    return _each(part, raw_decks, partial(_prepared, known))


@costs(_part)
def names(_: RawDecks, part: Part) -> list[str]:
    """The digests by which a store may know records of a part."""
    digests = (digest_of_whole(raw.reading()) for raw in part.records)
    return [digest for digest in digests if digest is not None]


@costs(_part)
def convert(_: RawDecks, part: Part, *, form: Form, canonical: bool) -> Conversion:
    """Write every record of a part in another form; the rules are not looked at."""
    converted = Conversion()
    for raw in part.records:
        reading = raw.reading()
        if reading.record is None:
            converted.problem = reading.problem
            break
        converted.texts.append(_written(reading.record, form, canonical=canonical))
    return converted


@costs(lambda raw: weight_sent(raw, Form.JSON_LINES))
def end_of(_: RawDecks, raw: bytes) -> dict[str, Any] | None:
    """The object of a line, if that line says that a body is complete."""
    return end_mark(raw)


@costs(lambda raw: len(raw) // _DECK_BYTES)
def deck(_: RawDecks, raw: bytes) -> DeckUpload:
    """A deck file, checked for a store. Raises BadDeck as `prepare_deck` does."""
    return prepare_deck(raw)


@costs(lambda body, **_: weight_of(body[1]))
def text(_: RawDecks, body: tuple[int, bytes], *, canonical: bool) -> bytes:
    """A stored body, with its number, as text. Raises StoreDamaged if it cannot be read."""
    return _written(record_of(*body), Form.TEXT, canonical=canonical)


@costs(lambda bodies, **_: min(sum(weight_of(body) for _, body in bodies), LIGHT))
def texts(
    raw_decks: RawDecks, bodies: Sequence[tuple[int, bytes]], *, canonical: bool
) -> list[bytes]:
    """A step of an export, which has a limit on all of them. Raises StoreDamaged as `text` does.

    It is light: a heavy record among others does not end the export.
    """
    return [text(body, canonical=canonical).run(raw_decks) for body in bodies]


@costs(lambda _, __, body, plies: weight_of(body) + _DIGESTED * plies)
def digests(raw_decks: RawDecks, name: str, number: int, body: bytes, _: int) -> bytes:
    """The digests of a stored replay of this id and number of plies, as JSON."""
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


def _written(record: Record, form: Form, *, canonical: bool) -> bytes:
    return (canonical_text(record) if canonical else write(record, form)).encode()


def _each(part: Part, raw_decks: RawDecks, judge: Callable[[Reading, Decks], Row]) -> list[Row]:
    rows, missing = list[Row](), list[str]()
    for raw in part.records:
        reading = raw.reading(mends=True)
        try:
            decks = OWN_DECKS if reading.record is None else decks_of(reading.record, raw_decks)
        except Needed as needed:
            missing += needed.args
        if not missing:
            rows.append(judge(reading, decks))
    if missing:
        raise Needed(*missing)
    return rows


def _checked(reading: Reading, decks: Decks) -> Row:
    return Row(validate(reading, decks, digest=True, game_digest=True))


def _prepared(known: Mapping[str, StoredSummary], reading: Reading, decks: Decks) -> Row:
    name = digest_of_whole(reading) if known else None
    if name is not None and name in known:
        report = report_of_known(reading, name, known[name])
        return Row(report, known=known[name])
    prepared = prepare(reading, decks, name)
    return Row(prepared.report, prepared.upload)
