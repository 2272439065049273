"""Lists of replays, and what becomes of an upload."""

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from api.schemas.common import DiagnosticSchema, PagedSchema, about
from api.schemas.fields import Flag, Moment, Text, Whole
from notation.record import SEATS
from replays.store.model import MAX_SAME_GAME, MAX_TEXT, Order, Visibility

VISIBILITIES = [str(visibility) for visibility in Visibility]
ID = "[0-9a-f]{64}"

MAX_NAME = 200
"""Characters of a name or a tag that is searched for."""

MAX_KEY = 255
"""Characters of an Idempotency-Key."""


class SearchSchema(PagedSchema):
    """Which replays are wanted, and in which order."""

    game = Text(64, r"[a-z][a-z0-9_]*", metadata=about("The name of the game.", "triggs"))
    player = Text(MAX_NAME, metadata=about("The whole name of a player, in any case.", "Ana"))
    winner = Text(MAX_NAME, metadata=about("The whole name of one who won, in any case.", "Bo"))
    event = Text(MAX_NAME, metadata=about("The whole tag Event, in any case.", "Tuesday club"))
    date = Text(
        10,
        r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?",
        metadata=about("How the tag Date begins: year, month or day.", "2026-11"),
    )
    seats = Whole(1, len(SEATS), metadata=about("How many players there are.", 2))
    finished = Flag(metadata=about("Whether the game has ended.", example=True))
    q = Text(
        MAX_TEXT, metadata=about("Words that stand in names, event, site or comments.", "club")
    )
    own = Flag(
        load_default=False,
        metadata=about("Only those that the token's owner holds, private ones too."),
    )
    order = fields.String(
        load_default=str(Order.NEWEST),
        validate=OneOf([str(order) for order in Order]),
        metadata=about("By when they came."),
    )
    notes = Flag(
        load_default=False,
        metadata=about(
            "In a stream of records, after each a line `% after CURSOR`, from which it can be "
            "taken up again if it breaks off."
        ),
    )


class UploadSchema(Schema):
    """How an upload is kept."""

    visibility = fields.String(
        load_default=str(Visibility.PUBLIC),
        validate=OneOf(VISIBILITIES),
        metadata=about("Who finds it: everyone; those who know its id; its uploader."),
    )


def _id() -> fields.String:
    metadata = about("SHA-256 of the record's canonical form.") | {"pattern": f"^{ID}$"}
    return fields.String(required=True, metadata=metadata)


class KeySchema(Schema):
    """A header that makes an upload safe to repeat."""

    key = Text(
        MAX_KEY,
        "[!-~]+",
        data_key="Idempotency-Key",
        metadata=about(
            "A name for this upload, of your own: within a day the same upload with the same "
            "name is answered as it was the first time, and another one is refused.",
            "0b7e-41",
        ),
    )


class MatchSchema(Schema):
    """A header that makes a change depend on what was known of the replay."""

    match = fields.String(
        data_key="If-Match",
        metadata=about("The ETag that the replay had; another one is refused with 412."),
    )


class EntrySchema(Schema):
    """What lists tell of a replay."""

    id = _id()
    game = fields.String(required=True, metadata=about("Its name.", "triggs"))
    rules = fields.String(required=True, metadata=about("The version of the rules.", "1"))
    deck = fields.String(
        required=True, allow_none=True, metadata=about("The deck; null: the game's own.")
    )
    options = fields.Dict(
        fields.String(), fields.String(), required=True, metadata=about("The game's options.")
    )
    players = fields.List(
        fields.String(), required=True, metadata=about("Seat A first.", ["Ana", "Bo"])
    )
    tags = fields.Dict(
        fields.String(), fields.String(), required=True, metadata=about("The free tags.")
    )
    finished = fields.Boolean(required=True, metadata=about("Whether the game has ended."))
    plies = fields.Integer(required=True, metadata=about("How many there are.", 88))
    winners = fields.List(
        fields.String(), required=True, metadata=about("Their seats; none: not finished.", ["B"])
    )
    scores = fields.List(
        fields.Integer(allow_none=True),
        required=True,
        metadata=about("One a seat; null where it rests on cards you may not know.", [39, 41]),
    )
    visibility = fields.String(
        required=True,
        metadata=about("The most open that a holder gave it.") | {"enum": VISIBILITIES},
    )
    uploaded = Moment(
        required=True, metadata=about("When it came, or was made public.", "2026-11-20T19:30:00Z")
    )


class PageSchema(Schema):
    """A page of a list of replays."""

    replays = fields.List(fields.Nested(EntrySchema), required=True)
    total = fields.Integer(required=True, metadata=about("How many the query finds.", 1))
    next = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The cursor of the next page; null on the last."),
    )


class AddedSchema(Schema):
    """What became of an upload."""

    id = _id()
    created = fields.Boolean(
        required=True, metadata=about("Whether you could not see this replay before.")
    )
    held = fields.Boolean(required=True, metadata=about("Whether you held it already."))
    same_game = fields.List(
        fields.String(metadata={"pattern": f"^{ID}$"}),
        required=True,
        metadata=about(f"Other replays of this game, the newest first, {MAX_SAME_GAME} at most."),
    )


class StoredSchema(AddedSchema):
    """An upload that was stored."""

    game = fields.String(required=True, metadata=about("Its name.", "triggs"))
    verdict = fields.String(
        required=True,
        metadata=about("incomplete: a legal beginning.") | {"enum": ["valid", "incomplete"]},
    )
    plies = fields.Integer(required=True, metadata=about("How many there are.", 88))
    warnings = fields.List(fields.Nested(DiagnosticSchema), required=True)


class ChangeSchema(Schema):
    """What can be changed about a replay."""

    visibility = fields.String(
        required=True,
        validate=OneOf(VISIBILITIES),
        metadata=about("Who finds it, as far as you are concerned.", "unlisted"),
    )


class ChangedSchema(EntrySchema):
    """A replay as it is after a change."""

    hold = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The visibility that you gave it; null where you do not hold it.")
        | {"enum": [*VISIBILITIES, None]},
    )
