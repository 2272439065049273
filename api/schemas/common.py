"""What many requests share: descriptions, and how lists are paged."""

from typing import Any

from marshmallow import Schema

from api.cursors import CURSOR
from api.paging import USUAL
from api.schemas.fields import Text, Whole


def about(text: str, example: object = None) -> dict[str, Any]:
    """The metadata of a field: a description and an example."""
    return {"description": text} | ({} if example is None else {"example": example})


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
        13,
        CURSOR,
        metadata=about("The cursor to continue from: `next` of the page before."),
    )
