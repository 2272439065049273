"""The short way for the two requests that come by the thousand.

They are a stored replay as JSON, for somebody without a token, and one record to be stored. The
short way leaves out the layers that only other requests need. Whatever is unusual about a request
is left to the app, and so is telling what went wrong; what is answered here is what the app would
answer.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from io import BytesIO
from time import perf_counter
from typing import Any, TypeAlias
from wsgiref.types import WSGIApplication, WSGIEnvironment

from flask import Flask, request

from api.auth import bearer_of, may_write
from api.codec import tag_of
from api.content_types import DOCUMENTS, JSON, TEXT
from api.limiting import COUNTED, Limits, client_at, client_with
from api.request_bodies import TROUBLE
from api.responses import CACHING, WORTH_PACKING, etag, packed, unpacked
from api.service import Service
from api.uploading import SHORT, Keeping, TakesLong, told_of
from notation.render.json import printable
from replays.store.model import ANYONE

_REPLAYS = "/v1/replays"
_REPLAY = re.compile(f"{_REPLAYS}/([0-9a-f]{{64}})")
_ROUTE = f"{_REPLAYS}/<id:replay>"
_LIKED = {"": str(DOCUMENTS[0]), "*/*": str(DOCUMENTS[0])} | {
    str(kind): str(kind) for kind in DOCUMENTS
}
_SENT = {kind.content_type: kind for kind in (TEXT, *DOCUMENTS)} | {str(TEXT): TEXT}
_UNUSUAL = {
    "GET": ("HTTP_AUTHORIZATION", "HTTP_IF_NONE_MATCH", "HTTP_ORIGIN"),
    "POST": (
        "HTTP_CONTENT_ENCODING",
        "HTTP_IDEMPOTENCY_KEY",
        "HTTP_ORIGIN",
        "HTTP_TRANSFER_ENCODING",
    ),
}
_HEALTH = "/healthz"
_FAILED = "cgn.failed"
"""Under which key of the environ lies the error that stopped a request on the short way."""


@dataclass(frozen=True, slots=True)
class _Answer:
    route: str
    status: HTTPStatus
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class _Pending:
    """An answer that can be given once `future` is settled."""

    future: Future[Any]
    answer: Callable[[WSGIEnvironment], _Answer]


class Later:
    """The body of an answer that is told once `future` is settled; who asks sooner waits."""

    def __init__(self, future: Future[Any], tell: Callable[[], Iterable[bytes]]) -> None:
        self.future = future
        self.tell = tell

    def __iter__(self) -> Iterator[bytes]:
        """Tell the answer, and give its body."""
        body = self.tell()
        try:
            yield from body
        finally:
            getattr(body, "close", lambda: None)()


_Found: TypeAlias = _Answer | _Pending | None


class Shortcut:
    """A WSGI application that goes the short way where it can, and else calls the app."""

    def __init__(self, app: WSGIApplication, service: Service, limits: Limits) -> None:
        self._app = app
        self._service = service
        self._limits = limits

    def __call__(self, environ: WSGIEnvironment, start: Any) -> Iterable[bytes]:  # noqa: ANN401 - PEP 3333
        """Handle one request."""
        ways = {"GET": self._get, "POST": self._post}
        way = ways.get(environ["REQUEST_METHOD"])
        if way is None or not _is_usual(environ):
            return self._app(environ, start)
        return self._answer(way, environ, start, perf_counter())

    def _answer(
        self,
        find: Callable[[WSGIEnvironment], _Found],
        environ: WSGIEnvironment,
        start: Any,  # noqa: ANN401 - PEP 3333
        begun: float,
    ) -> Iterable[bytes]:
        """Answer with what is found, later if need be, or else have the app answer."""
        found: _Found = None
        try:
            found = find(environ)
        except TakesLong:
            pass
        except Exception as error:  # noqa: BLE001 - the app raises it
            environ[_FAILED] = error
        if found is None:
            return self._app(environ, start)
        if isinstance(found, _Pending):
            answer = partial(self._answer, found.answer, environ, start, begun)
            return Later(found.future, answer)
        seconds = perf_counter() - begun
        method = environ["REQUEST_METHOD"]
        self._service.metrics.add(method, found.route, found.status, seconds)
        headers = [*found.headers.items(), ("Content-Length", str(len(found.body)))]
        start(f"{found.status} {found.status.phrase}", headers)
        return [found.body]

    def _get(self, environ: WSGIEnvironment) -> _Answer | None:
        """A stored replay as JSON."""
        replay = _REPLAY.fullmatch(environ["PATH_INFO"])
        kind = _LIKED.get(environ.get("HTTP_ACCEPT", ""))
        if replay is None or kind is None:
            return None
        stored = self._service.store.get(replay[1], ANYONE)
        if stored is None:
            return None
        rates = self._count(environ, "reads", client_at(environ["REMOTE_ADDR"]))
        pack = _takes_gzip(environ)
        told = {**CACHING, "ETag": etag(tag_of(stored, "json"), pack=pack), "Content-Type": kind}
        if pack:
            told["Content-Encoding"] = "gzip"
        body = stored.body if pack else unpacked(stored.body)
        return _Answer(_ROUTE, HTTPStatus.OK, {**told, **rates}, body)

    def _post(self, environ: WSGIEnvironment) -> _Pending | None:
        """What will become of a record that was sent."""
        service = self._service
        if not _is_upload(environ) or int(environ["CONTENT_LENGTH"]) > service.settings.max_body:
            return None
        token = bearer_of(environ.get("HTTP_AUTHORIZATION"), service.store, service.clock).token
        if token is None or not may_write(token):
            return None
        rates = self._count(environ, "writes", client_with(token))
        raw = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        environ["wsgi.input"] = BytesIO(raw)
        keeping = Keeping(raw, _SENT[environ["CONTENT_TYPE"]], service.store, token.owner)
        return _Pending(keeping.future, partial(_became, keeping, rates))

    def _count(self, environ: WSGIEnvironment, kind: str, client: str) -> Mapping[str, str]:
        """Count the request, also where it is left to the app in the end."""
        rates = self._limits.count(kind, client)
        environ[COUNTED] = rates
        return rates


def is_quick(environ: WSGIEnvironment) -> bool:
    """Whether a request takes next to no time, or but waits for what others do."""
    if environ["PATH_INFO"] == _HEALTH:
        return True
    fits = {"GET": _is_read, "POST": _is_upload}.get(environ["REQUEST_METHOD"])
    return fits is not None and fits(environ) and _is_usual(environ)


def register_failures(app: Flask) -> None:
    """Have the app tell what went wrong on the short way."""

    @app.before_request
    def fail() -> None:
        error = request.environ.get(_FAILED)
        if error is not None:
            raise error


def _became(keeping: Keeping, rates: Mapping[str, str], environ: WSGIEnvironment) -> _Answer:
    """What became of a record that was sent. Raises as Keeping.result does."""
    prepared, added = keeping.result()
    where = f"{environ['SCRIPT_NAME']}{_REPLAYS}/{added.id}"
    told = {**CACHING, "Content-Type": JSON, "Location": where}
    body = printable(told_of(prepared, added)) + b"\n"
    if len(body) >= WORTH_PACKING and _takes_gzip(environ):
        told["Content-Encoding"] = "gzip"
        body = packed(body)
    status = HTTPStatus.CREATED if added.created else HTTPStatus.OK
    return _Answer(_REPLAYS, status, {**told, **rates}, body)


def _is_read(environ: WSGIEnvironment) -> bool:
    """Whether a request is for a replay as JSON."""
    return (
        _REPLAY.fullmatch(environ["PATH_INFO"]) is not None
        and environ.get("HTTP_ACCEPT", "") in _LIKED
    )


def _is_upload(environ: WSGIEnvironment) -> bool:
    """Whether a request brings a record that others can wait for."""
    return (
        environ["PATH_INFO"] == _REPLAYS
        and environ.get("CONTENT_TYPE", "") in _SENT
        and 0 < int(environ.get("CONTENT_LENGTH") or 0) <= SHORT
    )


def _is_usual(environ: WSGIEnvironment) -> bool:
    return (
        not environ["QUERY_STRING"]
        and ";" not in environ.get("HTTP_ACCEPT_ENCODING", "")
        and environ.get(TROUBLE) is None
        and not any(name in environ for name in _UNUSUAL[environ["REQUEST_METHOD"]])
    )


def _takes_gzip(environ: WSGIEnvironment) -> bool:
    names = environ.get("HTTP_ACCEPT_ENCODING", "").lower().split(",")
    return "gzip" in [name.strip() for name in names]
