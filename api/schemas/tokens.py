"""Requests for tokens."""

from marshmallow import Schema

from api.schemas.fields import Choice, Items, Moment, Text
from api.schemas.lists import PagedSchema, about
from replays.store.tokens import MOST_OWNER, SCOPES


class TokenSearchSchema(PagedSchema):
    """Which tokens to list."""

    owner = Text(
        MOST_OWNER,
        metadata=about("Whose tokens, for admins; by default one's own, or an admin's all.", "ana"),
    )


class NewTokenSchema(Schema):
    """A token to be made."""

    scopes = Items(
        Choice(SCOPES),
        required=True,
        metadata=about("What it allows: only scopes of the token that you send.", ["upload"]),
    )
    expires = Moment(
        metadata=about(
            "When it expires: no later than the token that asks, which is when it does by default.",
            "2027-11-20T19:30:00Z",
        ),
    )
