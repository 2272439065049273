"""Ends tables before their deal."""

from flask import Response

from api.service import service
from api.tables.calls import Attempt, commit
from api.tables.visit import Visit
from replays.store.table_model import Act, Ended

_ABANDONED = "abandoned"


def call_off(guest: Visit, attempt: Attempt) -> Response:
    """End a table that is not dealt; drop it, unless all seats were taken.

    The event of one that is kept names who ended it, and who had not sent their nonce: a deal that
    all agreed to cannot be hidden. Raises OtherVersion if another call was ahead.
    """
    tables, table = service().store.tables, guest.table
    seats = tables.seats(table)
    silent = [seat.seat for seat in seats if seat.nonce is None]
    says = {"termination": _ABANDONED, "undealt": silent, "by": guest.seat or "owner"}
    ended = Ended(_ABANDONED, None)
    done = commit(guest, attempt, Act.ENDED, change={"keep": 0}, details=says, ended=ended)
    left = tables.get(table.id)
    if left is not None and len(seats) < len(table.players):
        tables.drop(left)
    return done
