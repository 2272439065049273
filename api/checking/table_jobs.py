"""The work of games in progress, run by checkers: functions of records and calls.

As in jobs.py, a job that lacks a deck raises `Needed`. A job raises Refused for plies and headers
that cannot be accepted.
"""

from collections.abc import Sequence
from io import BytesIO
from re import fullmatch

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from api.checking.jobs import RawDecks, decks_of
from engines.decks import Decks
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.json_reader import read_json
from notation.json_writer import write_json_line
from notation.outcome import Reading
from notation.read import Form
from notation.record import Ply, Record
from notation.write import write
from replays.frames import catalogue
from replays.frames_json import views_of
from replays.legs import RESIGNED_TAG
from replays.set_up import game_of
from replays.store.model import Upload
from replays.store.prepare import prepare
from replays.store.table_model import Kind
from replays.tables import own_records, playing
from replays.tables.deal import DEALT
from replays.tables.deal import deal as dealing
from replays.tables.endings import RESIGNED, Ending, ended_by, ending_at, tagged
from replays.tables.own_records import Accepted, Own
from replays.tables.playing import Advanced, Leaving
from replays.tables.sending import Refused, Sending
from replays.tables.views import Begun, Shown, record_for
from replays.tables.whole import Whole, check_room, entries_of, whole_of


class Created(Struct, frozen=True):
    """A new table: its beginning, and the facts that a store keeps beside it."""

    begun: Begun
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


class Played(Struct, frozen=True):
    """Plies that were accepted, and how the game ended if it ends with them."""

    accepted: Advanced | Accepted
    closed: Closed | None


def create(header: bytes, kind: Kind, raw_decks: RawDecks) -> Created:
    """A table of a kind for a header in the JSON form; for some kinds with plies of the setup."""
    (reading,) = read_json(BytesIO(header))
    record = reading.record
    if record is None:
        raise _refused(reading)
    plies = any(isinstance(entry, Ply) for entry in record.plies)
    if plies or record.result or record.comments or record.termination:
        raise Refused("send only a header: no plies, comments, result or termination")
    if record.plies and not kind.has_own_records:
        raise Refused("the seed of this table gives its shuffles: leave them out")
    decks = decks_of(record, raw_decks)
    if RESIGNED_TAG in record.tags:
        raise Refused(f"the end of the game writes the tag `{RESIGNED_TAG}`: leave it out")
    try:
        check_room(record)
        begun = _BEGINS[kind](record, decks)
    except Fault as fault:
        problem = reading.source.diagnostic(fault)
        raise Refused(f"{problem.code}: {problem.message}", problem) from None
    return Created(begun, record.game, record.seats, encode(catalogue(record, decks)))


def _seeded(record: Record, decks: Decks) -> Begun:
    return playing.begin(record, views_of(len(record.seats)), decks)


def _undealt(record: Record, decks: Decks) -> Begun:
    if record.seed is not None or record.seed_hash is not None or DEALT in record.tags:
        raise Refused(f"the deal makes `seed`, `seedHash` and the tag `{DEALT}`: leave them out")
    game_of(record, decks)
    return Begun(whole_of(record), ())


def _sealed(record: Record, decks: Decks) -> Begun:
    if fullmatch("[0-9a-f]{64}", record.seed_hash or "") is None:
        raise Refused("`seedHash` must be the SHA-256 of the seed, in 64 small hex digits")
    return own_records.begin(record, decks)


_BEGINS = {
    Kind.SEEDED: _seeded,
    Kind.DEALT: _undealt,
    Kind.SEALED: _sealed,
    Kind.UNSEEN: own_records.begin,
}


def deal(
    whole: Whole, secret: str, nonces: Sequence[str], views: Sequence[str], raw_decks: RawDecks
) -> Begun:
    """The cards of a dealt table."""
    return dealing(whole, secret, nonces, views, decks_of(whole.record(), raw_decks))


def play(
    whole: Whole,
    owns: Sequence[Own],
    sending: Sending,
    last: Sequence[Shown],
    raw_decks: RawDecks,
) -> Played:
    """Play plies at a table, with the last position in each view."""
    record = whole.record()
    decks = decks_of(record, raw_decks)
    if not owns:
        advanced = playing.play(whole, sending, last, decks)
        ended = advanced.ended
        closed = None if ended is None else _closed(whole, ended, decks)
        return Played(replace(advanced, ended=None), closed)
    accepted = own_records.play(whole, owns, sending, last, decks)
    if not accepted.over and not accepted.left:
        return Played(accepted, None)
    contradicted = any(one.entries is None for one in accepted.shown[-1])
    # What comes of a sealed game, its seed decides.
    has_no_replay = record.seed_hash is not None or contradicted
    if accepted.over and has_no_replay:
        return Played(accepted, Closed())
    ended = own_records.finished(replace(whole, sent=(*whole.sent, *accepted.sent)), decks)
    if ended is None or ended.result is None:
        return Played(accepted, None)
    if has_no_replay:
        return Played(accepted, Closed(termination=RESIGNED, winners=ended.result.winners))
    return Played(accepted, _closed(whole, ended, decks))


def end(whole: Whole, owns: Sequence[Own], ending: Ending, raw_decks: RawDecks) -> Closed:
    """The replay of a game that is ended. Raises Refused if it cannot end so."""
    decks = decks_of(whole.record(), raw_decks)
    ended = playing.end(whole, ending, decks)
    if any(own.is_contradicted for own in owns):
        return Closed()
    return _closed(whole, ended, decks)


def close(whole: Whole, owns: Sequence[Own], ending: Ending, raw_decks: RawDecks) -> Closed:
    """The replay of a game that nobody continues; if it is sealed, without its seed.

    If its rules ended it, its winners are those that the cards determine; without any, it is kept
    as unfinished.
    """
    if ending.termination is not None or ending.winners:
        return end(whole, owns, ending, raw_decks)
    if any(own.is_contradicted for own in owns):
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


def record(whole: Whole, owns: Sequence[Own], view: str, form: Form, raw_decks: RawDecks) -> bytes:
    """The record as a view has it."""
    found = whole.record()
    decks = decks_of(found, raw_decks)
    if owns:
        return write(own_records.record_of_view(whole, owns, view, decks), form).encode()
    return write(record_for(found, view, decks), form).encode()


def legal(
    whole: Whole, owns: Sequence[Own], view: str, raw_decks: RawDecks
) -> tuple[list[str] | None, bool | None]:
    """The legal moves of the seat that is asked, and whether these are all, if the view has it."""
    if owns:
        found = own_records.records_of(whole, owns)[view]
        whole = replace(whole_of(found), opening=entries_of(found.plies))
    return playing.legal(whole, view, decks_of(whole.record(), raw_decks))


def _refused(reading: Reading) -> Refused:
    problem = reading.problem
    message = f"{problem.code}: {problem.message}" if problem else "this is not a header"
    return Refused(message, problem)
