"""`/v1/tables/{id}/end`: ends a game before its rules do."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from flask import Response
from marshmallow import Schema
from msgspec.structs import replace

from api.checking.job import Job
from api.checking.work_queue import ask
from api.http.arguments import Blueprint
from api.live import jobs
from api.live.access import Access, require_owner
from api.live.calls import REFUSED, VERSION, Attempt, answer_call, commit, object_of
from api.live.jobs import Closed
from api.live.record import asked_at, record_of
from api.live.upkeep import ABANDONED
from api.openapi.operations import BODY, described, json_body
from api.policy.auth import viewer
from api.problems import Problem, broken
from api.schemas import Choice, Items, Number, about
from api.service import service
from notation.record import SEATS, TERMINATIONS
from replays.live.endings import RESIGNED, Ending
from replays.live.playing import Leaving
from replays.store.live_model import Act, Ended, Match

blueprint = Blueprint(
    "table_ends", __name__, url_prefix="/v1", description="How games in progress end."
)


class EndSchema(Schema):
    """How a game ends before its rules end it."""

    termination = Choice(
        TERMINATIONS,
        metadata=about(
            "Why it ends; left out where its rules have ended it, and only those at the table know "
            "who won. A seat's token can only resign.",
            "resigned",
        ),
    )
    winners = Items(
        Choice(SEATS),
        load_default=[],
        metadata=about("Who wins, in seat order. Not with a seat's token: the others win.", ["A"]),
    )
    scores = Items(
        Number(allow_none=True),
        load_default=[],
        metadata=about(
            "One a seat, null for one that nobody knows; only where the plies report the cards.",
            [30, None],
        ),
    )


_ABANDONED: Final = {"termination": ABANDONED, "winners": [], "scores": []}


@blueprint.post("/tables/<table:table>/end")
@described(blueprint, "endTable", *BODY, *REFUSED, token=True)
@blueprint.doc(requestBody=json_body(EndSchema))
@blueprint.arguments(VERSION, location="headers")
@blueprint.response(200, "TableState", description="Ended.")
def end_table(_: dict[str, Any], table: str) -> Response:
    """End a game before its rules do.

    For the owner, who says who wins, if anybody. A seat can resign, for itself and its team,
    and then plays no more. The game ends when one seat, or team, is left, or when the rules ask
    a seat that has resigned; of the others, those with the best score win. The replay is made
    at once, with the seed.
    """
    return answer_call(table, may_end, end_match, undealt=True)


def may_end(access: Access, _: Attempt) -> None:
    """Raise Problem (403) unless it is a seat or the owner; a dealt game, admins may end too."""
    if access.seat is None and not access.match.kind.by_invitation:
        require_owner(access)


def end_match(access: Access, attempt: Attempt) -> Response:
    """End a match as the call asks. Raises Problem if it cannot end so, and nothing has changed."""
    asked = object_of(attempt.raw, EndSchema(), is_json=attempt.is_json)
    if not access.match.is_dealt:
        if asked != _ABANDONED:
            raise Problem(403, "before the deal a table ends only as abandoned, without winners")
        return _call_off(access, attempt)
    if access.seat is not None:
        return _resign(access, access.seat, attempt, asked)
    if access.match.kind.by_invitation and not viewer().admin and asked != _ABANDONED:
        raise Problem(403, "the owner can end a dealt table only as abandoned, without winners")
    ending = Ending(asked.get("termination"), tuple(asked["winners"]), tuple(asked["scores"]))
    is_own = access.match.kind.has_own_records
    if not is_own and (ending.termination is None or ending.scores):
        raise Problem(422, "send a `termination`, and no `scores`: the cards determine them")
    details = {"termination": ending.termination, "winners": list(ending.winners)}
    leaving = Leaving(access.match.gone, ending)
    return _commit_end(access, attempt, Act.ENDED, details, leaving)


def _call_off(access: Access, attempt: Attempt) -> Response:
    """End a match that is not dealt; drop it, unless all seats were taken.

    The event of one that is kept names who ended it, and who had not sent their nonce: a deal that
    all agreed to cannot be hidden. Raises OtherVersion if another call was ahead.
    """
    matches, match = service().store.matches, access.match
    seats = matches.seats(match)
    silent = [seat.seat for seat in seats if seat.nonce is None]
    says = {"termination": ABANDONED, "undealt": silent, "by": access.seat or "owner"}
    ended = Ended(ABANDONED, None)
    done = commit(access, attempt, Act.ENDED, change={"keep": 0}, details=says, ended=ended)
    left = matches.get(match.id)
    if left is not None and len(seats) < len(match.players):
        matches.drop(left)
    return done


def _resign(access: Access, seat: str, attempt: Attempt, asked: dict[str, Any]) -> Response:
    """Resign for a seat. The game ends if no other is left, or if the rules ask this one."""
    if asked != {"termination": RESIGNED, "winners": [], "scores": []}:
        raise Problem(403, "with the token of a seat you can only resign, without naming winners")
    match = access.match
    if seat in match.gone:
        raise Problem(409, f"seat {seat} has resigned already")
    due: Sequence[str] | None = None
    if match.kind.has_own_records:  # the cards do not tell who is asked
        asked_ = asked_at(match, access.view)
        due = () if asked_ is None or asked_.due is None else asked_.due.seats
    parts = service().store.matches.record_parts(match)
    leaving = ask(jobs.resign(parts, seat, due))
    return _commit_end(access, attempt, Act.RESIGNED, {"seat": seat}, leaving)


def _commit_end(
    access: Access,
    attempt: Attempt,
    act: Act,
    details: Mapping[str, object],
    leaving: Leaving,
) -> Response:
    """Commit an event that adds no ply; the match ends so, unless there is no ending."""
    match = access.match
    return commit(
        access,
        attempt,
        act,
        change={"keep": match.plies, "gone": leaving.gone},
        details=details,
        ended=None if leaving.ending is None else ended_early(match, leaving.ending, leaving.gone),
    )


def ended_early(
    match: Match,
    ending: Ending,
    gone: Sequence[str],
    ask: Callable[[Job[Closed]], Closed] = ask,
) -> Ended:
    """The end of a match, with its replay; that of a sealed match waits for its seed.

    `gone` are the seats that have resigned; `ask` runs a job. Raises Problem if it cannot end so.
    """
    parts = replace(record_of(match), gone=tuple(gone))
    closed = ask(jobs.end(parts, ending))
    if match.kind.awaits_seed:
        closed = Closed()  # its seed decides
    if closed.upload is None and closed.problem is not None:
        raise broken(closed.problem)
    return Ended(ending.termination or "", closed.upload, ending.winners)
