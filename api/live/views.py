"""Frames, moves and the record of a match in a view, made once for each version."""

import gzip
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from msgspec import Raw

from api.checking.job import Job
from api.checking.work_queue import ask
from api.live import jobs
from api.live.access import Access
from api.live.jobs import MatchView
from api.live.record import asked_at, asked_by, record_of
from api.problems import Problem
from api.service import service
from client.table_answers import TableMoves
from notation.read import Form
from notation.record import SEATS
from notation.typed_json import decode_as

T = TypeVar("T")


def memoized(access: Access, at: int, what: Hashable, job: Callable[[MatchView], Job[T]]) -> T:
    """The result of a job on a match as it stood at a version, in the view of a client.

    The job runs once for each version and view; `what` names it.
    """
    match = access.match

    def make() -> T:
        return ask(job(MatchView(record_of(match, at), access.view)))

    found: T = service().memo.get((match.id, match.version, at, access.view, what), make)
    return found


def frames_of(access: Access, at: int, since: int | None) -> bytes:
    """The frames of a match as it stood at a version, as gzipped JSON.

    With `since`, only those after the plies that stand as they stood then. Raises Problem (413).
    """
    return _made(access, at, since, jobs.film)


def moves_of(access: Access, at: int, since: int | None) -> bytes:
    """The moves of a match, as `frames_of` has its frames, and what is due there now."""
    return _made(access, at, since, jobs.moves)


def moves_since(access: Access, version: int) -> TableMoves:
    """What happened in a running match after a version."""
    return decode_as(
        TableMoves, gzip.decompress(moves_of(access, access.match.version, since=version))
    )


def _made(
    access: Access,
    at: int,
    since: int | None,
    job: Callable[[MatchView, dict[str, Any], int, int], Job[bytes]],
) -> bytes:
    """What a job makes of a match."""
    match, ours = access.match, service()
    keep = 0 if since is None else ours.store.matches.unchanged_since(match, since)
    first = 0 if since is None else keep + 1

    def make(seen: MatchView) -> Job[bytes]:
        head: dict[str, Any] = {"id": match.id, "view": seen.view, "version": at}
        head |= {"plies": seen.plies, "keep": keep}
        if job is jobs.moves:
            is_now = at == match.version
            asked = asked_at(match, seen.view) if is_now else asked_by(seen.parts).get(seen.view)
            finished = is_now and not match.is_running
            due = None if asked is None or finished else asked.due
            head |= {"finished": finished, "due": due, "replay": None}
        if since is None:
            head["catalogue"] = Raw(match.catalogue)
        return job(seen, head, first, ours.settings.max_film)

    return memoized(access, at, (job.__name__, since), make)


def record_at(access: Access, at: int, form: Form) -> bytes:
    """The record of a match without a replay at a version, as the view has it."""
    return memoized(access, at, form, lambda seen: jobs.record(seen, form))


def remembered_at(access: Access, at: int, form: Form) -> bytes:
    """The same, with all that the seat of the view remembers.

    Raises Problem if the view is that of no seat (422), or if the game has ended (409).
    """
    if access.view not in SEATS:
        raise Problem(422, "`memory` is what a seat remembers: ask in the view of a seat")
    if not access.match.is_running:
        raise Problem(409, "the game has ended: nothing is to be remembered")
    return memoized(access, at, ("memory", form), lambda seen: jobs.remembered(seen, form))
