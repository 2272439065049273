"""Sessions of browsers: a cookie that stands for a token, on pages alone.

Nothing below /v1 reads cookies, so no other site can use them there. On pages, what changes
something counts only if the browser says that a page of this service sent it.
"""

import re
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from api.http.wsgi import Headers, Write

SESSION = "cgn.session"
"""Environ key of a request whose token came with a cookie."""

OWNER = "cgn"
"""The name of the cookie with an owner's token; that of a seat is followed by its table."""

_PAGES = re.compile(r"/(?:(?:new|check|session|me)(?:/.*)?|(?:p|r|t)/.*)?")
"""The paths on which cookies count."""

_OF_TABLE = re.compile(r"/t/([0-9a-f]{32})(?:/.*)?")
_SAFE = ("GET", "HEAD")
_PRIVATE = ("Cache-Control", "private, no-store")


def seat_cookie(table: str) -> str:
    """The name of the cookie with the token of a seat at a table."""
    return f"{OWNER}-{table}"


def is_from_here(environ: WSGIEnvironment) -> bool:
    """Whether a page of this service sent a request, as the browser says.

    Over plain http to another machine there is no Sec-Fetch-Site; then the origin has to be ours.
    """
    site, origin = environ.get("HTTP_SEC_FETCH_SITE"), environ.get("HTTP_ORIGIN")
    if site is not None:
        return bool(site == "same-origin")
    return bool(origin == f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST', '')}")


class Sessions:
    """A WSGI application in which requests for pages carry the token of their cookie.

    It stands before caches and rates, which look at the token. An answer that depends on a cookie
    is kept by nobody, and no answer to one browser stands for another with other cookies.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle one request."""
        environ.pop(SESSION, None)
        path = environ["PATH_INFO"]
        if _PAGES.fullmatch(path) is None:
            return self._app(environ, start)
        token = None
        if environ["REQUEST_METHOD"] in _SAFE or is_from_here(environ):
            token = _token(environ.get("HTTP_COOKIE", ""), path)
        if token is not None and "HTTP_AUTHORIZATION" not in environ:
            environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
            environ[SESSION] = token

        def starting(status: str, headers: Headers, *rest: Any) -> Write:  # noqa: ANN401 - PEP 3333
            return start(status, _told(headers, private=SESSION in environ), *rest)

        return self._app(environ, starting)


def _token(header: str, path: str) -> str | None:
    """The token in the cookies of a page: at a table, that of a seat before that of an owner."""
    try:
        cookies = SimpleCookie(header)
    except CookieError:
        return None
    table = _OF_TABLE.fullmatch(path)
    names = [seat_cookie(table[1]), OWNER] if table else [OWNER]
    return next((cookies[name].value for name in names if name in cookies), None)


def _told(headers: Headers, *, private: bool) -> Headers:
    """The headers of a page, which say that cookies count."""
    told, vary = [], ["Cookie"]
    for name, value in headers:
        if name == "Vary":
            vary.insert(0, value)
        elif name != "Cache-Control" or not private:
            told.append((name, value))
    return [*told, *([_PRIVATE] if private else []), ("Vary", ", ".join(vary))]
