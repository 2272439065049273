"""`/session`: a token becomes the cookie of a browser, and goes with it."""

from secrets import token_bytes

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from api.http.arguments import leave_out_the_unknown
from api.http.content_types import JSON
from api.http.request_bodies import SMALL, body, form_fields, json_value
from api.http.responses import page
from api.http.sessions import (
    OWNER,
    forget_all,
    is_from_here,
    keep_seat,
    keep_token,
    seats_kept,
)
from api.policy.auth import Bearer, bearer, bearer_of
from api.problems import Problem
from api.service import service
from pages.environment import render
from replays.store.live_model import SeatToken
from replays.store.tokens import SIGN_IN, TOKEN_BYTES, UPLOAD, digest_of, write_token

blueprint = Blueprint("session", __name__)

leave_out_the_unknown(blueprint, {"form": ("to",)})

TO_OWN_GAMES = "me"
"""The value of `to` with which signing in leads to the page of one's own games."""

TO_TABLE = "table"
"""The value of `to` in a link that moves a seat to another device."""

MOVES_WITHIN = 15 * 60
"""Seconds in which a link moves a seat: the other device is at hand."""

_LIFE = 60 * 24 * 60 * 60
"""Seconds that a browser keeps the cookie of a seat, twice as long as a table waits for a ply."""


def require_own_site() -> None:
    """Raise Problem (403) unless a page of this service sent this request.

    So whatever a page may change asks for this first, and the page that sends it says so
    (`pages.environment.policy`).
    """
    if not is_from_here(request.environ):
        raise Problem(403, "only a page of this service may send this")


@blueprint.get("/session")
def form() -> Response:
    """The form that takes a token."""
    return _form()


@blueprint.post("/session")
def sign_in() -> Response:
    """Keep a token in a cookie: that of an owner for all pages, that of a seat for its table."""
    require_own_site()
    token = _token_sent()
    by_script = request.mimetype == JSON
    try:
        token = _exchanged(token)
        found = bearer_to_keep(token)
    except Problem as problem:
        if by_script:
            raise
        return _form(problem.words, problem.status)
    answer = Response(status=204) if by_script else redirect(_where(found), 303)
    keep_bearer(answer, token, found)
    return answer  # type: ignore[return-value] # Flask's own Response


def _exchanged(token: str) -> str:
    """The token that was sent or, for the code of a link, a new one of the same owner or seat.

    Raises Problem (422) if the code was exchanged before, or is too old.
    """
    store, clock = service().store, service().clock
    code, seat = store.tokens.find(digest_of(token)), store.matches.token(digest_of(token))
    if seat is not None and seat.moves:
        return _moved(seat)
    if code is None or SIGN_IN not in code.scopes:
        return token
    if not code.usable(clock()) or not store.tokens.revoke(code.id):
        raise Problem(422, "this link was used before, or is older than a day: ask for another")
    made = write_token(token_bytes(TOKEN_BYTES))
    store.tokens.create(code.owner, (UPLOAD,), digest_of(made))
    return made


def _moved(invitation: SeatToken) -> str:
    """A new token of a seat that moves here, in the place of the one that another device has.

    Raises Problem (422) if its invitation was used before, or is too old.
    """
    now, made = service().clock(), write_token(token_bytes(TOKEN_BYTES))
    is_new = now < invitation.created + MOVES_WITHIN
    if not is_new or not service().store.matches.move_seat(invitation, digest_of(made)):
        detail = "this link was used before, or is older than 15 minutes: make another one"
        raise Problem(422, f"{detail} on the device that plays")
    return made


def bearer_to_keep(token: str) -> Bearer:
    """Whose a token is that a browser is to keep. Raises Problem (422) if it opens nothing."""
    found = bearer_of(f"Bearer {token}", service().store, service().clock)
    if found.refusal is not None:
        raise Problem(422, found.refusal)
    if found.seat is not None and found.seat.invitation:
        raise Problem(422, "this is an invitation: open its link to take the seat")
    return found


def keep_bearer(answer: BaseResponse, token: str, found: Bearer) -> None:
    """Have the browser keep a token: an owner's for all pages, a seat's for its table."""
    if found.seat is not None:
        keep_seat(answer, found.seat.match, token, _LIFE, _others())
    else:
        keep_token(answer, OWNER, f"{request.script_root}/", token, None)


def _others() -> list[str]:
    """The tables at which the browser has seats already, those whose game goes on first."""
    matches = service().store.matches

    def is_over(table: str) -> bool:
        match = matches.get(table)
        return match is None or not match.is_running

    return sorted(seats_kept(), key=is_over)


@blueprint.post("/session/end")
def sign_out() -> Response:
    """Have the browser forget the token of its owner, and those of its seats."""
    require_own_site()
    answer = redirect(url_for("site.start"), 303)
    forget_all(answer)
    return answer  # type: ignore[return-value] # Flask's own Response


def _form(wrong: str = "", status: int = 200) -> Response:
    owner = bearer().token
    shown = render(
        "session.html",
        root=request.script_root,
        wrong=wrong,
        to=to if (to := request.args.get("to")) in (TO_OWN_GAMES, TO_TABLE) else "",
        owner=None if owner is None else owner.owner,
        seats=seats_kept(),
    )
    return page(shown, status=status, sends=True)


def _token_sent() -> str:
    """The token in the body. Raises Problem (413) if it is too large, (422) if it has none."""
    if request.mimetype != JSON:
        return form_fields().get("token", [""])[0].strip()
    with body(at_most=SMALL) as stream:
        value = json_value(stream.read(SMALL), 422)
    token = value.get("token") if isinstance(value, dict) else None
    if not isinstance(token, str):
        raise Problem(422, "expected a JSON object with a `token`")
    return token.strip()


def _where(found: Bearer) -> str:
    """The page to which a token leads: its table, or the page that asked, or that of a new game."""
    if found.seat is None:
        asks = request.args.get("to") == TO_OWN_GAMES
        return url_for("own_games.games" if asks else "new_game.form")
    return url_for("play_page.at", table=found.seat.match)
