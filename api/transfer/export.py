"""Records in one stream, any number: as text or JSON Lines, with a last line that says so."""

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice

from flask import Response, request

from api.checking.record_jobs import size_of, texts, weight_of
from api.checking.work_queue import WorkQueue
from api.http.content_types import Kind, Spelling
from api.http.paging import write_cursor
from api.http.responses import CACHING, GZIP, LEVEL
from api.problems import Problem
from notation.read import Form
from notation.weight import LIGHT
from replays.store.export_import import last_line, line
from replays.store.model import StoreError, Viewer
from replays.store.query import Query


@dataclass(frozen=True, slots=True)
class Export:
    """Which records a stream holds: all that a query finds behind `after`, at most `limit`.

    With `notes`, a line with the cursor follows each. One stream holds at most `most` bytes of
    JSON, or less as text: then a line with the cursor ends it, and not the one that completes it.
    """

    queue: WorkQueue
    query: Query
    viewer: Viewer
    after: int | None
    limit: int | None
    notes: bool
    most: int

    def pieces(self, kind: Spelling) -> Iterator[bytes]:
        """The stream, some records at a time.

        If it cannot go on, a line with the cursor ends it as well, and the request for the rest
        fails with the reason. Raises Problem or StoreError if it cannot even begin.
        """
        count = size = work = last = 0
        try:
            for some in self._batches():
                size += sum(size_of(body) for _, body in some)
                work += _work(some) if kind.form is Form.TEXT else 0
                yield b"".join(self._lines(some, kind, first=not count))
                count += len(some)
                last = some[-1][0]
                if size > self.most or work > self.queue.most:
                    yield _note(last)
                    return
        except (Problem, StoreError):
            if not count:
                raise
            yield _note(last)
        else:
            yield last_line(kind.form, count)

    def _lines(
        self, some: list[tuple[int, bytes]], kind: Spelling, *, first: bool
    ) -> Iterator[bytes]:
        if kind.form is Form.TEXT:
            canonical = kind.parameter is not None
            records = self.queue.ask(texts(some, canonical=canonical))
        else:
            records = [line(*one) for one in some]
        for (number, _), data in zip(some, records, strict=True):
            if kind.form is Form.TEXT and not first:
                yield b"\n"
            first = False
            yield data
            if self.notes:
                yield _note(number)

    def _batches(self) -> Iterator[list[tuple[int, bytes]]]:
        """The bodies, as many at a time as are light together."""
        bodies = self.queue.store.bodies(self.query, self.viewer, self.after)
        batch: list[tuple[int, bytes]] = []
        for one in islice(bodies, self.limit):
            if batch and _work([*batch, one]) > LIGHT:
                yield batch
                batch = []
            batch.append(one)
        if batch:
            yield batch


def streamed(
    kind: Kind, pieces: Iterator[bytes], headers: Mapping[str, str] | None = None
) -> Response:
    """The answer that sends pieces as they are made, packed for those who take it.

    The first piece is made at once: what goes wrong until then is raised here.
    """
    pieces = chain([next(pieces)], pieces)
    headers = {**CACHING, **(headers or {})}
    if request.accept_encodings.quality("gzip") > 0:
        headers["Content-Encoding"] = "gzip"
        pieces = _packed(pieces)
    return Response(pieces, headers=headers, content_type=kind.content_type)


def _work(some: list[tuple[int, bytes]]) -> int:
    return sum(weight_of(body) for _, body in some)


def _note(number: int) -> bytes:
    return f"% after {write_cursor(number)}\n".encode()


def _packed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces as one gzip, each sent on whole."""
    packer = zlib.compressobj(LEVEL, wbits=GZIP)
    for piece in pieces:
        yield packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
