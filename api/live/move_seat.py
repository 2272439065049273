"""`/t/ID/move`: a player takes their seat to another device."""

from secrets import token_bytes

from flask import Blueprint, Response, request, url_for

from api.http.arguments import leave_out_the_unknown
from api.http.responses import page
from api.live.access import access_to
from api.live.calls import check_running
from api.problems import Problem
from api.routes.session import TO_TABLE, require_own_site
from api.service import service
from pages.lobby import move_page
from replays.store.tokens import TOKEN_BYTES, digest_of, write_token

blueprint = Blueprint("move_seat", __name__, url_prefix="/t/<table:table>")

leave_out_the_unknown(blueprint, {})


@blueprint.post("/move")
def move(table: str) -> Response:
    """Make a link that moves the seat of this browser to another one, which the answer shows once.

    This browser plays on until somebody opens the link there and agrees. Raises Problem without a
    seat (403), and unless the game is in progress (409).
    """
    require_own_site()
    access = access_to(table)
    match = access.match
    if access.seat is None:
        raise Problem(403, "only a player can move their own seat to another device")
    check_running(match)
    if not match.is_dealt:
        raise Problem(409, "this browser has a part in the deal: wait until the cards are dealt")
    code = write_token(token_bytes(TOKEN_BYTES))
    service().store.matches.let_move(match, access.seat, digest_of(code))
    link = f"{request.host_url.rstrip('/')}{url_for('session.form', to=TO_TABLE)}#{code}"
    back = url_for("play_page.at", table=table)
    html = move_page(request.script_root, back, link)
    return page(html, headers={"Cache-Control": "private, no-store"})
