"""Sessions of browsers: a cookie that stands for a token, on pages alone.

Nothing below /v1 reads cookies, so no other site can use them there. On pages, what changes
something counts only if the browser says that a page of this service sent it.
"""

import re
from collections.abc import Iterable, Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import request
from werkzeug.wrappers import Response

from api.http.wsgi import Headers, Write
from replays.store.live_model import MATCH_ID

SESSION = "cgn.session"
"""Environ key of a request whose token came with a cookie."""

ALSO = "cgn.also"
"""Environ key of the owner's token in the cookies of a request that came with that of a seat."""

AS_OWNER = "as=owner"
"""In the query of a page of a table: its owner asks, though the browser has a seat there too."""

OWNER = "cgn"
"""The name of the cookie with an owner's token; that of a seat is followed by its table."""

SEATS = "cgn-seats"
"""The name of the cookie with the tables at which a browser has seats, for `/session` alone.

The cookie of a seat comes with the pages of its table, so signing out would not know of it.
"""

_MOST_SEATS = 20
"""Tables that a browser remembers.

Signing out takes 143 bytes of headers for each. From 27 on, nginx answered 502: unless it is told
otherwise, it takes headers of 4 KB.
"""

_PAGES = re.compile(r"/(?:(?:new|check|session|me)(?:/.*)?|(?:p|r|t)/.*)?")
"""The paths on which cookies count."""

_OF_TABLE = re.compile(rf"/t/({MATCH_ID})(?:/.*)?")
_SAFE = ("GET", "HEAD")
_PRIVATE = ("Cache-Control", "private, no-store")


def seat_cookie(table: str) -> str:
    """The name of the cookie with the token of a seat at a table."""
    return f"{OWNER}-{table}"


def keep_token(answer: Response, name: str, path: str, token: str, life: int | None) -> None:
    """Have the browser keep a token in a cookie for pages below a path: for seconds, or a session.

    No script reads it.
    """
    answer.set_cookie(
        name,
        token,
        max_age=life,
        path=path,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",  # not Strict: a link in a chat is to open the player's own table
    )


def keep_seat(answer: Response, table: str, token: str, life: int, others: Sequence[str]) -> None:
    """Have the browser keep the token of a seat for its table, and the table for signing out.

    `others` are the tables that it has seats at already; beyond `_MOST_SEATS`, the last ones go.
    """
    keep_token(answer, seat_cookie(table), _table_path(table), token, life)
    tables = [table, *[one for one in others if one != table]]
    for one in tables[_MOST_SEATS:]:
        forget_seat(answer, one)
    del tables[_MOST_SEATS:]
    keep_token(answer, SEATS, _seats_path(), ".".join(tables), life)


def seats_kept() -> list[str]:
    """The tables at which the browser of this request has seats, that of the newest seat first."""
    named = request.cookies.get(SEATS, "").split(".")[:_MOST_SEATS]
    return [table for table in named if re.fullmatch(MATCH_ID, table)]


def forget_all(answer: Response) -> None:
    """Have the browser forget the token of its owner, and those of all its seats."""
    answer.delete_cookie(OWNER, path=f"{request.script_root}/")
    for table in seats_kept():
        forget_seat(answer, table)
    answer.delete_cookie(SEATS, path=_seats_path())


def forget_seat(answer: Response, table: str) -> None:
    """Have the browser forget the token of its seat at a table."""
    answer.delete_cookie(seat_cookie(table), path=_table_path(table))


def _table_path(table: str) -> str:
    return f"{request.script_root}/t/{table}"


def _seats_path() -> str:
    return f"{request.script_root}/session"


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
        cookies, tokens = environ.get("HTTP_COOKIE", ""), list[str]()
        if environ["REQUEST_METHOD"] in _SAFE or is_from_here(environ):
            as_owner = AS_OWNER in environ.get("QUERY_STRING", "").split("&")
            tokens = _tokens(cookies, path, as_owner=as_owner)
        if tokens and "HTTP_AUTHORIZATION" not in environ:
            environ["HTTP_AUTHORIZATION"] = f"Bearer {tokens[0]}"
            environ[SESSION], environ[ALSO] = tokens[0], tokens[-1]

        def starting(status: str, headers: Headers, *rest: Any) -> Write:  # noqa: ANN401 - PEP 3333
            private = SESSION in environ or f"{SEATS}=" in cookies
            return start(status, _told(headers, private=private), *rest)

        return self._app(environ, starting)


def _tokens(header: str, path: str, *, as_owner: bool) -> list[str]:
    """The tokens in the cookies of a page: at a table, that of a seat before that of an owner."""
    try:
        cookies = SimpleCookie(header)
    except CookieError:
        return []
    table = None if as_owner else _OF_TABLE.fullmatch(path)
    names = [seat_cookie(table[1]), OWNER] if table else [OWNER]
    return [cookies[name].value for name in names if name in cookies]


def _told(headers: Headers, *, private: bool) -> Headers:
    """The headers of a page, which say that cookies count."""
    told, vary = [], ["Cookie"]
    for name, value in headers:
        if name == "Vary":
            vary.insert(0, value)
        elif name != "Cache-Control" or not private:
            told.append((name, value))
    return [*told, *([_PRIVATE] if private else []), ("Vary", ", ".join(vary))]
