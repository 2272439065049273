"""`/v1/tables/{id}/seats/{seat}`: takes a seat in a match that is to be dealt."""

from flask import Response
from marshmallow import Schema

from api.http.arguments import Blueprint
from api.live.access import access_to
from api.live.answers import answer_change, state_json
from api.live.calls import check_running, object_of, raw_body, retry_on_conflict
from api.live.upkeep import change_of, make_change
from api.openapi.operations import BODY, described, json_body
from api.problem_types import SEAT_TAKEN
from api.problems import Problem
from api.schemas import HexDigits, String, about
from api.service import service
from notation.record import SEATS
from replays.store.live_model import Act, Match, Seat, Seated
from replays.store.tokens import digest_of

blueprint = Blueprint(
    "table_deal", __name__, url_prefix="/v1", description="Sitting down at games to be dealt."
)


class SittingSchema(Schema):
    """Who sits down in a dealt match."""

    invitation = String(required=True, metadata=about("The invitation for this seat."))
    token = HexDigits(
        64,
        required=True,
        metadata=about("The SHA-256 of a token that you made: it will play for the seat."),
    )
    commit = HexDigits(
        64,
        required=True,
        metadata=about("The SHA-256 of a nonce that you made: 128 random bits as 32 hex digits."),
    )


_REFUSED = (403, 404, 409, 422, 507)


@blueprint.post("/tables/<table:table>/seats/<seat:seat>")
@described(blueprint, "takeSeat", *BODY, *_REFUSED)
@blueprint.doc(requestBody=json_body(SittingSchema))
@blueprint.response(200, "TableState", description="The seat is taken.")
def take_seat(table: str, seat: str) -> Response:
    """Take a seat.

    With its invitation, and the SHA-256 of a token and of a nonce that whoever sits down made:
    the token plays for the seat from now on, and everyone sees the one of the nonce. The same
    call again is answered again.
    """
    access = access_to(table)
    letter = seat_of(access.match, seat)
    asked = object_of(raw_body(), SittingSchema())
    retry_on_conflict(access, lambda now: sit(now.match, letter, asked))
    found = access_to(table).match
    return answer_change(found, state_json(found))


def check_new(digest: str) -> None:
    """Raise Problem (422) if a token of this digest opens something already."""
    store = service().store
    if store.tokens.find(digest) is not None or store.matches.token(digest) is not None:
        raise Problem(422, "this token was used before: make a new one")


def sit(match: Match, seat: str, asked: dict[str, str]) -> None:
    """Give the seat to the holder of its invitation; nothing, if they have it already.

    Raises Problem without it (403), and if the seat is taken (409). Raises OtherVersion if another
    call was ahead.
    """
    matches = service().store.matches
    invitation = matches.token(digest_of(asked["invitation"]))
    of_seat = invitation is not None and (invitation.match, invitation.seat) == (match.id, seat)
    if not match.kind.by_invitation or invitation is None or not of_seat:
        raise Problem(403, "the invitation for this seat is required")
    taken = _taken(match, seat)
    if taken is not None:
        token = matches.token(asked["token"])
        same = token is not None and (token.match, token.seat) == (match.id, seat)
        if same and taken.promise == asked["commit"]:
            return
        raise Problem(SEAT_TAKEN, f"seat {seat} is taken")
    if invitation.revoked or not invitation.invitation:
        raise Problem(403, "this invitation was replaced by another")
    check_running(match)
    check_new(asked["token"])
    seated = Seated(seat, asked["token"], asked["commit"])
    details = {"seat": seat, "commit": asked["commit"]}
    make_change(match, change_of(match, Act.SEATED, details, seated=seated))


def _taken(match: Match, seat: str) -> Seat | None:
    seats = service().store.matches.seats(match)
    return next((taken for taken in seats if taken.seat == seat), None)


def seat_of(match: Match, seat: str) -> str:
    """The seat, if the match has it. Raises Problem (404) if not."""
    if seat not in tuple(SEATS[: len(match.players)]):
        raise Problem(404, f"there is no seat {seat} at this table")
    return seat
