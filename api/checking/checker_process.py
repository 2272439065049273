"""What runs in a checker process: jobs, each with a limit on its CPU and its memory."""

import os
import resource
import signal
from collections.abc import Sequence
from math import ceil
from pickle import dumps, loads
from traceback import format_exc
from typing import Any, TypeAlias

from api.checking.job import Job, RawDecks
from engines.registry import GAMES, load_game
from replays.many.workers import follow_parent

SECONDS = 1.5
"""Seconds of CPU that a job may take."""

MEMORY = 1 << 30
"""Bytes of memory that a process may map."""

Call: TypeAlias = tuple[Job[Any], RawDecks]
"""A job, and the users' decks that it is known to need."""


class TooLong(Exception):
    """The job took more CPU or memory than it may have."""


class _Over(BaseException):
    """Raised within a job by the timer; no job catches it."""


def begin(niceness: int) -> None:
    """Prepare this process for jobs: it ends with its parent, and has limits of its own."""
    follow_parent()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, _stop)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.nice(niceness)
    for game in GAMES:
        load_game(game)


def run(calls: Sequence[Call]) -> list[Any]:
    """The result of each call in a checker process, or the exception that it raised.

    TooLong stands for the result of a job that was stopped.
    """
    return [_limited(call) for call in calls]


def results(calls: Sequence[Call]) -> list[Any]:
    """The same without limits, in any process."""
    return [_result(call) for call in calls]


def _limited(call: Call) -> Any:  # noqa: ANN401 - what the job returns
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = ceil(used.ru_utime + used.ru_stime + SECONDS) + 1  # for a C call that ignores signals
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
    try:
        try:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            return _result(call)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except (_Over, MemoryError):  # the timer may run out even as it is stopped
        return TooLong()


def _result(call: Call) -> Any:  # noqa: ANN401 - what the job returns
    job, raw_decks = call
    try:
        return job.run(raw_decks)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - raised again where it is waited for
        note = format_exc()
        # Their text is in the note. They may hold a table, which cannot be pickled.
        error.__cause__ = error.__context__ = None
        sent = error if _can_be_sent(error) else RuntimeError(str(error))
        sent.add_note(note)
        return sent


def _can_be_sent(error: Exception) -> bool:
    """Whether another process can read an exception. One that it cannot read ends this process."""
    try:
        loads(dumps(error))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - of any kind
        return False
    return True


def _stop(*_: object) -> None:
    raise _Over
