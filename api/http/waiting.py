"""Lets a GET with `wait` wait for a change, and sends the events of a table as a stream."""

import re
from collections.abc import Iterable
from http import HTTPStatus
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlencode
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from api.http.cache import Cache
from api.http.wsgi import Headers, Write
from api.policy.rates import CLIENT
from api.problems import REFUSED
from api.server.parking import SPOT, Parked, Parking, Spot

LONGEST = 60
"""Seconds that a request may wait at most: proxies end a connection that is silent for longer."""

EVENT_STREAM = "text/event-stream"
"""The media type of a stream of events."""

_BEAT = 25.0
"""Seconds after which a stream sends a comment, so that nobody takes it for dead."""

_BACKLOG = 1 << 16
"""Bytes that a client of a stream may leave unread; it can go on from the last event later."""

_WAIT = re.compile(r"(?:^|&)wait=([0-9]{1,2})(?:&|$)")
_TABLE = re.compile(r"(?:/v1/tables/([0-9a-f]{32})(?:/.*)?|/t/([0-9a-f]{32})/state)")
_EVENTS = re.compile(r"/v1/tables/([0-9a-f]{32})/events")


class Waiting:
    """A WSGI application whose unchanged answers come with the next change, or in time.

    It stands around the cache, whose looks for changes wake those that wait.
    """

    def __init__(self, app: Cache, parking: Parking) -> None:
        self._app: WSGIApplication = app
        self._cache = app
        self._parking = parking
        app.listen(parking.changed)
        parking.watch(app.look)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle one request. Raises Parked if it has to wait."""
        if environ["REQUEST_METHOD"] != "GET":
            answer = self._app(environ, start)
            if self._parking.waiting:
                self._cache.look()
            return answer
        spot: Spot | None = environ.get(SPOT)
        table = _TABLE.fullmatch(environ["PATH_INFO"])
        if spot is None or table is None:
            return self._app(environ, start)
        name = table[1] or table[2]
        if _EVENTS.fullmatch(environ["PATH_INFO"]) and _takes_events(environ):
            return _Stream(self._app, self._cache, self._parking, name).answer(environ, start, spot)
        wait = _WAIT.search(environ["QUERY_STRING"])
        if wait is None or "HTTP_IF_NONE_MATCH" not in environ or REFUSED in environ:
            return self._app(environ, start)
        return self._wait(environ, start, spot, name, min(int(wait[1]), LONGEST))

    def _wait(
        self, environ: WSGIEnvironment, start: StartResponse, spot: Spot, table: str, seconds: int
    ) -> Iterable[bytes]:
        """Answer, but for a 304 before its time."""
        now = monotonic()
        if spot.until is None:
            spot.until = now + seconds
        client = environ.get(CLIENT, "")
        if now >= spot.until or not self._parking.has_room(client):
            return self._app(environ, start)
        ticket = self._cache.seen()
        answer = _Answer(self._app, environ)
        if answer.status != HTTPStatus.NOT_MODIFIED:
            return answer.send(start)
        answer.close()
        raise Parked(table, client, ticket, spot.until)


class _Answer:
    """The answer of an application, which was not sent yet."""

    def __init__(self, app: WSGIApplication, environ: WSGIEnvironment) -> None:
        self._started: tuple[Any, ...] = ()
        self._body = app(environ, self._start)

    def _start(self, *started: Any) -> Write:  # noqa: ANN401 - PEP 3333
        self._started = started
        return lambda _: None

    @property
    def status(self) -> int:
        """Its status."""
        return int(self._started[0][:3])

    @property
    def headers(self) -> Headers:
        """Its headers."""
        headers: Headers = self._started[1]
        return headers

    def send(self, start: StartResponse) -> Iterable[bytes]:
        """Begin to send it; returns the body."""
        start(*self._started)
        return self._body

    def read(self) -> bytes:
        """Its whole body."""
        try:
            return b"".join(self._body)
        finally:
            self.close()

    def close(self) -> None:
        """Leave it."""
        close = getattr(self._body, "close", None)
        if close is not None:
            close()


class _Stream:
    """The events of a table: what `…/moves` says since the last one, each time asked anew."""

    def __init__(self, app: WSGIApplication, cache: Cache, parking: Parking, table: str) -> None:
        self._app, self._cache, self._parking = app, cache, parking
        self._table = table

    def answer(self, environ: WSGIEnvironment, start: StartResponse, spot: Spot) -> Iterable[bytes]:
        """Send what is new, and wait for the next event. Raises Parked.

        The stream ends with the game; and if the client leaves too much unread, may no longer see
        the table, or is one of too many.
        """
        client, ticket = environ.get(CLIENT, ""), self._cache.seen()
        last = spot.last or _last_event(environ)
        moves = _inner(environ, f"/v1/tables/{self._table}/moves", last)
        if spot.is_streaming:
            moves["HTTP_IF_NONE_MATCH"] = f'"v{last}"'
        answer = _Answer(self._app, moves)
        if answer.status == HTTPStatus.SEE_OTHER:  # the game has ended, and has a replay
            answer.close()
            answer = _Answer(self._app, _inner(environ, f"/v1/tables/{self._table}", ""))
        if answer.status not in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            if spot.is_streaming:  # the token was revoked, or the table removed
                answer.close()
                return []
            return answer.send(start)
        version = dict(answer.headers)["Table-Version"]
        body = answer.read().strip()
        write = start("200 OK", _STREAMING)
        ended = b'"finished":true' in body
        if version == last and not ended:
            write(b":\n\n")
        else:
            kind = b"event: end\n" if ended else b""
            write(b"id: %b\n%bdata: %b\n\n" % (version.encode(), kind, body))
        spot.last = version
        if ended or spot.channel.total_outbufs_len > _BACKLOG or not self._parking.has_room(client):
            return []
        raise Parked(self._table, client, ticket, monotonic() + _BEAT)


_STREAMING = [
    ("Content-Type", EVENT_STREAM),
    ("Cache-Control", "no-store"),
    ("Vary", "Accept"),
    ("X-Accel-Buffering", "no"),  # or nginx would keep events until it has many
]


def _takes_events(environ: WSGIEnvironment) -> bool:
    return EVENT_STREAM in environ.get("HTTP_ACCEPT", "")


def _last_event(environ: WSGIEnvironment) -> str:
    """The version that a client has: by its last event, or else by its query."""
    since = parse_qs(environ["QUERY_STRING"]).get("since", [""])[-1]
    last: str = environ.get("HTTP_LAST_EVENT_ID") or since
    return last if re.fullmatch(r"[1-9][0-9]{0,8}", last) else ""


def _inner(environ: WSGIEnvironment, path: str, since: str) -> WSGIEnvironment:
    """A request for what an event has, of the same client in the same view."""
    query = {
        name: values[-1]
        for name, values in parse_qs(environ["QUERY_STRING"]).items()
        if name == "view"
    }
    inner = {
        **environ,
        "PATH_INFO": path,
        "QUERY_STRING": urlencode({**query, **({"since": since} if since else {})}),
        "HTTP_ACCEPT": "application/json",
        "HTTP_ACCEPT_ENCODING": "identity",
    }
    inner.pop("HTTP_IF_NONE_MATCH", None)
    return inner
