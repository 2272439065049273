"""From the server's ASGI to the Flask app: a slow client holds a coroutine, never a thread.

A body is read whole, and in time, before the app is called in one of a few threads. What takes next
to no time has a thread of its own: a stored replay is read there, and an upload handed to the
store, whose answer is awaited by nobody but its coroutine. What the app streams is asked of it
piece by piece, as the client takes it.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from tempfile import TemporaryFile
from typing import Any, BinaryIO, TypeAlias, cast

from flask import Flask

from api.auth import lets_write
from api.held import MAX_HELD, Held
from api.request_bodies import IN_MEMORY, TROUBLE, Trouble
from api.responses import PIECE
from api.settings import Settings
from api.shortcut import Later, is_quick
from api.threads import Threads, settled

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Environ: TypeAlias = dict[str, Any]
WsgiApp: TypeAlias = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_LARGE = "/v1/imports"
_NO_BODY = (204, 304)
_HEARD_OUT = 1 << 26
"""Bytes of a body too large that are let pass: who is still sending would not read the answer."""

_STREAMING = 1 << 19
"""Bytes that a stream takes beside the piece that is sent."""

_OWN_KEYS = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the app answers: `pieces` are all of it, or what is still to be asked for."""

    status: int
    headers: list[tuple[bytes, bytes]]
    pieces: list[bytes] | Iterator[bytes]
    close: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """An answer that can be asked for once `future` is settled."""

    future: Future[Any]
    answer: Callable[[], Answer]


class Bridge:
    """An ASGI application that calls a WSGI one."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._threads = Threads(settings.threads)
        self._quick = Threads(1)  # several would wait more for each other than work
        self._held = Held(MAX_HELD)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            raise ValueError(f"only http is spoken here, not {scope['type']}")
        headers = _joined(scope["headers"])
        body, trouble = await self._body(scope, headers, receive)
        environ = _environ(scope, headers, body, trouble)
        with body:
            await self._answer(environ, receive, send)

    async def _answer(self, environ: Environ, receive: Receive, send: Send) -> None:
        threads = self._quick if is_quick(environ) else self._threads
        found = await threads.do(partial(_call, self._app, environ))
        answer = found if isinstance(found, Answer) else await self._settled(found)
        start = {"type": "http.response.start", "status": answer.status}
        await send({**start, "headers": answer.headers})
        if not isinstance(answer.pieces, list):
            try:
                await self._stream(answer.pieces, receive, send)
            finally:
                await self._threads.do(answer.close)
        elif sum(map(len, answer.pieces)) <= PIECE:  # which is not counted as held
            await send({"type": "http.response.body", "body": b"".join(answer.pieces)})
        else:
            await self._send(answer.pieces, send)

    async def _settled(self, found: Unsettled) -> Answer:
        await settled(found.future)
        if found.future.exception() is None:
            return found.answer()
        return await self._threads.do(found.answer)

    async def _body(
        self, scope: Message, headers: dict[str, str], receive: Receive
    ) -> tuple[BinaryIO, Trouble | None]:
        """The body, and what kept it from coming; one too large is let pass or left where it is."""
        if "transfer-encoding" in headers:
            return BytesIO(), Trouble.LENGTH
        length = int(headers.get("content-length", "0"))
        most = await self._most(scope, headers, length)
        if most < length <= _HEARD_OUT and "expect" not in headers:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._settings.body_timeout):
                    await _passed(receive)
        if not 0 < length <= most:
            return BytesIO(), Trouble.CUT if length else None
        try:
            async with asyncio.timeout(self._settings.body_timeout):
                body = await _received(receive, length)
        except TimeoutError:
            return BytesIO(), Trouble.LATE
        except OSError:
            return BytesIO(), Trouble.ROOM
        if body.tell() < length:
            return BytesIO(), Trouble.CUT
        body.seek(0)
        return body, None

    async def _most(self, scope: Message, headers: dict[str, str], length: int) -> int:
        """Bytes of a body that are taken in: of many only from those who may write."""
        settings = self._settings
        if scope["path"] != _LARGE:
            return settings.max_body
        asked = partial(lets_write, self._app, headers.get("authorization"))
        if length <= settings.max_body or await self._threads.do(asked):
            return settings.max_import
        return min(settings.max_body, settings.max_import)

    async def _send(self, pieces: list[bytes], send: Send) -> None:
        """Send a large body as the client takes it, until it takes none for too long."""
        left = sum(map(len, pieces))
        with suppress(TimeoutError):  # without an end: the server then closes the connection
            async with self._held.holding(left):
                for piece in _cut(pieces):
                    left -= len(piece)
                    await self._send_piece(piece, send, more=left > 0)

    async def _send_piece(self, piece: bytes, send: Send, *, more: bool) -> None:
        """Send a piece. Raises TimeoutError where the client does not take it in time."""
        async with asyncio.timeout(self._settings.send_timeout):
            await send({"type": "http.response.body", "body": piece, "more_body": more})

    async def _stream(self, pieces: Iterator[bytes], receive: Receive, send: Send) -> None:
        """Send pieces as the client takes them, until it goes away or takes none for too long."""
        gone = asyncio.ensure_future(_leaving(receive))
        try:
            while (piece := await self._threads.do(partial(next, pieces, None))) is not None:
                if gone.done():
                    return
                async with self._held.holding(len(piece) + _STREAMING):
                    await self._send_piece(piece, send, more=True)
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            return  # without an end: the server then closes the connection
        finally:
            gone.cancel()
            with suppress(asyncio.CancelledError):
                await gone


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces that are sent at once."""
    for piece in pieces:
        for start in range(0, len(piece), PIECE):
            yield piece[start : start + PIECE]


async def _received(receive: Receive, length: int) -> BinaryIO:
    """What has come of a body of this length. Raises OSError where there is no room for it."""
    body: BinaryIO = BytesIO() if length <= IN_MEMORY else cast("BinaryIO", TemporaryFile())  # noqa: SIM115 - the app reads it
    while (message := await receive())["type"] == "http.request":
        body.write(message.get("body", b""))
        if not message.get("more_body", False):
            break
    body.flush()
    return body


async def _passed(receive: Receive) -> None:
    """Let a body pass."""
    while (await receive()).get("more_body", False):
        pass


async def _leaving(receive: Receive) -> None:
    """Wait until the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _joined(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers by name; one that stands there several times is a list with commas.

    A name with `_` could pass for one with `-`, and is left out.
    """
    found: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        if "_" not in name:
            found[name] = f"{found[name]},{value}" if name in found else value
    return found


def _environ(
    scope: Message, headers: dict[str, str], body: BinaryIO, trouble: Trouble | None
) -> Environ:
    """The request as WSGI has it (PEP 3333)."""
    server, client = scope.get("server") or ("", 0), scope.get("client") or ("", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        TROUBLE: trouble,
    }
    for name, value in headers.items():
        key = _OWN_KEYS.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        environ[key] = value
    return environ


def _call(app: WsgiApp, environ: Environ) -> Answer | Unsettled:
    """Call the app."""
    started: list[tuple[int, list[tuple[bytes, bytes]]]] = []

    def start(status: str, headers: list[tuple[str, str]], *_: object) -> None:
        named = [
            (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
        ]
        started.append((int(status[:3]), named))

    def answer(pieces: Iterable[bytes]) -> Answer:
        return _answer(*started[-1], pieces)

    pieces = app(environ, start)
    if isinstance(pieces, Later):
        return Unsettled(pieces.future, lambda: answer(pieces.tell()))
    return answer(pieces)


def _answer(status: int, headers: list[tuple[bytes, bytes]], pieces: Iterable[bytes]) -> Answer:
    """An answer; one of known length is taken whole at once."""
    close: Callable[[], None] = getattr(pieces, "close", lambda: None)
    known = any(name == b"content-length" for name, _ in headers) or status in _NO_BODY
    if not known:
        return Answer(status, headers, iter(pieces), close)
    try:
        return Answer(status, headers, list(pieces), close)
    finally:
        close()
