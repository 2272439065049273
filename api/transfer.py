"""Records on their way in and out: an upload, and a stream of many with a last line."""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, islice

from flask import Response, request

from api.checking.record_jobs import Part, Row, size_of, texts, weight_of
from api.checking.work_queue import WorkQueue
from api.http.content_types import Kind, Spelling
from api.http.paging import write_cursor
from api.http.responses import CACHING, GZIP, LEVEL
from api.problems import Problem, broken, problem_of
from client.answers import Stored
from notation.diagnostics import Diagnostic
from notation.read import Form
from notation.weight import LIGHT
from replays.store.export_import import last_line, line
from replays.store.model import Added, Key, StoreError, Upload, Viewer, Visibility
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


def keep(
    queue: WorkQueue,
    raw: bytes,
    form: Form,
    holder: str,
    visibility: Visibility,
    key: Key | None,
) -> Stored:
    """Check a record and store it.

    Raises Problem as `WorkQueue.ask` does, and (422) if it is invalid, or there are several.
    """

    def work(part: Part) -> list[Row]:
        # a light record is played sooner than looked up; a key asks for what was answered then
        again = key is None and part.weight > LIGHT
        return queue.take_in(part, holder, again=again)

    parts = queue.each_part(form, BytesIO(raw), work)
    _, result = next(parts)
    if isinstance(result, Problem):
        raise result
    if isinstance(result, Diagnostic):
        raise broken(result)
    if len(result) > 1 or next(parts, None) is not None:
        raise Problem(422, "the body has more than one record: send it to /v1/imports")
    (outcome,) = outcomes(result, lambda uploads: queue.store.add(uploads, holder, visibility, key))
    if isinstance(outcome, Problem):
        raise outcome
    return outcome


def outcomes(
    rows: Sequence[Row], add: Callable[[list[Upload]], list[Added]]
) -> Iterator[Stored | Problem]:
    """Store what is good of some checked records together; yield what became of each."""
    uploads = [row.upload for row in rows if row.upload is not None]
    refusal: Problem | None = None
    added: Iterator[Added] = iter(())
    try:
        added = iter(add(uploads) if uploads else ())
    except StoreError as error:
        refusal = problem_of(error)
    for row in rows:
        if row.known is not None:
            yield _stored(row, row.known.added)
        elif row.upload is None:
            yield broken(row.report.problem, row.report.warnings)
        else:
            yield refusal or _stored(row, next(added))


def _stored(row: Row, added: Added) -> Stored:
    return Stored(
        id=added.id,
        created=added.created,
        held=added.held,
        same_game=added.same_game,
        game=row.report.game or "",
        verdict=row.report.verdict,
        plies=row.report.plies,
        warnings=tuple(warning.brief() for warning in row.report.warnings),
    )
