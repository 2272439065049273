"""What many routes share: problems, diagnostics, and how lists are paged."""

from typing import Any

from marshmallow import Schema

from api.cursors import CURSOR
from api.paging import USUAL
from api.schemas.fields import Text, Whole


def about(text: str, example: object = None) -> dict[str, Any]:
    """The metadata of a field: what it is, and an example."""
    return {"description": text} | ({} if example is None else {"example": example})


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
