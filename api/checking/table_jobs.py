"""The work of games in progress, run by checkers: functions of records and what is sent.

As in jobs.py, a job that lacks a deck raises `Needed`. What cannot be taken raises Refused.
"""

from collections.abc import Sequence
from io import BytesIO

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from api.checking.jobs import RawDecks, decks_of
from engines.decks import Decks
from notation.fault import Fault
from notation.json_reader import read_json
from notation.json_writer import write_json_line
from notation.outcome import Reading
from notation.read import Form
from notation.record import Record
from notation.write import write
from replays.frames import catalogue
from replays.set_up import game_of
from replays.store.model import Upload
from replays.store.prepare import prepare
from replays.tables import playing
from replays.tables.deal import DEALT
from replays.tables.deal import deal as dealing
from replays.tables.playing import Advanced, Ending
from replays.tables.sending import Refused, Sending
from replays.tables.views import Begun, Shown, record_for, views_of
from replays.tables.whole import Whole, whole_of


class Created(Struct, frozen=True):
    """A new table: its beginning, and what a store keeps beside it."""

    begun: Begun
    game: str
    players: tuple[str, ...]
    catalogue: bytes


class Played(Struct, frozen=True):
    """Plies that were accepted, and the replay if the game ends with them."""

    advanced: Advanced
    upload: Upload | None


def create(header: bytes, is_dealt: bool, raw_decks: RawDecks) -> Created:  # noqa: FBT001 - jobs take no names
    """A table for a header in the JSON form: with a seed, or one that is dealt later."""
    (reading,) = read_json(BytesIO(header))
    record = reading.record
    if record is None:
        raise _refused(reading)
    if record.plies or record.result or record.comments or record.termination:
        raise Refused("a table begins with a header, without plies, comments, result, termination")
    decks = decks_of(record, raw_decks)
    try:
        begun = _undealt(record, decks) if is_dealt else _seeded(record, decks)
    except Fault as fault:
        problem = reading.source.diagnostic(fault)
        raise Refused(f"{problem.code}: {problem.message}", problem) from None
    return Created(begun, record.game, record.seats, encode(catalogue(record, decks)))


def _seeded(record: Record, decks: Decks) -> Begun:
    if record.seed is None:
        raise Refused("give the header a `seed`, or ask for a `deal`")
    return playing.begin(record, views_of(len(record.seats), all_open=True), decks)


def _undealt(record: Record, decks: Decks) -> Begun:
    if record.seed is not None or record.seed_hash is not None or DEALT in record.tags:
        raise Refused(f"the deal makes `seed`, `seedHash` and the tag `{DEALT}`: leave them out")
    game_of(record, decks)
    return Begun(whole_of(record), ())


def deal(
    whole: Whole, secret: str, nonces: Sequence[str], views: Sequence[str], raw_decks: RawDecks
) -> Begun:
    """The cards of a dealt table."""
    return dealing(whole, secret, nonces, views, decks_of(whole.record(), raw_decks))


def play(whole: Whole, sending: Sending, last: Sequence[Shown], raw_decks: RawDecks) -> Played:
    """Play what was sent, at a table of which each view was shown this last."""
    decks = decks_of(whole.record(), raw_decks)
    advanced = playing.play(whole, sending, last, decks)
    ended = advanced.ended
    upload = None if ended is None else _upload(ended, decks)
    return Played(replace(advanced, ended=None), upload)


def end(whole: Whole, ending: Ending, raw_decks: RawDecks) -> Upload:
    """The replay of a game that ends early."""
    decks = decks_of(whole.record(), raw_decks)
    return _upload(playing.end(whole, ending, decks), decks)


def resign(whole: Whole, gone: Sequence[str], raw_decks: RawDecks) -> Upload | None:
    """The replay of a game of which these seats have resigned, if that ends it."""
    decks = decks_of(whole.record(), raw_decks)
    ended = playing.resign(whole, gone, decks)
    return None if ended is None else _upload(ended, decks)


def record(whole: Whole, view: str, form: Form, raw_decks: RawDecks) -> bytes:
    """The record as a view has it."""
    found = whole.record()
    return write(record_for(found, view, decks_of(found, raw_decks)), form).encode()


def legal(whole: Whole, view: str, raw_decks: RawDecks) -> tuple[list[str] | None, bool | None]:
    """The legal moves of the seat that is asked, and whether these are all, if the view has it."""
    return playing.legal(whole, view, decks_of(whole.record(), raw_decks))


def _upload(record: Record, decks: Decks) -> Upload:
    """What a store takes of the record of a game that has ended."""
    (reading,) = read_json(BytesIO(write_json_line(record).encode()))
    upload = prepare(reading, decks).upload
    if upload is None:
        raise ValueError("the record of a table is not valid")
    return upload


def _refused(reading: Reading) -> Refused:
    problem = reading.problem
    message = f"{problem.code}: {problem.message}" if problem else "this is not a header"
    return Refused(message, problem)
