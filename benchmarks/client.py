"""A client of HTTP that costs little: raw sockets, each answer looked at once it is whole."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from selectors import EVENT_READ, DefaultSelector
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection, socket

HOST = "127.0.0.1"

_BLOCK = 1 << 18
_HEAD_END = b"\r\n\r\n"
_LAST_CHUNK = b"0\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Answers:
    """The bodies of what was answered, in the order of the requests, and the seconds it took."""

    bodies: list[bytes]
    seconds: float


class Client:
    """Some connections to one service, each kept open and asked again once it has answered."""

    def __init__(self, connections: list[socket]) -> None:
        self._connections = connections

    def ask(self, requests: Sequence[bytes], status: HTTPStatus = HTTPStatus.OK) -> Answers:
        """Send every request to whichever connection is idle, and take every answer.

        Raises ValueError where an answer has another status, or is not whole.
        """
        bodies = [b""] * len(requests)
        with DefaultSelector() as selector:
            waiting = enumerate(requests)
            start = time.perf_counter()
            asked = 0
            for connection, (number, request) in zip(self._connections, waiting, strict=False):
                connection.sendall(request)
                selector.register(connection, EVENT_READ, _Exchange(connection, number))
                asked += 1
            while asked:
                for key, _ in selector.select():
                    exchange: _Exchange = key.data
                    body = exchange.take(status)
                    if body is None:
                        continue
                    bodies[exchange.number] = body
                    following = next(waiting, None)
                    if following is None:
                        asked -= 1
                    else:
                        exchange.begin(*following)
            return Answers(bodies, time.perf_counter() - start)


class _Exchange:
    """A request on its connection, and what has come of the answer."""

    def __init__(self, connection: socket, number: int) -> None:
        self._connection = connection
        self.number = number
        self._got = b""

    def begin(self, number: int, request: bytes) -> None:
        """Send the next request."""
        self.number = number
        self._got = b""
        self._connection.sendall(request)

    def take(self, status: HTTPStatus) -> bytes | None:
        """Take what has come: the body, once all of it is there."""
        came = self._connection.recv(_BLOCK)
        if not came:
            raise ValueError("the connection was closed within an answer")
        self._got += came
        head, parted, body = self._got.partition(_HEAD_END)
        if not parted:
            return None
        if int(head[9:12]) != status:
            raise ValueError(f"the answer is {head[:12]!r}, not {status}: {body!r}")
        return _whole(head, body)


@contextmanager
def connected(port: int, connections: int) -> Iterator[Client]:
    """A client with so many connections to a service on this machine."""
    sockets = [create_connection((HOST, port)) for _ in range(connections)]
    try:
        for one in sockets:
            one.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        yield Client(sockets)
    finally:
        for one in sockets:
            one.close()


def get(path: str) -> bytes:
    """A request for a path."""
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()


def post(path: str, text: bytes, token: str | None = None) -> bytes:
    """A request that sends records as text, with a token where there is one."""
    bearer = "" if token is None else f"Authorization: Bearer {token}\r\n"
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\n{bearer}"
        f"Content-Type: text/vnd.cgn\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    return head.encode() + text


def _whole(head: bytes, body: bytes) -> bytes | None:
    """The body of an answer, or None while some of it is still to come."""
    length = _LENGTH.search(head)
    if length is not None:
        return body if len(body) >= int(length[1]) else None
    return b"".join(_chunks(body)) if body.endswith(_LAST_CHUNK) else None


def _chunks(body: bytes) -> Iterator[bytes]:
    """What the chunks of a body hold."""
    at = 0
    while at < len(body):
        begin = body.index(b"\r\n", at) + 2
        end = begin + int(body[at : begin - 2], 16)
        yield body[begin:end]
        at = end + 2
