"""Requests for frames."""

from marshmallow import Schema

from api.schemas.fields import Flag, Text, Whole
from api.schemas.lists import about

_VIEWS = "(all|public|[A-J])"
_MOST_PLIES = 10**9 - 1


class ViewSchema(Schema):
    """What to show of a replay."""

    view = Text(
        6,
        _VIEWS,
        "all, public or the letter of a seat",
        metadata=about(
            "What to show: `all`, what a seat sees, or what everyone sees (`public`). By default, "
            "all that you may see.",
            "B",
        ),
    )
    line = Text(
        500,
        "/plies(/[0-9]{1,9}/variations/[0-9]{1,9})+",
        "the JSON pointer of a variation, such as /plies/5/variations/0",
        metadata=about(
            "A variation to show instead of the game, by its JSON pointer in the record. Its plies "
            "are numbered from the deal on, like those of the game that it leaves.",
            "/plies/5/variations/0",
        ),
    )


class PageSchema(ViewSchema):
    """What the page of a replay shows."""

    hide = Text(5, "ahead", "`ahead`", metadata=about("Hide what comes after the ply.", "ahead"))


class SizeSchema(Schema):
    """How large the frame around an embedded replay may be, in pixels."""

    maxwidth = Whole(1)
    maxheight = Whole(1)


class FrameSchema(ViewSchema):
    """How to show positions."""

    legal = Flag(
        load_default=False,
        metadata=about("Include the legal moves, if the view sees the cards of the seat to act."),
    )


class RangeSchema(FrameSchema):
    """Which positions to show."""

    from_ = Whole(
        0,
        _MOST_PLIES,
        data_key="from",
        load_default=0,
        metadata=about("The first ply; 0 is before the first."),
    )
    to = Whole(
        0, _MOST_PLIES, metadata=about("The last ply; by default that of the game or variation.")
    )
