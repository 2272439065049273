"""The round of a ply of a replay as a moving picture."""

from flask import Blueprint, Response, g, request
from msgspec.structs import replace

from api.checking.page_jobs import PageRequest, joined, round_plies, still_picture
from api.checking.work_queue import ask
from api.http.arguments import leave_out_the_unknown
from api.http.content_types import GIF, WEBP
from api.http.responses import sent
from api.policy.rates import OWNER
from api.problems import Problem
from api.routes.stored_replays import replay_of
from api.routes.watch import OWN, page_request, picture_headers, picture_view
from api.service import service
from pages.environment import draws_pictures
from pages.svg import Moving
from replays.view.views import ALL

blueprint = Blueprint("moving", __name__)

leave_out_the_unknown(blueprint, {}, ("line", "view", "hide"))

_KINDS: dict[Moving, str] = {"webp": WEBP, "gif": GIF}


@blueprint.get(f"/{OWN}/<id:replay>/<ply:ply>.webp", defaults={"kind": "webp"})
@blueprint.get(f"/{OWN}/<id:replay>/<ply:ply>.gif", defaults={"kind": "gif"})
def moving_picture(replay: str, ply: int, kind: Moving) -> Response:
    """The round of a ply as a moving picture: a WebP of 600 by 315 pixels, or a GIF of 400 by 210.

    Of an unfinished game it shows what everyone saw, whoever asks. Raises Problem (501) if the
    service draws none, and (503) if it may not draw this one now.
    """
    if not service().settings.moving_pictures or not draws_pictures():
        raise Problem(501, "this service draws no moving pictures: use `cgn export --webp`")
    stored = replay_of(replay)
    asked = page_request(OWN, stored, ply, ply, view=picture_view(stored))
    drawn = _drawn(replay, asked, ask(round_plies(asked)), kind)
    # It lies on disk: in the shared cache, a few would take the place of thousands of pages.
    g.pop("sources", None)
    return sent(drawn, _KINDS[kind], is_packed=False, headers=picture_headers(stored))


def _drawn(replay: str, asked: PageRequest, plies: range, kind: Moving) -> bytes:
    """These plies of a replay as a moving picture, drawn now unless it is kept."""
    moving = service().moving
    name = (replay, asked.game.view, asked.line, "hides" if asked.hides else "", kind)
    whole = (*name, f"{plies[0]}-{plies[-1]}")
    drawn = moving.kept.get(*whole)
    if drawn is None:
        with moving.drawing(request.environ[OWNER], _instead(asked, plies, kind)):
            stills = [_still(replace(asked, first=ply, last=ply), kind, *name) for ply in plies]
            drawn = ask(joined(stills, kind))
        moving.kept.keep(drawn, *whole)
    return drawn


def _still(asked: PageRequest, kind: Moving, *name: str) -> bytes:
    """The picture of one ply of a moving picture, drawn now unless it is kept."""
    kept = service().moving.kept
    still = kept.get(*name, f"{asked.first}")
    if still is None:
        still = ask(still_picture(asked, kind))
        kept.keep(still, *name, f"{asked.first}")
    return still


def _instead(asked: PageRequest, plies: range, kind: Moving) -> str:
    """What to do if a moving picture is not drawn now."""
    if asked.line:
        return "try again later"
    view = "" if asked.game.view == ALL else f" --view {asked.game.view}"
    command = f"cgn export record.cgn{view} --{kind} {plies[0]}-{plies[-1]} -o round.{kind}"
    return f"try again later, or download the record and draw it yourself: {command}"
