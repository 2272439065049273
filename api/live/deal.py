"""`/v1/tables/{id}/nonce`: takes the part of each seat in the deal; the last one deals."""

from collections.abc import Callable

from flask import Response
from marshmallow import Schema
from msgspec.json import encode

from api.checking.job import Job
from api.checking.work_queue import ask
from api.live.access import Access, access_to, require_player
from api.live.answers import answer_change, state_json
from api.live.calls import check_running, object_of, raw_body, retry_on_conflict
from api.live.jobs import Dealt, deal
from api.live.sit import _REFUSED, blueprint
from api.live.upkeep import change_of, make_change
from api.openapi.operations import BODY, described, json_body
from api.problems import Problem
from api.schemas import HexDigits, about
from api.service import service
from replays.live.deal import promise_of
from replays.store.live_model import Act, Change, Match


class NonceSchema(Schema):
    """What a seat brings to the deal."""

    nonce = HexDigits(
        32,
        required=True,
        metadata=about("The nonce of which `commit` is the SHA-256."),
    )


@blueprint.post("/tables/<table:table>/nonce")
@described(blueprint, "sendNonce", *BODY, *_REFUSED, token=True)
@blueprint.doc(requestBody=json_body(NonceSchema))
@blueprint.response(200, "TableState", description="Taken; with the last one, dealt.")
def send_nonce(table: str) -> Response:
    """Send a nonce.

    Of a seat, once all are taken. With the last one the cards are dealt: the seed is the
    service's secret and the nonces in the order of the seats, joined by `.`.
    """
    return take_nonce(table)


def take_nonce(table: str) -> Response:
    """Take the nonce in the body of this request, of the seat that sends it. Raises Problem."""
    access = require_player(access_to(table))
    if access.seat is None or not access.match.kind.by_invitation:
        raise Problem(403, "only the seats of a dealt table may do this")
    asked = object_of(raw_body(), NonceSchema())
    retry_on_conflict(access, lambda now: add_nonce(now, asked["nonce"]))
    found = access_to(table).match
    return answer_change(found, state_json(found, access.view))


def add_nonce(access: Access, nonce: str) -> None:
    """Take the nonce of a seat; with the last one the cards are dealt.

    Nothing, if it was sent already. Raises Problem as long as not all sit (409), and if it is not
    the one that was promised (422). Raises OtherVersion if another call was ahead.
    """
    match = access.match
    seats = service().store.matches.seats(match)
    own = next(seat for seat in seats if seat.seat == access.seat)
    if promise_of(nonce) != own.promise:
        raise Problem(422, "the SHA-256 of this nonce is not the `commit` of the seat")
    if own.nonce is not None:
        return
    check_running(match)
    if len(seats) < len(match.players):
        raise Problem(409, "a nonce cannot be sent before all seats are taken")
    make_change(match, change_with_nonce(match, own.seat, nonce))


def change_with_nonce(
    match: Match, seat: str, nonce: str, ask: Callable[[Job[Dealt]], Dealt] = ask
) -> Change:
    """The change by which a seat sends its nonce; with the last one, everyone has their cards.

    `ask` runs a job. Raises Problem if it cannot be done now.
    """
    seats = service().store.matches.seats(match)
    if [one.seat for one in seats if one.nonce is None] != [seat]:
        return change_of(match, Act.NONCE, {"seat": seat}, nonce=(seat, nonce))
    nonces = [one.nonce or nonce for one in seats]
    parts = service().store.matches.record_parts(match)
    dealt = ask(deal(parts, match.secret or "", nonces))  # every match that is dealt has one
    changes = {"nonce": (seat, nonce), "deal": dealt.parts, "asked": encode(dealt.asked)}
    return change_of(match, Act.DEALT, {"seat": seat}, **changes)
