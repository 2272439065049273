"""A ply that was sent, in the record of its sender, and as the other views see it."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile

from msgspec.structs import replace

from engines.game import Game
from engines.registry import Decks
from notation.chance import ShuffleMissing
from notation.fault import Fault
from notation.places import JsonSource, Source
from notation.read import Form
from notation.record import SEATS, UNKNOWN_CARD, Entry, Ply, Record, Shuffle, path_of, where_of
from notation.write import write
from replays.diagnose import diagnose
from replays.live.followed import WAYS, Followed
from replays.live.ply_request import (
    PlyRequest,
    Refusal,
    at_time,
    check_number,
    entries_in,
    lines_of,
)
from replays.set_up import game_of
from replays.unseen.follow import opened_with
from replays.unseen.follower import LineFollower
from replays.unseen.ways import in_ways
from replays.view.redact import hidden_shuffle, seen_ply
from replays.view.views import OWNER, PUBLIC

_MOST_SHUFFLES = 20
"""The most shuffles that are written for one ply."""


class NewPly:
    """A ply with the shuffles before it, as its sender reports them, and as others see them.

    `lead` are those shuffles, and `tail` the ones that certainly follow, in which no card is known.
    Raises Refusal if the sender's record is certainly wrong with it.
    """

    def __init__(
        self,
        own: Record,
        lead: Sequence[Shuffle],
        ply: Ply,
        request: PlyRequest,
        decks: Decks,
    ) -> None:
        before = untailed(own)
        unknown = own.plies[len(before) :]
        longer = replace(own, plies=(*before, *(lead or unknown), ply))
        self.ply = ply
        self._sender = request.view
        self._game = game_of(own, decks)
        try:
            longer, self._standing = with_shuffles(longer, self._game)
        except Wrong as wrong:
            source = _source(wrong.record, request)
            _, problem = diagnose(wrong.fault, wrong.record, source, decks, secret=True)
            raise Refusal(f"{problem.code}: {problem.message}", problem) from None
        end = len(untailed(longer))
        if self._standing is None and (fault := self._misspelled(SEATS[: len(own.seats)])):
            fault.where = (*where_of((end - 1,)), *fault.where)
            problem = _source(longer, request).diagnostic(fault)
            raise Refusal(f"{problem.code}: {problem.message}", problem)
        self.lead: Sequence[Entry] = longer.plies[len(before) : end - 1]
        self.tail: Sequence[Entry] = longer.plies[end:]
        self._record = longer

    def _misspelled(self, seats: str) -> Fault | None:
        """The fault of a ply that nobody can follow, if its seat or its move is none at all."""
        seat = self.ply.seat
        if seat not in seats:
            message = f"there is no seat {seat} here: they are A to {seats[-1]}"
            return Fault("cgn.turn", message, None, ("seat",))
        try:
            self._game.moves.parse(self.ply.move)
        except Fault as fault:
            fault.where = ("move",)
            return fault
        return None

    def seen_by(self, view: str) -> list[Entry]:
        """The ply and the shuffles before it as a view sees them."""
        if view == self._sender == OWNER:
            return [*self.lead, replace(self.ply, comments=())]
        lead, ply = self._seen_by(PUBLIC if view == OWNER else view)
        return [*map(hidden_shuffle, lead), replace(ply, comments=())]

    def _seen_by(self, view: str) -> tuple[Sequence[Shuffle], Ply]:
        followed = self._standing
        if followed is None or followed.last is None:
            return self._hidden_from(view)
        lead = followed.earlier.shuffles if self.lead and followed.earlier else ()
        return lead, seen_ply(followed.table, self.ply, followed.last.reveals, view)

    def _hidden_from(self, view: str) -> tuple[Sequence[Shuffle], Ply]:
        """The ply if nobody can follow it: without the cards that may be hidden."""
        lead = [entry for entry in self.lead if isinstance(entry, Shuffle)]
        if view == self._sender:
            return lead, self.ply
        table, _ = opened_with(self._record, self._game, LineFollower())
        ply = seen_ply(table, self.ply, [], PUBLIC)
        return lead, replace(ply, reveals=(UNKNOWN_CARD,) * len(self.ply.reveals))


def groups(request: PlyRequest, own: Record) -> Iterator[tuple[list[Shuffle], Ply]]:
    """The plies that were sent, each with the shuffles sent before it."""
    if request.form is Form.TEXT:
        leads = request.raw.lstrip().startswith(b"~")
        entries, _ = lines_of(request.raw, replace(own, plies=untailed(own)) if leads else own)
    else:
        entries = entries_in(request, own)
    plies = [at_time(entry, request) for entry in entries if isinstance(entry, Ply)]
    check_number(plies, request)
    if not isinstance(entries[-1], Ply):
        raise Refusal("send shuffles with the ply that follows them")
    is_new = not any(isinstance(entry, Ply) for entry in own.plies)
    if is_new and isinstance(entries[0], Shuffle):
        raise Refusal("the shuffles of the setup belong to the call that creates the table")
    left = iter(plies)
    lead: list[Shuffle] = []
    for entry in entries:
        if isinstance(entry, Shuffle):
            lead.append(entry)
        else:
            yield lead, next(left)
            lead = []


def untailed(record: Record) -> tuple[Entry, ...]:
    """The entries of a record up to its last ply; those of the setup, if there is none."""
    entries = record.plies
    at = len(entries)
    while at and isinstance(entries[at - 1], Shuffle):
        at -= 1
    return entries[:at] if at else entries


class Wrong(Exception):
    """A record is certainly wrong: the fault, and the record with the lines that it had by then."""

    def __init__(self, record: Record, fault: Fault) -> None:
        super().__init__(record, fault)
        self.record = record
        self.fault = fault


def with_shuffles(record: Record, game: Game) -> tuple[Record, Followed | None]:
    """The record with a line for each shuffle that certainly followed, and where it stands then.

    These are the shuffles after its last ply and after the one before, or after the deal. None
    instead of where it stands if nobody can follow it. Raises Wrong if it is certainly wrong.
    """
    for _ in range(_MOST_SHUFFLES):
        missing: list[tuple[int, str]] = []
        try:
            attempt = partial(_following, record, game, missing)
            found = next(in_ways(attempt, game, most=WAYS), None)
        except Fault as fault:
            if not (missing and isinstance(fault, ShuffleMissing)):
                raise Wrong(record, fault) from None
            found = None
        if found is not None or not missing:
            return record, found
        at, pile = missing[0]
        line = Shuffle(pile, (UNKNOWN_CARD,))
        record = replace(record, plies=(*record.plies[:at], line, *record.plies[at:]))
    return record, None


def _following(
    record: Record, game: Game, missing: list[tuple[int, str]], follower: LineFollower
) -> Followed:
    """Where a record stands. Notes in `missing` where a shuffle lacks its line, and its pile."""
    try:
        return Followed(record, game, follower)
    except ShuffleMissing as fault:
        at = path_of(fault.where)[0] + 1 if fault.where else 0
        after = record.plies[at:]
        shuffles = list(takewhile(lambda entry: isinstance(entry, Shuffle), after))
        if sum(isinstance(entry, Ply) for entry in after) <= 1:
            missing.append((at + len(shuffles), fault.pile))
        raise


def _source(record: Record, request: PlyRequest) -> Source:
    """The source of a record as its sender would write it."""
    if request.form is Form.TEXT:
        _, source = lines_of(b"", record)
        return source
    return JsonSource("", 1).holding(write(record, Form.JSON).encode())
