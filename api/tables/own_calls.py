"""Calls at sealed and unseen tables, whose plies report the cards."""

from flask import Response
from msgspec.json import decode

from api.checking import table_jobs
from api.checking.asker import asker
from api.checking.table_jobs import Closed, Played
from api.checking.weights import SEARCHED, SHOWN
from api.problems import Problem
from api.service import service
from api.tables.answers import move_at
from api.tables.calls import Attempt, commit
from api.tables.visit import Visit, contradiction_of, weight
from notation.chance import seed_hash
from replays.store.table_model import Act, Ended, Kind, Table
from replays.tables.playing import Ending
from replays.tables.sending import Sending


def play_own(table: Table, sending: Sending, number: int) -> Played:
    """What comes of so many plies that were sent."""
    tables = service().store.tables
    owns = tables.owns(table)
    followed = SEARCHED * (2 * table.plies + number + 1) // 2  # for each ply, on average
    cost = weight(table) + (followed + SHOWN) * number * len(owns)
    asked = tables.whole(table), owns, sending, tables.last(table), table.kind is Kind.SEALED
    done: Played = asker().ask(cost, table_jobs.play_own, *asked)
    return done


def unseal(guest: Visit, attempt: Attempt, seed: str) -> Response:
    """Take the seed of a sealed game that has ended.

    One that contradicts the plies is kept, and published with the contradiction.
    """
    table, tables = guest.table, service().store.tables
    wanted = decode(table.header)["seedHash"]
    if seed_hash(seed) != wanted:
        raise Problem(422, f"the SHA-256 of this seed is {seed_hash(seed)}, not the SeedHash")
    if tables.shares_seed(table, seed):
        detail = "another table is being played with this seed: send it when that game has ended"
        raise Problem(409, detail)
    whole, ending = tables.whole(table), Ending(table.termination or None, table.winners)
    if any(own.is_contradicted for own in tables.owns(table)):
        closed = Closed()
    else:
        closed = asker().ask(weight(table), table_jobs.unseal, whole, seed, ending)
    return commit(
        guest,
        attempt,
        Act.SEED,
        change={"keep": table.plies},
        details=contradiction_of(closed),
        ended=Ended(table.termination or "", closed.upload, table.winners),
        seed=seed,
        move=move_at(table, guest.view),
    )
