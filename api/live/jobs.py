"""The work of games in progress, run by checkers. Knows no HTTP.

A job raises Refusal for plies and headers that cannot be accepted.
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from random import Random
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import asdict, replace

from api.checking.frame_jobs import (
    FRAMED,
    LISTED,
    PLAYED,
    WORDED,
    OpenedGame,
    limited,
    packed_json,
    weight_of_frames,
)
from api.checking.job import RawDecks, costs, decks_of
from engines.registry import Decks
from notation.diagnostics import Diagnostic
from notation.json_reader import read_json
from notation.json_writer import write_json_line
from notation.read import Form
from notation.record import Ply, Record
from notation.write import write
from replays.live import own_records, playing
from replays.live.choosing import TurnedUp, choices_of, turned_up
from replays.live.deal import deal as dealing
from replays.live.endings import Ending, ended_by, ending_at, tagged
from replays.live.kinds import cards_of
from replays.live.playing import Asked, Leaving
from replays.live.ply_request import PlyRequest, Refusal
from replays.live.record_parts import RecordParts, StoredPly
from replays.live.scene import LiveScene, live_scene
from replays.local.built_in import STRONG, built_in_move
from replays.local.table import open_game
from replays.set_up import game_of
from replays.store.model import Upload
from replays.store.prepare import prepare
from replays.view.choices import Choices
from replays.view.frames_json import Writer

REPLAYED = 2
"""Replaying a ply of a match, to check the next one."""
SEARCHED = 10
"""Following a ply in the record of one view, where the plies tell the cards."""
CHOSEN = 200
"""Finding what each legal move names, and trying what taps make: at most as long as 25 frames."""
THOUGHT = 500
"""Choosing a move as the sensible player does, in the costliest game."""
PLAYOUTS = 40
"""Games that the strong player tries for a move."""
THOUGHT_HARD = 450
"""Each of these, with a part of what comes before them: 0.07 to 0.19 s in all, by the game."""
DEALT = 200
"""Dealing the cards of a match."""

_MANY = "in one answer, so ask with since"


class Closed(Struct, frozen=True):
    """How a game ended: the replay or, where the plies report the cards, the contradiction.

    `winners` are those of a game that has no replay yet.
    """

    upload: Upload | None = None
    problem: Diagnostic | None = None
    termination: str = ""
    winners: tuple[str, ...] = ()


class Dealt(Struct, frozen=True):
    """A match whose cards were dealt, and what each view is asked."""

    parts: RecordParts
    asked: dict[str, Asked]


class Played(Struct, frozen=True):
    """Plies that were accepted, what each view is asked then, and how the game ended, if it did."""

    sent: tuple[StoredPly, ...]
    asked: dict[str, Asked]
    closed: Closed | None


def _replaying(parts: RecordParts, *_: object) -> int:
    return REPLAYED * (len(parts.sent) + 1)


def _in_all_views(parts: RecordParts) -> int:
    """Following the records of all views; those that are equal are followed once.

    Nothing, unless each view has its own.
    """
    steps = [parts.dealt, *[sent.seen for sent in parts.sent]]
    records = {tuple([step[view] for step in steps]) for view in parts.dealt}
    return SEARCHED * len(steps) * len(records)


class MatchView(Struct, frozen=True):
    """A match in one of its views, as it stands, or stood. It has no variations."""

    parts: RecordParts
    view: str
    is_live: ClassVar[bool] = True
    weight_of_variations: ClassVar[int] = 0

    @property
    def plies(self) -> int:
        """How many plies it has."""
        return len(self.parts.sent)

    @property
    def weight(self) -> int:
        """The weight of playing it in the view.

        Where views have their own records, that of the view is followed, and the public one, which
        says who is asked.

        >>> table = RecordParts(b"", "7", (StoredPly(b"", "A"),) * 99)
        >>> MatchView(table, "A").weight, MatchView(replace(table, dealt={"A": b""}), "A").weight
        (200, 2000)
        """
        return (2 * SEARCHED if self.parts.has_own_records else REPLAYED) * (self.plies + 1)

    def scene(self, raw_decks: RawDecks) -> LiveScene:
        """What frames and moves are made from. Raises Needed."""
        return live_scene(self.parts, self.view, decks_of(self.parts.record(), raw_decks))

    def opened(self, _: str, raw_decks: RawDecks, /) -> OpenedGame:
        """The game, as `GameView` has it. Raises Needed."""
        live = self.scene(raw_decks)
        return OpenedGame(live.record, live.record, live.decks, list(live.frames()))


@costs(lambda *_: DEALT)
def deal(raw_decks: RawDecks, parts: RecordParts, secret: str, nonces: Sequence[str]) -> Dealt:
    """The cards of a dealt match."""
    decks = decks_of(parts.record(), raw_decks)
    dealt = dealing(parts, secret, nonces, decks)
    return Dealt(dealt, cards_of(dealt).asked(dealt, decks))


def _playing(parts: RecordParts, _: PlyRequest, plies: int, most: int) -> int:
    cost = _replaying(parts) + (_in_all_views(parts) + PLAYED) * plies
    return min(cost, most) if plies == 1 else cost


@costs(_playing)
def play(raw_decks: RawDecks, parts: RecordParts, request: PlyRequest, _: int, __: int) -> Played:
    """Play some plies in a match.

    One is never more than the `most` that a request may weigh: otherwise a long game of many seats
    would stop before its last.
    """
    decks = decks_of(parts.record(), raw_decks)
    done = cards_of(parts).play(parts, request, decks)
    match done.ended:
        case None:
            closed = None
        case Ending(termination, winners):
            closed = Closed(termination=termination or "", winners=winners)
        case ended:
            closed = _closed(parts, ended, decks)
    return Played(done.sent, done.asked, closed)


@costs(lambda parts, most: min(_replaying(parts) + _in_all_views(parts), most))
def asked(raw_decks: RawDecks, parts: RecordParts, _: int) -> dict[str, Asked]:
    """What is asked in a match and the scores, as each view knows them.

    That is never more than the `most` that a request may weigh.
    """
    return cards_of(parts).asked(parts, decks_of(parts.record(), raw_decks))


def _listing(each: int) -> Callable[..., int]:
    """The weight of an answer from ply `first` on, with so much for each ply.

    Where views have their own records, moves are read off the frames, from the first one on.
    """

    def weigh(match: MatchView, _: object, first: int, __: int) -> int:
        if match.parts.has_own_records:
            return match.weight + FRAMED * (match.plies + 1)
        return match.weight + each * max(match.plies - first + 1, 0) + PLAYED * first

    return weigh


@costs(_listing(FRAMED))
def film(
    raw_decks: RawDecks, match: MatchView, head: dict[str, Any], first: int, most: int
) -> bytes:
    """An answer with the fields of `head` and frames, at most `most` bytes, as gzipped JSON.

    Raises TooMuch.
    """
    frames = map(Writer().write, match.scene(raw_decks).frames(first))
    return packed_json({**head, "frames": limited(frames, most, _MANY)})


@costs(_listing(WORDED))
def moves(
    raw_decks: RawDecks, match: MatchView, head: dict[str, Any], first: int, most: int
) -> bytes:
    """An answer with moves, as `film` makes one with frames. Raises TooMuch."""
    found = map(encode, match.scene(raw_decks).moves(first))
    return packed_json({**head, "moves": limited(found, most, _MANY)})


def _framing(match: MatchView, ply: int, _: int) -> int:
    """One frame; where views have their own records, those before it are made, too."""
    number = match.plies + 1 if match.parts.has_own_records else 1
    return match.weight + weight_of_frames(ply, number)


@costs(_framing)
def frame(raw_decks: RawDecks, match: MatchView, ply: int, version: int) -> bytes:
    """The frame of a ply that the match has, with the version of the match, as gzipped JSON."""
    found = next(match.scene(raw_decks).frames(ply))
    return packed_json({**asdict(found), "view": match.view, "version": version})


@costs(_replaying)
def end(raw_decks: RawDecks, parts: RecordParts, ending: Ending) -> Closed:
    """The replay of a game that is ended. Raises Refusal if it cannot end so."""
    decks = decks_of(parts.record(), raw_decks)
    ended = playing.end(parts, ending, decks)
    if own_records.contradictions(parts):
        return Closed()
    return _closed(parts, ended, decks)


@costs(_replaying)
def close(raw_decks: RawDecks, parts: RecordParts, ending: Ending) -> Closed:
    """The replay of a game that nobody continues; if it is sealed, without its seed.

    If its rules ended it, its winners are those that the cards determine; without any, it is kept
    as unfinished.
    """
    if ending.termination is not None or ending.winners:
        return end(parts, ending).run(raw_decks)
    if own_records.contradictions(parts):
        return Closed()
    record = parts.record()
    decks = decks_of(record, raw_decks)
    return _closed(parts, own_records.finished(parts, decks) or record, decks)


@costs(_replaying)
def unseal(raw_decks: RawDecks, parts: RecordParts, seed: str, ending: Ending) -> Closed:
    """The replay of a sealed game that has ended, with its seed."""
    decks = decks_of(parts.record(), raw_decks)
    record = replace(parts.record(), seed=seed)
    table = playing.last_table(record, decks)
    if table is None:
        return _closed(parts, record, decks)
    if ending.termination is None:
        ending = ending_at(table, parts.gone) or ending
    return _closed(parts, ended_by(record, ending, table.scores()), decks)


def _closed(parts: RecordParts, record: Record, decks: Decks) -> Closed:
    """The upload of a game that has ended, or the fault in its record."""
    record = tagged(record, parts.gone)
    (reading,) = read_json(BytesIO(write_json_line(record).encode()))
    prepared = prepare(reading, decks)
    winners = () if record.result is None else record.result.winners
    return Closed(prepared.upload, prepared.report.problem, record.termination or "", winners)


@costs(_replaying)
def resign(
    raw_decks: RawDecks, parts: RecordParts, seat: str, asked: Sequence[str] | None
) -> Leaving:
    """What comes of it if a seat resigns."""
    return playing.resign(parts, seat, asked, decks_of(parts.record(), raw_decks))


def _thinking(parts: RecordParts, _: str, player: str, __: int) -> int:
    return _replaying(parts) + (PLAYOUTS * THOUGHT_HARD if player == STRONG else THOUGHT)


@costs(_thinking)
def think(raw_decks: RawDecks, parts: RecordParts, seat: str, player: str, random: int) -> str:
    """The move that a built-in player makes for a seat that is asked, with these random numbers.

    It rests on nothing that the seat does not know (`Observation`). Raises Refusal if another seat
    is asked.
    """
    record = parts.record()
    decks = decks_of(record, raw_decks)
    table = open_game(record, decks=decks)
    if table.to_act != seat:
        raise Refusal(f"seat {seat} is not asked")
    move = built_in_move(table, player, Random(random), PLAYOUTS)  # noqa: S311 - nothing secret
    return move if isinstance(move, str) else game_of(record, decks).moves.write(move)


@costs(lambda match, _: match.weight)
def record(raw_decks: RawDecks, match: MatchView, form: Form) -> bytes:
    """The record as a view has it."""
    parts, decks = match.parts, decks_of(match.parts.record(), raw_decks)
    return write(cards_of(parts).record_of_view(parts, match.view, decks), form).encode()


@costs(lambda match, _: 2 * match.weight)
def remembered(raw_decks: RawDecks, match: MatchView, form: Form) -> bytes:
    """The record as the seat of a view saw and remembers it (`Observation.record`).

    Where views have their own records, the same as `record`.
    """
    parts, decks = match.parts, decks_of(match.parts.record(), raw_decks)
    if parts.has_own_records:
        return record(match, form).run(raw_decks)
    seen = open_game(parts.record(), decks=decks).observe(match.view)
    return write(seen.record, form).encode()


@costs(lambda match: match.weight + LISTED)
def legal(raw_decks: RawDecks, match: MatchView) -> tuple[list[str] | None, bool | None, int]:
    """The legal moves of the seat that is asked, whether these are all, and the number of plies.

    None and None if the view does not have them.
    """
    parts, decks = match.parts, decks_of(match.parts.record(), raw_decks)
    return *cards_of(parts).legal(parts, match.view, decks), match.plies


@costs(lambda match, *_: match.weight + CHOSEN)
def choosing(
    raw_decks: RawDecks, match: MatchView, taps: Sequence[str], answers: str = ""
) -> Choices | None:
    """What the seat that is asked may do, as `choices_of` has it."""
    decks = decks_of(match.parts.record(), raw_decks)
    return choices_of(match.parts, match.view, taps, decks, answers)


@costs(lambda match, _: match.weight + SEARCHED * match.plies)
def revealing(raw_decks: RawDecks, match: MatchView, ply: Ply) -> tuple[TurnedUp, ...]:
    """The cards that a ply reveals in a match whose plies report them."""
    return turned_up(match.parts, match.view, ply, decks_of(match.parts.record(), raw_decks))
