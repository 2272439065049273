"""Takes records in: from the bytes that were sent to what is answered of each."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

from api.checking.record_jobs import Part, Row
from api.checking.work_queue import WorkQueue
from api.problems import Problem, broken, problem_of
from client.answers import Stored
from notation.diagnostics import Diagnostic
from notation.read import Form
from notation.weight import LIGHT
from replays.store.model import Added, Key, StoreError, Upload, Visibility


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
