"""Frames, moves and the record of a table in a view, made once for each version."""

import gzip
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from msgspec import Raw

from api.checking.job import Job
from api.checking.work_queue import ask
from api.live import jobs
from api.live.access import Access
from api.live.jobs import TableView
from api.live.record import asked_at, asked_by, record_of
from api.service import service
from client.table_answers import TableMoves
from notation.read import Form
from notation.typed_json import decode_as

T = TypeVar("T")


def memoized(access: Access, at: int, what: Hashable, job: Callable[[TableView], Job[T]]) -> T:
    """The result of a job on a table as it stood at a version, in the view of a client.

    The job runs once for each version and view; `what` names it.
    """
    table = access.table

    def make() -> T:
        return ask(job(TableView(record_of(table, at), access.view)))

    found: T = service().memo.get((table.id, table.version, at, access.view, what), make)
    return found


def frames_of(access: Access, at: int, since: int | None) -> bytes:
    """The frames of a table as it stood at a version, as gzipped JSON.

    With `since`, only those after the plies that stand as they stood then. Raises Problem (413).
    """
    return _made(access, at, since, jobs.film)


def moves_of(access: Access, at: int, since: int | None) -> bytes:
    """The moves of a table, as `frames_of` has its frames, and what is due there now."""
    return _made(access, at, since, jobs.moves)


def moves_since(access: Access, version: int) -> TableMoves:
    """What happened at a running table after a version."""
    return decode_as(
        TableMoves, gzip.decompress(moves_of(access, access.table.version, since=version))
    )


def _made(
    access: Access,
    at: int,
    since: int | None,
    job: Callable[[TableView, dict[str, Any], int, int], Job[bytes]],
) -> bytes:
    """What a job makes of a table."""
    table, ours = access.table, service()
    keep = 0 if since is None else ours.store.tables.unchanged_since(table, since)
    first = 0 if since is None else keep + 1

    def make(seen: TableView) -> Job[bytes]:
        head: dict[str, Any] = {"id": table.id, "view": seen.view, "version": at}
        head |= {"plies": seen.plies, "keep": keep}
        if job is jobs.moves:
            is_now = at == table.version
            asked = asked_at(table, seen.view) if is_now else asked_by(seen.parts).get(seen.view)
            finished = is_now and not table.is_running
            due = None if asked is None or finished else asked.due
            head |= {"finished": finished, "due": due, "replay": None}
        if since is None:
            head["catalogue"] = Raw(table.catalogue)
        return job(seen, head, first, ours.settings.max_film)

    return memoized(access, at, (job.__name__, since), make)


def record_at(access: Access, at: int, form: Form) -> bytes:
    """The record of a table without a replay at a version, as the view has it."""
    return memoized(access, at, form, lambda seen: jobs.record(seen, form))
