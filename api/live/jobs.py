"""The work of games in progress, run by checkers: functions of records and calls.

As in jobs.py, a job that lacks a deck raises `Needed`. A job raises Refused for plies and headers
that cannot be accepted.
"""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from msgspec import Raw, Struct, to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from api.checking.jobs import LEVEL, RawDecks, TooMuch, decks_of
from engines.decks import Decks
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.json_reader import read_json
from notation.json_writer import write_json_line
from notation.outcome import Reading
from notation.read import Form
from notation.record import Ply, Record
from notation.streams import gzipped
from notation.write import write
from replays.legs import RESIGNED_TAG
from replays.live import own_records, playing
from replays.live.deal import deal as dealing
from replays.live.endings import Ending, ended_by, ending_at, tagged
from replays.live.kinds import KINDS, cards_of
from replays.live.playing import Asked, Leaving
from replays.live.scene import LiveScene, live_scene
from replays.live.sending import Refused, Sending
from replays.live.whole import Sent, Whole, check_room
from replays.store.model import Upload
from replays.store.prepare import prepare
from replays.view.frames import catalogue
from replays.view.frames_json import Writer


class Created(Struct, frozen=True):
    """A new table, what each view is asked, and the facts that a store keeps beside it."""

    whole: Whole
    asked: dict[str, Asked]
    game: str
    players: tuple[str, ...]
    catalogue: bytes


class Closed(Struct, frozen=True):
    """How a game ended: the replay or, where the plies report the cards, the contradiction.

    `winners` are those of a game that has no replay yet.
    """

    upload: Upload | None = None
    problem: Diagnostic | None = None
    termination: str = ""
    winners: tuple[str, ...] = ()


class Dealt(Struct, frozen=True):
    """A table whose cards were dealt, and what each view is asked."""

    whole: Whole
    asked: dict[str, Asked]


class Played(Struct, frozen=True):
    """Plies that were accepted, what each view is asked then, and how the game ended, if it did."""

    sent: tuple[Sent, ...]
    asked: dict[str, Asked]
    closed: Closed | None


def create(header: bytes, kind: str, raw_decks: RawDecks) -> Created:
    """A table of a kind for a header in the JSON form; for some kinds with plies of the setup."""
    wanted = KINDS[kind]
    (reading,) = read_json(BytesIO(header))
    record = reading.record
    if record is None:
        raise _refused(reading)
    plies = any(isinstance(entry, Ply) for entry in record.plies)
    if plies or record.result or record.comments or record.termination:
        raise Refused("send only a header: no plies, comments, result or termination")
    if record.plies and not wanted.has_own_records:
        raise Refused("the seed of this table gives its shuffles: leave them out")
    decks = decks_of(record, raw_decks)
    if RESIGNED_TAG in record.tags:
        raise Refused(f"the end of the game writes the tag `{RESIGNED_TAG}`: leave it out")
    try:
        check_room(record)
        whole = wanted.begin(record, decks)
    except Fault as fault:
        problem = reading.source.diagnostic(fault)
        raise Refused(f"{problem.code}: {problem.message}", problem) from None
    asked_ = cards_of(whole).asked(whole, decks) if whole.is_dealt else {}
    return Created(whole, asked_, record.game, record.seats, encode(catalogue(record, decks)))


def deal(whole: Whole, secret: str, nonces: Sequence[str], raw_decks: RawDecks) -> Dealt:
    """The cards of a dealt table."""
    decks = decks_of(whole.record(), raw_decks)
    dealt = dealing(whole, secret, nonces, decks)
    return Dealt(dealt, cards_of(dealt).asked(dealt, decks))


def play(whole: Whole, sending: Sending, raw_decks: RawDecks) -> Played:
    """Play plies at a table."""
    decks = decks_of(whole.record(), raw_decks)
    done = cards_of(whole).play(whole, sending, decks)
    match done.ended:
        case None:
            closed = None
        case Ending(termination, winners):
            closed = Closed(termination=termination or "", winners=winners)
        case ended:
            closed = _closed(whole, ended, decks)
    return Played(done.sent, done.asked, closed)


def asked(whole: Whole, raw_decks: RawDecks) -> dict[str, Asked]:
    """What is asked at a table and the scores, as each view knows them."""
    return cards_of(whole).asked(whole, decks_of(whole.record(), raw_decks))


class LiveAnswer(Struct, frozen=True):
    """An answer with frames or moves of a table in a view, from ply `first` on.

    `head` has the fields that come before these; `most` is the number of bytes that all of them
    may have.
    """

    whole: Whole
    view: str
    head: dict[str, Any]
    first: int
    most: int


def film(wanted: LiveAnswer, raw_decks: RawDecks) -> bytes:
    """An answer with frames, as gzipped JSON. Raises TooMuch."""
    write, scene = Writer().write, _scene(wanted.whole, wanted.view, raw_decks)
    return _answer(wanted, "frames", (b"".join(write(one)) for one in scene.frames(wanted.first)))


def moves(wanted: LiveAnswer, raw_decks: RawDecks) -> bytes:
    """An answer with moves, as gzipped JSON. Raises TooMuch."""
    scene = _scene(wanted.whole, wanted.view, raw_decks)
    return _answer(wanted, "moves", map(encode, scene.moves(wanted.first)))


def frame(whole: Whole, view: str, ply: int, version: int, raw_decks: RawDecks) -> bytes:
    """The frame of a ply that the table has, with the version of the table, as gzipped JSON."""
    found = next(_scene(whole, view, raw_decks).frames(ply))
    return gzipped(encode({**to_builtins(found), "view": view, "version": version}) + b"\n", LEVEL)


def _scene(whole: Whole, view: str, raw_decks: RawDecks) -> LiveScene:
    return live_scene(whole, view, decks_of(whole.record(), raw_decks))


def _answer(wanted: LiveAnswer, name: str, parts: Iterable[bytes]) -> bytes:
    """The head with a list of these parts. They are made as long as they are not too many."""
    found, size = [], 0
    for part in parts:
        size += len(part) + 1
        if size > wanted.most:
            raise TooMuch("max_film", wanted.most)
        found.append(Raw(part))
    return gzipped(encode({**wanted.head, name: found}) + b"\n", LEVEL)


def end(whole: Whole, ending: Ending, raw_decks: RawDecks) -> Closed:
    """The replay of a game that is ended. Raises Refused if it cannot end so."""
    decks = decks_of(whole.record(), raw_decks)
    ended = playing.end(whole, ending, decks)
    if own_records.contradictions(whole):
        return Closed()
    return _closed(whole, ended, decks)


def close(whole: Whole, ending: Ending, raw_decks: RawDecks) -> Closed:
    """The replay of a game that nobody continues; if it is sealed, without its seed.

    If its rules ended it, its winners are those that the cards determine; without any, it is kept
    as unfinished.
    """
    if ending.termination is not None or ending.winners:
        return end(whole, ending, raw_decks)
    if own_records.contradictions(whole):
        return Closed()
    record = whole.record()
    decks = decks_of(record, raw_decks)
    return _closed(whole, own_records.finished(whole, decks) or record, decks)


def unseal(whole: Whole, seed: str, ending: Ending, raw_decks: RawDecks) -> Closed:
    """The replay of a sealed game that has ended, with its seed."""
    decks = decks_of(whole.record(), raw_decks)
    record = replace(whole.record(), seed=seed)
    table = playing.last_table(record, decks)
    if table is None:
        return _closed(whole, record, decks)
    if ending.termination is None:
        ending = ending_at(table, whole.gone) or ending
    return _closed(whole, ended_by(record, ending, table.scores()), decks)


def _closed(whole: Whole, record: Record, decks: Decks) -> Closed:
    """The upload of a game that has ended, or the fault in its record."""
    record = tagged(record, whole.gone)
    (reading,) = read_json(BytesIO(write_json_line(record).encode()))
    prepared = prepare(reading, decks)
    winners = () if record.result is None else record.result.winners
    return Closed(prepared.upload, prepared.report.problem, record.termination or "", winners)


def resign(whole: Whole, seat: str, asked: Sequence[str] | None, raw_decks: RawDecks) -> Leaving:
    """What comes of it if a seat resigns."""
    return playing.resign(whole, seat, asked, decks_of(whole.record(), raw_decks))


def record(whole: Whole, view: str, form: Form, raw_decks: RawDecks) -> bytes:
    """The record as a view has it."""
    found = cards_of(whole).record_of_view(whole, view, decks_of(whole.record(), raw_decks))
    return write(found, form).encode()


def legal(whole: Whole, view: str, raw_decks: RawDecks) -> tuple[list[str] | None, bool | None]:
    """The legal moves of the seat that is asked, and whether these are all, if the view has it."""
    return cards_of(whole).legal(whole, view, decks_of(whole.record(), raw_decks))


def _refused(reading: Reading) -> Refused:
    problem = reading.problem
    message = f"{problem.code}: {problem.message}" if problem else "this is not a header"
    return Refused(message, problem)
