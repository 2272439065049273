"""Plays at tables whose cards the plies tell: sealed and unseen ones. Each view has its own record.

A view's record has what it saw, ply by ply, and all that it is shown is made of that alone. So it
cannot tell what others told, and what they tell cannot lock an honest seat out.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engines.decks import OWN_DECKS, Decks
from engines.game import Game
from engines.table import Due, Table
from notation.chance import ShuffleMissing
from notation.fault import Fault
from notation.places import JsonSource, Source
from notation.read import Form
from notation.record import SEATS, UNKNOWN_CARD, Entry, Ply, Record, Result, Shuffle
from notation.write import write
from replays.diagnose import diagnose
from replays.frames import PUBLIC
from replays.play import Step
from replays.playhead import Playhead
from replays.redact import hidden_shuffle, redact, result_for, seen_ply
from replays.set_up import game_of
from replays.tables.sending import (
    Refused,
    Sending,
    at_time,
    check_number,
    entries_in,
    lines_of,
)
from replays.tables.views import OWNER, Begun, Shown, seen_by, shown_now
from replays.tables.whole import Sent, Whole, entries_of, whole_of
from replays.telling import seen_score
from replays.unseen.follow import opened
from replays.unseen.judge import certain_fault

_MOST_SHUFFLES = 20
"""The most shuffles that follow one ply."""


class Own(Struct, frozen=True):
    """A view's record: the entries of the setup, then those of each ply.

    None instead of them: another's ply contradicted what the view saw. From then on it has the
    public record.
    """

    view: str
    pieces: tuple[bytes | None, ...]

    @property
    def is_contradicted(self) -> bool:
        """Whether another's ply contradicted what the view saw."""
        return None in self.pieces


class Accepted(Struct, frozen=True):
    """Plies that were accepted, and what each view is shown after each of them.

    `over` says whether the rules have ended the game.
    """

    sent: tuple[Sent, ...]
    shown: tuple[tuple[Shown, ...], ...]
    over: bool


def views_of_own(seats: int) -> tuple[str, ...]:
    """The views of a table for so many, each with a record of its own.

    >>> views_of_own(2)
    ('owner', 'public', 'A', 'B')
    """
    return (OWNER, PUBLIC, *SEATS[:seats])


def records_of(whole: Whole, owns: Sequence[Own]) -> dict[str, Record]:
    """The record of each view; of a contradicted one, the public record."""
    pieces = {own.view: own.pieces for own in owns if not own.is_contradicted}
    found = {view: whole.record_of([*filter(None, own)]) for view, own in pieces.items()}
    return {own.view: found.get(own.view, found[PUBLIC]) for own in owns}


def begin(record: Record, decks: Decks = OWN_DECKS) -> Begun:
    """A table for a record with the shuffles of its setup, as far as its owner tells them.

    Raises Fault if they cannot be.
    """
    game = game_of(record, decks)
    dealt = _with_shuffles(record, game)
    fault = certain_fault(dealt, decks)
    if fault is not None:
        raise fault
    records = dict.fromkeys(views_of_own(len(record.seats)), dealt)
    for view in records:
        if view != OWNER:
            records[view] = replace(redact(dealt, view, decks), result=None)
    due = _asked(_stand(records[PUBLIC], decks))
    shown = [
        replace(shown_now(_stand(own, decks), view, (), due), entries=entries_of(own.plies))
        for view, own in records.items()
    ]
    whole = replace(whole_of(record), opening=entries_of(dealt.plies))
    return Begun(whole, tuple(shown))


def play(whole: Whole, owns: Sequence[Own], sending: Sending, decks: Decks = OWN_DECKS) -> Accepted:
    """Play what was sent, all of it or nothing.

    Raises Refused if the sender's own record would certainly be wrong with it.
    """
    records = records_of(whole, owns)
    contradicted = {own.view for own in owns if own.is_contradicted}
    sent: list[Sent] = []
    shown: list[tuple[Shown, ...]] = []
    stand = _stand(records[PUBLIC], decks)
    for lead, ply in _groups(sending, records[sending.view]):
        new = _NewPly(records, lead, ply, sending, decks)
        sent.append(Sent(entries_of([*new.lead, ply]), sending.view, entries_of(new.tail)))
        entries: dict[str, bytes | None] = {}
        for view in records:
            if view in contradicted:
                entries[view] = None
                continue
            own = new.seen_by(view)
            longer = replace(records[view], plies=(*_untailed(records[view]), *own, *new.tail))
            if view != sending.view and certain_fault(longer, decks) is not None:
                if view == PUBLIC:
                    raise Refused("this contradicts what everyone has seen")
                contradicted.add(view)
                entries[view] = None
            else:
                records[view], entries[view] = longer, entries_of(own)
        for view in contradicted:
            records[view] = records[PUBLIC]
        stand = _stand(records[PUBLIC], decks)
        due = _asked(stand)
        shown.append(
            tuple(
                [
                    replace(
                        shown_now(
                            _stand(own, decks),
                            view,
                            ply.comments if view == sending.view else (),
                            due,
                        ),
                        entries=entries[view],
                    )
                    for view, own in records.items()
                ]
            )
        )
    return Accepted(tuple(sent), tuple(shown), stand.table.over and _asked(stand) is None)


class _NewPly:
    """A ply with the shuffles before it, as its sender tells them, and as others see them."""

    def __init__(
        self,
        records: Mapping[str, Record],
        lead: Sequence[Shuffle],
        ply: Ply,
        sending: Sending,
        decks: Decks,
    ) -> None:
        own = records[sending.view]
        untold = own.plies[len(_untailed(own)) :]
        self.lead: Sequence[Entry] = lead or untold
        self.ply = ply
        self._sender = sending.view
        longer = replace(own, plies=(*_untailed(own), *self.lead, ply))
        game = game_of(longer, decks)
        longer = _with_shuffles(longer, game)
        fault = certain_fault(longer, decks)
        if fault is not None:
            _, problem = diagnose(fault, longer, _source(longer, sending), decks, digests=False)
            raise Refused(f"{problem.code}: {problem.message}", problem)
        self.tail = longer.plies[len(_untailed(longer)) :]
        self._table, self._before, self._step = _walked(longer, game)

    def seen_by(self, view: str) -> list[Entry]:
        """The ply and the shuffles before it as a view sees them."""
        if view == self._sender == OWNER:
            return [*self.lead, replace(self.ply, comments=())]
        seen = PUBLIC if view == OWNER else view
        before: Sequence[Entry] = ()
        if self.lead and self._before is not None:
            before = [hidden_shuffle(shuffle) for shuffle in self._before.shuffles]
        ply = seen_ply(self._table, self.ply, self._step.reveals, seen)
        return [*before, replace(ply, comments=())]


def _walked(record: Record, game: Game) -> tuple[Table, Step | None, Step]:
    """The table at the end of a record, its last step and the one before.

    Raises Refused if nobody can follow it so far.
    """
    before: Step | None = None
    step: Step | None = None
    try:
        table, walk = opened(record, game)
        for following in walk:
            before, step = step, following
    except Fault as fault:
        raise Refused(f"{fault.code}: {fault.message}") from None
    if step is None:
        raise AssertionError("a ply was played")
    return table, before, step


def _groups(sending: Sending, own: Record) -> Iterator[tuple[list[Shuffle], Ply]]:
    """The plies that were sent, each with the shuffles told before it."""
    if sending.form is Form.TEXT:
        tells = sending.raw.lstrip().startswith(b"~")
        entries, _ = lines_of(sending.raw, replace(own, plies=_untailed(own)) if tells else own)
    else:
        entries = entries_in(sending.raw, own)
    plies = [at_time(entry, sending) for entry in entries if isinstance(entry, Ply)]
    check_number(plies, sending)
    if not isinstance(entries[-1], Ply):
        raise Refused("shuffles are told with the ply that follows them")
    if len(_untailed(own)) == 0 or not any(isinstance(entry, Ply) for entry in own.plies):
        first = entries[0]
        if isinstance(first, Shuffle):
            raise Refused("the shuffles of the setup are told when the table is created")
    left = iter(plies)
    lead: list[Shuffle] = []
    for entry in entries:
        if isinstance(entry, Shuffle):
            lead.append(entry)
        else:
            yield lead, next(left)
            lead = []


def _untailed(record: Record) -> tuple[Entry, ...]:
    """The entries of a record up to its last ply; those of the setup, if there is none."""
    entries = record.plies
    at = len(entries)
    while at and isinstance(entries[at - 1], Shuffle):
        at -= 1
    return entries[:at] if at else entries


def _with_shuffles(record: Record, game: Game) -> Record:
    """The record with a line for each shuffle that certainly followed its last ply, or the deal.

    Where something else is wrong, that is found later.
    """
    for _ in range(_MOST_SHUFFLES):
        try:
            _, walk = opened(replace(record, seed_hash=None), game)
            for _step in walk:
                pass
        except ShuffleMissing as missing:
            shuffle = Shuffle(missing.pile, (UNKNOWN_CARD,))
            record = replace(record, plies=(*record.plies, shuffle))
        except Fault:
            break
        else:
            break
    return record


def _stand(record: Record, decks: Decks) -> Playhead:
    """A record at its end, which nobody has answered who need not."""
    replay = Playhead(record, decks, unanswered=True)
    replay.seek(replay.plies)
    return replay


def _asked(replay: Playhead) -> Due | None:
    """What is asked, as everyone knows it: of all who may answer, if there are any."""
    unseen = replay.table.unseen
    may = () if unseen is None else unseen.may_answer
    if not may:
        return replay.table.due_for(PUBLIC)
    phase = may[0][1]
    seats = tuple(dict.fromkeys(seat for seat, _ in may))
    return Due(seats, phase.name.lower(), phase.title)


def _source(record: Record, sending: Sending) -> Source:
    """The source of a record as its sender would write it."""
    if sending.form is Form.TEXT:
        _, source = lines_of(b"", record)
        return source
    return JsonSource("", 1).holding(write(record, Form.JSON).encode())


def record_of_view(
    whole: Whole, owns: Sequence[Own], view: str, decks: Decks = OWN_DECKS
) -> Record:
    """The record of a game in progress as a view has it, with the scores that the view knows."""
    record = records_of(whole, owns)[view]
    table = _stand(record, decks).table
    seen = seen_by(view)
    result = result_for(None, table, view) if seen else Result((), (None,) * len(table.seats))
    return replace(record, result=result)


def finished(whole: Whole, decks: Decks = OWN_DECKS) -> Record | None:
    """The record of a game that its rules have ended; None if nobody knows who won."""
    record = whole.record()
    table = _stand(record, decks).table
    winners = table.known(table.winners)
    if not winners:
        return None
    scores = tuple([seen_score(table, seat, None)[0] for seat in table.seats])
    return replace(record, result=Result(tuple(winners), scores))
