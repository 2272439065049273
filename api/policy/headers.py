"""Security and CORS headers of every answer."""

from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, request
from flask_cors import CORS

from api.http.wsgi import Headers, Write
from api.settings import Settings
from pages.environment import FRAMED

_METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST"]
"""CORS headers of every route."""

_OF_REQUESTS = [
    *("Accept", "Authorization", "Cache-Control", "Content-Encoding", "Content-Type"),
    *("Idempotency-Key", "If-Match", "If-None-Match"),
]
_OF_ANSWERS = [
    *("ETag", "Link", "Location", "Retry-After", "Table-Version", "Table-Plies", "Poll-After"),
    *("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"),
]
_DAY = 24 * 60 * 60
_POLICY = "Content-Security-Policy"
STRICTEST = (
    _POLICY,
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
)
"""The default Content-Security-Policy: nothing may run or load anything."""

_UNFRAMED = ("X-Frame-Options", "DENY")
HARDENED = (
    ("X-Content-Type-Options", "nosniff"),
    _UNFRAMED,
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)
"""Headers of every answer that keep browsers from unsafe defaults."""

_SECURE = ("Strict-Transport-Security", f"max-age={365 * _DAY}")


def register_headers(app: Flask, settings: Settings) -> None:
    """Add CORS headers to every answer to another site, and answer preflights."""
    CORS(
        app,
        methods=_METHODS,
        origins=[origin.strip() for origin in settings.cors.split(",") if origin.strip()],
        allow_headers=_OF_REQUESTS,
        expose_headers=_OF_ANSWERS,
        max_age=_DAY,
        send_wildcard=True,
        always_send=False,
    )

    @app.before_request
    def answer_preflight() -> Response | None:
        """Answer a preflight, which needs no route, token or rate."""
        asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        return Response(status=204) if asks else None


class Hardened:
    """A WSGI application that adds the security headers to every answer."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle one request."""

        def hardened(status: str, headers: Headers, *rest: Any) -> Write:  # noqa: ANN401 - PEP 3333
            own = next((value for name, value in headers if name == _POLICY), None)
            names = {name for name, _ in headers}
            headers = [*headers, *[one for one in HARDENED if one[0] not in names]]
            if own is None:
                headers.append(STRICTEST)
            elif FRAMED in own:
                headers.remove(_UNFRAMED)
            if environ["wsgi.url_scheme"] == "https":
                headers.append(_SECURE)
            return start(status, headers, *rest)

        return self._app(environ, hardened)
