"""Requests for games in progress."""

from marshmallow import Schema

from api.http.request_bodies import OF_A_TABLE
from api.schemas.fields import (
    Choice,
    Flag,
    HexDigits,
    Items,
    Members,
    Number,
    String,
    Text,
    Truth,
    Whole,
)
from api.schemas.lists import PagedSchema, about, parameters
from api.schemas.replays import VISIBILITIES
from notation.record import SEATS, TERMINATIONS
from replays.store.model import Visibility
from replays.store.query import TABLE_FILTERS

_MOST = 10**9 - 1
_DIGEST, _NONCE = 64, 32


TableSearchSchema = PagedSchema.from_dict(
    {
        **parameters(TABLE_FILTERS),
        "own": Flag(
            load_default=False,
            metadata=about("Only tables that the token's owner created, private ones too."),
        ),
    },
    name="TableSearchSchema",
)
"""Which tables to list."""


class NewTableSchema(Schema):
    """A table to be created."""

    most_bytes = OF_A_TABLE

    header = Members(
        keys=String(),
        required=True,
        metadata=about(
            "The header as in the JSON form: `cgn`, `game`, `rules`, `seats`, `seed` unless the "
            "table is dealt, and `deck`, `options`, `seedHash`, `tags` if it has any.",
            {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"], "seed": "tuesday-7"},
        ),
    )
    visibility = Choice(
        VISIBILITIES,
        load_default=str(Visibility.PUBLIC),
        metadata=about("Who finds it, and its replay: everyone; those who know its id; its owner."),
    )
    deal = Truth(
        load_default=False,
        metadata=about("Whether the cards are dealt once all sit, by a seed that nobody chooses."),
    )
    clock = Truth(
        load_default=False,
        metadata=about("Whether the service notes when each ply was made."),
    )


class VersionSchema(Schema):
    """A header with the version of the table that is to be changed."""

    match = String(
        data_key="If-Match",
        metadata=about("The ETag of the table as you know it. Without one: 428.", '"v12"'),
    )


class TableViewSchema(Schema):
    """What to show of a table."""

    view = Text(
        6,
        f"(all|public|owner|[{SEATS}])",
        "all, public, owner or the letter of a seat",
        metadata=about(
            "The view: `all`, a seat, `public`, or `owner` where plies report the cards. "
            "By default, the most open one that you may see.",
            "B",
        ),
    )


class AtSchema(TableViewSchema):
    """Which version of a table to show."""

    at = Whole(1, _MOST, metadata=about("The version to show; by default the newest."))


class SinceSchema(AtSchema):
    """What to leave out that the client has."""

    since = Whole(
        1,
        _MOST,
        metadata=about("A version that you have: only what came after what still stands of it."),
    )


class TakebackSchema(Schema):
    """How many plies to leave."""

    to = Number(required=True, metadata=about("How many plies stand afterwards.", 10))


class EndSchema(Schema):
    """How a game ends before its rules end it."""

    termination = Choice(
        TERMINATIONS,
        metadata=about(
            "Why it ends; left out where its rules have ended it, and only those at the table know "
            "who won. A seat's token can only resign.",
            "resigned",
        ),
    )
    winners = Items(
        Choice(SEATS),
        load_default=[],
        metadata=about("Who wins, in seat order. Not with a seat's token: the others win.", ["A"]),
    )
    scores = Items(
        Number(allow_none=True),
        load_default=[],
        metadata=about(
            "One a seat, null for one that nobody knows; only where the plies report the cards.",
            [30, None],
        ),
    )


class SeedSchema(Schema):
    """The seed of a sealed table."""

    seed = String(required=True, metadata=about("The seed that has the SeedHash."))


class SeatTokenSchema(Schema):
    """Which seat gets a token, or an invitation; or a token of a seat's own."""

    seat = Choice(SEATS, metadata=about("The seat. For the owner.", "B"))
    token = HexDigits(
        _DIGEST,
        metadata=about("The SHA-256 of a new token of one's own. For a seat of a dealt table."),
    )


class SittingSchema(Schema):
    """Who sits down at a dealt table."""

    invitation = String(required=True, metadata=about("The invitation for this seat."))
    token = HexDigits(
        _DIGEST,
        required=True,
        metadata=about("The SHA-256 of a token that you made: it will play for the seat."),
    )
    commit = HexDigits(
        _DIGEST,
        required=True,
        metadata=about("The SHA-256 of a nonce that you made: 128 random bits as 32 hex digits."),
    )


class NonceSchema(Schema):
    """What a seat brings to the deal."""

    nonce = HexDigits(
        _NONCE,
        required=True,
        metadata=about("The nonce of which `commit` is the SHA-256."),
    )
