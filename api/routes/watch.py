"""The pages of a replay: at any ply, in any view, and within the pages of other sites."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from flask import Blueprint, Response, request, url_for
from marshmallow import EXCLUDE

from api.checking.asker import asker, weight_of
from api.checking.jobs import texts
from api.checking.page_jobs import Watched, plies, watch
from api.http.arguments import read_query
from api.http.content_types import JSON, TEXT
from api.http.html import page
from api.http.responses import sent
from api.problems import Problem, bad_parameter
from api.routes.frames import view_of, views_of
from api.routes.replay import replay_of, tag_of
from api.schemas.frames import RangeSchema, ViewSchema
from api.service import service
from replays.frames import PUBLIC
from replays.store.model import ADMIN
from replays.store.model import Replay as Stored

blueprint = Blueprint("watch", __name__)

_FRAME, _DRAWN, _PAGE = 5, 100, 900
"""The weights of a frame, of one that is drawn, and of the rest of a page."""

_MOST = 100
"""Plies in one stretch."""

_RANGE, _VIEW = RangeSchema(unknown=EXCLUDE), ViewSchema(unknown=EXCLUDE)

_VERSION = version("cgn")


@blueprint.get("/r/<id:replay>")
@blueprint.get("/r/<id:replay>/<ply:ply>")
def at(replay: str, ply: int = 0) -> Response:
    """A replay at a ply."""
    stored = replay_of(replay)
    html, tag = _made(stored, watch, ply, ply, _PAGE)
    return page(html, tag)


@blueprint.get("/r/<id:replay>/plies")
def stretch(replay: str) -> Response:
    """The plies `from` one `to` another, for the script of the page."""
    stored = replay_of(replay)
    asked = read_query(_RANGE)
    first, last = asked["from_"], asked.get("to", stored.entry.plies)
    if not first <= last < first + _MOST:
        raise bad_parameter("to", f"from and to lie in this order, at most {_MOST} plies apart")
    data, tag = _made(stored, plies, first, last, _DRAWN * (last - first + 1))
    return sent(data, JSON, tag, is_packed=True)


@blueprint.get("/r/<id:replay>/record.cgn")
def record(replay: str) -> Response:
    """A replay's record as a file of text."""
    stored = replay_of(replay)
    canonical = False
    body = (stored.entry.number, stored.body)
    (text,) = asker().ask(weight_of(stored.body), texts, [body], canonical)
    return sent(text, TEXT.content_type, tag_of(stored, "text"))


def _made(
    stored: Stored, job: Callable[..., Any], first: int, last: int, cost: int
) -> tuple[bytes, str]:
    """What a job makes of a replay, as gzip, and what tells it from other answers.

    Raises Problem as `Asker.ask` and `view_of` do, and (404) if there are no such plies.
    """
    entry = stored.entry
    if last > entry.plies:
        raise Problem(404, f"this replay has {entry.plies} plies")
    view = view_of(stored, read_query(_VIEW).get("view"))
    views = views_of(len(entry.players)) if stored.whole else (PUBLIC,)
    address = url_for("watch.at", replay=entry.id)
    asked = Watched(view, views, request.script_root, address, first, last)
    whole = stored if stored.whole else service().store.get(entry.id, ADMIN)
    if whole is None:
        raise Problem(404, "this replay was just given up")
    cost += _FRAME * entry.plies
    made = asker().ask(cost, job, entry.number, whole.body, asked, entry.finished)
    return made, ".".join([entry.id[:16], job.__name__, view, f"{first}-{last}", _VERSION])
