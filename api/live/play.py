"""`/v1/tables/{id}/plies`: plays in a match."""

import re
from collections.abc import Sequence
from typing import Any, Final

from flask import Response

from api.checking.work_queue import ask
from api.http.arguments import Blueprint
from api.http.content_types import JSON, TEXT_RECORD
from api.live.access import Access, require_own_seats, require_owner
from api.live.calls import REFUSED, VERSION, Attempt, answer_call, commit
from api.live.jobs import play
from api.live.record import asked_at, record_of
from api.live.upkeep import contradiction_of, ended_with
from api.openapi.operations import BODY, described
from api.openapi.operations import TEXT as TEXT_SCHEMA
from api.problem_types import SEAT_NOT_ASKED
from api.problems import Problem, over_limit
from api.service import service
from notation.read import Form
from notation.record import SEATS
from replays.live.ply_request import MAX_SENT, PlyRequest
from replays.live.record_parts import StoredPly
from replays.store.live_model import Act, Match

blueprint = Blueprint(
    "table_calls", __name__, url_prefix="/v1", description="What is done in games in progress."
)


_PLY_LINE = re.compile(rb"^[ \t]*[0-9]+\.[ \t]*([A-J]):", re.MULTILINE)

_PLIES: Final = {
    "required": True,
    "content": {
        JSON: {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/RecordPly"}}},
        TEXT_RECORD: {"schema": TEXT_SCHEMA},
    },
}


@blueprint.post("/tables/<table:table>/plies")
@described(blueprint, "sendPlies", *BODY, *REFUSED, token=True)
@blueprint.doc(requestBody=_PLIES)
@blueprint.arguments(VERSION, location="headers")
@blueprint.response(200, "TableState", description="Played.")
def send_plies(_: dict[str, Any], table: str) -> Response:
    """Play at a table.

    A list of plies in JSON, or their lines as text; a ply alone does as well. A seat sends one,
    without reveals; the owner may send several: all of them are played, or none. A move against
    the rules is refused with its diagnostic, and nothing has changed. The same call again,
    after a lost answer, is answered as the first one was.
    """
    return answer_call(table, may_play, play_plies)


def may_play(access: Access, attempt: Attempt) -> None:
    """Raise Problem if the client may not send these plies (403), or nothing like plies (415)."""
    if access.match.kind.by_invitation and access.seat is None:
        raise Problem(403, "at a dealt table each seat plays for itself")
    if access.seat is None:
        require_owner(access)
    seats = _seats(attempt)
    require_own_seats(access, seats)
    if not access.match.computer.keys().isdisjoint(seats):
        raise Problem(403, "the computer plays this seat for itself")


def _seats(attempt: Attempt) -> list[str]:
    """The seats of the plies that can be read."""
    if attempt.form is Form.TEXT:
        return [seat.decode() for seat in _PLY_LINE.findall(attempt.raw)]
    plies = attempt.value if isinstance(attempt.value, list) else [attempt.value]
    seats = [ply.get("seat") for ply in plies if isinstance(ply, dict)]
    return [seat for seat in seats if seat in tuple(SEATS)]


def play_plies(access: Access, attempt: Attempt) -> Response:
    """Play what was sent, all of it or nothing. Raises Problem."""
    found = access.match
    form = attempt.form
    asked = asked_at(found, access.view)
    due = asked.due.seats if asked is not None and asked.due is not None else ()
    at = float(service().clock() - found.created) if found.clock else None
    value = None if form is Form.TEXT else attempt.value
    request = PlyRequest(attempt.raw, form, access.view, at, value)
    seats = _seats(attempt)
    _check_asked(access, due, set(seats))
    number = min(max(len(seats), 1), MAX_SENT)
    done = ask(play(record_of(found), request, number, service().settings.max_weight))
    _check_length(found, done.sent)
    return commit(
        access,
        attempt,
        Act.PLIES,
        change={"keep": found.plies, "sent": done.sent},
        details=contradiction_of(done.closed),
        ended=None if done.closed is None else ended_with(done.closed),
        asked=done.asked,
    )


def _check_length(match: Match, sent: Sequence[StoredPly]) -> None:
    """Raise Problem (413) if a match gets too many plies.

    Plies that were taken back count, since they stay in the store: otherwise playing and taking
    back in turn would fill the disk.
    """
    most = service().settings.max_plies
    if service().store.matches.plies_sent(match) + len(sent) > most:
        raise over_limit("plies of a table", "max_plies", most)


def _check_asked(access: Access, due: Sequence[str], seats: set[str]) -> None:
    """Raise Problem (409) if the seat of a ply is not asked, or no seat is.

    Where the plies report the cards, any seat that may be asked can send, and the owner can send
    for whichever seat goes on. In other matches only the one seat that is asked can; a list of the
    owner's with plies of several seats is checked as it is played.
    """
    gone = seats.intersection(access.match.gone)
    if gone:
        raise Problem(SEAT_NOT_ASKED, f"seat {min(gone)} has resigned, and plays no more")
    is_own = access.match.kind.has_own_records
    if is_own and not due:
        raise Problem(409, "the game is over: its owner has to end it with the winners and scores")
    asked = due if is_own or len(due) == 1 else ()
    if access.seat is not None and access.seat not in asked:
        detail = "this seat is not asked now; `due` of the table says who may be"
        raise Problem(SEAT_NOT_ASKED, detail)
    if access.seat is None and not is_own and len(seats) == 1 and seats.isdisjoint(asked):
        raise Problem(SEAT_NOT_ASKED, f"seat {' or '.join(due)} is asked now")
