"""What is quick does not wait for what takes long."""

import asyncio
from collections.abc import Iterable
from threading import Event
from typing import Any

from flask import Flask

from api.bridge import Bridge, Environ, Message
from api.settings import Settings

LONG, QUICK = "/v1/games", f"/v1/replays/{'0' * 64}"
_PATIENCE = 30.0


async def asked(bridge: Bridge, path: str) -> int:
    """The status of the answer to a GET."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http"}
    await bridge({**scope, "path": path, "query_string": b"", "headers": []}, receive, send)
    status: int = sent[0]["status"]
    return status


def test_a_stored_replay_is_read_while_every_thread_is_busy() -> None:
    begun, done = Event(), Event()

    def app(environ: Environ, start: Any) -> Iterable[bytes]:  # noqa: ANN401 - PEP 3333
        if environ["PATH_INFO"] == LONG:
            begun.set()
            assert done.wait(_PATIENCE)
        start("200 OK", [("Content-Length", "0")])
        return []

    async def both() -> tuple[int, int]:
        flask = Flask("busy")
        flask.wsgi_app = app  # type: ignore[assignment, method-assign] # as Flask has it
        bridge = Bridge(flask, Settings(threads=1))
        long = asyncio.ensure_future(asked(bridge, LONG))
        await asyncio.to_thread(begun.wait, _PATIENCE)
        quick = await asyncio.wait_for(asked(bridge, QUICK), _PATIENCE)
        done.set()
        return quick, await long

    assert asyncio.run(both()) == (200, 200)
