"""The short way to what is asked most: a stored replay as JSON, for somebody without a token.

It leaves out the layers that only other requests need. Whatever is unusual about a request is
left to the app, and what is answered here is what the app would answer.
"""

import re
from collections.abc import Iterable
from time import perf_counter
from typing import Any

from api.answers import CACHING, etag, unpacked
from api.bridge import Environ, WsgiApp
from api.limiting import Limits, client_at
from api.media import DOCUMENTS
from api.metrics import Metrics
from api.problems import Problem
from api.records import tag_of
from replays.store.data import ANYONE, StoreError
from replays.store.store import Store

_PATH = re.compile("/v1/replays/([0-9a-f]{64})")
_ROUTE = "/v1/replays/<id:replay>"
_KINDS = {"": str(DOCUMENTS[0]), "*/*": str(DOCUMENTS[0])} | {
    str(kind): str(kind) for kind in DOCUMENTS
}
_UNUSUAL = ("HTTP_AUTHORIZATION", "HTTP_IF_NONE_MATCH", "HTTP_ORIGIN")


class Shortcut:
    """A WSGI application that goes the short way where it can, and else calls the app."""

    def __init__(self, app: WsgiApp, store: Store, limits: Limits, metrics: Metrics) -> None:
        self._app = app
        self._store = store
        self._limits = limits
        self._metrics = metrics

    def __call__(self, environ: Environ, start: Any) -> Iterable[bytes]:  # noqa: ANN401 - PEP 3333
        """Handle one request."""
        found = self._found(environ)
        if found is None:
            return self._app(environ, start)
        headers, body = found
        start("200 OK", [*headers.items(), ("Content-Length", str(len(body)))])
        return [body]

    def _found(self, environ: Environ) -> tuple[dict[str, str], bytes] | None:
        """The headers and the body of what is asked for; None where that is for the app."""
        begun = perf_counter()
        replay = _PATH.fullmatch(environ["PATH_INFO"])
        kind = _KINDS.get(environ.get("HTTP_ACCEPT", ""))
        packings = environ.get("HTTP_ACCEPT_ENCODING", "")
        is_usual = (
            environ["REQUEST_METHOD"] == "GET"
            and not environ["QUERY_STRING"]
            and ";" not in packings
            and not any(name in environ for name in _UNUSUAL)
        )
        if replay is None or kind is None or not is_usual:
            return None
        try:
            stored = self._store.get(replay[1], ANYONE)
            if stored is None:
                return None
            rates = self._limits.count("reads", client_at(environ["REMOTE_ADDR"]))
        except (StoreError, Problem):
            return None
        pack = "gzip" in [name.strip() for name in packings.lower().split(",")]
        told = {**CACHING, "ETag": etag(tag_of(stored, "json"), pack=pack), "Content-Type": kind}
        if pack:
            told["Content-Encoding"] = "gzip"
        self._metrics.add("GET", _ROUTE, 200, perf_counter() - begun)
        return {**told, **rates}, stored.body if pack else unpacked(stored.body)
