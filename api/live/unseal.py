"""`/v1/tables/{id}/seed`: takes the seed of a sealed match."""

from typing import Any

from flask import Response
from marshmallow import Schema
from msgspec.json import decode

from api.checking.work_queue import ask
from api.live import jobs
from api.live.access import Access, require_owner
from api.live.calls import REFUSED, VERSION, Attempt, answer_call, commit, object_of
from api.live.end import blueprint
from api.live.jobs import Closed
from api.live.record import record_of
from api.live.upkeep import contradiction_of, ended_as
from api.openapi.operations import BODY, described, json_body
from api.problems import Problem
from api.schemas import String, about
from api.service import service
from notation.chance import seed_hash
from replays.live.endings import Ending
from replays.live.own_records import contradictions
from replays.store.live_model import Act


class SeedSchema(Schema):
    """The seed of a sealed match."""

    seed = String(required=True, metadata=about("The seed that has the SeedHash."))


@blueprint.post("/tables/<table:table>/seed")
@described(blueprint, "sendSeed", *BODY, *REFUSED, token=True)
@blueprint.doc(requestBody=json_body(SeedSchema))
@blueprint.arguments(VERSION, location="headers")
@blueprint.response(200, "TableState", description="Taken, and the whole game checked.")
def send_seed(_: dict[str, Any], table: str) -> Response:
    """Send the seed of a sealed table.

    For the owner, once the game has ended. With it the replay is made. A seed that has the
    SeedHash but contradicts the plies is kept, and no replay is made: the last event says
    which ply disagrees.
    """
    return answer_call(table, _may_unseal, _unseal, running=False)


def _may_unseal(access: Access, _: Attempt) -> None:
    require_owner(access)
    if not access.match.kind.awaits_seed:
        raise Problem(403, "this table is not sealed: its header has no SeedHash")


def _unseal(access: Access, attempt: Attempt) -> Response:
    """Take the seed. One that contradicts the plies is kept, and published with that."""
    match = access.match
    if not match.awaits_seed:
        raise Problem(409, "the seed can be sent once, after the game has ended")
    seed = object_of(attempt.raw, SeedSchema())["seed"]
    if seed_hash(seed) != decode(match.header)["seedHash"]:
        raise Problem(422, f"the SHA-256 of this seed is {seed_hash(seed)}, not the SeedHash")
    if service().store.matches.shares_seed(match, seed):
        detail = "another table is being played with this seed: send it when that game has ended"
        raise Problem(409, detail)
    parts, ending = record_of(match), Ending(match.termination or None, match.winners)
    closed = Closed() if contradictions(parts) else ask(jobs.unseal(parts, seed, ending))
    return commit(
        access,
        attempt,
        Act.SEED,
        change={"keep": match.plies},
        details=contradiction_of(closed),
        ended=ended_as(match, closed),
        seed=seed,
    )
