"""`/v1/tables/{id}/tokens`: gives a seat a token, or an invitation."""

from secrets import token_bytes
from typing import Any

from flask import Response
from marshmallow import Schema

from api.http.responses import answer
from api.live.access import access_to, require_owner, require_player
from api.live.calls import check_running, object_of, raw_body
from api.live.play import blueprint
from api.live.sit import check_new
from api.openapi.operations import BODY, described, json_body
from api.problem_types import SEAT_TAKEN
from api.problems import Problem
from api.schemas import Choice, HexDigits, about
from api.service import service
from client.table_answers import SeatGiven
from notation.record import SEATS
from replays.store.live_model import Match
from replays.store.tokens import TOKEN_BYTES, digest_of, write_token


class SeatTokenSchema(Schema):
    """Which seat gets a token, or an invitation; or a token of a seat's own."""

    seat = Choice(SEATS, metadata=about("The seat. For the owner.", "B"))
    token = HexDigits(
        64,
        metadata=about("The SHA-256 of a new token of one's own. For a seat of a dealt table."),
    )


@blueprint.post("/tables/<table:table>/tokens")
@described(blueprint, "giveSeatToken", *BODY, 403, 404, 409, 422, 507, token=True)
@blueprint.doc(requestBody=json_body(SeatTokenSchema))
@blueprint.response(201, "SeatGiven", description="The token, which is not shown again.")
def give_seat_token(table: str) -> Response:
    """Give a seat a token.

    Of a seeded table, by its owner: a token that plays for the seat and sees what it sees, at
    this table alone. Of a dealt one: another invitation by its owner, as long as nobody sits
    there; or by the seat itself, a token of its own. What the seat had before no longer opens
    anything.
    """
    access = require_player(access_to(table))
    raw = raw_body()
    if access.seat is None:
        require_owner(access)
    check_running(access.match)
    asked = object_of(raw, SeatTokenSchema())
    if access.seat is not None:
        return answer(_renewed(access.match, access.seat, asked), 201)
    return answer(_given(access.match, asked), 201)


def _renewed(match: Match, seat: str, asked: dict[str, Any]) -> SeatGiven:
    """A seat has made a new token for itself."""
    if not match.kind.by_invitation:
        raise Problem(403, "only the owner gives tokens at this table")
    if set(asked) != {"token"}:
        raise Problem(422, "send the SHA-256 of a new `token`, and nothing else")
    check_new(asked["token"])
    service().store.matches.give_token(match, seat, asked["token"])
    return SeatGiven(seat)


def _given(match: Match, asked: dict[str, Any]) -> SeatGiven:
    """A token, or an invitation, from the owner."""
    if set(asked) != {"seat"} or asked["seat"] not in SEATS[: len(match.players)]:
        raise Problem(422, f"name a `seat` of this table, A to {SEATS[len(match.players) - 1]}")
    seat = asked["seat"]
    if seat in match.computer:
        raise Problem(SEAT_TAKEN, f"the computer plays seat {seat}")
    if match.kind.by_invitation:
        return SeatGiven(seat, invitation=invite(match, seat))
    return SeatGiven(seat, token=_new_token(match, seat, invitation=False))


def invite(match: Match, seat: str) -> str:
    """A new invitation for a seat of a dealt match, in the place of the one before.

    Raises Problem if somebody sits there (409), or if seats of this match get tokens (422).
    """
    if not match.kind.by_invitation:
        raise Problem(422, "nobody is invited to this table, whose cards are not dealt to phones")
    if seat in {taken.seat for taken in service().store.matches.seats(match)}:
        raise Problem(SEAT_TAKEN, f"seat {seat} is taken")
    return _new_token(match, seat, invitation=True)


def _new_token(match: Match, seat: str, *, invitation: bool) -> str:
    token = write_token(token_bytes(TOKEN_BYTES))
    service().store.matches.give_token(match, seat, digest_of(token), invitation=invitation)
    return token
