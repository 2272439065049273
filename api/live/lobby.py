"""A dealt table before the deal, as pages have it: invitations, sitting down, calling it off."""

from collections.abc import Mapping

from flask import Blueprint, Response, request, url_for

from api.http.arguments import leave_out_the_unknown
from api.http.request_bodies import form_fields
from api.http.responses import page
from api.http.sessions import ALSO
from api.live.access import Access, access_to, require_owner, require_player
from api.live.calls import check_running
from api.live.deal import take_nonce
from api.live.give_token import invite
from api.live.sit import seat_of
from api.policy.auth import bearer_of
from api.routes.session import require_own_site
from api.service import service
from engines.registry import title_of
from notation.record import SEATS
from pages.lobby import Lobby, Place, join_page, lobby_page

blueprint = Blueprint("lobby", __name__, url_prefix="/t/<table:table>")

leave_out_the_unknown(blueprint, {})

_STORED_BY_NOBODY = {"Cache-Control": "private, no-store"}


@blueprint.get("/join")
def join(table: str) -> Response:
    """The page that an invitation opens. It says nothing of the table: its script asks, with it."""
    address, api = _addresses(table)
    return page(join_page(request.script_root, address, api), sends=True)


@blueprint.post("/invitations")
def renew_invitation(table: str) -> Response:
    """Make another invitation for a free seat, which the answer shows this once."""
    require_own_site()
    access = require_player(access_to(table))
    require_owner(access)
    check_running(access.match)
    seat = seat_of(access.match, form_fields().get("seat", [""])[0])
    return lobby(access, {seat: invite(access.match, seat)})


@blueprint.post("/nonce")
def send_part(table: str) -> Response:
    """Take the part that a seat has in the deal, as programs send it."""
    require_own_site()
    return take_nonce(table)


def lobby(access: Access, invitations: Mapping[str, str] | None = None) -> Response:
    """The page of a table before the deal; with `invitations`, by seat, to be shown this once."""
    match = access.match
    address, api = _addresses(match.id)
    shown = Lobby(
        title=title_of(match.game),
        version=match.version,
        places=_places(access, invitations or {}),
        own=access.seat or "",
        is_owner=access.is_owner or is_owner_too(access),
        over=not match.is_running,
    )
    html = lobby_page(request.script_root, address, api, shown)
    return page(html, sends=True, headers=_STORED_BY_NOBODY)


def _places(access: Access, invitations: Mapping[str, str]) -> list[Place]:
    seats = {seat.seat: seat for seat in service().store.matches.seats(access.match)}
    join_at = f"{request.host_url.rstrip('/')}{url_for('lobby.join', table=access.match.id)}"
    places = []
    for letter, player in zip(SEATS, access.match.players, strict=False):
        seat = seats.get(letter)
        link = f"{join_at}#{letter}.{invitations[letter]}" if letter in invitations else ""
        ready = seat is not None and seat.nonce is not None
        by_computer = letter in access.match.computer
        places.append(Place(letter, player, seat is not None, ready, by_computer, link))
    return places


def is_owner_too(access: Access) -> bool:
    """Whether the browser that asks for a seat has the cookie of the table's owner as well."""
    also = request.environ.get(ALSO)
    if also is None:
        return False
    token = bearer_of(f"Bearer {also}", service().store, service().clock).token
    return token is not None and token.owner == access.match.owner


def _addresses(table: str) -> tuple[str, str]:
    """The address of a table for people, and the one for programs."""
    return url_for("table_page.at", table=table), url_for("tables.get_table", table=table)
