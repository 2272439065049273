"""Badly behaved services: one with prepared answers, one that cuts connections."""

import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

_PIECE = 1 << 12
STORED: Mapping[str, Any] = {
    "id": "0" * 64,
    "created": True,
    "held": False,
    "same_game": [],
    "game": "triggs",
    "verdict": "valid",
    "plies": 1,
    "warnings": [],
}
"""What is said of a record that was stored."""


@dataclass(frozen=True)
class Answer:
    """A prepared answer; `cut` ends it in the middle of its body.

    Its content type is that of the request's Accept unless a header says otherwise.
    """

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False


@dataclass(frozen=True)
class Request:
    """A received request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Stub:
    """A service that gives these answers in turn, and then repeats the last."""

    url: str
    answers: list[Answer]
    requests: list[Request] = field(default_factory=list)


class _Server(ThreadingHTTPServer):
    """Ignores clients that disconnect early."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type] # as it came


@contextmanager
def stubbed(*answers: Answer) -> Iterator[Stub]:
    """A running stub."""
    stub = Stub("", list(answers))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            stub.requests.append(Request(self.command, self.path, dict(self.headers), body))
            answer = stub.answers.pop(0) if len(stub.answers) > 1 else stub.answers[0]
            self.send_response(answer.status)
            kind = {"Content-Type": self.headers.get("Accept", "application/json")}
            for name, value in (kind | answer.headers).items():
                self.send_header(name, value)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            if answer.body:
                self.wfile.write(b"%x\r\n%b\r\n" % (len(answer.body), answer.body))
            if answer.cut:
                self.close_connection = True
            else:
                self.wfile.write(b"0\r\n\r\n")

        do_POST = do_GET  # noqa: N815 - as http.server has it

        def log_message(self, *_: object) -> None:
            pass

    with _Server(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        stub.url = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield stub
        finally:
            server.shutdown()


class Wire:
    """A proxy in front of a service that stops answers after so many bytes.

    `passing` has the numbers for the next connections; later ones pass unlimited. A connection that
    has used up its bytes is cut, or `stalls`: nothing more comes.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.passing: list[int] = []
        self.stalls = False
        self.stopped = Event()
        self._threads = [Thread(target=self._accept)]
        self._threads[0].start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client = self._listening.accept()[0]
                self._open.append(client)
                try:
                    service = socket.create_connection(("127.0.0.1", self._to))
                except ConnectionRefusedError:
                    _shut(client)
                    continue
                self._open.append(service)
                most = self.passing.pop(0) if self.passing else None
                for ends in ((client, service, None), (service, client, most)):
                    self._threads.append(Thread(target=self._carry, args=ends))
                    self._threads[-1].start()

    def _carry(self, one: socket.socket, other: socket.socket, most: int | None) -> None:
        with suppress(OSError):
            while piece := one.recv(_PIECE):
                other.sendall(piece[:most])
                if most is not None and (most := most - len(piece)) <= 0:
                    self.stopped.set()
                    if self.stalls:
                        return
                    break
        _shut(one)
        _shut(other)

    def cut(self) -> None:
        """Cut all connections."""
        for end in self._open:
            _shut(end)

    def close(self) -> None:
        """Cut all connections, and accept no more."""
        _shut(self._listening)
        for thread in self._threads:
            self.cut()
            thread.join()
        for end in (self._listening, *self._open):
            end.close()


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def wired(port: int) -> Iterator[Wire]:
    """A proxy for the service at this port."""
    with closing(Wire(port)) as wire:
        yield wire
