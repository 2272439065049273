"""Lets a GET with `wait` wait for a change, and sends the events of a table as a stream."""

import re
from collections.abc import Iterable
from http import HTTPStatus
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlencode
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from api.http.cache import Cache
from api.http.wsgi import Headers, Write
from api.policy.rates import CLIENT
from api.problems import REFUSED
from api.server.parking import LIST, MAX_WAIT, SPOT, Parked, Parking, Spot
from replays.store.model import StoreError
from replays.store.sql.store import Store
from replays.store.words import fold

EVENT_STREAM = "text/event-stream"
"""The media type of a stream of events."""

_BEAT = 25.0
"""Seconds after which a stream sends a comment, so that nobody takes it for dead."""

_BACKLOG = 1 << 16
"""Bytes that a client of a stream may leave unread; it can go on from the last event later."""

_LISTS = ("/v1/replays", "/v1/tables")
"""The lists that can be followed."""

_BETWEEN = 1.0
"""Seconds between two times at which those that follow lists are woken."""

_LOOKED_UP = 200
"""Changed games whose players are looked up; where more have changed, all lists are asked again."""

_WAIT = re.compile(r"(?:^|&)wait=([0-9]{1,2})(?:&|$)")
_TABLE = re.compile(r"(?:/v1/tables/([0-9a-f]{32})(?:/.*)?|/t/([0-9a-f]{32})/(?:state|version))")
_EVENTS = re.compile(r"/v1/tables/([0-9a-f]{32})/events")


class Waiting:
    """A WSGI application whose unchanged answers come with the next change, or in time.

    It stands around the cache, whose looks for changes wake those that wait.
    """

    def __init__(self, app: Cache, parking: Parking, store: Store) -> None:
        self._app: WSGIApplication = app
        self._cache, self._parking = app, parking
        self._lists = _Lists(parking, store)
        app.listen(self._changed)
        parking.watch(self._look)
        store.listen(self._look_for_them)

    def _changed(self, version: int, ids: Iterable[str] | None) -> None:
        """Wake those that wait for a table now, and note what lists have to be asked again."""
        self._parking.changed(version, ids)
        self._lists.note(version, ids)

    def _look(self) -> None:
        self._cache.look()
        self._lists.wake()

    def _look_for_them(self) -> None:
        """Look, if anybody waits."""
        if self._parking.waiting:
            self._cache.look()

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle one request. Raises Parked if it has to wait."""
        if environ["REQUEST_METHOD"] != "GET":
            answer = self._app(environ, start)
            self._look_for_them()
            return answer
        path, spot = environ["PATH_INFO"], environ.get(SPOT)
        table = _TABLE.fullmatch(path)
        if spot is None or (table is None and path not in _LISTS):
            return self._app(environ, start)
        if table is not None and _EVENTS.fullmatch(path) and _takes_events(environ):
            stream = _Stream(self._app, self._cache, self._parking, table[1])
            return stream.answer(environ, start, spot)
        wait = _WAIT.search(environ["QUERY_STRING"])
        if wait is None or "HTTP_IF_NONE_MATCH" not in environ or REFUSED in environ:
            return self._app(environ, start)
        seconds = min(int(wait[1]), MAX_WAIT)
        if table is not None:
            return self._wait(environ, start, spot, table[1] or table[2], seconds)
        fresh = {**environ, "HTTP_CACHE_CONTROL": "no-cache"}  # a kept list may be a little old
        return self._wait(fresh, start, spot, _list_source(environ), seconds)

    def _wait(
        self, environ: WSGIEnvironment, start: StartResponse, spot: Spot, source: str, seconds: int
    ) -> Iterable[bytes]:
        """Answer, but for a 304 before its time."""
        now = monotonic()
        if spot.until is None:
            spot.until = now + seconds
        client = environ.get(CLIENT, "")
        if now >= spot.until or not self._parking.has_room(client, source):
            return self._app(environ, start)
        ticket = self._cache.seen()
        answer = _Answer(self._app, environ)
        if answer.status != HTTPStatus.NOT_MODIFIED:
            return answer.send(start)
        answer.close()
        raise Parked(source, client, ticket, spot.until)


def _list_source(environ: WSGIEnvironment) -> str:
    """What a list waits for: changes of a game and a player, if it names them."""
    query = parse_qs(environ["QUERY_STRING"])
    game, player = query.get("game", [""])[0], fold(query.get("player", [""])[0])
    return f"{LIST}{game} {player}"


class _Lists:
    """Wakes those that follow lists: at most once a second, and only if a game concerns them."""

    def __init__(self, parking: Parking, store: Store) -> None:
        self._parking, self._store = parking, store
        self._version, self._ids, self._is_all = -1, set[str](), False
        self._woken = 0.0
        self._lock = Lock()

    def note(self, version: int, ids: Iterable[str] | None) -> None:
        """Note what has changed; None: perhaps all."""
        with self._lock:
            self._version = version
            self._ids.update(ids or ())
            self._is_all |= ids is None or len(self._ids) > _LOOKED_UP

    def wake(self) -> None:
        """Wake those that what was noted concerns, unless others were woken a moment ago."""
        now = monotonic()
        with self._lock:
            if now - self._woken < _BETWEEN or not (self._ids or self._is_all):
                return
            version, ids, is_all = self._version, self._ids, self._is_all
            self._ids, self._is_all, self._woken = set(), False, now
        sources = None if is_all else self._sources(ids)
        if sources is None:
            self._parking.changed(version, self._parking.lists())
        else:
            self._parking.changed(version, sources)

    def _sources(self, ids: Iterable[str]) -> set[str] | None:
        """What lists wait for that these concern; None: perhaps all."""
        try:
            subjects = self._store.subjects(ids)
        except StoreError:
            return None
        found: set[str] = set()
        for subject in subjects:
            if subject is None:  # it is gone, and so is what it concerned
                return None
            for game in ("", subject.game):
                found.update(f"{LIST}{game} {player}" for player in ("", *subject.players))
        return found


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
        if (
            ended
            or spot.channel.total_outbufs_len > _BACKLOG
            or not self._parking.has_room(client, self._table)
        ):
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
