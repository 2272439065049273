"""`/v1/replays/{id}/frames` and `/moves`: the positions and the moves of a replay."""

from typing import Any

from flask import Response
from flask.views import MethodView

from api.checking.films import film_of, frame_of, moves_of
from api.checking.jobs import Viewed, Wanted
from api.http.arguments import Blueprint
from api.http.content_types import JSON
from api.http.responses import sent
from api.openapi.operations import described
from api.problems import Problem, bad_parameter
from api.routes.replay import replay_of
from api.schemas.frames import FrameSchema, RangeSchema, ViewSchema
from api.service import service
from client.about import version
from notation.render.json import printable
from replays.store.model import ADMIN
from replays.store.model import Replay as Stored
from replays.view.frames import PUBLIC
from replays.view.frames_json import ALL, views_of

blueprint = Blueprint("frames", __name__, url_prefix="/v1", description="Positions of a replay.")

_RANGE, _FRAMED, _VIEW = RangeSchema(), FrameSchema(), ViewSchema()
_VERSION = version()


@blueprint.route("/replays/<id:replay>/frames")
class Frames(MethodView):
    """The positions of a replay."""

    @described(blueprint, "getFrames", 403, 404, 413)
    @blueprint.arguments(_RANGE, location="query")
    @blueprint.response(200, "Film")
    def get(self, asked: dict[str, Any], replay: str) -> Response:
        """Get the frames of a replay.

        One for each position, from before the first ply to after the last, or from `from` to `to`.
        A frame has everything that a front end draws: the ply in words, zones, counters, scores,
        whose turn it is. The catalogue describes the cards of the record's deck. Until the game is
        finished, only its uploaders get more than the public view.
        """
        stored = replay_of(replay)
        wanted = _wanted(stored, asked, *_range(stored, asked))
        advice = ", so ask with from and to"
        film = film_of(_head(replay, wanted), wanted, stored.entry.plies, advice)
        tag = _tag(stored, wanted, f"{wanted.first}-{wanted.last}")
        return sent(film, JSON, tag, is_packed=True)


@blueprint.route("/replays/<id:replay>/frames/<ply:ply>")
class Frame(MethodView):
    """One position of a replay."""

    @described(blueprint, "getFrame", 403, 404, 413)
    @blueprint.arguments(_FRAMED, location="query")
    @blueprint.response(200, "ViewedFrame")
    def get(self, asked: dict[str, Any], replay: str, ply: int) -> Response:
        """Get one frame of a replay.

        The position after so many plies; 0 is before the first.
        """
        stored = replay_of(replay)
        if ply > stored.entry.plies and "line" not in asked:
            raise Problem(404, f"this replay has {stored.entry.plies} plies")
        wanted = _wanted(stored, asked, ply, ply)
        frame = frame_of(wanted, stored.entry.plies)
        return sent(frame, JSON, _tag(stored, wanted, str(ply)), is_packed=True)


@blueprint.route("/replays/<id:replay>/moves")
class Moves(MethodView):
    """The moves of a replay."""

    @described(blueprint, "getMoves", 403, 404, 413)
    @blueprint.arguments(_VIEW, location="query")
    @blueprint.response(200, "MoveList")
    def get(self, asked: dict[str, Any], replay: str) -> Response:
        """Get the moves of a replay.

        All of them in words, with those of its variations: frames without zones and counters. Until
        the game is finished, only its uploaders get more than the public view.
        """
        stored = replay_of(replay)
        wanted = _wanted(stored, asked, 0, None)
        found = moves_of(_head(replay, wanted), wanted, stored.entry.plies)
        tag = f"{stored.entry.id[:16]}.{wanted.replay.view}.moves{wanted.line}.{_VERSION}"
        return sent(found, JSON, tag, is_packed=True)


def _head(replay: str, wanted: Wanted) -> bytes:
    """How an answer about a replay begins."""
    return printable({"id": replay, "view": wanted.replay.view})[:-1]


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


def _wanted(stored: Stored, asked: dict[str, Any], first: int, last: int | None) -> Wanted:
    """Which frames are asked for. Raises Problem as `viewed` does."""
    settings = service().settings
    return Wanted(
        viewed(stored, asked.get("view")),
        asked.get("line", ""),
        first,
        last,
        asked.get("legal", False),
        settings.max_frames,
        settings.max_film,
    )


def viewed(stored: Stored, asked: str | None) -> Viewed:
    """A replay in the view asked for, or else in the most open one allowed.

    Raises Problem where the replay has no such view (400), this client may not see it (403), or the
    replay was given up a moment ago (404).
    """
    view = _view_of(stored, asked)
    entry = stored.entry
    whole = stored if stored.whole else service().store.get(entry.id, ADMIN)
    if whole is None:
        raise Problem(404, "this replay was just deleted")
    return Viewed(entry.number, whole.body, entry.finished, view)


def _view_of(stored: Stored, asked: str | None) -> str:
    view = asked or (ALL if stored.whole else PUBLIC)
    if not stored.whole and view != PUBLIC:
        raise Problem(403, "until the game is finished, only its uploaders see more than `public`")
    known = views_of(len(stored.entry.players))
    if view not in known:
        raise bad_parameter("view", f"the views of this replay are {', '.join(known)}")
    return view


def _tag(stored: Stored, wanted: Wanted, plies: str) -> str:
    """An ETag without a look at all the bytes: what they are made from, and by whom."""
    kind = "legal" if wanted.legal else "frames"
    return ".".join([stored.entry.id[:16], wanted.replay.view, plies, kind + wanted.line, _VERSION])
