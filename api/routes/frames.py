"""`/v1/replays/{id}/frames`: the positions of a replay, ready to be drawn."""

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from flask import Response
from flask.views import MethodView

from api.arguments import Blueprint
from api.codec import record_in
from api.content_types import JSON
from api.describing import described
from api.filming import ALL, Scene, views, with_legal
from api.films import Film, Written
from api.problems import Problem, bad_parameter, over_limit
from api.responses import PIECE, sent
from api.routes.replay import found
from api.schemas.frames import RangeSchema, ViewSchema
from api.service import service
from notation.render.json import printable
from replays.frames import PUBLIC
from replays.redact import main_line
from replays.store.model import ADMIN
from replays.store.model import Replay as Stored

blueprint = Blueprint("frames", __name__, url_prefix="/v1", description="Positions of a replay.")

_RANGE, _VIEW = RangeSchema(), ViewSchema()
_VERSION = version("cgn")


@blueprint.route("/replays/<id:replay>/frames")
class Frames(MethodView):
    """The positions of a replay."""

    @described(blueprint, "getFrames", 403, 404, 413)
    @blueprint.arguments(_RANGE, location="query")
    @blueprint.response(200, "Film")
    def get(self, asked: dict[str, Any], replay: str) -> Response:
        """Get the frames of a replay.

        One a position, from before the first ply to after the last, or from `from` to `to`. A
        frame has all that a front end draws: the ply in words, zones, counters, scores, whose
        turn it is. Of a game that is not finished, others than its uploaders get the public view.
        """
        stored = found(replay)
        first, last = asked["from_"], asked.get("to", stored.entry.plies)
        if not first <= last <= stored.entry.plies:
            wrong = f"from and to lie in this order within 0 to {stored.entry.plies}"
            raise bad_parameter("to" if last > stored.entry.plies else "from", wrong)
        view = _view(stored, asked.get("view"))
        written: Iterable[Written] = _frames(stored, view, first, last)
        if asked["legal"]:
            written = map(with_legal, written, _scene(stored, view).legal(first, last))
        told = {"id": replay, "view": view, "plies": stored.entry.plies}
        body = _pieces(printable(told)[:-1] + b',"frames":[', written)
        tag = _tag(stored, view, f"{first}-{last}", legal=asked["legal"])
        return sent(body, JSON, tag)


@blueprint.route("/replays/<id:replay>/frames/<ply:ply>")
class Frame(MethodView):
    """One position of a replay."""

    @described(blueprint, "getFrame", 403, 404)
    @blueprint.arguments(_VIEW, location="query")
    @blueprint.response(200, "Frame")
    def get(self, asked: dict[str, Any], replay: str, ply: int) -> Response:
        """Get one frame of a replay.

        The position after so many plies; 0 is before the first.
        """
        stored = found(replay)
        if ply > stored.entry.plies:
            raise Problem(404, f"this replay has {stored.entry.plies} plies")
        view = _view(stored, asked.get("view"))
        (frame,) = _frames(stored, view, ply, ply)
        if asked["legal"]:
            (moves,) = _scene(stored, view).legal(ply, ply)
            frame = with_legal(frame, moves)
        return sent(
            b"".join([*frame, b"\n"]), JSON, _tag(stored, view, str(ply), legal=asked["legal"])
        )


def _pieces(head: bytes, written: Iterable[Written]) -> list[bytes]:
    """The frames behind the head, in pieces. Raises Problem (413) where they are too large."""
    most = service().settings.max_film
    whole, piece, size, length = [], [head], len(head), 0
    for frame in written:
        more = sum(map(len, frame)) + 1
        length += more
        if length > most:
            what = "bytes of frames in one answer, so ask with from and to"
            raise over_limit(413, what, "max_film", most)
        if size + more > PIECE:
            whole.append(b"".join(piece))
            piece, size = [], 0
        piece += frame
        piece.append(b",")
        size += more
    piece[-1] = b"]}\n"
    return [*whole, b"".join(piece)]


def _view(stored: Stored, asked: str | None) -> str:
    """The view asked for, or else the most open one allowed.

    Raises Problem where the replay has no such view (400), or it is not for whoever asks (403).
    """
    view = asked or (ALL if stored.whole else PUBLIC)
    if not stored.whole and view != PUBLIC:
        raise Problem(403, "until the game is finished, only its uploaders see more than `public`")
    known = views(len(stored.entry.players))
    if view not in known:
        raise bad_parameter("view", f"the views of this replay are {', '.join(known)}")
    return view


def _scene(stored: Stored, view: str) -> Scene:
    """What the frames of a view are made of.

    Raises Problem (404) where the replay was given up a moment ago.
    """
    store = service().store
    whole = stored if stored.whole else store.get(stored.entry.id, ADMIN)
    if whole is None:
        raise Problem(404, "this replay was just given up")
    record = record_in(whole.body)
    if view == PUBLIC and not stored.entry.finished:
        record = main_line(record)
    return Scene(record, store.decks.decks_for(record.deck), view)


def _tag(stored: Stored, view: str, plies: str, *, legal: bool) -> str:
    """An ETag without a look at all the bytes: what they are made from, and by whom."""
    return ".".join([stored.entry.id[:16], view, plies, "legal" if legal else "frames", _VERSION])


def _frames(stored: Stored, view: str, first: int, last: int) -> Film:
    """The frames of these plies: of a replay of usual length out of all, which are remembered.

    Raises Problem (413) where they are too many.
    """
    most = service().settings.max_frames
    if last - first >= most:
        raise over_limit(413, "frames in one answer, so ask with from and to", "max_frames", most)
    if stored.entry.plies >= most:
        return _scene(stored, view).part(first, last)
    film = service().films.film((stored.entry.id, view), lambda: _scene(stored, view).film())
    return film[first : last + 1]
