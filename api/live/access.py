"""Clients in a match: the view that they are shown, and the calls that they may make."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from api.live.upkeep import is_overdue, settle_overdue
from api.policy.auth import Bearer, bearer, may_own, reader_of, require_writer, viewer
from api.problems import Problem, bad_parameter
from api.service import service
from replays.store.live_model import Match
from replays.store.model import Visibility
from replays.store.query import Query
from replays.view.views import OWNER, PUBLIC, views_of


@dataclass(frozen=True, slots=True)
class Access:
    """A client in a match: the match as it is now, the token, and the view to show."""

    match: Match
    bearer: Bearer
    view: str

    @property
    def seat(self) -> str | None:
        """The seat whose token this is, if it is one of this match."""
        seat = self.bearer.seat
        return seat.seat if self.holds_seat and seat is not None and not seat.invitation else None

    @property
    def holds_seat(self) -> bool:
        """Whether the token is that of a seat of the match, or an invitation."""
        return self.bearer.seat is not None and self.bearer.seat.match == self.match.id

    @property
    def is_owner(self) -> bool:
        """Whether this is the owner of the match."""
        token = self.bearer.token
        return token is not None and token.owner == self.match.owner

    @property
    def acts_as_owner(self) -> bool:
        """Whether this is the owner of the match, with a token that may change it."""
        token = self.bearer.token
        return self.is_owner and token is not None and may_own(token)

    @property
    def token(self) -> str:
        """The unique name of the token."""
        if self.bearer.token is not None:
            return f"token {self.bearer.token.id}"
        return f"seat {self.bearer.seat.number}" if self.bearer.seat is not None else ""


def access_to(table: str, view: str | None = None) -> Access:
    """A client in the match of this id, and the view asked for, or the most open one allowed.

    Raises Problem if there is no match that they may see (404), if it has no such view (400), or if
    the client may not see it (403).
    """
    found = service().store.matches.get(table)
    if found is not None and is_overdue(found):
        found = settle_overdue(found)
    access = None if found is None else Access(found, bearer(), PUBLIC)
    if access is None or not _may_see(access):
        raise Problem(404, "there is no table with this id that you may see")
    return replace(access, view=_view(access, view))


def access_to_remove(table: str) -> Access:
    """A client that may remove the match of this id: its owner, or an admin.

    Raises Problem if there is no match that they may see (404), or it is not theirs (403). Its
    owner has it though its replay is gone.
    """
    found = service().store.matches.get(table)
    access = None if found is None else Access(found, bearer(), PUBLIC)
    if access is None or not (access.is_owner or viewer().admin or _may_see(access)):
        raise Problem(404, "there is no table with this id that you may see")
    return require_player(access)


def kept_until(end: int) -> int:
    """The time until which the seats of a dealt game that ended then can read it."""
    return end + service().settings.table_life


def _may_see(access: Access) -> bool:
    replay = access.match.replay
    if replay is not None:
        found = service().store.count(Query(ids=(replay,)), reader_of(replay), 1)
        if not found:
            return False
    is_private = access.match.visibility is Visibility.PRIVATE
    return not is_private or access.is_owner or access.holds_seat or viewer().admin


def _view(access: Access, asked: str | None) -> str:
    allowed = views_at(access)
    view = asked or allowed[0]
    if view in allowed:
        return view
    known = (*views_of(len(access.match.players)), OWNER)
    if view not in known:
        raise bad_parameter("view", f"the views of this table are {', '.join(known)}")
    raise Problem(403, f"you may see the views {' and '.join(allowed)} of this table")


def views_at(access: Access) -> tuple[str, ...]:
    """The views that a client may see, the most open one first.

    An owner who brought the seed sees all, and so does everyone once the game has a replay.
    """
    match = access.match
    if match.has_replay:
        return views_of(len(match.players))
    if access.is_owner:
        return match.kind.views_of_owner(len(match.players))
    return (PUBLIC,) if access.seat is None else (access.seat, PUBLIC)


def require_player(access: Access) -> Access:
    """The client as a player or the owner, in the view of all that they may know.

    Raises Problem if no token came (401), or if it neither is a seat's nor may write for the owner
    or an admin (403).
    """
    if access.seat is not None:
        return replace(access, view=access.seat)
    if not access.acts_as_owner:
        require_writer()
    if not access.is_owner and not viewer().admin:
        raise Problem(403, "only the owner and the seats of the table may do this")
    return replace(access, view=views_at(access)[0])


def takes_part(access: Access) -> bool:
    """Whether a client has a seat of the match, or may change it as its owner."""
    return access.seat is not None or access.acts_as_owner


def plays(access: Access) -> bool:
    """Whether a client plays at a table in progress: a seat, or the owner for all of them."""
    match = access.match
    for_itself = access.seat is not None or not match.kind.by_invitation
    return match.is_running and for_itself and takes_part(access)


def require_owner(access: Access) -> None:
    """Raise Problem (403) if the client is not the owner of the match."""
    if not access.is_owner:
        raise Problem(403, "only the owner of the table may do this")


def require_own_seats(access: Access, seats: Iterable[str]) -> None:
    """Raise Problem (403) if a seat's token is used for others."""
    if access.seat is not None and not {access.seat}.issuperset(seats):
        raise Problem(403, f"this token plays for seat {access.seat} only")
