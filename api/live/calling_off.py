"""Ends tables before their deal, and removes those that have ended."""

from flask import Response

from api.live.calls import Attempt, commit
from api.live.visit import Visit, kept_until
from api.problems import Problem
from api.service import service
from replays.store.live_model import Act, Ended, OtherVersion

_ABANDONED = "abandoned"
_DAY = 24 * 60 * 60


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


def remove(guest: Visit) -> None:
    """Remove a table that has ended, with the tokens of its seats; its replay stays.

    Raises Problem (409) if it runs, or if it was to be dealt and ended a short time ago. Raises
    OtherVersion if another call was ahead.
    """
    tables, table = service().store.tables, guest.table
    if table.running:
        raise Problem(409, "the game has not ended: end it first")
    check_hidden(table.moved if table.kind.by_invitation else None)
    tables.drop(table)
    if tables.get(table.id) is not None:
        raise OtherVersion("somebody changed the table in the meantime")


def check_hidden(end: int | None) -> None:
    """Raise Problem (409) if a dealt game that ended then has to stay readable for its seats."""
    now = service().clock()
    if end is not None and now < kept_until(end):
        days = -(-(kept_until(end) - now) // _DAY)
        detail = f"the seats of a dealt game may read it for {days} more days"
        raise Problem(409, f"{detail}; a private replay is hidden from everybody else")
