"""`/v1/tables/{id}/plies`, `/takebacks` and `/tokens`: calls that change a table."""

import re
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_bytes
from typing import Any, Final

from flask import Response
from flask.views import MethodView

from api.checking.work_queue import ask
from api.http.arguments import Blueprint
from api.http.content_types import DOCUMENTS, JSON, TEXT, TEXT_RECORD, content_kind
from api.http.responses import answer
from api.live.calls import (
    Attempt,
    answer_call,
    check_length,
    check_running,
    commit,
    object_of,
    raw_body,
)
from api.live.jobs import Closed, play
from api.live.schemas import SeatTokenSchema, TakebackSchema, VersionSchema
from api.live.sitting import check_new
from api.live.visit import (
    Visit,
    asked_at,
    asked_by,
    contradiction_of,
    owner,
    player,
    plays_for,
    record_of,
    visit,
)
from api.openapi.operations import BODY, described, json_body
from api.openapi.operations import TEXT as TEXT_SCHEMA
from api.problem_types import SEAT_NOT_ASKED, SEAT_TAKEN
from api.problems import Problem
from api.service import service
from client.table_answers import SeatGiven
from notation.fault import Fault
from notation.json_syntax import parse
from notation.places import JsonSource
from notation.read import Form
from notation.record import SEATS
from replays.live.endings import asks_only
from replays.live.ply_request import MAX_SENT, PlyRequest
from replays.store.live_model import Act, Ended, Table
from replays.store.tokens import TOKEN_BYTES, digest_of, write_token

blueprint = Blueprint(
    "table_calls", __name__, url_prefix="/v1", description="What is done in games in progress."
)

_VERSION, _TAKEBACK, _SEAT = VersionSchema(), TakebackSchema(), SeatTokenSchema()
_PLY_LINE = re.compile(rb"^[ \t]*[0-9]+\.[ \t]*([A-J]):", re.MULTILINE)
_TAKEN = (*DOCUMENTS, TEXT)
_CHANGES = (403, 404, 409, 412, 422, 428, 507)
_PLIES: Final = {
    "required": True,
    "content": {
        JSON: {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/RecordPly"}}},
        TEXT_RECORD: {"schema": TEXT_SCHEMA},
    },
}


@blueprint.route("/tables/<table:table>/plies")
class Plies(MethodView):
    """The plies of a table."""

    @described(blueprint, "sendPlies", *BODY, *_CHANGES, token=True)
    @blueprint.doc(requestBody=_PLIES)
    @blueprint.arguments(_VERSION, location="headers")
    @blueprint.response(200, "TableState", description="Played.")
    def post(self, _: dict[str, Any], table: str) -> Response:
        """Play at a table.

        A list of plies in JSON, or their lines as text; a ply alone does as well. A seat sends one,
        without reveals; the owner may send several: all of them are played, or none. A move against
        the rules is refused with its diagnostic, and nothing has changed. The same call again,
        after a lost answer, is answered as the first one was.
        """
        return answer_call(table, _for_own_seats, _play)


def _for_own_seats(guest: Visit, raw: bytes) -> None:
    if guest.table.kind.by_invitation and guest.seat is None:
        raise Problem(403, "at a dealt table each seat plays for itself")
    if guest.seat is None:
        owner(guest)
    plays_for(guest, _seats(raw, content_kind(_TAKEN).form))


def _seats(raw: bytes, form: Form) -> list[str]:
    """The seat of each ply that was sent, as far as they can be read."""
    if form is Form.TEXT:
        return [seat.decode() for seat in _PLY_LINE.findall(raw)]
    with suppress(Fault):
        found = parse(raw, JsonSource("", 1))
        plies = found if isinstance(found, list) else [found]
        seats = [ply.get("seat") for ply in plies if isinstance(ply, dict)]
        return [seat for seat in seats if seat in tuple(SEATS)]
    return []


def _play(guest: Visit, attempt: Attempt) -> Response:
    found = guest.table
    form = content_kind(_TAKEN).form
    asked = asked_at(found, guest.view)
    due = asked.due.seats if asked is not None and asked.due is not None else ()
    at = float(service().clock() - found.created) if found.clock else None
    request = PlyRequest(attempt.raw, form, guest.view, at)
    seats = _seats(attempt.raw, form)
    _check_asked(guest, due, set(seats))
    number = min(max(len(seats), 1), MAX_SENT)
    done = ask(play(record_of(found), request, number, service().settings.max_weight))
    check_length(found, done.sent)
    return commit(
        guest,
        attempt,
        Act.PLIES,
        change={"keep": found.plies, "sent": done.sent},
        details=contradiction_of(done.closed),
        ended=None if done.closed is None else _end_of(done.closed),
        asked=done.asked,
    )


def _end_of(closed: Closed) -> Ended:
    return Ended(closed.termination, closed.upload, closed.winners)


def _check_asked(guest: Visit, due: Sequence[str], seats: set[str]) -> None:
    """Raise Problem (409) if a seat sends plies that is not asked, or nobody is.

    Where the plies report the cards, any seat that may be asked can send, and the owner can send
    for whichever seat goes on. At other tables only the one seat that is asked can; a list of the
    owner's with plies of several seats is checked as it is played.
    """
    gone = seats.intersection(guest.table.gone)
    if gone:
        raise Problem(SEAT_NOT_ASKED, f"seat {min(gone)} has resigned, and plays no more")
    is_own = guest.table.kind.has_own_records
    if is_own and not due:
        raise Problem(409, "the game is over: its owner has to end it with the winners and scores")
    asked = due if is_own or len(due) == 1 else ()
    if guest.seat is not None and guest.seat not in asked:
        detail = "this seat is not asked now; `due` of the table says who may be"
        raise Problem(SEAT_NOT_ASKED, detail)
    if guest.seat is None and not is_own and len(seats) == 1 and seats.isdisjoint(asked):
        raise Problem(SEAT_NOT_ASKED, f"seat {' or '.join(due)} is asked now")


@blueprint.route("/tables/<table:table>/takebacks")
class Takebacks(MethodView):
    """What is taken back at a table."""

    @described(blueprint, "takeBack", *BODY, *_CHANGES, token=True)
    @blueprint.doc(requestBody=json_body(TakebackSchema))
    @blueprint.arguments(_VERSION, location="headers")
    @blueprint.response(200, "TableState", description="Taken back.")
    def post(self, _: dict[str, Any], table: str) -> Response:
        """Take plies back.

        For the owner. Those after `to` no longer stand; the events that made them stay, with
        their plies, for the views that saw them.
        """
        return answer_call(table, _as_owner, _take_back)


def _as_owner(guest: Visit, _: bytes) -> None:
    owner(guest)
    if guest.table.kind.by_invitation:
        raise Problem(
            403, "plies of a dealt table cannot be taken back, because cards have been seen"
        )


def _take_back(guest: Visit, attempt: Attempt) -> Response:
    keep, plies = object_of(attempt.raw, _TAKEBACK)["to"], guest.table.plies
    if not 0 <= keep < plies:
        raise Problem(422, f"`to` must be at least 0, and less than the number of plies, {plies}")
    asked = asked_by(record_of(guest.table).until(keep))
    due = asked[guest.view].due
    if due is not None and asks_only(due.seats, guest.table.gone):
        seats = " and ".join(due.seats)
        raise Problem(409, f"after ply {keep} seat {seats} is asked, which has resigned")
    return commit(
        guest, attempt, Act.TAKEBACK, change={"keep": keep}, details={"to": keep}, asked=asked
    )


@blueprint.route("/tables/<table:table>/tokens")
class Tokens(MethodView):
    """The tokens of the seats of a table."""

    @described(blueprint, "giveSeatToken", *BODY, 403, 404, 409, 422, 507, token=True)
    @blueprint.doc(requestBody=json_body(SeatTokenSchema))
    @blueprint.response(201, "SeatGiven", description="The token, which is not shown again.")
    def post(self, table: str) -> Response:
        """Give a seat a token.

        Of a seeded table, by its owner: a token that plays for the seat and sees what it sees, at
        this table alone. Of a dealt one: another invitation by its owner, as long as nobody sits
        there; or by the seat itself, a token of its own. What the seat had before no longer opens
        anything.
        """
        guest = player(visit(table))
        raw = raw_body()
        if guest.seat is None:
            owner(guest)
        check_running(guest.table)
        asked = object_of(raw, _SEAT)
        if guest.seat is not None:
            return answer(_renewed(guest.table, guest.seat, asked), 201)
        return answer(_given(guest.table, asked), 201)


def _renewed(table: Table, seat: str, asked: dict[str, Any]) -> SeatGiven:
    """A seat has made a new token for itself."""
    if not table.kind.by_invitation:
        raise Problem(403, "only the owner gives tokens at this table")
    if set(asked) != {"token"}:
        raise Problem(422, "send the SHA-256 of a new `token`, and nothing else")
    check_new(asked["token"])
    service().store.tables.give_token(table, seat, asked["token"])
    return SeatGiven(seat)


def _given(table: Table, asked: dict[str, Any]) -> SeatGiven:
    """A token, or an invitation, from the owner."""
    if set(asked) != {"seat"} or asked["seat"] not in SEATS[: len(table.players)]:
        raise Problem(422, f"name a `seat` of this table, A to {SEATS[len(table.players) - 1]}")
    seat, tables = asked["seat"], service().store.tables
    invites = table.kind.by_invitation
    if invites and seat in {taken.seat for taken in tables.seats(table)}:
        raise Problem(SEAT_TAKEN, f"seat {seat} is taken")
    token = write_token(token_bytes(TOKEN_BYTES))
    tables.give_token(table, seat, digest_of(token), invitation=invites)
    return SeatGiven(seat, invitation=token) if invites else SeatGiven(seat, token=token)
