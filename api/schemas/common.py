"""What many routes share: problems, diagnostics, and how lists are paged."""

from typing import Any

from marshmallow import Schema, fields

from api.cursors import CURSOR
from api.paging import USUAL
from api.schemas.fields import Text, Whole


def about(text: str, example: object = None) -> dict[str, Any]:
    """The metadata of a field: what it is, and an example."""
    return {"description": text} | ({} if example is None else {"example": example})


class PlaceSchema(Schema):
    """Where in the record: line and column, or a JSON pointer."""

    line = fields.Integer(metadata=about("From 1.", 102))
    column = fields.Integer(metadata=about("From 1, in code points.", 20))
    endColumn = fields.Integer(metadata=about("The column after the last.", 23))  # noqa: N815 - as the diagnostics have it
    pointer = fields.String(metadata=about("A JSON pointer.", "/plies/87"))
    source = fields.String(metadata=about("The text of the line."))


class LabelSchema(Schema):
    """A second place, where an earlier ply is the cause."""

    place = fields.Nested(PlaceSchema, required=True)
    message = fields.String(required=True)


class DiagnosticSchema(Schema):
    """What is wrong with a record, where, and what to do. `docs/errors.md` has every code."""

    code = fields.String(required=True, metadata=about("Stable.", "triggs.sum"))
    severity = fields.String(required=True, metadata={"enum": ["error", "warning"]})
    message = fields.String(required=True, metadata=about("One line.", "9+2 makes 11, not 10"))
    place = fields.Nested(PlaceSchema, required=True)
    label = fields.String(metadata=about("What lies at the place."))
    also = fields.Nested(LabelSchema)
    record = fields.Integer(metadata=about("The record's number in the body, from 1.", 1))
    game = fields.String()
    ply = fields.Integer()
    seat = fields.String()
    player = fields.String()
    table = fields.String(metadata=about("What the table holds, as far as it matters."))
    rule = fields.String(metadata=about("The rule, with the section it stands in."))
    legal = fields.Integer(metadata=about("How many moves were legal.", 18))
    nearest = fields.List(fields.String(), metadata=about("Legal moves most like the one found."))
    help = fields.String(metadata=about("What to do.", "did you mean `cross 10 10,10`?"))
    note = fields.String(metadata=about("How far the record is good."))


class LimitSchema(Schema):
    """The limit that was passed: the name of the setting, and its value here."""

    name = fields.String(required=True, metadata=about("The setting.", "max_body"))
    value = fields.Integer(required=True, metadata=about("Its value.", 4_194_304))


class ParameterErrorSchema(Schema):
    """What is wrong with one parameter."""

    parameter = fields.String(required=True, metadata=about("Its name.", "limit"))
    message = fields.String(required=True)


class ProblemSchema(Schema):
    """Why a request was refused (RFC 9457)."""

    type = fields.String(required=True, metadata=about("Always this.", "about:blank"))
    title = fields.String(required=True, metadata=about("What the status means.", "Not Found"))
    status = fields.Integer(required=True, metadata=about("The status.", 404))
    detail = fields.String(required=True, metadata=about("What is wrong, and what to do."))
    diagnostics = fields.List(fields.Nested(DiagnosticSchema))
    errors = fields.List(fields.Nested(ParameterErrorSchema))
    limit = fields.Nested(LimitSchema)


class PagedSchema(Schema):
    """Where a list begins, and how much of it is wanted."""

    limit = Whole(
        1,
        setting="max_page",
        metadata=about(
            f"Entries in a page, by default {USUAL}; of a stream, records in all, by default every "
            "one.",
            USUAL,
        ),
    )
    after = Text(
        13,
        CURSOR,
        metadata=about("The cursor to go on from: `next` of the page before."),
    )
