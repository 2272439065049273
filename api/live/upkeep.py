"""Ends games that timed out, and publishes replays that were held back."""

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.json import encode

from api.checking.work_queue import ask
from api.live import jobs
from api.live.jobs import Closed
from api.live.record import record_of
from api.problems import Problem
from api.service import service
from replays.live.endings import Ending
from replays.store.live_model import Act, Call, Change, Ended, Match, OtherVersion
from replays.store.model import OverQuota
from replays.store.sql.guest_writes import DAY
from replays.store.sql.guests import KEPT

ABANDONED = "abandoned"
"""The termination of a game that timed out."""


_PAUSE = 60
"""Seconds until the service retries an end that failed, which is costly."""


def is_overdue(match: Match) -> bool:
    """Whether the game timed out, its replay can be published, or a guest's is to be erased."""
    ours = service()
    if ours.postponed.get(match.id, 0) > ours.clock():
        return False
    if _is_old(match):
        return True
    if match.is_held_back:
        return not ours.store.matches.shares_seed(match)
    if not match.is_running and not match.awaits_seed:
        return False
    if match.moved + life_of(match) > ours.clock():
        return False
    last = ours.store.matches.events(match, match.version - 1)
    return all(event.act is not Act.PUBLISHED for event in last)  # none, if it was just dropped


def _is_old(match: Match) -> bool:
    """Whether a guest's game ended so long ago that it is erased, with its replay."""
    ended = match.by_guest and not match.is_running
    return ended and match.moved + life_of(match) <= service().clock()


def life_of(match: Match) -> int:
    """Seconds for which a match waits for its next event, or a guest's is kept after its end."""
    if match.by_guest:
        return DAY if match.is_running else KEPT
    return service().settings.table_life


def settle_overdue(match: Match) -> Match | None:
    """The match after it has ended as abandoned, or its replay was made.

    None if it is dropped, since nobody played, or since a guest's game ended long ago. A deal that
    all seats agreed to cannot be hidden: such a match is kept.
    """
    matches = service().store.matches
    if _is_old(match):
        matches.drop(match)
        return matches.get(match.id)
    seats = matches.seats(match)
    agreed = len(seats) == len(match.players)
    try:
        if not match.is_running:
            _publish(match)
        elif match.plies == match.least and not agreed:
            matches.drop(match)
        elif not match.is_dealt:
            silent = [seat.seat for seat in seats if seat.nonce is None]
            says = {"termination": ABANDONED, "undealt": silent}
            ended = Ended(ABANDONED, None)
            matches.change(match, change_of(match, Act.ENDED, says, ended=ended))
        else:
            waits = match.kind.awaits_seed  # for its seed, as after any other end
            upload = None if waits else _closed(match, Ending(ABANDONED, ())).upload
            ended = held_back(match, Ended(ABANDONED, upload))
            says = {"termination": ABANDONED, "winners": []}
            matches.change(match, change_of(match, Act.ENDED, says, ended=ended))
    except OtherVersion:
        pass
    except (OverQuota, Problem):  # there is no room for the replay, or none can be made
        ours = service()
        ours.postponed[match.id] = ours.clock() + _PAUSE
    return matches.get(match.id)


def _publish(match: Match) -> None:
    """Make the replay of a game that has ended, unless its plies contradict each other."""
    closed = _closed(match, Ending(match.termination or None, match.winners))
    ended = ended_as(match, closed)
    change = change_of(match, Act.PUBLISHED, contradiction_of(closed), ended=ended)
    service().store.matches.change(match, change)


def _closed(match: Match, ending: Ending) -> Closed:
    """The replay of an overdue match; that of a sealed one is without its seed."""
    return ask(jobs.close(record_of(match), ending))


def ended_as(match: Match, closed: Closed) -> Ended:
    """The end of a match whose replay comes after the end of its game."""
    termination = closed.termination or match.termination or ""
    return Ended(termination, closed.upload, match.winners)


def ended_with(closed: Closed) -> Ended:
    """The end of a match that a ply has ended."""
    return Ended(closed.termination, closed.upload, closed.winners)


def contradiction_of(closed: Closed | None) -> dict[str, Any]:
    """The details of an end: the diagnostic, if the plies contradict each other."""
    if closed is None or closed.problem is None:
        return {}
    return {"contradiction": to_builtins(closed.problem)}


def held_back(match: Match, ended: Ended) -> Ended:
    """The end of a match, without its replay while another running match has its seed."""
    if ended.upload is None or not service().store.matches.shares_seed(match):
        return ended
    return Ended(ended.termination, None, ended.upload.winners)


def change_of(match: Match, act: Act, details: Mapping[str, Any], **parts: Any) -> Change:  # noqa: ANN401 - those of Change
    """A change without If-Match, whose answer no retry asks for."""
    call = Call(time=service().clock(), token="", fingerprint="", answer=b"")
    return Change(act=act, call=call, details=encode(details), keep=match.plies, **parts)


def make_change(match: Match, change: Change) -> None:
    """Make an event, and tell the computer of the table, if it has one.

    Raises as `Matches.change` does.
    """
    service().store.matches.change(match, change)
    if match.computer:
        service().wake(match.id, match.version + 1)


def settle_some(owner_: str | None = None) -> None:
    """Settle some matches that are overdue, and erase what is kept for a day."""
    ours = service()
    now = ours.clock()
    ours.store.pastes.sweep()
    ours.store.guests.sweep()
    ours.store.reviews.sweep()
    idle = ours.store.matches.idle(now - ours.settings.table_life, now - DAY, owner_)
    for match in [*idle, *ours.store.guests.old()]:
        if is_overdue(match):
            settle_overdue(match)
