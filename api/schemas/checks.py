"""What validation says."""

from marshmallow import Schema, fields

from api.schemas.common import DiagnosticSchema, about


class ReportSchema(Schema):
    """What validation says of one record."""

    record = fields.Integer(required=True, metadata=about("Its number in the body.", 1))
    verdict = fields.String(
        required=True,
        metadata=about("incomplete: a legal beginning of a game.")
        | {"enum": ["valid", "incomplete", "invalid"]},
    )
    game = fields.String(metadata=about("Its name.", "triggs"))
    deck = fields.String(metadata=about("The deck that it names."))
    plies = fields.Integer(required=True, metadata=about("How many are good.", 88))
    scores = fields.List(fields.Integer(), metadata=about("Those that the moves give.", [39, 41]))
    winners = fields.List(fields.String(), metadata=about("Those that the moves give.", ["B"]))
    digest = fields.String(metadata=about("The id that it would have."))
    same_game = fields.List(
        fields.String(), metadata=about("Stored replays of the same game that you can find.")
    )
    code = fields.String(metadata=about("Of the error.", "triggs.sum"))
    message = fields.String(metadata=about("Of the error."))
    line = fields.Integer()
    column = fields.Integer()
    pointer = fields.String()
    ply = fields.Integer()
    seat = fields.String()
    legal = fields.Integer(metadata=about("How many moves were legal."))
    suggestions = fields.List(fields.String(), metadata=about("The nearest of them."))
    help = fields.String()
    diagnostic = fields.Nested(DiagnosticSchema)
    warnings = fields.List(fields.Nested(DiagnosticSchema))


class ValidationSchema(Schema):
    """What validation says of every record of the body."""

    records = fields.List(fields.Nested(ReportSchema), required=True)
    valid = fields.Integer(required=True)
    incomplete = fields.Integer(required=True)
    invalid = fields.Integer(required=True)
