"""What is quick does not wait for what takes long, and who takes nothing makes room."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from threading import Event, current_thread
from typing import Any

import pytest
from flask import Flask

from api import bridge as bridging
from api.bridge import Bridge, Environ, Message, Send
from api.settings import Settings
from api.shortcut import Later

LONG, QUICK = "/v1/games", f"/v1/replays/{'0' * 64}"
_PATIENCE = 30.0


async def get(bridge: Bridge, path: str, send: Send) -> None:
    """Ask, and be sent the answer."""

    async def receive() -> Message:
        return {"type": "http.request"}

    scope = {"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http"}
    await bridge({**scope, "path": path, "query_string": b"", "headers": []}, receive, send)


async def asked(bridge: Bridge, path: str) -> list[Message]:
    """All that comes of a GET."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await get(bridge, path, send)
    return sent


def serving(app: Callable[[Environ, Any], Iterable[bytes]]) -> Bridge:
    """A bridge to this application, with one thread."""
    flask = Flask("bridged")
    flask.wsgi_app = app  # type: ignore[assignment, method-assign] # as Flask has it
    return Bridge(flask, Settings(threads=1))


@pytest.mark.parametrize("path", [QUICK, "/healthz"])
def test_what_is_quick_is_answered_while_every_thread_is_busy(path: str) -> None:
    begun, done = Event(), Event()

    def app(environ: Environ, start: Any) -> Iterable[bytes]:  # noqa: ANN401 - PEP 3333
        if environ["PATH_INFO"] == LONG:
            begun.set()
            assert done.wait(_PATIENCE)
        start("200 OK", [("Content-Length", "0")])
        return []

    async def both() -> tuple[int, int]:
        bridge = serving(app)
        long = asyncio.ensure_future(asked(bridge, LONG))
        await asyncio.to_thread(begun.wait, _PATIENCE)
        quick = await asyncio.wait_for(asked(bridge, path), _PATIENCE)
        done.set()
        return quick[0]["status"], (await long)[0]["status"]

    assert asyncio.run(both()) == (200, 200)


@pytest.mark.parametrize("error", [None, ZeroDivisionError()])
def test_an_answer_that_comes_later_keeps_no_thread_busy(error: Exception | None) -> None:
    settled: Future[None] = Future()
    tellers: list[str] = []

    def app(environ: Environ, start: Any) -> Iterable[bytes]:  # noqa: ANN401 - PEP 3333
        def tell() -> list[bytes]:
            tellers.append(current_thread().name)
            start("500 BAD" if error else "201 Created", [("Content-Length", "2")])
            return [b"ok"]

        if environ["PATH_INFO"] == LONG:
            return Later(settled, tell)
        start("200 OK", [("Content-Length", "0")])
        return []

    async def both() -> tuple[list[Message], int]:
        bridge = serving(app)
        later = asyncio.ensure_future(asked(bridge, LONG))
        meanwhile = await asyncio.wait_for(asked(bridge, "/v1/decks"), _PATIENCE)
        assert not later.done()
        if error is None:
            settled.set_result(None)
        else:
            settled.set_exception(error)
        return await asyncio.wait_for(later, _PATIENCE), meanwhile[0]["status"]

    (start, body), meanwhile = asyncio.run(both())
    assert (start["status"], body["body"], meanwhile) == (500 if error else 201, b"ok", 200)
    assert (tellers == [current_thread().name]) is (error is None), "the app tells of errors"


def test_a_large_answer_that_nobody_takes_makes_room_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = bytes(range(256)) * 1_000
    monkeypatch.setattr(bridging, "MAX_HELD", len(body))

    def app(_: Environ, start: Any) -> Iterable[bytes]:  # noqa: ANN401 - PEP 3333
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    async def both() -> list[Message]:
        bridge, stuck = serving(app), asyncio.Event()

        async def take_nothing(message: Message) -> None:
            if message["type"] == "http.response.body":
                stuck.set()
                await asyncio.Event().wait()

        slow = asyncio.ensure_future(get(bridge, LONG, take_nothing))
        await stuck.wait()
        sent = await asked(bridge, LONG)
        await asyncio.wait_for(slow, _PATIENCE)
        return sent

    sent = asyncio.run(both())
    assert b"".join(message.get("body", b"") for message in sent) == body
    assert [message["more_body"] for message in sent[1:]] == [True, True, True, False]
