"""`/v1/validations` and `/v1/conversions`: the command line's two jobs. Nothing is stored."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO

from flask import Response
from msgspec.structs import replace

from api.checking.job import Job
from api.checking.record_jobs import Part, Row, check, convert, weight_sent
from api.checking.work_queue import Taken, work_queue
from api.http.arguments import Blueprint
from api.http.content_types import (
    CANONICAL,
    DOCUMENTS,
    LINES,
    TEXT,
    Spelling,
    accepted,
    content_kind,
)
from api.http.request_bodies import body
from api.http.responses import answer, sent
from api.openapi.operations import answering, described
from api.policy.auth import viewer
from api.problems import Problem, broken, over_limit
from api.service import service
from api.shapes import Validation
from notation.diagnostics import Diagnostic
from notation.read import Form
from replays.report_json import ReportRow, full
from replays.store.model import VERDICTS
from replays.validate import INVALID, Report

blueprint = Blueprint(
    "checks",
    __name__,
    url_prefix="/v1",
    description="Validation and conversion; nothing is stored.",
)

_IN = (*DOCUMENTS, TEXT, *LINES)


@blueprint.post("/validations")
@described(blueprint, "validate", body=_IN)
@blueprint.response(200, "Validation")
def validate_records() -> Response:
    """Validate records.

    Each gets a verdict; an invalid one also its diagnostic, any other the ids of replays of the
    same game.
    """
    rows: list[ReportRow] = []
    for before, checked in _each(content_kind(_IN), check):
        if isinstance(checked, Diagnostic):
            rows.append(_brief(Report("", before + 1, None, INVALID, problem=checked)))
        else:
            rows += map(_row, checked)
        _limit(len(rows))
    verdicts = Counter(row.verdict for row in rows)
    counts = (verdicts[verdict] for verdict in (*VERDICTS, INVALID))
    return answer(Validation(tuple(rows), *counts))


@blueprint.post("/conversions")
@described(blueprint, "convert", 406, 422, body=_IN)
@answering(blueprint, "The records.", TEXT, *DOCUMENTS, *LINES)
def convert_records() -> Response:
    """Convert records.

    From the spelling that Content-Type names to the one that Accept asks for. Nothing is lost,
    comments and variations included. The rules are not checked. A record that cannot
    be read is refused with its diagnostic. Accept may ask for `text/vnd.cgn; form=canonical`.
    """
    kind = content_kind(_IN)
    wanted = accepted((*DOCUMENTS, TEXT, CANONICAL, *LINES))
    canonical = wanted.parameter is not None
    texts: list[bytes] = []
    job = partial(convert, form=wanted.form, canonical=canonical)
    for _, converted in _each(kind, job):
        if isinstance(converted, Diagnostic):
            raise broken(converted)
        texts += converted.texts
        _limit(len(texts))
        if len(texts) > 1 and wanted.form is Form.JSON:
            raise Problem(422, "a JSON document holds one record; ask for JSON Lines")
        if converted.problem is not None:
            raise broken(converted.problem)
    return sent((b"\n" if wanted.form is Form.TEXT else b"").join(texts), wanted.content_type)


def _each(
    kind: Spelling, job: Callable[[Part], Job[Taken]]
) -> Iterator[tuple[int, Taken | Diagnostic]]:
    """The result of a job for each part of the body, as `WorkQueue.each_part` has it.

    Raises Problem if the body is too much for one request, or a part cannot be worked on.
    """
    with body() as stream:
        raw = stream.read()
    queue = work_queue()
    queue.allow(weight_sent(raw, kind.form))
    for before, result in queue.each_part(
        kind.form, BytesIO(raw), lambda part: queue.ask(job(part))
    ):
        if isinstance(result, Problem):
            raise result
        yield before, result


def _limit(count: int) -> None:
    """Raise Problem (413) if the body has too many records."""
    most = service().settings.max_records
    if count > most:
        raise over_limit("records in the body", "max_records", most)


def _brief(report: Report) -> ReportRow:
    """A report without the texts of long lines, which the client has."""
    problem = report.problem and report.problem.brief()
    warnings = tuple(warning.brief() for warning in report.warnings)
    return full(replace(report, problem=problem, warnings=warnings))


def _row(row: Row) -> ReportRow:
    digest, report = row.report.game_digest, _brief(row.report)
    if digest is None:
        return report
    return replace(report, same_game=service().store.same_game(digest, viewer()))
