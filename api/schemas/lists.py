"""Requests for lists and replays: how lists are paged, and what describes a field."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field

from api.http.paging import CURSOR, USUAL
from api.schemas.fields import Choice, Flag, GameName, Text, Whole
from engines.game import Game
from replays.store import filters
from replays.store.filters import Filter
from replays.store.model import Visibility


def about(text: str, example: object = None) -> dict[str, Any]:
    """The metadata of a field: a description and an example."""
    return {"description": text} | ({} if example is None else {"example": example})


def parameters(of_list: Mapping[str, Filter]) -> dict[str, Field[Any]]:
    """The parameters for the filters of a list, by their names in the API."""
    return {one.parameter or name: parameter(one) for name, one in of_list.items()}


def parameter(one: Filter) -> Field[Any]:
    """The parameter for a filter."""
    metadata = about(one.about, one.example)
    match one.takes:
        case filters.Text() as text:
            return Text(text.longest, text.pattern, text.must_be, metadata=metadata)
        case range() as numbers:
            return Whole(numbers[0], numbers[-1], metadata=metadata)
        case tuple() as words:
            return Choice(words, metadata=metadata)
        case kind if kind is Game:
            return GameName(metadata=metadata)
        case _:
            return Flag(metadata=metadata)


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


VISIBILITIES = [str(visibility) for visibility in Visibility]

MAX_KEY = 255
"""Characters of an Idempotency-Key."""


class UploadSchema(Schema):
    """How an upload is kept."""

    visibility = Choice(
        VISIBILITIES,
        load_default=str(Visibility.PUBLIC),
        metadata=about("Who can find it: everyone; those who know its id; its uploader."),
    )


class KeySchema(Schema):
    """A header that makes a request safe to repeat."""

    key = Text(
        MAX_KEY,
        "[!-~]+",
        f"1 to {MAX_KEY} printable ASCII characters without a space",
        data_key="Idempotency-Key",
        metadata=about(
            "A name of your choice for this request. Within a day, the same request with the same "
            "name gets the same answer, and another request with that name is refused.",
            "0b7e-41",
        ),
    )
