"""Requests for lists: how they are paged, and what describes a field."""

from typing import Any

from marshmallow import Schema

from api.http.paging import CURSOR, USUAL
from api.schemas.fields import GameName, Text, Whole


def about(text: str, example: object = None) -> dict[str, Any]:
    """The metadata of a field: a description and an example."""
    return {"description": text} | ({} if example is None else {"example": example})


GAME = GameName(metadata=about("The name of the game.", "triggs"))
"""The parameter of lists that are of one game only."""


class PagedSchema(Schema):
    """Where a list begins, and how much of it to return."""

    limit = Whole(
        1,
        setting="max_page",
        metadata=about(
            f"The most entries in a page, by default {USUAL}; the most records in a stream, by "
            "default all.",
            USUAL,
        ),
    )
    after = Text(
        16,
        CURSOR,
        "the cursor of a page: its `next`",
        metadata=about("The cursor to continue from: `next` of the page before."),
    )


class DeckSearchSchema(PagedSchema):
    """Which decks to list."""

    game = GAME
