"""Authenticates requests: the token of each, and what it allows."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar
from wsgiref.types import WSGIEnvironment

from flask import Flask, request

from api.http.sessions import SESSION
from api.problem_types import INSUFFICIENT_SCOPE, INVALID_TOKEN
from api.problems import Problem
from api.service import service
from replays.store.live_model import SeatToken
from replays.store.model import ANYONE, Clock, Viewer
from replays.store.sql.store import Store
from replays.store.tokens import ADMIN, GUEST, SCOPES, SIGN_IN, UPLOAD, Token, digest_of

BEARER = "cgn.bearer"
"""Environ key of the authenticated client."""

_REALM = 'Bearer realm="cgn"'
_SCHEME = "bearer"

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Bearer:
    """The token in the request's Authorization, or why it is refused.

    `seat` is the token of a seat of a game in progress, which opens that alone.
    """

    token: Token | None = None
    seat: SeatToken | None = None
    refusal: str | None = None

    @property
    def owner(self) -> str:
        """The owner of the token, or of the table at which it has a seat; else nothing."""
        return self.token.owner if self.token else self.seat.owner if self.seat else ""


def bearer() -> Bearer:
    """The token in the request's Authorization, looked up once a request."""
    if BEARER not in request.environ:
        asked = service()
        request.environ[BEARER] = bearer_in(request.environ, asked.store, asked.clock)
    found: Bearer = request.environ[BEARER]
    return found


def viewer() -> Viewer:
    """Who reads: the viewer that the store filters by."""
    token = bearer().token
    return ANYONE if token is None else Viewer(token.owner, ADMIN in token.scopes)


def reader_of(replay: str) -> Viewer:
    """The viewer of one replay: a seat that played it reads it as its table's owner.

    So a seat sees its game as long as the table stands and the owner holds the replay, and no copy
    that somebody else keeps for themselves.
    """
    seat = bearer().seat
    if seat is not None and not seat.invitation:
        match = service().store.matches.get(seat.match)
        if match is not None and match.replay == replay:
            return Viewer(seat.owner)
    return viewer()


def require_writer() -> str:
    """The name of the client who writes.

    Raises Problem where no token came (401), or one that may not write (403).
    """
    token = _sent()
    if token is None or not may_write(token):
        raise beyond(f"this requires a token with the scope {UPLOAD}", UPLOAD)
    return token.owner


def own_token() -> Token:
    """The token of this request, whatever its scopes.

    Raises Problem where none came (401), or that of a seat (403).
    """
    token = _sent()
    if token is None:
        raise beyond("this requires the token of an owner, not that of a seat")
    return token


def beyond(detail: str, *scopes: str) -> Problem:
    """The refusal (403) of a token without any of these scopes."""
    needed = f', scope="{" ".join(scopes)}"' if scopes else ""
    challenge = f'{_REALM}, error="insufficient_scope"{needed}'
    return Problem(INSUFFICIENT_SCOPE, detail, {"WWW-Authenticate": challenge})


def _sent() -> Token | None:
    """The token of this request, None if it is that of a seat. Raises Problem without one (401)."""
    if bearer().token is None and bearer().seat is None:
        detail = "this requires a token: send Authorization: Bearer cgn_…"
        raise Problem(401, detail, {"WWW-Authenticate": _REALM})
    return bearer().token


def _guard(check: Callable[[], object]) -> Callable[[F], F]:
    def guarding(view: F) -> F:
        @wraps(view)
        def guarded(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - any view
            check()
            return view(*arguments, **named)

        return guarded  # type: ignore[return-value] # it takes and gives what the view does

    return guarding


needs_token = _guard(require_writer)
"""Require a token that may write, before the route looks at anything else."""

needs_any_token = _guard(own_token)
"""Require a token of any scope, before the route looks at anything else."""


def register_guard(app: Flask) -> None:
    """Refuse every request with an invalid token, whatever it asks for."""

    @app.before_request
    def refuse() -> None:
        refusal = bearer().refusal
        if refusal is not None:
            challenge = f'{_REALM}, error="invalid_token", error_description="{refusal}"'
            raise Problem(INVALID_TOKEN, refusal, {"WWW-Authenticate": challenge})


def may_write(token: Token) -> bool:
    """Whether it lets its owner write."""
    return UPLOAD in scopes_of(token)


def may_own(token: Token) -> bool:
    """Whether it lets its owner do at their own tables what an owner may: a guest's does, too."""
    return may_write(token) or GUEST in token.scopes


def scopes_of(token: Token) -> frozenset[str]:
    """The scopes of the token, and those that they include."""
    return frozenset(SCOPES if ADMIN in token.scopes else token.scopes)


def bearer_in(environ: WSGIEnvironment, store: Store, clock: Clock) -> Bearer:
    """The token of a request. An old one in a cookie is none, or it would close every page."""
    found = bearer_of(environ.get("HTTP_AUTHORIZATION"), store, clock)
    return Bearer() if found.refusal is not None and SESSION in environ else found


def bearer_of(header: str | None, store: Store, clock: Clock) -> Bearer:
    """The token in an Authorization header, or why it is refused."""
    if header is None:
        return Bearer()
    scheme, _, text = header.partition(" ")
    if scheme.lower() != _SCHEME or not text.strip():
        return Bearer(refusal="Authorization is Bearer and a token here")
    digest = digest_of(text.strip())
    token = store.tokens.find(digest)
    if token is None:
        return _seat(store.matches.token(digest))
    refusal = _refusal(token, clock())
    return Bearer(token) if refusal is None else Bearer(refusal=refusal)


def _refusal(token: Token, now: int) -> str | None:
    """Why an owner's token opens nothing, if so."""
    if token.revoked is not None:
        return "this token was revoked"
    if not token.usable(now):
        return "this token has expired"
    return "this is the code of a sign-in link: open the link" if SIGN_IN in token.scopes else None


def _seat(seat: SeatToken | None) -> Bearer:
    """The token of a seat, or why it is refused."""
    if seat is None:
        return Bearer(refusal="this token is not known here")
    return Bearer(refusal="this token was revoked") if seat.revoked else Bearer(seat=seat)
