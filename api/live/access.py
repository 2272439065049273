"""Clients at a table: the view that they are shown, and the calls that they may make."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from api.live.upkeep import _go_on, _may_go_on
from api.policy.auth import Bearer, bearer, reader_of, viewer, writer
from api.problems import Problem, bad_parameter
from api.service import service
from replays.live.views import OWNER
from replays.store.live_model import Table
from replays.store.model import Visibility
from replays.store.query import Query
from replays.view.frames import PUBLIC
from replays.view.frames_json import views_of


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


def plays_for(guest: Visit, seats: Iterable[str]) -> None:
    """Raise Problem (403) if a seat's token is used for others."""
    if guest.seat is not None and not {guest.seat}.issuperset(seats):
        raise Problem(403, f"this token plays for seat {guest.seat} only")
