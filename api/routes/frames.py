"""`/v1/replays/{id}/frames` and `/moves`: the positions and the moves of a replay."""

from typing import Any

from flask import Response
from marshmallow import Schema

from api.checking.frame_jobs import FrameRequest, ReplayView, all_frames, all_moves, one_frame
from api.checking.work_queue import ask
from api.http.arguments import Blueprint
from api.http.content_types import JSON
from api.http.responses import sent
from api.openapi.operations import described
from api.problems import Problem, bad_parameter
from api.routes.stored_replays import replay_of
from api.schemas import Flag, Text, Whole, about
from api.service import service
from client.about import version
from replays.store.model import ADMIN
from replays.store.model import Replay as Stored
from replays.view.views import ALL, PUBLIC, views_of

blueprint = Blueprint("frames", __name__, url_prefix="/v1", description="Positions of a replay.")

_MOST_PLIES = 10**9 - 1


class ViewSchema(Schema):
    """What to show of a replay."""

    view = Text(
        6,
        "(all|public|[A-J])",
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


_RANGE, _FRAMED, _VIEW = RangeSchema(), FrameSchema(), ViewSchema()
_VERSION = version()


@blueprint.get("/replays/<id:replay>/frames")
@described(blueprint, "getFrames", 403, 404, 413)
@blueprint.arguments(_RANGE, location="query")
@blueprint.response(200, "Film")
def get_frames(asked: dict[str, Any], replay: str) -> Response:
    """Get the frames of a replay.

    One for each position, from before the first ply to after the last, or from `from` to `to`.
    A frame has everything that a front end draws: the ply in words, zones, counters, scores,
    whose turn it is. The catalogue describes the cards of the record's deck. Until the game is
    finished, only its uploaders get more than the public view.
    """
    stored = replay_of(replay)
    first, last = _range(stored, asked)
    game, settings = viewed(stored, asked.get("view")), service().settings
    frames = FrameRequest(game, asked.get("line", ""), first, last, asked["legal"])
    most, most_frames = settings.max_film, settings.max_frames
    film = ask(all_frames(frames, most_frames=most_frames, most=most))
    return sent(film, JSON, _tag(game, f"{first}-{last}", _kind(asked)), is_packed=True)


@blueprint.get("/replays/<id:replay>/frames/<ply:ply>")
@described(blueprint, "getFrame", 403, 404, 413)
@blueprint.arguments(_FRAMED, location="query")
@blueprint.response(200, "ViewedFrame")
def get_frame(asked: dict[str, Any], replay: str, ply: int) -> Response:
    """Get one frame of a replay.

    The position after so many plies; 0 is before the first.
    """
    stored = replay_of(replay)
    if ply > stored.entry.plies and "line" not in asked:
        raise Problem(404, f"this replay has {stored.entry.plies} plies")
    game = viewed(stored, asked.get("view"))
    frame = ask(one_frame(FrameRequest(game, asked.get("line", ""), ply, ply, asked["legal"])))
    return sent(frame, JSON, _tag(game, str(ply), _kind(asked)), is_packed=True)


@blueprint.get("/replays/<id:replay>/moves")
@described(blueprint, "getMoves", 403, 404, 413)
@blueprint.arguments(_VIEW, location="query")
@blueprint.response(200, "MoveList")
def get_moves(asked: dict[str, Any], replay: str) -> Response:
    """Get the moves of a replay.

    All of them in words, with those of its variations: frames without zones and counters. Until
    the game is finished, only its uploaders get more than the public view.
    """
    stored = replay_of(replay)
    game, line = viewed(stored, asked.get("view")), asked.get("line", "")
    found = ask(all_moves(game, line, service().settings.max_film))
    return sent(found, JSON, _tag(game, f"moves{line}"), is_packed=True)


def _range(stored: Stored, asked: dict[str, Any]) -> tuple[int, int | None]:
    """The first ply that is asked for, and the last; None: that of a variation.

    Raises Problem (400) if they are out of order, or the game has no such plies.
    """
    plies, first = stored.entry.plies, asked["from_"]
    last = asked.get("to")
    if "line" in asked:
        if last is not None and first > last:
            raise bad_parameter("from", "from and to lie in this order")
        return first, last
    last = plies if last is None else last
    if not first <= last <= plies:
        wrong = f"from and to lie in this order within 0 to {plies}"
        raise bad_parameter("to" if last > plies else "from", wrong)
    return first, last


def viewed(stored: Stored, asked: str | None) -> ReplayView:
    """A replay in the view asked for, or else in the most open one allowed.

    Raises Problem where the replay has no such view (400), this client may not see it (403), or the
    replay was given up a moment ago (404).
    """
    view = _view_of(stored, asked)
    entry = stored.entry
    whole = stored if stored.whole else service().store.get(entry.id, ADMIN)
    if whole is None:
        raise Problem(404, "this replay was just deleted")
    return ReplayView(
        entry.id,
        entry.number,
        whole.body,
        entry.finished,
        view,
        plies=entry.plies,
    )


def _view_of(stored: Stored, asked: str | None) -> str:
    view = asked or (ALL if stored.whole else PUBLIC)
    if not stored.whole and view != PUBLIC:
        raise Problem(403, "until the game is finished, only its uploaders see more than `public`")
    known = views_of(len(stored.entry.players))
    if view not in known:
        raise bad_parameter("view", f"the views of this replay are {', '.join(known)}")
    return view


def _kind(asked: dict[str, Any]) -> str:
    """What tells answers with the same plies apart."""
    return f"{'legal' if asked['legal'] else 'frames'}{asked.get('line', '')}"


def _tag(game: ReplayView, *what: str) -> str:
    """An ETag without a look at all the bytes: what they are made from, and by whom."""
    return ".".join([game.id[:16], game.view, *what, _VERSION])
