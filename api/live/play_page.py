"""`/t/ID/play`: the page on which people play by touching what a move names."""

from typing import Any

from flask import Blueprint, Response, request, url_for
from msgspec.json import encode

from api.checking.job import Job
from api.checking.page_jobs import PageRequest
from api.http.arguments import leave_out_the_unknown
from api.http.content_types import FORM, JSON
from api.http.request_bodies import form_fields
from api.http.responses import lead
from api.live import jobs
from api.live.access import access_to, plays
from api.live.answers import json_of, match_answer
from api.live.calls import Attempt, answer_call, as_request
from api.live.page import page_request
from api.live.play import may_play, play_plies
from api.live.play_jobs import playing
from api.live.read import choices_at, taps_of
from api.live.take_back import may_take_back, take_plies_back
from api.live.views import memoized
from api.problems import Problem
from api.routes.session import require_own_site
from notation.record import UNKNOWN_CARD, Ply
from pages.environment import HTML, policy
from pages.play import Desk

blueprint = Blueprint("play_page", __name__, url_prefix="/t/<table:table>")

leave_out_the_unknown(
    blueprint,
    {"at": ("taps", "answers"), "choices": ("taps", "answers"), "reveals": ("seat", "move")},
)

_MOST_TEXT = 1_000
_MOST_NAME = 10


@blueprint.get("/play")
def at(table: str) -> Response:
    """The table with what its reader may touch; to others, the page on which one watches."""
    access = access_to(table)
    match = access.match
    if match.has_replay or not match.is_dealt or not plays(access):
        return lead(url_for("table_page.at", table=table))
    desk = Desk(
        version=match.version,
        own=access.seat or "",
        undoes=access.is_owner and not match.kind.by_invitation and match.plies > match.least,
        least=match.least,
        computer=tuple(match.computer),
        taps=_taps(),
        answers=_answers(),
    )
    around = page_request(access, match.plies, match.plies, views=(access.view,))

    def job(asked: PageRequest) -> Job[bytes]:
        return playing(asked, desk)

    what = ("play", desk, *around.values())
    shown = memoized(access, match.version, what, lambda seen: job(PageRequest(seen, **around)))
    return match_answer(access, shown, HTML, is_packed=True, headers=policy(sends=True))


@blueprint.get("/choices")
def choices(table: str) -> Response:
    """What the taps make, for the script of the page."""
    access, taps, answers = access_to(table), _taps(), _answers()
    if not access.match.is_running or not plays(access):
        raise Problem(403, "only those who play at this table may ask this")
    found = choices_at(access, taps, answers)
    if found is not None and found.seat in access.match.computer:
        found = None
    return match_answer(access, json_of(found), JSON)


@blueprint.get("/reveals")
def reveals(table: str) -> Response:
    """The cards that a move turns up at a table with real cards, which the page then asks for.

    Raises Problem (422) at other tables: the service knows what they turn up, and nobody may try.
    """
    access = access_to(table)
    if not access.match.is_running or not plays(access):
        raise Problem(403, "only those who play at this table may ask this")
    if not access.match.kind.has_own_records:
        raise Problem(422, "the cards of this table are dealt here")
    ply = Ply(request.args.get("seat", "A")[:1], request.args.get("move", "")[:_MOST_TEXT])
    found = memoized(
        access, access.match.version, ("reveals", ply), lambda seen: jobs.revealing(seen, ply)
    )
    return match_answer(access, json_of(found), JSON)


@blueprint.post("/plies")
def play(table: str) -> Response:
    """Play a ply: as for programs, or as the form of a page without scripts has it."""
    require_own_site()
    if request.mimetype != FORM:
        return answer_call(table, may_play, play_plies, sent=as_request)
    answer_call(table, may_play, play_plies, sent=lambda: _by_form(("seat", "move")))
    return lead(url_for("play_page.at", table=table))


@blueprint.post("/takebacks")
def take_back(table: str) -> Response:
    """Take the last ply back, likewise."""
    require_own_site()
    if request.mimetype != FORM:
        return answer_call(table, may_take_back, take_plies_back, sent=as_request)
    answer_call(table, may_take_back, take_plies_back, sent=lambda: _by_form(("to",)))
    return lead(url_for("play_page.at", table=table))


def _taps() -> tuple[str, ...]:
    return taps_of(request.args.get("taps", ""))


def _answers() -> str:
    return request.args.get("answers", "")[:_MOST_NAME]


def _by_form(names: tuple[str, ...]) -> Attempt:
    """The call that a form makes. Raises Problem (422) if it lacks a field.

    Where somebody writes a move, they may write the cards that it turned up, with spaces between,
    and what was seen when the ply before it shuffled.
    """
    fields = form_fields()
    try:
        values: dict[str, Any] = {name: fields[name][0].strip() for name in names}
        version = fields["version"][0]
        if cards := fields.get("reveals", [""])[0].split():
            values["reveals"] = cards
        sent = {"to": int(values["to"])} if "to" in values else [*_shuffles(fields), values]
    except (KeyError, ValueError):
        raise Problem(422, "the form lacks a field: load the page again") from None
    return Attempt(encode(sent), f'"v{version}"', is_json=True)


def _shuffles(fields: dict[str, list[str]]) -> list[dict[str, Any]]:
    """The shuffles before a ply that somebody writes; none if they saw no card of any.

    Raises ValueError if a field is missing.
    """
    orders = [order.split() for order in fields.get("order", ())]
    piles = fields.get("shuffle", ())
    made = [
        {"shuffle": pile, "order": order or [UNKNOWN_CARD]}
        for pile, order in zip(piles, orders, strict=True)
    ]
    return made if any(orders) else []
