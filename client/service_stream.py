"""The records of a service as a stream of bytes, like a file."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from errno import EIO
from urllib.parse import parse_qsl

from client.client import Client
from client.part import parting
from client.protocol import ServiceError
from notation.read import Form
from notation.streams import Pieces


class ServiceStream(Pieces):
    """The public replays of a service, oldest first, as text; they are requested when read.

    Conditions may stand in the address as a query: `https://cards.example?game=triggs`. `notify` is
    called with a line about each failure after which the client tries again. Reading raises
    OSError if the service refuses, or if trying again does not help.

    Raises ValueError if the address cannot be that of a service.
    """

    def __init__(self, address: str, notify: Callable[[str], None] = lambda _: None) -> None:
        url, _, query = address.partition("?")
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query))
        conditions = dict(pairs)
        if len(conditions) < len(pairs):
            raise ValueError("a condition is given twice")
        self._client = Client(url, notify=notify)
        self._pieces = self._received({**conditions, "order": "oldest"})
        self._rest = b""

    def piece(self, size: int) -> bytes:
        """The next bytes that have come."""
        try:
            self._rest = self._rest or next(self._pieces, b"")
        except ServiceError as error:
            raise OSError(EIO, error.message.removeprefix(self._client.url).lstrip(": ")) from None
        piece, self._rest = self._rest[:size], self._rest[size:]
        return piece

    def close(self) -> None:
        """Close the connections to the service."""
        with suppress(AttributeError):  # there is none if the address was wrong
            self._client.close()
        super().close()

    def _received(self, query: dict[str, str]) -> Iterator[bytes]:
        for count, received in enumerate(self._client.download(query)):
            yield parting(Form.TEXT, count) + received.data
