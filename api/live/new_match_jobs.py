"""The work of creating games in progress, run by checkers. Knows no HTTP."""

from collections.abc import Collection
from io import BytesIO

from msgspec import Struct
from msgspec.json import encode

from api.checking.frame_jobs import PLAYED, ReplayView
from api.checking.job import RawDecks, costs, decks_of
from api.checking.record_jobs import weight_sent
from api.live.jobs import DEALT, SEARCHED
from engines.registry import Decks
from notation.fault import Fault
from notation.json_reader import read_json
from notation.origin import FROM_TAG, Origin
from notation.outcome import Reading
from notation.read import Form
from notation.record import Ply, Record
from replays.legs import RESIGNED_TAG
from replays.live import going_on
from replays.live.going_on import GoingOn
from replays.live.kinds import KINDS, SEEDED, UNSEEN, cards_of
from replays.live.playing import Asked
from replays.live.ply_request import Refusal
from replays.live.record_parts import RecordParts, check_room
from replays.view.frames import catalogue


class Created(Struct, frozen=True):
    """A new match of a kind, what each view is asked, and what a store keeps beside it.

    `origin` is the replay that it goes on from, if it does.
    """

    kind: str
    parts: RecordParts
    asked: dict[str, Asked]
    game: str
    players: tuple[str, ...]
    catalogue: bytes
    origin: Origin | None = None


@costs(lambda header, _: DEALT + weight_sent(header, Form.JSON))
def create(raw_decks: RawDecks, header: bytes, kind: str) -> Created:
    """A match of a kind for a header in the JSON form; for some kinds with plies of the setup."""
    wanted = KINDS[kind]
    (reading,) = read_json(BytesIO(header))
    record = reading.record
    if record is None:
        raise _refused(reading)
    plies = any(isinstance(entry, Ply) for entry in record.plies)
    if plies or record.result or record.comments or record.termination:
        raise Refusal("send only a header: no plies, comments, result or termination")
    if record.plies and not wanted.has_own_records:
        raise Refusal("the seed of this table gives its shuffles: leave them out")
    decks = decks_of(record, raw_decks)
    _check_tags(record.tags)
    try:
        check_room(record)
        parts = wanted.begin(record, decks)
    except Fault as fault:
        problem = reading.source.diagnostic(fault)
        raise Refusal(f"{problem.code}: {problem.message}", problem) from None
    return _created(kind, parts, record, decks)


def _created(
    kind: str, parts: RecordParts, record: Record, decks: Decks, origin: Origin | None = None
) -> Created:
    asked_ = cards_of(parts).asked(parts, decks) if parts.is_dealt else {}
    deck = encode(catalogue(record, decks))
    return Created(kind, parts, asked_, record.game, record.seats, deck, origin)


def _going_on(replay: ReplayView, seats: int, wish: GoingOn) -> int:
    """Playing the moves, and following them in each view, as if the plies told the cards."""
    plies = wish.ply + len(wish.moves) + 1
    return DEALT + replay.weight + (PLAYED + SEARCHED * (seats + 2)) * plies


@costs(_going_on)
def go_on(raw_decks: RawDecks, replay: ReplayView, __: int, wish: GoingOn) -> Created:
    """The match that goes on from a finished replay. Raises Refusal if none does so."""
    record, _, decks = replay.records("", raw_decks)
    try:
        _check_tags(wish.tags)
        parts, origin = going_on.go_on(record, wish, decks)
        made = parts.record()
        check_room(made)
    except Fault as fault:
        raise Refusal(f"{fault.code}: {fault.message}") from None
    kind = UNSEEN if parts.has_own_records else SEEDED
    created = _created(kind.name, parts, made, decks, origin)
    if all(one.due is None for one in created.asked.values()):
        raise Refusal(f"the game is over after ply {len(parts.sent)}")
    return created


@costs(lambda replay: replay.weight)
def has_seed(raw_decks: RawDecks, replay: ReplayView) -> bool:
    """Whether the later cards of a game that goes on from a replay are known."""
    record, _, _ = replay.records("", raw_decks)
    return record.seed is not None


def _check_tags(tags: Collection[str]) -> None:
    """Raise Refusal if free tags of a new match are those that the service writes."""
    if RESIGNED_TAG in tags:
        raise Refusal(f"the end of the game writes the tag `{RESIGNED_TAG}`: leave it out")
    if FROM_TAG in tags:
        raise Refusal(f"the service writes the tag `{FROM_TAG}`: send `from` beside the header")


def _refused(reading: Reading) -> Refusal:
    problem = reading.problem
    message = f"{problem.code}: {problem.message}" if problem else "this is not a header"
    return Refusal(message, problem)
