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
from replays.store.live_model import Act, Call, Change, Ended, OtherVersion, Table
from replays.store.model import OverQuota

ABANDONED = "abandoned"
"""The termination of a game that timed out."""


_PAUSE = 60
"""Seconds until the service retries an end that failed, which is costly."""


def is_overdue(table: Table) -> bool:
    """Whether the game timed out, or its replay can be published."""
    ours = service()
    if ours.postponed.get(table.id, 0) > ours.clock():
        return False
    if table.is_held_back:
        return not ours.store.tables.shares_seed(table)
    if not table.is_running and not table.awaits_seed:
        return False
    if table.moved + ours.settings.table_life > ours.clock():
        return False
    last = ours.store.tables.events(table, table.version - 1)
    return all(event.act is not Act.PUBLISHED for event in last)  # none, if it was just dropped


def settle_overdue(table: Table) -> Table | None:
    """The table after it has ended as abandoned, or its replay was made.

    None if it is dropped, since nobody played. A deal that all seats agreed to cannot be hidden:
    such a table is kept.
    """
    tables = service().store.tables
    seats = tables.seats(table)
    agreed = len(seats) == len(table.players)
    try:
        if not table.is_running:
            _publish(table)
        elif table.plies == 0 and not agreed:
            tables.drop(table)
        elif not table.is_dealt:
            silent = [seat.seat for seat in seats if seat.nonce is None]
            says = {"termination": ABANDONED, "undealt": silent}
            ended = Ended(ABANDONED, None)
            tables.change(table, change_of(table, Act.ENDED, says, ended=ended))
        else:
            waits = table.kind.awaits_seed  # for its seed, as after any other end
            upload = None if waits else _closed(table, Ending(ABANDONED, ())).upload
            ended = held_back(table, Ended(ABANDONED, upload))
            says = {"termination": ABANDONED, "winners": []}
            tables.change(table, change_of(table, Act.ENDED, says, ended=ended))
    except OtherVersion:
        pass
    except (OverQuota, Problem):  # there is no room for the replay, or none can be made
        ours = service()
        ours.postponed[table.id] = ours.clock() + _PAUSE
    return tables.get(table.id)


def _publish(table: Table) -> None:
    """Make the replay of a game that has ended, unless its plies contradict each other."""
    closed = _closed(table, Ending(table.termination or None, table.winners))
    ended = ended_as(table, closed)
    change = change_of(table, Act.PUBLISHED, contradiction_of(closed), ended=ended)
    service().store.tables.change(table, change)


def _closed(table: Table, ending: Ending) -> Closed:
    """The replay of an overdue table; that of a sealed one is without its seed."""
    return ask(jobs.close(record_of(table), ending))


def ended_as(table: Table, closed: Closed) -> Ended:
    """The end of a table whose replay comes after the end of its game."""
    termination = closed.termination or table.termination or ""
    return Ended(termination, closed.upload, table.winners)


def contradiction_of(closed: Closed | None) -> dict[str, Any]:
    """The details of an end: the diagnostic, if the plies contradict each other."""
    if closed is None or closed.problem is None:
        return {}
    return {"contradiction": to_builtins(closed.problem)}


def held_back(table: Table, ended: Ended) -> Ended:
    """The end of a table, without its replay while another running table has its seed."""
    if ended.upload is None or not service().store.tables.shares_seed(table):
        return ended
    return Ended(ended.termination, None, ended.upload.winners)


def change_of(table: Table, act: Act, details: Mapping[str, Any], **parts: Any) -> Change:  # noqa: ANN401 - those of Change
    """A change without If-Match, whose answer no retry asks for."""
    call = Call(time=service().clock(), token="", fingerprint="", answer=b"")
    return Change(act=act, call=call, details=encode(details), keep=table.plies, **parts)


def settle_some(owner_: str | None = None) -> None:
    """Settle some tables that are overdue."""
    ours = service()
    for table in ours.store.tables.idle(ours.clock() - ours.settings.table_life, owner_):
        if is_overdue(table):
            settle_overdue(table)
