"""What is answered to what cannot be taken."""

from api.problems import Problem
from replays.tables.sending import Refused


def refused(refusal: Refused) -> Problem:
    """The problem for what was sent: with the diagnostic, if it is about a record."""
    found = (refusal.problem,) if refusal.problem is not None else ()
    return Problem(422, refusal.message, diagnostics=found)
