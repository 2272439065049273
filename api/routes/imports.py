"""`/v1/imports`: many records at once."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Any, BinaryIO

from flask import Response
from flask.views import MethodView
from msgspec import to_builtins

from api.arguments import Blueprint
from api.auth import needs_token, writer
from api.content_types import DOCUMENTS, JSON_LINES, LINES, TEXT, Spelling, accepted, content_kind
from api.describing import ANY, described
from api.problems import Problem, broken, of_store
from api.request_bodies import body, readings
from api.schemas.replays import UploadSchema
from api.service import service
from api.streams import streamed
from api.uploading import checked, takes_long, told_of
from notation.outcome import Reading
from notation.render.json import printable
from replays.store.model import Added, StoreError, Upload, Visibility
from replays.store.prepare import Prepared
from replays.store.protocol import Store

blueprint = Blueprint("imports", __name__, url_prefix="/v1", description="Many records at once.")

_AT_ONCE = 50
_SECONDS = 0.05
"""After how long a batch ends, however few records it has: others wait to write meanwhile."""


_TAKEN = (TEXT, *LINES, *DOCUMENTS)
_UPLOAD = UploadSchema()
_TOLD = {"type": "string", "description": "A line of JSON for each record, and a last one."}


@dataclass(frozen=True, slots=True)
class Import:
    """An import: where its records go, and as whose."""

    store: Store
    holder: str
    visibility: Visibility

    def lines(self, kind: Spelling, stream: BinaryIO) -> Iterator[bytes]:
        """A line for each record of a stream, as JSON, and one that says that it is complete.

        Some records at a time are stored together; their lines come once they are safe.
        """
        with stream:
            yield from self._lines(readings(kind, stream))

    def _lines(self, found: Iterator[Reading]) -> Iterator[bytes]:
        records = stored = 0
        while told := list(self._some(found)):
            lines = [{"record": number, **one} for number, one in enumerate(told, records + 1)]
            yield b"".join(printable(line) + b"\n" for line in lines)
            records += len(lines)
            stored += sum("id" in line for line in lines)
        end = {"complete": True, "records": records, "stored": stored, "refused": records - stored}
        yield printable(end) + b"\n"

    def _some(self, found: Iterator[Reading]) -> Iterator[dict[str, Any]]:
        """Check and store the next few, and tell what became of each."""
        batch = _Batch(found, self.store)
        yield from self._told(batch.uploads, batch.checked)
        if batch.slow is not None:
            apart = [_checked(batch.slow, self.store)]
            yield from self._told(lambda: _uploads(apart), apart)

    def _told(
        self, uploads: Callable[[], list[Upload]], records: list[Prepared | Problem]
    ) -> Iterator[dict[str, Any]]:
        """Store these, and tell what became of each of the `records` that were checked for it."""
        refusal: Problem | None = None
        added: Iterator[Added] = iter(())
        try:
            added = iter(self.store.add(uploads, self.holder, self.visibility))
        except StoreError as error:
            refusal = of_store(error)
            uploads()
        for prepared in records:
            if isinstance(prepared, Problem):
                yield to_builtins(prepared.body())
            elif prepared.upload is None:
                problem = broken(prepared.report.problem, prepared.report.warnings)
                yield to_builtins(problem.body())
            elif refusal is not None:
                yield to_builtins(refusal.body())
            else:
                kept = next(added)
                told = to_builtins(told_of(prepared, kept))
                yield {"status": 201 if kept.created else 200, **told}


class _Batch:
    """The next few records of an import, up to one that takes long, which is left as it is."""

    def __init__(self, found: Iterator[Reading], store: Store) -> None:
        self._found: Iterator[Reading] = islice(found, _AT_ONCE)
        self._store = store
        self.checked: list[Prepared | Problem] = []
        self.slow: Reading | None = None

    def uploads(self) -> list[Upload]:
        """What of them is to be stored; they are read and checked when this is first asked."""
        some, self._found = self._found, iter(())
        end = monotonic() + _SECONDS
        for reading in some:
            if takes_long(reading):
                self.slow = reading
                break
            self.checked.append(_checked(reading, self._store))
            if monotonic() > end:
                break
        return _uploads(self.checked)


def _checked(reading: Reading, store: Store) -> Prepared | Problem:
    """A record, checked, or why it could not be."""
    try:
        return checked(reading, store)
    except StoreError as error:
        return of_store(error)


def _uploads(found: Iterable[Prepared | Problem]) -> list[Upload]:
    return [one.upload for one in found if isinstance(one, Prepared) and one.upload is not None]


@blueprint.route("/imports")
class Imports(MethodView):
    """Imports."""

    @needs_token
    @described(blueprint, "importReplays", 403, 406, token=True, body=_TAKEN, told=ANY)
    @blueprint.arguments(_UPLOAD, location="query")
    @blueprint.response(200, _TOLD, content_type=JSON_LINES)
    def post(self, asked: dict[str, Any]) -> Response:
        """Upload many records.

        As text with any number of records, or as JSON Lines. Each gets a line of its own in the
        answer, with its number and what a single upload would be told, and the last line says
        that the answer is complete. A record that is refused does not keep the others out.
        """
        holder, _ = writer()
        kind = content_kind(_TAKEN)
        answered = accepted(LINES)
        going_on = Import(service().store, holder, Visibility(asked["visibility"]))
        return streamed(answered, going_on.lines(kind, body("max_import")))
