"""waitress, held to what the service promises: strict requests, problems, connections kept open."""

import re
from http import HTTPStatus
from socket import socket
from time import monotonic
from typing import Any
from wsgiref.types import WSGIApplication

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.server import create_server
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import Error
from waitress.wasyncore import loop

from api.policy.headers import HARDENED, STRICTEST
from api.problem_types import status_title
from api.problems import TYPE, UNCACHED, Problem, no_room, over_limit
from api.server.parking import SPOT, Parked, Parking, Spot
from api.settings import Settings
from notation.render.json import printable

HEAD = 1 << 13
"""Bytes that the request line and the headers may have.

In 128 KB, an Accept took 0.13 s to read, and 30,000 parameters or headers of CORS 0.06 s. With 16
KB, sixteen at once kept others waiting for 0.48 s. The longest query that is allowed has 6.7 KB.
"""

LISTED = 1 << 10
"""Bytes that each of `LISTS` may have; browsers send some 150.

700 kinds in 8 KB took 10 ms of CPU to compare with what there is, and 1,900 names of headers 8 ms,
for each request.
"""

LISTS = ("Accept", "Accept-Encoding", "Access-Control-Request-Headers")
"""Headers of which each word is compared with what there is."""

_GRACE = 30
"""Seconds for the requests under way when the service is stopped."""

_GLANCE = 0.5
_FOLDED = re.compile(rb"\n[ \t]")
_VERSIONS = ("1.0", "1.1")


class _LengthRequired(Error):
    code = 411
    reason = "Length Required"


class _NoRoom(Error):
    code = 507
    reason = "Insufficient Storage"


class _LongList(Error):
    code = 431
    reason = "Request Header Fields Too Large"


class Parser(HTTPRequestParser):
    """Refuses what waitress would guess at: no Host or two, chunks, folded headers.

    `spot` is what is kept of the request while it waits: with the request, since the channel may
    have its next one before the thread that answered this one is done.
    """

    spot: Spot | None = None

    def received(self, data: bytes) -> int:
        """Take in bytes; where there is no room for a body, it is refused."""
        try:
            taken = super().received(data)
        except OSError:
            self.error, self.completed, taken = _NoRoom(""), True, len(data)
        if self.error is not None:
            self.expect_continue = False
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of a request. Raises ParsingError if it is malformed."""
        try:
            super().parse_header(header_plus)
        except TransferEncodingNotImplemented:
            raise ParsingError("Transfer-Encoding is not supported; send Content-Length") from None
        host = self.headers.get("HOST")
        if self.version not in _VERSIONS:
            raise ParsingError("the request has to be one of HTTP/1.1")
        if _FOLDED.search(header_plus):
            raise ParsingError("a header may not go on in a second line")
        if (host is None and self.version == _VERSIONS[1]) or "," in (host or ""):
            raise ParsingError("a request has one Host header")
        if self.chunked or "TRANSFER_ENCODING" in self.headers:
            self.error, self.completed = _LengthRequired(""), True
        for name in LISTS:
            if len(self.headers.get(name.upper().replace("-", "_"), "")) > LISTED:
                self.error, self.completed = _LongList(name), True


class Answering(WSGITask):
    """Keeps a connection open after each answer whose end is clear without a Content-Length.

    It may be that of a request that waited, or a further part of one that streams.
    """

    def start(self) -> None:
        """Begin the answer, or go on with one that streams."""
        super().start()
        request: Any = self.request
        if request.spot is not None and request.spot.is_streaming:
            self.wrote_header = True
            self.chunked_response = self.version != _VERSIONS[0]
            self.close_on_finish = not self.chunked_response

    def get_environment(self) -> dict[str, Any]:
        """The environ, with the spot in which the request may wait."""
        environ: dict[str, Any] = super().get_environment()
        request: Any = self.request
        environ[SPOT] = request.spot
        return environ

    def set_close_on_finish(self) -> None:
        """Close the connection after this answer, if that is needed."""
        request: Any = self.request
        ends = not self.has_body or (self.chunked_response and request.command != "HEAD")
        asked = request.headers.get("CONNECTION", "").lower() == "close"
        if self.wrote_header or asked or not ends or self.version == _VERSIONS[0]:
            super().set_close_on_finish()


class Refusing(ErrorTask):
    """Answers what is no request, or too large a one, with a problem."""

    def execute(self) -> None:
        """Send the problem, and close the connection."""
        problem = self._problem()
        body = printable(problem.body("")) + b"\n"
        self.status = f"{problem.status} {status_title(problem.status)}"
        own = [*UNCACHED.items(), ("Content-Type", TYPE)]
        self.response_headers = [*HARDENED, STRICTEST, *own]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)

    def _problem(self) -> Problem:
        request: Any = self.request
        error: Error = request.error
        adjustments = self.channel.adj
        if isinstance(error, _NoRoom):
            return no_room()
        if isinstance(error, _LengthRequired):
            return Problem(411, "send Content-Length, and the body in one piece")
        if isinstance(error, _LongList):
            return Problem(error.code, f"{error.body} may have at most {LISTED:,} bytes")
        if error.code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            most = adjustments.max_request_body_size - 1
            return over_limit("bytes in the body", "max_import", most)
        if error.code == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
            return Problem(
                error.code,
                f"the request line and the headers may have at most {HEAD:,} bytes together",
            )
        return Problem(error.code, error.body)


class Channel(HTTPChannel):
    """A connection."""

    parser_class = Parser
    task_class = Answering
    error_task_class = Refusing

    def service(self) -> None:
        """Answer a request, or set it aside until there is something to answer.

        The request stays in the channel, so the loop leaves it alone meanwhile.
        """
        server: Any = self.server
        request: Any = self.requests[0]
        parking: Parking = server.parking
        spot: Spot = request.spot or Spot(self)
        request.spot = spot
        was_woken, spot.is_woken = spot.is_woken, False
        try:
            super().service()
        except Parked as parked:
            parking.park(spot, parked)
        if was_woken:
            parking.done()

    def writable(self) -> bool:
        """Whether the loop has to send something, because no thread does.

        Waits for a thread that is sending: otherwise the loop would spin, and slow it down.
        """
        if self.requests and self.total_outbufs_len:
            with self.outbuf_lock:
                return bool(super().writable())
        return bool(super().writable())


class Server:
    """Serves an application at a socket, until it is stopped."""

    def __init__(
        self, app: WSGIApplication, parking: Parking, settings: Settings, listening: socket
    ) -> None:
        """`parking` is where the requests to this app wait."""
        self._stopping = False
        self._parking = parking
        server: Any = create_server(
            app,
            _start=False,
            sockets=[listening],
            threads=settings.threads,
            backlog=settings.connections,
            connection_limit=settings.connections + 2,  # the socket and the trigger count as well
            channel_timeout=settings.idle_timeout,
            cleanup_interval=1,
            max_request_header_size=HEAD,
            max_request_body_size=max(settings.max_import, settings.max_body) + 1,
            # above the largest answer: it waits for a slow client on disk, and its thread goes on
            outbuf_high_watermark=2 * max(settings.max_export, settings.max_film),
            asyncore_use_poll=True,
            log_socket_errors=False,
            clear_untrusted_proxy_headers=False,  # the app reads them if --proxies says so
            ident=None,
        )
        server.channel_class = Channel
        server.parking = parking
        self._server = server

    def run(self) -> None:
        """Serve until `stop`, and then answer what is under way, for some time at most."""
        self._server.accept_connections()
        while not self._stopping:
            self._turn()
        self._server.del_channel()
        self._server.socket.close()
        self._parking.close()
        end = monotonic() + _GRACE
        while self._is_busy() and monotonic() < end:
            self._turn()

    def stop(self, *_: object) -> None:
        """Have `run` end; may be called by a signal, and any number of times."""
        self._stopping = True
        self._server.pull_trigger()

    def _turn(self) -> None:
        loop(_GLANCE, use_poll=True, map=self._server._map, count=1)  # noqa: SLF001 - waitress's run does no more
        for channel in [*self._server.active_channels.values()]:
            if channel.will_close:  # waitress would wait until the client takes something
                channel.handle_close()

    def _is_busy(self) -> bool:
        """Whether anybody waits for an answer. Connections of all others are closed."""
        busy = False
        for channel in self._server.active_channels.values():
            if channel.requests or channel.total_outbufs_len:
                busy = True
            else:
                channel.will_close = True
        return busy
