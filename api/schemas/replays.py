"""Requests for lists of replays, uploads and changes."""

from marshmallow import Schema

from api.schemas.fields import Choice, Flag, String, Text, Whole
from api.schemas.lists import GAME, PagedSchema, about
from notation.record import SEATS
from replays.store.model import DATE, MAX_COUNT, MAX_TEXT, VERDICTS, Order, Visibility

VISIBILITIES = [str(visibility) for visibility in Visibility]

MAX_NAME = 200
"""Characters of a name or a tag to search for."""

MAX_KEY = 255
"""Characters of an Idempotency-Key."""

MAX_IDS = 100
"""Ids that a query may name."""

_ID = "[0-9a-f]{64}"


class SearchSchema(PagedSchema):
    """Which replays to list, and in which order."""

    ids = Text(
        65 * MAX_IDS - 1,
        f"{_ID}(,{_ID}){{0,{MAX_IDS - 1}}}",
        f"up to {MAX_IDS} ids of replays, each of 64 hex digits, with commas between them",
        metadata=about(f"The ids of up to {MAX_IDS} replays, with commas; unlisted ones too."),
    )
    digest = Text(
        64,
        _ID,
        "a digest: 64 hex digits, in lower case",
        metadata=about("The digest of a game: its replays that you may see whole."),
    )
    game = GAME
    player = Text(MAX_NAME, metadata=about("The whole name of a player, in any case.", "Ana"))
    winner = Text(MAX_NAME, metadata=about("The whole name of a winner, in any case.", "Bo"))
    event = Text(MAX_NAME, metadata=about("The whole tag Event, in any case.", "Tuesday club"))
    date = Text(
        10,
        DATE,
        "a date such as 2026, 2026-11 or 2026-11-17",
        metadata=about("The beginning of the tag Date: a year, month or day.", "2026-11"),
    )
    seats = Whole(1, len(SEATS), metadata=about("How many players there are.", 2))
    finished = Flag(metadata=about("Whether the game has ended.", example=True))
    verdict = Choice(VERDICTS, metadata=about("What validation says of it.", "undetermined"))
    q = Text(MAX_TEXT, metadata=about("Words to find in names, event, site or comments.", "club"))
    own = Flag(
        load_default=False,
        metadata=about("Only replays that the token's owner holds, private ones too."),
    )
    total = Flag(
        load_default=False,
        metadata=about(f"Whether to count what the query finds, up to {MAX_COUNT:,}."),
    )
    order = Choice(
        [str(order) for order in Order],
        load_default=str(Order.NEWEST),
        metadata=about("By time of upload."),
    )
    notes = Flag(
        load_default=False,
        metadata=about(
            "In a stream, write a line `% after CURSOR` after each record: where to continue if "
            "the stream breaks off."
        ),
    )


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
