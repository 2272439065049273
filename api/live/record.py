"""The record of a match as it stands, or stood, and what is asked there."""

from api.checking.work_queue import ask
from api.live import jobs
from api.problems import Problem
from api.service import service
from notation.typed_json import decode_as
from replays.live.playing import Asked
from replays.live.record_parts import RecordParts
from replays.store.live_model import Match
from replays.view.views import ALL


def not_dealt() -> Problem:
    """The refusal (409) of what needs cards."""
    return Problem(409, "the cards of this table are not dealt yet")


def no_ply(plies: int) -> Problem:
    """The refusal (404) of a ply after the last one."""
    return Problem(404, f"this table has {plies} plies")


def record_of(match: Match, at: int | None = None) -> RecordParts:
    """The record as it stands, or stood at a version. Raises Problem (409) before the deal."""
    parts = service().store.matches.record_parts(match, at)
    if not parts.is_dealt:
        raise not_dealt()
    return parts


def asked_at(match: Match, view: str) -> Asked | None:
    """What a view is asked and the scores that it knows; None before the deal.

    Of a game that has a replay, the final scores.
    """
    if not match.is_dealt:
        return None
    return decode_as(dict[str, Asked], match.asked)[ALL if match.has_replay else view]


def asked_by(parts: RecordParts) -> dict[str, Asked]:
    """What each view is asked in a match, and the scores that it knows, after other plies."""
    return ask(jobs.asked(parts, service().settings.max_weight))
