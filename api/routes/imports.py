"""`/v1/imports`: many records at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, BinaryIO

from flask import Response, request
from msgspec import to_builtins

from api.checking.record_jobs import Part, Row
from api.checking.work_queue import WorkQueue, work_queue
from api.http.arguments import Blueprint
from api.http.content_types import DOCUMENTS, LINES, PAGE, TEXT, accepted, content_kind
from api.http.request_bodies import body, hashed
from api.openapi.operations import answering, described
from api.policy.auth import needs_token, require_writer
from api.problems import Problem, broken, problem_of
from api.schemas import KeySchema, UploadSchema
from api.transfer import outcomes, streamed
from notation.diagnostics import Diagnostic
from notation.read import Form
from notation.render.json import printable
from replays.store.model import Added, Key, StoreError, Upload, Visibility

blueprint = Blueprint("imports", __name__, url_prefix="/v1", description="Many records at once.")

_TAKEN = (TEXT, *LINES, *DOCUMENTS)
_UPLOAD, _KEY = UploadSchema(), KeySchema()
_ANSWER = "As JSON Lines: one line for each of `lines`, and a last one with the rest."


@dataclass(frozen=True, slots=True)
class Import:
    """An import: who checks its records, and whose they are.

    `root` is the path under which the service is reached. With a `key`, what is stored is
    remembered, and answered in the same way if the same import comes again.
    """

    queue: WorkQueue
    holder: str
    visibility: Visibility
    root: str
    key: Key | None = None

    def lines(self, form: Form, stream: BinaryIO) -> Iterator[list[dict[str, Any]]]:
        """A line for each record of a stream, part by part, and one that says whether that is all.

        The records of a part are stored together; their lines come once they are safe. After a
        part that the holder had already, the next one is looked up before it is played; with a
        key none is, since what was answered then depends on it. Raises Problem or StoreError if
        not even the first part can be worked on, or the key was used for something else.
        """
        records = stored = 0
        again = False
        problem: Problem | None = None

        def work(part: Part) -> list[Row]:
            return self.queue.take_in(part, self.holder, again=again)

        with stream:
            if self.key is not None:
                self.queue.store.add([], self.holder, self.visibility, self.key)
            try:
                for before, checked in self.queue.each_part(form, stream, work):
                    results = list(self._results(before, checked))
                    if not results:
                        continue
                    again = self.key is None and all(line.get("held", False) for line in results)
                    yield [
                        {"record": number, **result}
                        for number, result in enumerate(results, before + 1)
                    ]
                    records += len(results)
                    stored += sum("id" in result for result in results)
            except (Problem, StoreError) as error:
                if not records:
                    raise
                problem = error if isinstance(error, Problem) else problem_of(error)
        yield [self._end(records, stored, problem)]

    def _results(
        self, before: int, checked: list[Row] | Problem | Diagnostic
    ) -> Iterator[dict[str, Any]]:
        """What becomes of each record of a part; `before` others came before."""
        if isinstance(checked, list):
            found = outcomes(checked, partial(self._add, before))
        else:
            found = iter([broken(checked) if isinstance(checked, Diagnostic) else checked])
        for outcome in found:
            if isinstance(outcome, Problem):
                yield self._refused(outcome)
            else:
                yield {"status": 201 if outcome.created else 200, **to_builtins(outcome)}

    def _add(self, before: int, uploads: list[Upload]) -> list[Added]:
        key = self._key_of(before, uploads)
        return self.queue.store.add(uploads, self.holder, self.visibility, key)

    def _key_of(self, before: int, uploads: list[Upload]) -> Key | None:
        """The key of a part.

        It names the records, since others may be valid the next time: a deck can come or go.
        """
        if self.key is None:
            return None
        ids = " ".join(upload.id for upload in uploads)
        part = sha256(f"{self.key.fingerprint} {before} {ids}".encode()).hexdigest()
        return Key(f"{self.key.name}\n{part}", self.key.fingerprint)

    def _end(self, records: int, stored: int, problem: Problem | None) -> dict[str, Any]:
        """The last line: how many records were answered, and what kept the others out."""
        counts = {"records": records, "stored": stored, "refused": records - stored}
        if problem is None:
            return {"complete": True, **counts}
        reason = self._refused(problem)
        reason["detail"] += f"; send what follows record {records} again"
        return {"complete": False, **counts, **reason}

    def _refused(self, problem: Problem) -> dict[str, Any]:
        """The members of a problem."""
        members: dict[str, Any] = to_builtins(problem.body(self.root))
        return members


def _as_lines(parts: Iterator[list[dict[str, Any]]]) -> Iterator[bytes]:
    for lines in parts:
        yield b"".join([printable(line) + b"\n" for line in lines])


def _as_document(parts: Iterator[list[dict[str, Any]]]) -> Iterator[bytes]:
    """One JSON document, in pieces, since all lines may not fit into memory.

    It has the lines as `lines`, and then the members of the last one.
    """
    before, lines = b'{"lines":[', next(parts)
    for following in parts:
        yield before + b",".join(map(printable, lines))
        before, lines = b",", following
    members = [b"%b:%b" % (printable(name), printable(value)) for name, value in lines[0].items()]
    yield before.removesuffix(b",") + b"]," + b",".join(members) + b"}\n"


@blueprint.post("/imports")
@needs_token
@described(blueprint, "importReplays", 403, 406, 422, token=True, body=_TAKEN)
@blueprint.arguments(_UPLOAD, location="query")
@blueprint.arguments(_KEY, location="headers")
@answering(blueprint, _ANSWER, *LINES)
@blueprint.response(200, "Imported", description=_ANSWER)
def import_replays(asked: dict[str, Any], named: dict[str, Any]) -> Response:
    """Upload many records.

    As text with any number of records, or as JSON Lines. The answer has a line for each, with
    its number and what a single upload would be answered, and a last line that says whether it
    is complete. A refused record does not stop the others. If the answer breaks off, send the
    same again. With an Idempotency-Key, records that were stored the first time
    get the same lines again, and the others are tried again.
    """
    holder = require_writer()
    kind = content_kind(_TAKEN)
    answered = accepted((PAGE, *LINES))
    visibility, sent, key = Visibility(asked["visibility"]), body("max_import"), None
    if "key" in named:
        sent, digest = hashed(sent, f"import {visibility} {kind.form}\n".encode())
        key = Key(named["key"], digest)
    going_on = Import(work_queue(), holder, visibility, request.script_root, key)
    lines = going_on.lines(kind.form, sent)
    return streamed(answered, (_as_document if answered is PAGE else _as_lines)(lines))
