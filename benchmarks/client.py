"""A cheap HTTP client: raw sockets, and each answer is read once it is complete."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from itertools import cycle, islice
from selectors import EVENT_READ, DefaultSelector
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection, socket

HOST = "127.0.0.1"

_BLOCK = 1 << 18
_HEAD_END = b"\r\n\r\n"
_LAST_CHUNK = b"0\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Answers:
    """The bodies of the answers, in the order of the requests, and the seconds they took."""

    bodies: list[bytes]
    seconds: float


class Client:
    """Some connections to one service, each kept open and reused once it has answered."""

    def __init__(self, connections: list[socket]) -> None:
        self._connections = connections

    def ask(self, requests: Sequence[bytes], status: HTTPStatus = HTTPStatus.OK) -> Answers:
        """Send every request to whichever connection is idle, and take every answer.

        Raises ValueError if an answer has another status, or is incomplete.
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
    """A request on its connection, and the part of the answer that has come."""

    def __init__(self, connection: socket, number: int) -> None:
        self._connection = connection
        self._expect(number)

    def begin(self, number: int, request: bytes) -> None:
        """Send the next request."""
        self._expect(number)
        self._connection.sendall(request)

    def _expect(self, number: int) -> None:
        self.number = number
        self._got = bytearray()
        self._body = 0
        self._end: int | None = None

    def take(self, status: HTTPStatus) -> bytes | None:
        """Receive more of the answer; returns the body once it is complete."""
        came = self._connection.recv(_BLOCK)
        if not came:
            raise ValueError("the connection was closed within an answer")
        self._got += came
        if not self._body and not self._read_head(status):
            return None
        if self._end is None:
            whole = self._got.endswith(_LAST_CHUNK)
            return b"".join(_chunks(bytes(self._got[self._body :]))) if whole else None
        return bytes(memoryview(self._got)[self._body :]) if len(self._got) >= self._end else None

    def _read_head(self, status: HTTPStatus) -> bool:
        """Find where the body begins and ends; False while the head is incomplete."""
        at = self._got.find(_HEAD_END)
        if at < 0:
            return False
        head = bytes(self._got[:at])
        if int(head[9:12]) != status:
            raise ValueError(f"the answer is {head[:12]!r}, not {status}: {self._got[at:]!r}")
        self._body = at + len(_HEAD_END)
        length = _LENGTH.search(head)
        self._end = None if length is None else self._body + int(length[1])
        return True


@contextmanager
def connected(ports: int | Sequence[int], connections: int) -> Iterator[Client]:
    """A client with so many connections to services on this machine, each as many as the others."""
    turns = cycle([ports] if isinstance(ports, int) else ports)
    sockets = [create_connection((HOST, port)) for port in islice(turns, connections)]
    try:
        for one in sockets:
            one.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        yield Client(sockets)
    finally:
        for one in sockets:
            one.close()


def get(path: str, *, packed: bool = False) -> bytes:
    """A request for a path; the answer may be gzip if `packed`."""
    accepted = "Accept-Encoding: gzip\r\n" if packed else ""
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{accepted}\r\n".encode()


def post(path: str, text: bytes, token: str | None = None) -> bytes:
    """A request that sends records as text, with a token if there is one."""
    bearer = "" if token is None else f"Authorization: Bearer {token}\r\n"
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\n{bearer}"
        f"Content-Type: text/vnd.cgn\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    return head.encode() + text


def _chunks(body: bytes) -> Iterator[bytes]:
    """The content of the chunks of a body."""
    at = 0
    while at < len(body):
        begin = body.index(b"\r\n", at) + 2
        end = begin + int(body[at : begin - 2], 16)
        yield body[begin:end]
        at = end + 2
