"""Answers about plies and records that are wrong."""

from typing import Any

from msgspec import to_builtins

from api.checking.table_jobs import Closed
from api.problem_types import INVALID_RECORD
from api.problems import Problem
from replays.tables.sending import Refused


def refused(refusal: Refused) -> Problem:
    """The problem of a refusal, with the diagnostic if it is about a record."""
    if refusal.problem is None:
        return Problem(422, refusal.message)
    return Problem(INVALID_RECORD, refusal.message, diagnostics=[refusal.problem])


def contradiction_of(closed: Closed | None) -> dict[str, Any]:
    """What an event says of how the game ended: a diagnostic, if the record is wrong."""
    if closed is None or closed.problem is None:
        return {}
    return {"contradiction": to_builtins(closed.problem)}
