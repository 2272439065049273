"""The games."""

from marshmallow import Schema, fields

from api.schemas.common import about


class OptionSchema(Schema):
    """An option of a game."""

    name = fields.String(required=True, metadata=about("As the header has it.", "rounds"))
    meaning = fields.String(required=True)
    default = fields.String(
        required=True, allow_none=True, metadata=about("The value of an absent option.", "1")
    )
    absent = fields.String(
        required=True, allow_none=True, metadata=about("What it means to leave it out.")
    )
    values = fields.Dict(
        fields.String(),
        fields.List(fields.String()),
        required=True,
        metadata=about("What it can be, by the number of seats."),
    )


class MoveSchema(Schema):
    """A move of a game, as it is declared."""

    verb = fields.String(required=True, metadata=about("Its name.", "draw"))
    usage = fields.String(required=True, metadata=about("How it is written.", "draw PILE"))
    meaning = fields.String(required=True)
    examples = fields.List(fields.String(), required=True)
    pattern = fields.String(required=True, metadata=about("A regular expression for all of it."))


class OwnDeckSchema(Schema):
    """The deck that a game comes with."""

    name = fields.String(required=True, metadata=about("As records name it.", "triggs/standard"))
    digest = fields.String(required=True, metadata=about("Its name by its content."))
    origin = fields.String(required=True, metadata={"enum": ["standard", "reference"]})
    source = fields.String(required=True, metadata=about("Where its facts come from."))
    facts = fields.Dict(required=True, metadata=about("Its cards."))


class SummarySchema(Schema):
    """What the list of games tells of one."""

    name = fields.String(required=True, metadata=about("As records name it.", "triggs"))
    title = fields.String(required=True, metadata=about("As people name it.", "Triggs"))
    seats = fields.List(
        fields.Integer(), required=True, metadata=about("How many can play.", [2, 3, 4])
    )
    rules_versions = fields.List(
        fields.String(), required=True, metadata=about("The versions of its rules.", ["1"])
    )
    options = fields.List(fields.Nested(OptionSchema), required=True)


class GamesSchema(Schema):
    """The games there are."""

    games = fields.List(fields.Nested(SummarySchema), required=True)


class GameSchema(SummarySchema):
    """All about a game."""

    moves = fields.List(fields.Nested(MoveSchema), required=True)
    deck = fields.Nested(OwnDeckSchema, required=True)
    rules = fields.String(required=True, metadata=about("The rules, in Markdown."))
    schema = fields.Dict(required=True, metadata=about("The JSON Schema of its records."))
