"""`/v1/validations` and `/v1/conversions`: the command line's two jobs. Nothing is stored."""

from collections import Counter
from collections.abc import Iterator
from io import BytesIO

from flask import Response
from flask.views import MethodView
from msgspec.structs import replace

from api.arguments import Blueprint
from api.auth import viewer
from api.codec import written
from api.content_types import (
    CANONICAL,
    DOCUMENTS,
    LINES,
    TEXT,
    Spelling,
    accepted,
    content_kind,
)
from api.describing import ANY, answering, described
from api.problems import Problem, broken, over_limit
from api.request_bodies import body, readings
from api.responses import answer, sent
from api.service import service
from api.shapes import Validation
from api.uploading import decks_of
from notation.outcome import Reading
from notation.read import Form
from replays.report_json import ReportRow, full
from replays.validate import INCOMPLETE, INVALID, VALID, validate

blueprint = Blueprint("checks", __name__, url_prefix="/v1", description="Nothing is stored.")

_IN = (TEXT, *DOCUMENTS, *LINES)


@blueprint.route("/validations")
class Validations(MethodView):
    """Validations."""

    @described(blueprint, "validate", body=_IN, told=ANY)
    @blueprint.response(200, "Validation")
    def post(self) -> Response:
        """Validate records.

        Each gets a verdict; an invalid one its diagnostic, a good one the ids of replays of the
        same game.
        """
        rows = tuple(_row(reading) for reading in _limited(content_kind(_IN)))
        verdicts = Counter(row.verdict for row in rows)
        counts = (verdicts[verdict] for verdict in (VALID, INCOMPLETE, INVALID))
        return answer(Validation(rows, *counts))


@blueprint.route("/conversions")
class Conversions(MethodView):
    """Conversions."""

    @described(blueprint, "convert", 406, 422, body=_IN)
    @answering(blueprint, "The records.", TEXT, *DOCUMENTS, *LINES)
    def post(self) -> Response:
        """Convert records.

        From the spelling that Content-Type names to the one that Accept asks for. Nothing is
        lost, comments and variations included; the rules are not looked at. A record that cannot
        be read is refused with its diagnostic. Accept may ask for `text/vnd.cgn; form=canonical`.
        """
        kind = content_kind(_IN)
        wanted = accepted((TEXT, CANONICAL, *DOCUMENTS, *LINES))
        out = BytesIO()
        for reading in _limited(kind):
            if reading.record is None:
                raise broken(reading.problem)
            if out.tell() and wanted.form is Form.JSON:
                raise Problem(422, "a JSON document holds one record; ask for JSON Lines")
            parting = b"\n" if out.tell() and wanted.form is Form.TEXT else b""
            out.write(parting + written(reading.record, wanted))
        return sent(out.getvalue(), wanted.content_type)


def _limited(kind: Spelling) -> Iterator[Reading]:
    """Every record of the body. Raises Problem (413) where there are too many."""
    most = service().settings.max_records
    with body() as stream:
        for number, reading in enumerate(readings(kind, stream)):
            if number == most:
                raise over_limit(413, "records in the body", "max_records", most)
            yield reading


def _row(reading: Reading) -> ReportRow:
    store = service().store
    report = validate(reading, decks_of(reading, store), digest=True, game_digest=True)
    row = full(report)
    if report.game_digest is None:
        return row
    return replace(row, same_game=store.same_game(report.game_digest, viewer()))
