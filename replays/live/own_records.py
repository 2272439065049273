"""Plays in sealed and unseen matches, whose plies report the cards. Each view has its own record.

A view's record has the cards that the view saw, ply by ply, and everything it is shown is made of
that record alone. So it reveals nothing that others reported, and a lie locks no honest seat out.
"""

from collections.abc import Mapping, Sequence
from re import fullmatch

from msgspec.structs import replace

from engines.game import Game
from engines.registry import OWN_DECKS, Decks
from engines.table import Due
from notation.chance import UnseenCards
from notation.fault import Fault
from notation.record import SEATS, Entry, Record, Result
from replays.live import playing
from replays.live.endings import (
    RESIGNED,
    Ending,
    asks_only,
    ended_by,
    ending_at,
    scores_of,
)
from replays.live.followed import Followed, follow
from replays.live.new_ply import NewPly, Wrong, groups, untailed, with_shuffles
from replays.live.playing import Advanced, Asked, last_table, scores_in
from replays.live.ply_request import PlyRequest, Refusal
from replays.live.record_parts import RecordParts, StoredPly, entries_of, parts_of
from replays.set_up import game_of
from replays.view.redact import redact, result_for
from replays.view.views import OWNER, PUBLIC, seen_by

_UNKNOWN = ("unknown", "may go on")
"""What is asked where nobody can follow the game: the phase, and its title."""


def views_of_own(seats: int) -> tuple[str, ...]:
    """The views of a match with this number of seats, each with its own record.

    >>> views_of_own(2)
    ('owner', 'public', 'A', 'B')
    """
    return (OWNER, PUBLIC, *SEATS[:seats])


def contradictions(parts: RecordParts) -> dict[str, int]:
    """The views that a ply of another seat contradicted, each with the first such ply.

    They have the public record from then on.
    """
    found: dict[str, int] = {}
    for ply, sent in enumerate(parts.sent, start=1):
        for view, entries in sent.seen.items():
            if entries is None:
                found.setdefault(view, ply)
    return found


def records_of(parts: RecordParts) -> dict[str, Record]:
    """The record of each view; of a contradicted one, the public record.

    They are without the seed, even if it is known: what the plies reported may contradict it.
    """
    wrong, parts = contradictions(parts), replace(parts, seed=None)
    steps = [parts.dealt, *[one.seen for one in parts.sent]]
    pieces = {view: [step[view] or b"" for step in steps] for view in parts.dealt}
    found = {view: parts.record_of(own) for view, own in pieces.items() if view not in wrong}
    return {view: found.get(view, found[PUBLIC]) for view in parts.dealt}


def begin(record: Record, decks: Decks = OWN_DECKS) -> RecordParts:
    """A match for a record with the shuffles of its setup, as far as its owner reports them.

    Raises Fault if they cannot be.
    """
    game = game_of(record, decks)
    try:
        dealt, _ = with_shuffles(replace(record, seed_hash=None), game)
    except Wrong as wrong:
        raise wrong.fault from None
    dealt = replace(dealt, seed_hash=record.seed_hash)
    positions = _Positions(game)
    seen: dict[str, bytes | None] = {}
    for view in views_of_own(len(record.seats)):
        own = dealt if view == OWNER else replace(redact(dealt, view, decks), result=None)
        if positions.of(own) is None:
            message = "too many cards are unknown to follow the deal"
            raise UnseenCards("cgn.unknown-card", message)
        seen[view] = entries_of(own.plies)
    return replace(parts_of(record), opening=entries_of(dealt.plies), dealt=seen)


def begin_sealed(record: Record, decks: Decks = OWN_DECKS) -> RecordParts:
    """As `begin`, for a record whose seed is sealed. Raises Refusal if no hash of a seed is."""
    if fullmatch("[0-9a-f]{64}", record.seed_hash or "") is None:
        raise Refusal("`seedHash` must be the SHA-256 of the seed, in 64 small hex digits")
    return begin(record, decks)


def play(parts: RecordParts, request: PlyRequest, decks: Decks = OWN_DECKS) -> Advanced:
    """Play what was sent, all of it or nothing.

    Raises Refusal if the sender's own record would certainly be wrong with it.
    """
    records = records_of(parts)
    game = game_of(records[PUBLIC], decks)
    contradicted = {*contradictions(parts)}
    positions = _Positions(game)
    sent: list[StoredPly] = []
    for lead, ply in groups(request, records[request.view]):
        new = NewPly(records[request.view], lead, ply, request, decks)
        positions = _Positions(game)
        seen: dict[str, bytes | None] = {}
        for view, record in records.items():
            seen[view] = None
            if view in contradicted:
                continue
            own = new.seen_by(view)
            longer = replace(record, plies=(*untailed(record), *own, *new.tail))
            try:
                positions.of(longer)
            except Fault:
                if view in (PUBLIC, request.view):
                    raise Refusal("this contradicts the cards that everyone has seen") from None
                contradicted.add(view)
            else:
                records[view], seen[view] = longer, entries_of(own)
        records |= dict.fromkeys(contradicted, records[PUBLIC])
        entries, tail = entries_of([*new.lead, ply]), entries_of(new.tail)
        sent.append(StoredPly(entries, request.view, tail, seen))
    due, over = positions.asked(records[PUBLIC])
    ended = None
    if over or (due is not None and asks_only(due.seats, parts.gone)):
        ended = _ended(replace(parts, sent=(*parts.sent, *sent)), decks, by_rules=over)
    return Advanced(tuple(sent), _asked(records, positions), ended)


def _ended(parts: RecordParts, decks: Decks, *, by_rules: bool) -> Record | Ending | None:
    """How a game ended, by its rules or because only seats are asked that have resigned.

    Of a sealed one, its seed decides; None if nobody knows who won.
    """
    has_no_replay = parts.record().seed_hash is not None or bool(contradictions(parts))
    if by_rules and has_no_replay:
        return Ending(None, ())
    ended = finished(parts, decks)
    if ended is None or ended.result is None or not has_no_replay:
        return ended
    return Ending(RESIGNED, ended.result.winners)


def anyone(seats: int) -> Due:
    """What is asked where nobody can follow a game of this number of seats: any may go on."""
    return Due(tuple(SEATS[:seats]), *_UNKNOWN)


class _Positions:
    """Where records stand after a ply; those that are the same are followed once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._found: list[tuple[Sequence[Entry], Followed | None]] = []

    def of(self, record: Record) -> Followed | None:
        """Where a record stands; None if nobody can follow it. Raises Fault if it is wrong."""
        for plies, found in self._found:
            if plies == record.plies:
                return found
        found = follow(record, self._game)
        self._found.append((record.plies, found))
        return found

    def asked(self, public: Record) -> tuple[Due | None, bool]:
        """What is asked by the public record, and whether the rules have ended the game."""
        followed = self.of(public)
        if followed is None:
            return anyone(len(public.seats)), False
        due = followed.asked
        return due, followed.table.over and due is None


def asked(parts: RecordParts, decks: Decks = OWN_DECKS) -> dict[str, Asked]:
    """What is asked now, by the public record, and the scores as each view knows them."""
    records = records_of(parts)
    return _asked(records, _Positions(game_of(records[PUBLIC], decks)))


def _asked(records: Mapping[str, Record], positions: _Positions) -> dict[str, Asked]:
    due, _ = positions.asked(records[PUBLIC])
    found = {}
    for view, own in records.items():
        followed = positions.of(own)
        table = None if followed is None else followed.table
        lines = {
            seat: None if table is None else table.known(table.score, seat)
            for seat in SEATS[: len(own.seats)]
        }
        found[view] = Asked(due, scores_in(lines, view))
    return found


def due(parts: RecordParts, decks: Decks = OWN_DECKS) -> Due | None:
    """What is asked now, by the public record."""
    public = records_of(parts)[PUBLIC]
    found, _ = _Positions(game_of(public, decks)).asked(public)
    return found


def record_of_view(parts: RecordParts, view: str, decks: Decks = OWN_DECKS) -> Record:
    """The record of a game in progress as a view has it, with the scores that the view knows."""
    record = records_of(parts)[view]
    table = last_table(record, decks)
    if table is None or seen_by(view) is None:
        return replace(record, result=Result((), (None,) * len(record.seats)))
    return replace(record, result=result_for(None, table, view))


def legal(
    parts: RecordParts, view: str, decks: Decks = OWN_DECKS
) -> tuple[list[str] | None, bool | None]:
    """The legal moves of the seat that is asked, and whether these are all, by a view's record."""
    own = records_of(parts)[view]
    return playing.legal(replace(parts_of(own), opening=entries_of(own.plies)), view, decks)


def finished(parts: RecordParts, decks: Decks = OWN_DECKS) -> Record | None:
    """The record of a game that its rules have ended, or that asks only seats that have resigned.

    None if nobody knows who won.
    """
    record = parts.record()
    table = last_table(record, decks)
    ending = None if table is None else ending_at(table, parts.gone)
    return None if ending is None else ended_by(record, ending, scores_of(table, len(record.seats)))
