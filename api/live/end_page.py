"""`/t/ID/end`: the form that ends a game before its rules do, or says who won."""

from flask import Blueprint, Response, request, url_for
from msgspec.json import encode

from api.http.arguments import leave_out_the_unknown
from api.http.request_bodies import form_fields
from api.http.responses import lead, page
from api.live.access import Access, access_to, require_player, takes_part
from api.live.calls import Attempt, answer_call
from api.live.end import end_match, may_end
from api.live.lobby import is_owner_too
from api.live.record import asked_at
from api.problems import Problem
from api.routes.session import require_own_site
from api.service import service
from engines.registry import title_of
from pages.ending import EndForm, end_page

blueprint = Blueprint("end_page", __name__, url_prefix="/t/<table:table>")

leave_out_the_unknown(blueprint, {"form": ("as",)})

_SEND_AGAIN = "the form lacks a field: load the page again"


@blueprint.get("/end")
def form(table: str) -> Response:
    """The form, for those who may end the game; others see the table."""
    access = access_to(table)
    if not takes_part(access) or not access.match.is_running or not access.match.is_dealt:
        return lead(url_for("table_page.at", table=table))
    return _form(require_player(access))


@blueprint.post("/end")
def end(table: str) -> Response:
    """End the game, and lead to its replay; what is wrong is said beside the form.

    A table that is called off before all sit is gone, and there is nothing to lead to but another.
    """
    require_own_site()
    fields = form_fields()
    try:
        answer_call(table, may_end, end_match, sent=lambda: _sent(fields), undealt=True)
    except Problem as problem:
        access = access_to(table)
        if not access.match.is_running or not access.match.is_dealt:
            raise
        return _form(require_player(access), problem.words, problem.status)
    is_kept = service().store.matches.get(table) is not None
    return lead(url_for("table_page.at", table=table) if is_kept else url_for("new_game.form"))


def _form(access: Access, wrong: str = "", status: int = 200) -> Response:
    match = access.match
    asked = asked_at(match, access.view)
    shown = EndForm(
        title=title_of(match.game),
        version=match.version,
        players=match.players,
        own=access.seat or "",
        is_dealt_to_all=match.kind.by_invitation,
        is_owner_too=is_owner_too(access),
        is_over=asked is not None and asked.due is None,
        may_be_over=match.kind.has_own_records,
        scores=asked.scores if asked is not None and match.kind.has_own_records else (),
    )
    address = url_for("table_page.at", table=match.id)
    html = end_page(request.script_root, address, shown, wrong)
    return page(html, status=status, sends=True, headers={"Cache-Control": "private, no-store"})


def _sent(fields: dict[str, list[str]]) -> Attempt:
    """The call that the form makes. Raises Problem (422) if it lacks a field."""
    (version,) = fields.get("version", [""])[:1]
    if not version:
        raise Problem(422, _SEND_AGAIN)
    call: dict[str, object] = {"winners": sorted(fields.get("winner", []))}
    if fields.get("termination", [""])[0]:
        call["termination"] = fields["termination"][0]
    if "score" in fields:
        call["scores"] = [_number(score) for score in fields["score"]]
    return Attempt(encode(call), f'"v{version}"', is_json=True)


def _number(score: str) -> int | None:
    """A score, None for an empty field. Raises Problem (422) if it is no whole number."""
    try:
        return int(score) if score.strip() else None
    except ValueError:
        raise Problem(422, f"`{score[:20]}` is no score: write a whole number") from None
