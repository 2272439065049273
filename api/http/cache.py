"""Caches answers to anonymous GETs until what they show changes."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from itertools import chain
from operator import itemgetter
from threading import Lock
from time import monotonic
from typing import Any, TypeAlias
from urllib.parse import parse_qsl
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from cachetools import LRUCache
from msgspec import Struct

from api.http.metrics import ROUTE
from api.http.responses import FIXED, KEPT, LISTS, Kept, encodings_of
from api.http.wsgi import CACHED, Headers, Write
from api.problems import REFUSED
from replays.store.model import StoreError
from replays.store.sql.store import Store

Key: TypeAlias = tuple[str, ...]

_KEY = (
    *("SCRIPT_NAME", "PATH_INFO", "HTTP_ACCEPT", "HTTP_ORIGIN"),
    *("wsgi.url_scheme", "HTTP_HOST"),
)
"""Everything in a request that can change its answer, but its query; links repeat the address.

The query counts by its names and values, however it is spelled.
"""

_NAME = itemgetter(0)

_OVERHEAD = 2_048
"""Bytes of memory that an answer takes besides its body."""

_MILLISECOND = 0.001


class _Entry(Struct, frozen=True):
    kept: Kept
    headers: tuple[tuple[str, str], ...]
    route: str
    version: int
    made: float

    @property
    def size(self) -> int:
        return len(self.kept.body) + _OVERHEAD


class _Entries(LRUCache[Key, _Entry]):
    """The answers asked for last, up to a size in bytes; found by source, too."""

    def __init__(self, most: int) -> None:
        super().__init__(most, lambda entry: entry.size)
        self._by_source: dict[str, set[Key]] = {}

    def __setitem__(self, key: Key, entry: _Entry, **named: Any) -> None:  # noqa: ANN401 - as cachetools has it
        super().__setitem__(key, entry, **named)
        for source in entry.kept.sources:
            self._by_source.setdefault(source, set()).add(key)

    def __delitem__(self, key: Key, **named: Any) -> None:  # noqa: ANN401 - as above
        sources = self[key].kept.sources
        super().__delitem__(key, **named)
        for source in sources:
            keys = self._by_source[source]
            keys.discard(key)
            if not keys:
                del self._by_source[source]

    def drop(self, sources: Iterable[str]) -> None:
        """Forget all answers made from these sources."""
        for source in sources:
            for key in tuple(self._by_source.get(source, ())):
                del self[key]


class Cache:
    """A WSGI application that caches answers to GETs without a token, up to `size` bytes.

    It asks the store what has changed after each other request, and after `age` milliseconds.
    A list may be as old as that.
    """

    def __init__(self, app: WSGIApplication, store: Store, size: int, age: int) -> None:
        self._app = app
        self._store = store
        self._size = size
        self._age = age * _MILLISECOND
        self._entries = _Entries(size)
        self._version: int | None = None
        self._asked = -self._age
        self._lock = Lock()
        self._tell: Callable[[int, Iterable[str] | None], None] = lambda *_: None

    def listen(self, tell: Callable[[int, Iterable[str] | None], None]) -> None:
        """Tell of each change: the version of the store, and what changed (None: perhaps all)."""
        self._tell = tell

    def look(self) -> None:
        """Find out what has changed in the store, if it can be asked."""
        with self._lock, suppress(StoreError):
            self._update()
            self._asked = monotonic()

    def seen(self) -> int:
        """The version of the store up to which changes are known; -1 if it cannot be asked."""
        if self._version is None:
            self.look()
        return -1 if self._version is None else self._version

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle one request."""
        if environ["REQUEST_METHOD"] != "GET":
            return self._changing(environ, start)
        if "HTTP_AUTHORIZATION" in environ or REFUSED in environ:
            return self._app(environ, start)
        key = tuple(environ.get(name, "") for name in _KEY)
        query = sorted(
            parse_qsl(environ.get("QUERY_STRING", ""), keep_blank_values=True), key=_NAME
        )
        key = (*key, *chain.from_iterable(query))
        try:
            entry = self._find(key, fresh="no-cache" in environ.get("HTTP_CACHE_CONTROL", ""))
        except StoreError:  # which the app will come upon as well
            return self._app(environ, start)
        if entry is None:
            return self._make(key, environ, start)
        environ[ROUTE] = entry.route
        environ[CACHED] = True
        encodings = encodings_of(environ.get("HTTP_ACCEPT_ENCODING"))
        sent = entry.kept.sent(encodings, environ.get("HTTP_IF_NONE_MATCH"))
        headers = [*sent.headers.items(), *entry.headers]
        if sent.status == HTTPStatus.OK:
            headers.append(("Content-Length", str(len(sent.body))))
        start(f"{sent.status} {HTTPStatus(sent.status).phrase}", headers)
        return [sent.body]

    def _changing(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle a request that may change the store."""

        def changed(status: str, headers: Headers, *rest: Any) -> Write:  # noqa: ANN401 - PEP 3333
            self._asked = -self._age
            return start(status, headers, *rest)

        return self._app(environ, changed)

    def _find(self, key: Key, *, fresh: bool) -> _Entry | None:
        """The kept answer, if it is still right. Raises StoreError if the store cannot be asked."""
        with self._lock:
            now = monotonic()
            if fresh or now - self._asked >= self._age:
                self._update()
                self._asked = now
            entry: _Entry | None = self._entries.get(key)
            if entry is not None and now >= entry.kept.until:
                del self._entries[key]
                return None
            if entry is None or LISTS not in entry.kept.sources or entry.version == self._version:
                return entry
            if not fresh and now - entry.made < self._age:
                return entry
            del self._entries[key]
            return None

    def _update(self) -> None:
        """Forget answers made from replays that have changed."""
        changes = self._store.changes(self._version)
        if changes.version == self._version:
            return
        if changes.ids is None:
            self._entries = _Entries(self._size)
        else:
            self._entries.drop(changes.ids)
        self._version = changes.version
        self._tell(changes.version, changes.ids)

    def _make(self, key: Key, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Let the app answer, and keep the answer if it names its sources."""
        version, made = self._version, monotonic()

        def keeping(status: str, headers: Headers, *rest: Any) -> Write:  # noqa: ANN401 - PEP 3333
            kept: Kept | None = environ.get(KEPT)
            if kept is not None and kept.sources and version is not None:
                cors = tuple(one for one in headers if one[0].startswith("Access-Control-"))
                self._keep(key, _Entry(kept, cors, environ.get(ROUTE, "none"), version, made))
            return start(status, headers, *rest)

        return self._app(environ, keeping)

    def _keep(self, key: Key, entry: _Entry) -> None:
        with self._lock:
            is_lasting = entry.kept.sources in ((LISTS,), (FIXED,))
            is_current = is_lasting or entry.version == self._version
            if is_current and entry.size <= self._size:
                self._entries[key] = entry
