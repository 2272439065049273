"""`/v1/tables/{id}/end` and `/seed`: calls that end a table, and the seed of a sealed one."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Response
from flask.views import MethodView
from msgspec.json import decode
from msgspec.structs import replace

from api.checking.work_queue import ask
from api.http.arguments import Blueprint
from api.live import jobs as table_jobs
from api.live.calling_off import call_off
from api.live.calls import (
    Attempt,
    answer_call,
    commit,
    object_of,
)
from api.live.jobs import Closed
from api.live.schemas import EndSchema, SeedSchema, VersionSchema
from api.live.visit import (
    Visit,
    asked_at,
    contradiction_of,
    ended_as,
    owner,
    record_of,
)
from api.openapi.operations import BODY, described, json_body
from api.policy.auth import viewer
from api.problems import Problem, broken
from api.service import service
from notation.chance import seed_hash
from replays.live.endings import RESIGNED, Ending
from replays.live.own_records import contradictions
from replays.live.playing import Leaving
from replays.store.live_model import Act, Ended, Table

blueprint = Blueprint(
    "table_ends", __name__, url_prefix="/v1", description="How games in progress end."
)

_VERSION, _END, _SEED = VersionSchema(), EndSchema(), SeedSchema()
_CHANGES = (403, 404, 409, 412, 422, 428, 507)

_ABANDONED: Final = {"termination": "abandoned", "winners": [], "scores": []}


@blueprint.route("/tables/<table:table>/end")
class End(MethodView):
    """The end of a table."""

    @described(blueprint, "endTable", *BODY, *_CHANGES, token=True)
    @blueprint.doc(requestBody=json_body(EndSchema))
    @blueprint.arguments(_VERSION, location="headers")
    @blueprint.response(200, "TableState", description="Ended.")
    def post(self, _: dict[str, Any], table: str) -> Response:
        """End a game before its rules do.

        For the owner, who says who wins, if anybody. A seat can resign, for itself and its team,
        and then plays no more. The game ends when one seat, or team, is left, or when the rules ask
        a seat that has resigned; of the others, those with the best score win. The replay is made
        at once, with the seed.
        """
        return answer_call(table, _in_their_way, _end, undealt=True)


def _in_their_way(guest: Visit, _: bytes) -> None:
    """A seat may end the game, and so may its owner; at a dealt table an admin, too."""
    if guest.seat is None and not guest.table.kind.by_invitation:
        owner(guest)


def _end(guest: Visit, attempt: Attempt) -> Response:
    asked = object_of(attempt.raw, _END)
    if not guest.table.dealt:
        if asked != _ABANDONED:
            raise Problem(403, "before the deal a table ends only as abandoned, without winners")
        return call_off(guest, attempt)
    if guest.seat is not None:
        return _resign(guest, guest.seat, attempt, asked)
    if guest.table.kind.by_invitation and not viewer().admin and asked != _ABANDONED:
        raise Problem(403, "the owner can end a dealt table only as abandoned, without winners")
    ending = Ending(asked.get("termination"), tuple(asked["winners"]), tuple(asked["scores"]))
    is_own = guest.table.kind.has_own_records
    if not is_own and (ending.termination is None or ending.scores):
        raise Problem(422, "send a `termination`, and no `scores`: the cards determine them")
    details = {"termination": ending.termination, "winners": list(ending.winners)}
    leaving = Leaving(guest.table.gone, ending)
    return _commit_end(guest, attempt, Act.ENDED, details, leaving)


def _commit_end(
    guest: Visit,
    attempt: Attempt,
    act: Act,
    details: Mapping[str, object],
    leaving: Leaving,
) -> Response:
    """Commit an event that adds no ply; the table ends so, unless there is no ending."""
    table = guest.table
    return commit(
        guest,
        attempt,
        act,
        change={"keep": table.plies, "gone": leaving.gone},
        details=details,
        ended=None if leaving.ending is None else _ended(table, leaving.ending, leaving.gone),
    )


def _ended(table: Table, ending: Ending, gone: Sequence[str]) -> Ended:
    """What becomes of a table that ends so; of a sealed one, its replay is made with its seed.

    `gone` are the seats that have resigned. Raises Problem if it cannot end so.
    """
    parts = replace(record_of(table), gone=tuple(gone))
    closed = ask(table_jobs.end(parts, ending))
    if table.kind.awaits_seed:
        closed = Closed()  # its seed decides
    if closed.upload is None and closed.problem is not None:
        raise broken(closed.problem)
    return Ended(ending.termination or "", closed.upload, ending.winners)


def _resign(guest: Visit, seat: str, attempt: Attempt, asked: dict[str, Any]) -> Response:
    """A seat resigns, which ends the game if nobody else is left, or the rules ask it."""
    if asked != {"termination": RESIGNED, "winners": [], "scores": []}:
        raise Problem(403, "with the token of a seat you can only resign, without naming winners")
    table = guest.table
    if seat in table.gone:
        raise Problem(409, f"seat {seat} has resigned already")
    due: Sequence[str] | None = None
    if table.kind.has_own_records:  # the cards do not tell who is asked
        asked_ = asked_at(table, guest.view)
        due = () if asked_ is None or asked_.due is None else asked_.due.seats
    parts = service().store.tables.record_parts(table)
    leaving = ask(table_jobs.resign(parts, seat, due))
    return _commit_end(guest, attempt, Act.RESIGNED, {"seat": seat}, leaving)


@blueprint.route("/tables/<table:table>/seed")
class Seed(MethodView):
    """The seed of a sealed table."""

    @described(blueprint, "sendSeed", *BODY, *_CHANGES, token=True)
    @blueprint.doc(requestBody=json_body(SeedSchema))
    @blueprint.arguments(_VERSION, location="headers")
    @blueprint.response(200, "TableState", description="Taken, and the whole game checked.")
    def post(self, _: dict[str, Any], table: str) -> Response:
        """Send the seed of a sealed table.

        For the owner, once the game has ended. With it the replay is made. A seed that has the
        SeedHash but contradicts the plies is kept, and no replay is made: the last event says
        which ply disagrees.
        """
        return answer_call(table, _as_sealer, _unseal, running=False)


def _as_sealer(guest: Visit, _: bytes) -> None:
    owner(guest)
    if not guest.table.kind.awaits_seed:
        raise Problem(403, "this table is not sealed: its header has no SeedHash")


def _unseal(guest: Visit, attempt: Attempt) -> Response:
    """Take the seed. One that contradicts the plies is kept, and published with that."""
    table = guest.table
    if not table.awaits_seed:
        raise Problem(409, "the seed can be sent once, after the game has ended")
    seed = object_of(attempt.raw, _SEED)["seed"]
    if seed_hash(seed) != decode(table.header)["seedHash"]:
        raise Problem(422, f"the SHA-256 of this seed is {seed_hash(seed)}, not the SeedHash")
    if service().store.tables.shares_seed(table, seed):
        detail = "another table is being played with this seed: send it when that game has ended"
        raise Problem(409, detail)
    parts, ending = record_of(table), Ending(table.termination or None, table.winners)
    closed = Closed() if contradictions(parts) else ask(table_jobs.unseal(parts, seed, ending))
    return commit(
        guest,
        attempt,
        Act.SEED,
        change={"keep": table.plies},
        details=contradiction_of(closed),
        ended=ended_as(table, closed),
        seed=seed,
    )
