"""The page of a game in progress: like that of a replay, and it follows the game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, request, url_for

from api.checking.job import Job
from api.checking.page_jobs import PageRequest, plies, said, sheet, state, watch, ways
from api.http.arguments import leave_out_the_unknown, read_query
from api.http.content_types import JSON, TEXT
from api.http.responses import lead
from api.live.access import Access, access_to, plays, views_at
from api.live.answers import json_of, match_answer
from api.live.lobby import lobby
from api.live.record import no_ply, not_dealt
from api.live.views import memoized, record_at
from api.routes.watch import OWN, PAGE_QUERY, PARAMETERS, asked_stretch
from notation.read import Form
from pages.environment import HTML, policy
from pages.live_state import LiveState
from pages.stretch import STRETCH
from replays.store.live_model import Match
from replays.view.views import OWNER, PUBLIC

blueprint = Blueprint("table_page", __name__, url_prefix="/t/<table:table>")

leave_out_the_unknown(
    blueprint,
    {"at": (*PARAMETERS, "as"), "now": (*PARAMETERS, "wait"), "version": ("wait",)},
    PARAMETERS,
)


@blueprint.get("")
@blueprint.get("/<ply:ply>")
def at(table: str, ply: int | None = None) -> Response:
    """A table after a ply, the last one by default; its replay, once the game has ended.

    Before the cards are dealt, the page says who sits.
    """
    access = _access(table, is_dealt=False)
    found = access.match
    if not found.is_dealt:
        return lobby(access)
    if found.has_replay:
        to = found.plies if ply is None else ply
        query = read_query(PAGE_QUERY)
        return lead(url_for("watch.at", kind=OWN, replay=found.replay, ply=to, **query))
    last = found.plies if ply is None else ply
    return _answer(access, _made(access, watch, last, last))


@blueprint.get("/<ply:ply>/sheet")
def scores(table: str, ply: int) -> Response:
    """The score sheet and the legal moves at a ply."""
    access = _access(table)
    return _answer(access, _made(access, sheet, ply, ply))


@blueprint.get("/cards")
def cards(table: str) -> Response:
    """Where each card has been."""
    access = _access(table)
    return _answer(access, _made(access, ways, 0, 0))


@blueprint.get("/words")
def words(table: str) -> Response:
    """What is said of each ply, for the search of the page."""
    access = _access(table)
    return match_answer(access, _made(access, said, 0, 0), JSON, is_packed=True)


@blueprint.get("/plies")
def stretch(table: str) -> Response:
    """The plies `from` one `to` another, for the script of the page."""
    asked, access = asked_stretch(), _access(table)
    return match_answer(access, _made(access, plies, *asked), JSON, is_packed=True)


@blueprint.get("/state")
def now(table: str) -> Response:
    """What an event may have changed on the page, so that its script asks once for each."""
    access = _access(table)
    found = access.match
    if found.has_replay:
        return match_answer(access, json_of(_bare(found)))
    first, last = found.plies - found.plies % STRETCH, found.plies

    def state_now(asked: PageRequest) -> Job[bytes]:
        return state(asked, version=found.version, finished=not found.is_running)

    shown = _made(access, state_now, first, last)
    return match_answer(access, shown, JSON, is_packed=True)


@blueprint.get("/version")
def version(table: str) -> Response:
    """The version alone, for scripts that then load their page again; also before the deal."""
    access = access_to(table)
    return match_answer(access, json_of(_bare(access.match)))


@blueprint.get("/record.cgn")
def record(table: str) -> Response:
    """The record as the view has it, as a file of text; its replay, once the game has ended."""
    access = _access(table)
    if access.match.has_replay:
        return lead(url_for("watch.record", replay=access.match.replay))
    return match_answer(
        access, record_at(access, access.match.version, Form.TEXT), TEXT.content_type
    )


def _bare(match: Match) -> LiveState:
    return LiveState(
        version=match.version,
        plies=match.plies,
        finished=not match.is_running,
        replay=match.replay,
    )


def _access(table: str, *, is_dealt: bool = True) -> Access:
    """The client in a match. Raises Problem (409) if its cards have to be dealt, and are not."""
    query = read_query(PAGE_QUERY)
    access = access_to(table, query.get("view"))
    if is_dealt and not access.match.is_dealt:
        raise not_dealt()
    return replace(access, view=PUBLIC) if access.view == OWNER else access


def _made(access: Access, job: Callable[[PageRequest], Job[bytes]], first: int, last: int) -> bytes:
    """What is made of a match, as gzip. Raises Problem (404) if there are no such plies."""
    match = access.match
    if last > match.plies:
        raise no_ply(match.plies)
    views = tuple([view for view in views_at(access) if view != OWNER])
    around = page_request(access, first, last, views)
    around["hides"] = "hide" in read_query(PAGE_QUERY)
    what = (job.__name__, *around.values())
    return memoized(access, match.version, what, lambda seen: job(PageRequest(seen, **around)))


def page_request(access: Access, first: int, last: int, views: tuple[str, ...]) -> dict[str, Any]:
    """The fields of the PageRequest for some plies of a match, but for its view."""
    match = access.match
    return {
        "seats": len(match.players),
        "views": views,
        "origin": request.host_url.rstrip("/"),
        "root": request.script_root,
        "address": url_for("table_page.at", table=match.id),
        "first": first,
        "last": last,
        "embedded": False,
        "line": "",
        "hides": False,
        "plays": plays(access),
    }


def _answer(access: Access, page: bytes) -> Response:
    return match_answer(access, page, HTML, is_packed=True, headers=policy())
