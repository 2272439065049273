"""Users' decks."""

from marshmallow import Schema, fields

from api.schemas.common import PagedSchema, about
from api.schemas.fields import Moment, Text


class DeckSearchSchema(PagedSchema):
    """Which decks are wanted."""

    game = Text(64, r"[a-z][a-z0-9_]*", metadata=about("The name of the game.", "triggs"))


class DeckSchema(Schema):
    """What lists tell of a deck."""

    name = fields.String(
        required=True,
        metadata=about("As records name it: by its content.")
        | {"pattern": "^sha256:[0-9a-f]{64}$"},
    )
    game = fields.String(required=True, metadata=about("The game that it is for.", "triggs"))
    added = Moment(required=True, metadata=about("When it came.", "2026-11-20T19:30:00Z"))


class DeckPageSchema(Schema):
    """A page of the list of decks."""

    decks = fields.List(fields.Nested(DeckSchema), required=True)
    next = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The cursor of the next page; null on the last."),
    )
