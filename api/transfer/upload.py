"""Takes one record in: from the bytes that were sent to the answer."""

from io import BytesIO

from api.checking.record_jobs import Part, Row
from api.checking.work_queue import WorkQueue
from api.problems import Problem, broken
from client.answers import Stored
from notation.diagnostics import Diagnostic
from notation.read import Form
from notation.weight import LIGHT
from replays.store.model import Added, Key, Visibility


def keep(
    queue: WorkQueue,
    raw: bytes,
    form: Form,
    holder: str,
    visibility: Visibility,
    key: Key | None,
) -> tuple[Row, Added]:
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
    (row,) = result
    if row.known is not None:
        return row, row.known.added
    if row.upload is None:
        raise broken(row.report.problem, row.report.warnings)
    (added,) = queue.store.add([row.upload], holder, visibility, key)
    return row, added


def stored_as(row: Row, added: Added) -> Stored:
    """What became of a record that was stored."""
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
