"""Plays at sealed and unseen tables, whose plies report the cards. Each view has its own record.

A view's record has the cards that the view saw, ply by ply, and everything it is shown is made of
that record alone. So it reveals nothing that others reported, and a lie locks no honest seat out.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from engines.decks import OWN_DECKS, Decks
from engines.game import Game
from engines.table import Due
from notation.chance import UnseenCards
from notation.fault import Fault
from notation.record import SEATS, Entry, Record, Result
from replays.frames import PUBLIC
from replays.redact import redact, result_for
from replays.set_up import game_of
from replays.tables.endings import asks_only, ended_by, ending_at, scores_of
from replays.tables.new_ply import NewPly, Wrong, groups, untailed, with_shuffles
from replays.tables.playing import last_table
from replays.tables.sending import Refused, Sending
from replays.tables.standing import Standing, stand
from replays.tables.views import (
    OWNER,
    Begun,
    Shown,
    given,
    seen_by,
    shown_now,
    shown_unfollowed,
)
from replays.tables.whole import Sent, Whole, entries_of, whole_of

_UNKNOWN = ("unknown", "may go on")
"""What is asked where nobody can follow the game: the phase, and its title."""


class Own(Struct, frozen=True):
    """A view's record: the entries of the setup, then those of each ply.

    None instead of them: a ply of another seat contradicted the view, which has the public record
    from then on.
    """

    view: str
    pieces: tuple[bytes | None, ...]

    @property
    def is_contradicted(self) -> bool:
        """Whether a ply of another seat contradicted the view."""
        return None in self.pieces


class Accepted(Struct, frozen=True):
    """Accepted plies, and the position after each of them in each view.

    `over` says whether the rules have ended the game; `left`, whether they ask only seats that
    have resigned.
    """

    sent: tuple[Sent, ...]
    shown: tuple[tuple[Shown, ...], ...]
    over: bool
    left: bool


def views_of_own(seats: int) -> tuple[str, ...]:
    """The views of a table with this number of seats, each with its own record.

    >>> views_of_own(2)
    ('owner', 'public', 'A', 'B')
    """
    return (OWNER, PUBLIC, *SEATS[:seats])


def records_of(whole: Whole, owns: Sequence[Own]) -> dict[str, Record]:
    """The record of each view; of a contradicted one, the public record.

    They are without the seed, even if it is known: what the plies reported may contradict it.
    """
    whole = replace(whole, seed=None)
    pieces = {own.view: own.pieces for own in owns if not own.is_contradicted}
    found = {view: whole.record_of([*filter(None, own)]) for view, own in pieces.items()}
    return {own.view: found.get(own.view, found[PUBLIC]) for own in owns}


def begin(record: Record, decks: Decks = OWN_DECKS) -> Begun:
    """A table for a record with the shuffles of its setup, as far as its owner reports them.

    Raises Fault if they cannot be.
    """
    game = game_of(record, decks)
    try:
        dealt, _ = with_shuffles(replace(record, seed_hash=None), game)
    except Wrong as wrong:
        raise wrong.fault from None
    dealt = replace(dealt, seed_hash=record.seed_hash)
    stands = _Stands(game)
    due, _ = stands.asked(replace(redact(dealt, PUBLIC, decks), result=None))
    shown = []
    for view in views_of_own(len(record.seats)):
        own = dealt if view == OWNER else replace(redact(dealt, view, decks), result=None)
        entries = entries_of(own.plies)
        shown.append(replace(stands.shown(view, own, due, ()), entries=entries))
    whole = replace(whole_of(record), opening=entries_of(dealt.plies))
    return Begun(whole, tuple(shown))


def play(
    whole: Whole,
    owns: Sequence[Own],
    sending: Sending,
    last: Sequence[Shown],
    decks: Decks = OWN_DECKS,
) -> Accepted:
    """Play what was sent, all of it or nothing; `last` is the last position in each view.

    Raises Refused if the sender's own record would certainly be wrong with it.
    """
    records = records_of(whole, owns)
    game = game_of(records[PUBLIC], decks)
    contradicted = {own.view for own in owns if own.is_contradicted}
    sent: list[Sent] = []
    shown: list[tuple[Shown, ...]] = []
    due: Due | None = None
    over = False
    for lead, ply in groups(sending, records[sending.view]):
        new = NewPly(records[sending.view], lead, ply, sending, decks)
        sent.append(Sent(entries_of([*new.lead, ply]), sending.view, entries_of(new.tail)))
        stands = _Stands(game, last)
        entries: dict[str, bytes | None] = {}
        for view, record in records.items():
            entries[view] = None
            if view in contradicted:
                continue
            own = new.seen_by(view)
            longer = replace(record, plies=(*untailed(record), *own, *new.tail))
            try:
                stands.of(longer)
            except Fault:
                if view in (PUBLIC, sending.view):
                    raise Refused("this contradicts the cards that everyone has seen") from None
                contradicted.add(view)
            else:
                records[view], entries[view] = longer, entries_of(own)
        records |= dict.fromkeys(contradicted, records[PUBLIC])
        due, over = stands.asked(records[PUBLIC])
        now = []
        for view, record in records.items():
            comments = ply.comments if view == sending.view else ()
            one = stands.shown(view, record, due, comments)
            now.append(replace(one, entries=entries[view]))
        last = tuple(now)
        shown.append(last)
    left = due is not None and asks_only(due.seats, whole.gone)
    return Accepted(tuple(sent), tuple(shown), over, left)


class _Stands:
    """Where records stand after a ply; those that are the same are followed once.

    `last` is the position before the ply in each view.
    """

    def __init__(self, game: Game, last: Sequence[Shown] = ()) -> None:
        self._game = game
        self._last = {one.view: one for one in last}
        self._given = {seen_by(one.view): given(one) for one in last}
        self._found: list[tuple[Sequence[Entry], Standing | None]] = []

    def of(self, record: Record) -> Standing | None:
        """Where a record stands; None if nobody can follow it. Raises Fault if it is wrong."""
        for plies, found in self._found:
            if plies == record.plies:
                return found
        found = stand(record, self._game, self._given)
        self._found.append((record.plies, found))
        return found

    def asked(self, public: Record) -> tuple[Due | None, bool]:
        """What is asked by the public record, and whether the rules have ended the game."""
        standing = self.of(public)
        if standing is None:
            return Due(tuple(SEATS[: len(public.seats)]), *_UNKNOWN), False
        due = standing.asked
        return due, standing.table.over and due is None

    def shown(self, view: str, record: Record, due: Due | None, comments: tuple[str, ...]) -> Shown:
        """What a view with this record is shown."""
        standing = self.of(record)
        if standing is not None:
            return shown_now(standing, view, comments, due)
        if view not in self._last:
            message = "too many cards are unknown to follow the deal"
            raise UnseenCards("cgn.unknown-card", message)
        return shown_unfollowed(self._last[view], record, due, comments)


def record_of_view(
    whole: Whole, owns: Sequence[Own], view: str, decks: Decks = OWN_DECKS
) -> Record:
    """The record of a game in progress as a view has it, with the scores that the view knows."""
    record = records_of(whole, owns)[view]
    table = last_table(record, decks)
    if table is None or seen_by(view) is None:
        return replace(record, result=Result((), (None,) * len(record.seats)))
    return replace(record, result=result_for(None, table, view))


def finished(whole: Whole, decks: Decks = OWN_DECKS) -> Record | None:
    """The record of a game that its rules have ended, or that asks only seats that have resigned.

    None if nobody knows who won.
    """
    record = whole.record()
    table = last_table(record, decks)
    ending = None if table is None else ending_at(table, whole.gone)
    return None if ending is None else ended_by(record, ending, scores_of(table, len(record.seats)))
