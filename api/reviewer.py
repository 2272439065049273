"""Makes the reviews that were asked for, ply after ply, and one at a time for the whole service.

What is done lies in the store, so after a restart it goes on at the first ply that is missing. Of
several hosts on one database, that with the claim works, and another one goes on if it dies.
"""

import logging
from secrets import token_hex
from threading import Event, Thread
from typing import cast

from flask import current_app

from api.checking.checkers import Checkers
from api.checking.review_jobs import REVIEWED, ply_review
from api.checking.work_queue import WorkQueue
from api.http.metrics import Metrics
from api.problems import Problem
from replays.review import VERSION
from replays.store.model import ADMIN, Replay, Review, StoreError
from replays.store.sql.store import Store

REVIEWER = "cgn.reviewer"
"""Under which name an app keeps its Reviewer."""

_SWEEP = 5.0
"""Seconds between two looks for reviews, unless somebody asks for one at this host."""

_MOST_FAILURES = 3
_BUSY = (429, 503)
_CLIENT = ("reviews", "reviews")
_LOG = logging.getLogger("cgn")


def reviewer() -> "Reviewer":
    """That of the service that handles this request."""
    return cast("Reviewer", current_app.extensions[REVIEWER])


class Reviewer:
    """Reviews the plies of replays, in the lane of the checkers for heavy work, the niced one."""

    def __init__(self, store: Store, checkers: Checkers, metrics: Metrics) -> None:
        self._store = store
        self._queue = WorkQueue(checkers, store, _CLIENT, REVIEWED, lambda _: None)
        self._metrics = metrics
        self._host = token_hex(8)
        self._asked = Event()
        self._stopped = False
        self._failures = 0

    def wake(self) -> None:
        """Look for reviews at once."""
        self._asked.set()

    def start(self) -> None:
        """Make reviews from now on, in a thread that ends with the process."""
        Thread(target=self._serve, daemon=True, name="reviewer").start()

    def stop(self) -> None:
        """Leave the reviews to other hosts, or to this one after a restart."""
        self._stopped = True
        self.wake()
        try:
            self._store.reviews.release(self._host)
        except StoreError:
            _LOG.warning("the store cannot be reached; another host has to wait for its reviews")

    def _serve(self) -> None:
        while not self._stopped:
            self._asked.clear()
            try:
                goes_on = self.run_due()
            except StoreError:
                _LOG.warning("the store cannot be reached; reviews are tried again")
                goes_on = False
            except Exception:  # noqa: BLE001 - without this thread, nothing is reviewed any more
                _LOG.exception("a review failed, and is tried again")
                goes_on = False
            if not goes_on:
                self._asked.wait(_SWEEP)

    def run_due(self) -> bool:
        """Review the next ply, if there is one. Returns whether to go on at once.

        Not if nothing is to be done, another host does it, or the checkers are busy. A ply that
        takes too long, or fails for the third time, is done without a word.
        """
        review = self._store.reviews.claim(self._host)
        if review is None:
            return False
        if review.version != VERSION:
            self._store.reviews.begin_anew(review, VERSION)
            return True
        stored = self._store.get(review.replay, ADMIN)
        if stored is None:  # it was erased a moment ago
            return True
        row = self._row(stored, review)
        if row is None or self._stopped:
            return False
        self._failures = 0
        if self._store.reviews.add(review, row, self._host):
            self._metrics.add_review("done" if row else "failed")
        return True

    def _row(self, stored: Replay, review: Review) -> bytes | None:
        """What is to be stored of the next ply; nothing of one that fails; None: not yet."""
        ply = review.done + 1
        try:
            return self._queue.ask(ply_review(stored.entry.number, stored.body, ply))
        except Problem as problem:
            if problem.status in _BUSY:
                return None
            failed: Exception = problem
            self._failures = _MOST_FAILURES  # the same job takes as long again
        except Exception as error:  # noqa: BLE001 - whatever keeps a ply from being reviewed
            failed = error
            self._failures += 1
        _LOG.warning("the review of ply %d of %s failed: %r", ply, review.replay, failed)
        return b"" if self._failures >= _MOST_FAILURES else None
