"""Requests for users' decks."""

from api.schemas.common import PagedSchema, about
from api.schemas.fields import Text


class DeckSearchSchema(PagedSchema):
    """Which decks to list."""

    game = Text(64, r"[a-z][a-z0-9_]*", metadata=about("The name of the game.", "triggs"))
