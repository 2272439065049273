"""Requests for lists of replays, uploads and changes."""

from marshmallow import Schema

from api.schemas.fields import Choice, Flag, String, Text
from api.schemas.lists import PagedSchema, about, parameters
from replays.store.model import MAX_COUNT, Order, Visibility
from replays.store.query import FILTERS

VISIBILITIES = [str(visibility) for visibility in Visibility]

MAX_KEY = 255
"""Characters of an Idempotency-Key."""

SearchSchema = PagedSchema.from_dict(
    {
        **parameters(FILTERS),
        "own": Flag(
            load_default=False,
            metadata=about("Only replays that the token's owner holds, private ones too."),
        ),
        "total": Flag(
            load_default=False,
            metadata=about(f"Whether to count what the query finds, up to {MAX_COUNT:,}."),
        ),
        "order": Choice(
            [str(order) for order in Order],
            load_default=str(Order.NEWEST),
            metadata=about("By time of upload."),
        ),
        "notes": Flag(
            load_default=False,
            metadata=about(
                "In a stream, write a line `% after CURSOR` after each record: where to continue "
                "if the stream breaks off."
            ),
        ),
    },
    name="SearchSchema",
)
"""Which replays to list, and in which order."""


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


class MatchSchema(Schema):
    """A header that allows a change only to a known version of the replay."""

    match = String(
        data_key="If-Match",
        metadata=about(
            "The ETag of the replay as you know it. If the replay has another one: 412."
        ),
    )


class ChangeSchema(Schema):
    """What can be changed about a replay."""

    visibility = Choice(
        VISIBILITIES,
        required=True,
        metadata=about("Who can find it: your choice.", "unlisted"),
    )
