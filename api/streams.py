"""Records in one stream, any number: as text or JSON Lines, with a last line that says so."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from flask import Response

from api.codec import written
from api.content_types import Spelling
from api.cursors import write_cursor
from api.responses import CACHING, takes_gzip
from notation.read import Form
from replays.store.export_import import line, record_of
from replays.store.model import Query, Viewer
from replays.store.protocol import Store

_PIECE = 1 << 15
"""Bytes of records from which on they are sent, and the next made once those are taken."""

_GZIP = 16 + zlib.MAX_WBITS
_LEVEL = 5


@dataclass(frozen=True, slots=True)
class Export:
    """Which records a stream holds: all that a query finds behind `after`, at most `limit`.

    With `notes`, a line with the cursor follows each.
    """

    store: Store
    query: Query
    viewer: Viewer
    after: int | None
    limit: int | None
    notes: bool

    def pieces(self, kind: Spelling) -> Iterator[bytes]:
        """The stream, some records at a time."""
        count, piece = 0, b""
        found = self.store.bodies(self.query, self.viewer, self.after)
        for number, body in islice(found, self.limit):
            piece += self._one(number, body, kind, first=not count)
            count += 1
            if len(piece) >= _PIECE:
                yield piece
                piece = b""
        yield piece + _end(kind, count)

    def _one(self, number: int, body: bytes, kind: Spelling, *, first: bool) -> bytes:
        if kind.form is Form.TEXT:
            data = b"\n" * (not first) + written(record_of(number, body), kind)
        else:
            data = line(number, body)
        if self.notes:
            data += f"% after {write_cursor(number)}\n".encode()
        return data


def streamed(kind: Spelling, pieces: Iterator[bytes]) -> Response:
    """The answer that sends pieces as they are made, packed for those who take it.

    The first piece is made at once: what goes wrong until then is raised here.
    """
    pieces = chain([next(pieces)], pieces)
    headers = dict(CACHING)
    if takes_gzip():
        headers["Content-Encoding"] = "gzip"
        pieces = _packed(pieces)
    return Response(pieces, headers=headers, content_type=kind.content_type)


def _end(kind: Spelling, count: int) -> bytes:
    """The last line of a stream of so many records."""
    if kind.form is Form.TEXT:
        return f"% complete: {count} {'record' if count == 1 else 'records'}\n".encode()
    return f'{{"complete": true, "records": {count}}}\n'.encode()


def _packed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces as one gzip, each sent on whole."""
    packer = zlib.compressobj(_LEVEL, wbits=_GZIP)
    for piece in pieces:
        yield packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
