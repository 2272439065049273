"""Clients at a table: the view that they are shown, and the calls that they may make."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from msgspec import to_builtins
from msgspec.json import encode

from api.checking.work_queue import ask
from api.live import jobs as table_jobs
from api.live.jobs import Closed
from api.policy.auth import Bearer, bearer, reader_of, viewer, writer
from api.problems import Problem, bad_parameter
from api.service import service
from notation.typed_json import decode_as
from replays.live.endings import Ending
from replays.live.playing import Asked
from replays.live.record_parts import RecordParts
from replays.live.views import OWNER
from replays.store.live_model import Act, Call, Change, Ended, OtherVersion, Table
from replays.store.model import OverQuota, Visibility
from replays.store.query import Query
from replays.view.frames import PUBLIC
from replays.view.frames_json import ALL, views_of

T = TypeVar("T")

_ABANDONED = "abandoned"
_PAUSE = 60
"""Seconds until the service tries again to end a game that it could not end: that is costly."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A client at a table: the table as it is now, who asks, and the view that is shown."""

    table: Table
    bearer: Bearer
    view: str

    @property
    def seat(self) -> str | None:
        """The seat whose token this is, if it is one of this table."""
        seat = self.bearer.seat
        return seat.seat if self.is_guest and seat is not None and not seat.invitation else None

    @property
    def is_guest(self) -> bool:
        """Whether this is a token of one of its seats, or an invitation."""
        return self.bearer.seat is not None and self.bearer.seat.table == self.table.id

    @property
    def is_owner(self) -> bool:
        """Whether this is the owner of the table."""
        token = self.bearer.token
        return token is not None and token.owner == self.table.owner

    @property
    def token(self) -> str:
        """A name of the token that asks, which no other has."""
        if self.bearer.token is not None:
            return f"token {self.bearer.token.id}"
        return f"seat {self.bearer.seat.number}" if self.bearer.seat is not None else ""


def visit(table: str, view: str | None = None) -> Visit:
    """A client at the table of this id, and the view asked for, or the most open one allowed.

    Raises Problem if there is no table that they may see (404), if it has no such view (400), or if
    the client may not see it (403).
    """
    found = service().store.tables.get(table)
    if found is not None and _may_go_on(found):
        found = _go_on(found)
    guest = None if found is None else Visit(found, bearer(), PUBLIC)
    if guest is None or not _may_see(guest):
        raise Problem(404, "there is no table with this id that you may see")
    return replace(guest, view=_view(guest, view))


def to_remove(table: str) -> Visit:
    """A client that may remove the table of this id: its owner, or an admin.

    Raises Problem if there is no table that they may see (404), or it is not theirs (403). Its
    owner has it though its replay is gone.
    """
    found = service().store.tables.get(table)
    guest = None if found is None else Visit(found, bearer(), PUBLIC)
    if guest is None or not (guest.is_owner or viewer().admin or _may_see(guest)):
        raise Problem(404, "there is no table with this id that you may see")
    return player(guest)


def kept_until(end: int) -> int:
    """Until when a dealt game can be read by its seats at least, if it ended then."""
    return end + service().settings.table_life


def _may_see(guest: Visit) -> bool:
    replay = guest.table.replay
    if replay is not None:
        found = service().store.count(Query(ids=(replay,)), reader_of(replay), 1)
        if not found:
            return False
    is_private = guest.table.visibility is Visibility.PRIVATE
    return not is_private or guest.is_owner or guest.is_guest or viewer().admin


def _view(guest: Visit, asked: str | None) -> str:
    allowed = views_at(guest)
    view = asked or allowed[0]
    if view in allowed:
        return view
    known = (*views_of(len(guest.table.players)), OWNER)
    if view not in known:
        raise bad_parameter("view", f"the views of this table are {', '.join(known)}")
    raise Problem(403, f"you may see the views {' and '.join(allowed)} of this table")


def views_at(guest: Visit) -> tuple[str, ...]:
    """The views that a client may see, the most open one first.

    Whoever brought the seed sees all, and so does everyone once the game has ended.
    """
    table = guest.table
    if table.open:
        return views_of(len(table.players))
    if guest.is_owner:
        return table.kind.views_of_owner(len(table.players))
    return (PUBLIC,) if guest.seat is None else (guest.seat, PUBLIC)


def player(guest: Visit) -> Visit:
    """The client as a player or the owner, in the view of all that they may know.

    Raises Problem if no token came (401), or if it neither is a seat's nor may write for the owner
    or an admin (403).
    """
    if guest.seat is not None:
        return replace(guest, view=guest.seat)
    writer()
    if not guest.is_owner and not viewer().admin:
        raise Problem(403, "only the owner and the seats of the table may do this")
    return replace(guest, view=views_at(guest)[0])


def owner(guest: Visit) -> None:
    """Raise Problem (403) if the client is not the owner of the table."""
    if not guest.is_owner:
        raise Problem(403, "only the owner of the table may do this")


def not_dealt() -> Problem:
    """The refusal (409) of what needs cards."""
    return Problem(409, "the cards of this table are not dealt yet")


def no_ply(plies: int) -> Problem:
    """The refusal (404) of a ply after the last one."""
    return Problem(404, f"this table has {plies} plies")


def plays_for(guest: Visit, seats: Iterable[str]) -> None:
    """Raise Problem (403) if a seat's token is used for others."""
    if guest.seat is not None and not {guest.seat}.issuperset(seats):
        raise Problem(403, f"this token plays for seat {guest.seat} only")


def record_of(table: Table, at: int | None = None) -> RecordParts:
    """The record as it stands, or stood at a version. Raises Problem (409) before the deal."""
    parts = service().store.tables.record_parts(table, at)
    if not parts.is_dealt:
        raise not_dealt()
    return parts


def made(guest: Visit, at: int, what: Hashable, make: Callable[[RecordParts], T]) -> T:
    """What is made of a table's record as it stood at a version, for the view of a client.

    It is made once for each version and view; `what` names it.
    """
    table = guest.table
    key = (table.id, table.version, at, guest.view, what)
    found: T = service().memo.get(key, lambda: make(record_of(table, at)))
    return found


def asked_at(table: Table, view: str) -> Asked | None:
    """What a view is asked and the scores that it knows; None before the deal.

    Of a game that has a replay, the final scores.
    """
    if not table.dealt:
        return None
    return decode_as(dict[str, Asked], table.asked)[ALL if table.open else view]


def asked_by(parts: RecordParts) -> dict[str, Asked]:
    """What each view is asked at a table, and the scores that it knows, after other plies."""
    return ask(table_jobs.asked(parts, service().settings.max_weight))


def _may_go_on(table: Table) -> bool:
    """Whether the service has to do something with a table, because nobody else does."""
    ours = service()
    if ours.postponed.get(table.id, 0) > ours.clock():
        return False
    if table.held_back:
        return not ours.store.tables.shares_seed(table)
    if not table.running and not table.awaits_seed:
        return False
    if table.moved + ours.settings.table_life > ours.clock():
        return False
    last = ours.store.tables.events(table, table.version - 1)
    return all(event.act is not Act.PUBLISHED for event in last)  # none, if it was just dropped


def _go_on(table: Table) -> Table | None:
    """The table after it has ended as abandoned, or its replay was made.

    None if it is dropped, since nobody played. A deal that all seats agreed to cannot be hidden:
    such a table is kept.
    """
    tables = service().store.tables
    seats = tables.seats(table)
    agreed = len(seats) == len(table.players)
    try:
        if not table.running:
            _publish(table)
        elif table.plies == 0 and not agreed:
            tables.drop(table)
        elif not table.dealt:
            silent = [seat.seat for seat in seats if seat.nonce is None]
            says = {"termination": _ABANDONED, "undealt": silent}
            ended = Ended(_ABANDONED, None)
            tables.change(table, change_of(table, Act.ENDED, says, ended=ended))
        else:
            waits = table.kind.awaits_seed  # for its seed, as after any other end
            upload = None if waits else _closed(table, Ending(_ABANDONED, ())).upload
            ended = held_back(table, Ended(_ABANDONED, upload))
            says = {"termination": _ABANDONED, "winners": []}
            tables.change(table, change_of(table, Act.ENDED, says, ended=ended))
    except OtherVersion:
        pass
    except (OverQuota, Problem):  # there is no room for the replay, or none can be made
        ours = service()
        ours.postponed[table.id] = ours.clock() + _PAUSE
    return tables.get(table.id)


def _publish(table: Table) -> None:
    """Make the replay of a game that has ended, unless its plies contradict each other."""
    closed = _closed(table, Ending(table.termination or None, table.winners))
    ended = ended_as(table, closed)
    change = change_of(table, Act.PUBLISHED, contradiction_of(closed), ended=ended)
    service().store.tables.change(table, change)


def _closed(table: Table, ending: Ending) -> Closed:
    """The replay of a table at which nobody goes on, of a sealed one without its seed."""
    return ask(table_jobs.close(record_of(table), ending))


def ended_as(table: Table, closed: Closed) -> Ended:
    """The end of a table whose replay comes after the end of its game."""
    termination = closed.termination or table.termination or ""
    return Ended(termination, closed.upload, table.winners)


def contradiction_of(closed: Closed | None) -> dict[str, Any]:
    """What an event says of how the game ended: a diagnostic, if the record is wrong."""
    if closed is None or closed.problem is None:
        return {}
    return {"contradiction": to_builtins(closed.problem)}


def held_back(table: Table, ended: Ended) -> Ended:
    """How a table ends: without its replay, as long as another that runs has its seed."""
    if ended.upload is None or not service().store.tables.shares_seed(table):
        return ended
    return Ended(ended.termination, None, ended.upload.winners)


def change_of(table: Table, act: Act, details: Mapping[str, Any], **parts: Any) -> Change:  # noqa: ANN401 - those of Change
    """The change by an event that takes no If-Match, so that no retry asks for its answer."""
    call = Call(time=service().clock(), token="", fingerprint="", answer=b"")
    return Change(act=act, call=call, details=encode(details), keep=table.plies, **parts)


def expire_some(owner_: str | None = None) -> None:
    """Go on with some tables at which nobody else does."""
    ours = service()
    for table in ours.store.tables.idle(ours.clock() - ours.settings.table_life, owner_):
        if _may_go_on(table):
            _go_on(table)
