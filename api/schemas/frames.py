"""Positions: frames, as every front end draws them, and digests."""

from marshmallow import Schema, fields

from api.schemas.common import about
from api.schemas.fields import Flag, Text, Whole

_VIEWS = "(all|public|[A-J])"
_MOST_PLIES = 10**9 - 1


class ViewSchema(Schema):
    """How positions are seen."""

    view = Text(
        6,
        _VIEWS,
        metadata=about(
            "What is seen: `all`, what lies open to a seat, or to everyone (`public`). By "
            "default all that you may see.",
            "B",
        ),
    )
    legal = Flag(
        load_default=False,
        metadata=about("With the legal moves, where the view sees the cards of the seat to act."),
    )


class RangeSchema(ViewSchema):
    """Which positions are wanted."""

    from_ = Whole(
        0,
        _MOST_PLIES,
        data_key="from",
        load_default=0,
        metadata=about("The first ply; 0 is before the first."),
    )
    to = Whole(0, _MOST_PLIES, metadata=about("The last ply; by default the record's."))


class CardSchema(Schema):
    """A card as the view sees it."""

    code = fields.String(required=True, allow_none=True, metadata=about("null: hidden.", "11"))
    label = fields.String(required=True, allow_none=True, metadata=about("What it shows.", "11"))
    changed = fields.Boolean(required=True, metadata=about("Whether it came by the last ply."))
    public = fields.Boolean(required=True, metadata=about("Whether everyone sees its face."))


class ZoneSchema(Schema):
    """Cards that lie together, the top one first."""

    key = fields.String(required=True, metadata=about("Its name among all.", "hand.A"))
    name = fields.String(required=True, metadata=about("Its name.", "hand"))
    owner = fields.String(required=True, allow_none=True, metadata=about("A seat, or nobody."))
    ordered = fields.Boolean(required=True, metadata=about("Whether the order matters."))
    row = fields.String(
        required=True, allow_none=True, metadata=about("Zones of one row lie side by side.")
    )
    spread = fields.Boolean(
        required=True, metadata=about("Whether its cards lie side by side, all to be seen.")
    )
    cards = fields.List(fields.Nested(CardSchema), required=True)


class CounterSchema(Schema):
    """A number on the table."""

    name = fields.String(required=True, metadata=about("Its name.", "row-11"))
    owner = fields.String(required=True, allow_none=True, metadata=about("A seat, or nobody."))
    value = fields.Integer(required=True)
    before = fields.Integer(required=True, metadata=about("What it was before the last ply."))
    most = fields.Integer(required=True, allow_none=True, metadata=about("The most it can be."))


class PointsSchema(Schema):
    """One line of a score."""

    source = fields.String(required=True, metadata=about("What it is for."))
    points = fields.Integer(required=True)
    card = fields.String(required=True, allow_none=True, metadata=about("The card it comes from."))
    hidden = fields.Boolean(
        required=True, metadata=about("Whether it rests on cards only its seat sees.")
    )


class PartSchema(Schema):
    """A stretch of a sentence, and what it names, if anything."""

    text = fields.String(required=True)
    card = fields.String(metadata=about("The code of the card that it names.", "11"))
    zone = fields.String(metadata=about("The key of the zone that it names.", "left"))
    seat = fields.String(metadata=about("The letter of the seat that it names.", "B"))


class SentenceSchema(Schema):
    """A sentence in English."""

    text = fields.String(required=True, metadata=about("It as plain text."))
    short = fields.String(required=True, metadata=about("The same for a list of moves."))
    parts = fields.List(
        fields.Nested(PartSchema), required=True, metadata=about("The text in stretches.")
    )


class DueSchema(Schema):
    """What is asked, and of whom."""

    seats = fields.List(fields.String(), required=True, metadata=about("Who may act."))
    phase = fields.String(required=True, metadata=about("The phase's name.", "extra"))
    title = fields.String(
        required=True, metadata=about("What they do, to follow a name.", "takes an extra cross")
    )


class FrameSchema(Schema):
    """One position, and the ply that led to it (at ply 0: none)."""

    ply = fields.Integer(required=True, metadata=about("How many plies were played.", 20))
    plies = fields.Integer(required=True, metadata=about("How many the record has.", 88))
    view = fields.String(required=True, metadata=about("As asked for.", "B"))
    seat = fields.String(required=True, allow_none=True)
    move = fields.String(
        required=True, allow_none=True, metadata=about("`_` for a card not seen.", "draw left")
    )
    sentence = fields.Nested(
        SentenceSchema, required=True, allow_none=True, metadata=about("What the seat did.")
    )
    auto = fields.List(
        fields.Nested(SentenceSchema),
        required=True,
        metadata=about("What happened by itself after it, in order."),
    )
    reveals = fields.List(fields.String(allow_none=True), required=True)
    shuffled = fields.List(
        fields.String(), required=True, metadata=about("The piles shuffled by it.")
    )
    mark = fields.String(required=True, metadata=about("`!`, `?` and the like, or empty."))
    comments = fields.List(fields.String(), required=True)
    at = fields.Float(required=True, allow_none=True, metadata=about("Seconds since the start."))
    variations = fields.Integer(required=True, metadata=about("How many lines replace it."))
    zones = fields.List(fields.Nested(ZoneSchema), required=True)
    counters = fields.List(fields.Nested(CounterSchema), required=True)
    scores = fields.List(
        fields.Integer(allow_none=True),
        required=True,
        metadata=about("One a seat; null where it rests on cards not seen."),
    )
    breakdown = fields.List(
        fields.List(fields.Nested(PointsSchema)), required=True, metadata=about("One a seat.")
    )
    allies = fields.List(
        fields.List(fields.String()),
        required=True,
        metadata=about("The seats that share a score, group by group."),
    )
    to_act = fields.String(required=True, allow_none=True, metadata=about("Who is to act."))
    due = fields.Nested(
        DueSchema,
        required=True,
        allow_none=True,
        metadata=about("What is asked, and of whom; null once the game is over."),
    )
    winners = fields.List(fields.String(), required=True, metadata=about("Once it is over."))
    tie = fields.Nested(
        SentenceSchema,
        required=True,
        allow_none=True,
        metadata=about("What decided between several with the most points; null without a tie."),
    )
    legal = fields.List(
        fields.String(),
        allow_none=True,
        metadata=about("Asked for with `legal`; null where the view does not see the cards."),
    )


class FilmSchema(Schema):
    """The frames of a replay, or some of them."""

    id = fields.String(required=True)
    view = fields.String(required=True, metadata=about("The view of all frames.", "B"))
    plies = fields.Integer(required=True, metadata=about("How many the record has.", 88))
    frames = fields.List(fields.Nested(FrameSchema), required=True)


class DigestsSchema(Schema):
    """The digests of a replay, each 64 hex digits."""

    record = fields.String(required=True, metadata=about("The replay's id."))
    game = fields.String(required=True, metadata=about("The same for all records of one game."))
    positions = fields.List(
        fields.String(), required=True, metadata=about("After each ply, from ply 0 on.")
    )
