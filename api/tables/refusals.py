"""What is answered to what cannot be taken."""

from api.problem_types import INVALID_RECORD
from api.problems import Problem
from replays.tables.sending import Refused


def refused(refusal: Refused) -> Problem:
    """The problem for what was sent: with the diagnostic, if it is about a record."""
    if refusal.problem is None:
        return Problem(422, refusal.message)
    return Problem(INVALID_RECORD, refusal.message, diagnostics=[refusal.problem])
