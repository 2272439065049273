"""Requests for lists of replays, uploads and changes."""

from marshmallow import Schema

from api.schemas.fields import Choice, Text
from api.schemas.lists import about
from replays.store.model import Visibility

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
