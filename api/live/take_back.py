"""`/v1/tables/{id}/takebacks`: takes plies back."""

from typing import Any

from flask import Response
from marshmallow import Schema

from api.live.access import Access, require_owner
from api.live.calls import REFUSED, VERSION, Attempt, answer_call, commit, object_of
from api.live.play import blueprint
from api.live.record import asked_by, record_of
from api.openapi.operations import BODY, described, json_body
from api.problems import Problem
from api.schemas import Number, about
from replays.live.endings import asks_only
from replays.store.live_model import Act


class TakebackSchema(Schema):
    """How many plies to leave."""

    to = Number(required=True, metadata=about("How many plies stand afterwards.", 10))


@blueprint.post("/tables/<table:table>/takebacks")
@described(blueprint, "takeBack", *BODY, *REFUSED, token=True)
@blueprint.doc(requestBody=json_body(TakebackSchema))
@blueprint.arguments(VERSION, location="headers")
@blueprint.response(200, "TableState", description="Taken back.")
def take_back(_: dict[str, Any], table: str) -> Response:
    """Take plies back.

    For the owner. Those after `to` no longer stand; the events that made them stay, with
    their plies, for the views that saw them.
    """
    return answer_call(table, may_take_back, take_plies_back)


def may_take_back(access: Access, _: Attempt) -> None:
    """Raise Problem (403) if the client may not take plies of this match back."""
    require_owner(access)
    if access.match.kind.by_invitation:
        raise Problem(
            403, "plies of a dealt table cannot be taken back, because cards have been seen"
        )


def take_plies_back(access: Access, attempt: Attempt) -> Response:
    """Take plies back. Raises Problem if there are no such plies (422), or nobody could go on."""
    plies, least = access.match.plies, access.match.least
    keep = object_of(attempt.raw, TakebackSchema(), is_json=attempt.is_json)["to"]
    if not least <= keep < plies:
        many = f"at least {least}, and less than the number of plies, {plies}"
        raise Problem(422, f"`to` must be {many}")
    asked = asked_by(record_of(access.match).until(keep))
    due = asked[access.view].due
    if due is not None and asks_only(due.seats, access.match.gone):
        seats = " and ".join(due.seats)
        raise Problem(409, f"after ply {keep} seat {seats} is asked, which has resigned")
    return commit(
        access, attempt, Act.TAKEBACK, change={"keep": keep}, details={"to": keep}, asked=asked
    )
