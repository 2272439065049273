"""`/r/ID/PLY/try`: other moves than were played, at a ply of a finished replay.

Nothing is stored but what somebody keeps, as a replay of its own.
"""

from flask import Blueprint, Response, request, url_for

from api.checking.page_jobs import PageRequest
from api.checking.try_jobs import TriedView, choosing, trying, varied
from api.checking.work_queue import ask, work_queue
from api.http.arguments import leave_out_the_unknown
from api.http.content_types import JSON, TEXT
from api.http.request_bodies import form_fields
from api.http.responses import cache_until_changed, lead, page, saved_as, sent
from api.live.answers import json_of
from api.live.read import taps_of
from api.policy.auth import bearer, may_write, require_writer
from api.problems import UNCACHED, Problem
from api.routes.frames import viewed
from api.routes.session import require_own_site
from api.routes.stored_replays import whole_replay
from api.routes.watch import OWN
from api.transfer import keep
from notation.read import Form
from pages.play import MOST_TEXT, Tries, moves_in
from replays.store.model import Replay as Stored
from replays.view.views import ALL

blueprint = Blueprint("tries", __name__, url_prefix="/r/<id:replay>/<ply:ply>/try")

leave_out_the_unknown(blueprint, {"record": ("line",)}, ("line", "taps"))

_HEADERS = {**UNCACHED, "X-Robots-Tag": "noindex"}


@blueprint.get("")
def at(replay: str, ply: int) -> Response:
    """The table after the line, with what may be tried next."""
    stored = _whole(replay, ply)
    asked = _asked(stored, ply)
    tries = Tries(
        address=url_for("tries.at", replay=replay, ply=ply),
        game=url_for("watch.at", kind=OWN, replay=replay, ply=ply),
        ply=ply,
        moves=asked.moves,
        replaces=ply < stored.entry.plies,
        keeps=_keeps(stored),
    )
    around = PageRequest(
        game=asked,
        seats=len(stored.entry.players),
        views=(ALL,),
        origin=request.host_url.rstrip("/"),
        root=request.script_root,
        address=url_for("watch.at", kind=OWN, replay=replay),
        first=asked.plies,
        last=asked.plies,
        embedded=False,
        line="",
        hides=False,
    )
    return page(ask(trying(around, _taps(), tries)), sends=True, headers=_HEADERS)


@blueprint.get("/choices")
def choices(replay: str, ply: int) -> Response:
    """What may be tried after the line, with the moves that the taps make."""
    found = ask(choosing(_asked(_whole(replay, ply), ply), _taps()))
    return sent(json_of(found), JSON, headers=_HEADERS)


@blueprint.post("/keep")
def keep_line(replay: str, ply: int) -> Response:
    """Store the replay with the line as another one, for whoever holds it, and lead there.

    It is found by whom the replay is found. Raises Problem (403) if a page of another site sent
    this, or somebody who does not hold the replay.
    """
    require_own_site()
    stored = _whole(replay, ply)
    owner, hold = require_writer(), stored.entry.hold
    if hold is None:
        raise Problem(403, "only those who uploaded the replay keep it with another line")
    made = ask(varied(_asked(stored, ply, form_fields().get("line", [""])[0])))
    kept = keep(work_queue(), made, Form.TEXT, owner, hold, None)
    return lead(url_for("watch.at", kind=OWN, replay=kept.id, ply=ply))


@blueprint.get("/record.cgn")
def record(replay: str, ply: int) -> Response:
    """The record of the replay with the line as a variation of the ply that it replaces."""
    made = ask(varied(_asked(_whole(replay, ply), ply)))
    name = f"{replay[:12]}-{ply}.cgn"
    return sent(made, TEXT.content_type, headers={**_HEADERS, **saved_as(name)})


def _whole(replay: str, ply: int) -> Stored:
    """A finished replay that the client may see whole.

    Raises Problem if there is none (404), or no such ply, and (403) if it is not finished.
    """
    stored = whole_replay(replay, "moves are tried in games that have ended")
    cache_until_changed()  # there is no end of lines, and hardly anybody asks for one twice
    if ply > stored.entry.plies:
        raise Problem(404, f"this replay has {stored.entry.plies} plies")
    return stored


def _keeps(stored: Stored) -> bool:
    """Whether an owner asks who holds the replay, and may store another."""
    token = bearer().token
    return token is not None and may_write(token) and stored.entry.hold is not None


def _asked(stored: Stored, ply: int, line: str | None = None) -> TriedView:
    """The line that is asked for, in the query by default. Raises Problem (422) if too long."""
    text = request.args.get("line", "") if line is None else line
    return TriedView(viewed(stored, ALL), ply, moves_of(text))


def moves_of(line: str) -> tuple[str, ...]:
    """The moves of a line, as an address or a form has it. Raises Problem (422) if too long."""
    if len(line) > MOST_TEXT:
        raise Problem(422, f"a line has at most {MOST_TEXT:,} characters")
    return tuple(moves_in(line))


def _taps() -> tuple[str, ...]:
    return taps_of(request.args.get("taps", ""))
