"""Runs the jobs of a request in the checkers, within the limits of its client."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeVar

from flask import request

from api.checking.checker_process import TooLong
from api.checking.checkers import Checkers, Client
from api.checking.job import Job, Needed
from api.checking.record_jobs import Conversion, Part, Row, end_of, names, take_in, weight_sent
from api.policy.rates import CHARGE, CLIENT, OWNER
from api.problem_types import TOO_COSTLY
from api.problems import REFUSALS, Problem, problem_of
from api.service import service
from api.shapes import Limit
from notation.diagnostics import Diagnostic
from notation.json_reader import raw_json_lines
from notation.outcome import Raw, Reading
from notation.read import Form, raw_of_form
from notation.weight import LIGHT
from notation.weight import TOO_COSTLY as CODE
from replays.store.sql.store import Store

_ANSWERED = 10
"""The weight of refusing a record that cannot be read."""

T = TypeVar("T")
Taken = TypeVar("Taken", bound=list[Row] | Conversion)


@dataclass(frozen=True, slots=True)
class WorkQueue:
    """Runs a client's jobs in the checkers, within its limits.

    `client` is the owner of a table and then its seat, or an owner or an address twice: seats take
    turns within the turns of their owner. `most` is the weight that one request may have, and
    `charge` counts work towards the client's rate.
    """

    checkers: Checkers
    store: Store
    client: Client
    most: int
    charge: Callable[[int], None]

    def ask(self, job: Job[T]) -> T:
        """Run a job, with the users' decks that it turns out to need, and return its result.

        Raises Problem if it is too much (413), cannot be done now (503), or refuses.
        """
        cost = job.cost
        self.allow(cost)
        decks: dict[str, bytes | None] = {}
        while True:
            try:
                future = self.checkers.submit(self.client, cost, job, decks)
                self.charge(cost)  # whatever comes of it
                return future.result()
            except Needed as needed:
                for name in needed.args:
                    kept = self.store.decks.get(name)
                    decks[name] = None if kept is None else kept.raw
            except TooLong:
                raise self._too_costly() from None
            except REFUSALS as refusal:
                raise problem_of(refusal) from None

    def allow(self, cost: int) -> None:
        """Raise Problem (413) if work of this weight is too much for one request."""
        if cost > self.most:
            raise self._too_costly()

    def each_part(
        self, form: Form, stream: BinaryIO, work: Callable[[Part], Taken]
    ) -> Iterator[tuple[int, Taken | Problem | Diagnostic]]:
        """Work on the records of a body, part by part.

        Yields for each part the number of records before it, and what `work` returns; for a
        record that is refused, its Problem; at the end, the Diagnostic of what is wrong with the
        body as a whole. Raises Problem if a part of several records is refused.
        """
        for part in light_parts(self.records(form, stream), form):
            if isinstance(part, Part):
                yield part.records[0].number - 1, _try(part, work)
            elif part.problem is not None:
                yield part.source.record - 1, part.problem

    def records(self, form: Form, stream: BinaryIO) -> Iterator[Raw | Reading]:
        """The records of a body, not yet read. A checker parses the line that may complete it."""

        def end(raw: bytes) -> dict[str, Any] | None:
            job = end_of(raw)
            return None if job.cost > self.most else self.ask(job)

        if form is Form.JSON_LINES:
            return raw_json_lines(stream, "", end_of=end)
        return raw_of_form(stream, "", form)

    def take_in(self, part: Part, holder: str, *, again: bool) -> list[Row]:
        """Check the records of a part for a store; `again` if it may have them already.

        Raises Problem as `ask` does.
        """
        known = self.store.known(self.ask(names(part)), holder) if again else {}
        return self.ask(take_in(part, known))

    def _too_costly(self) -> Problem:
        detail = f"{CODE}: it would take too long to work on this in one request"
        return Problem(TOO_COSTLY, detail, limit=Limit("max_weight", self.most), code=CODE)


def light_parts(records: Iterable[Raw | Reading], form: Form) -> Iterator[Part | Reading]:
    """The records of a body in parts that are light, and what is wrong with all of it.

    A heavy record is a part alone. Each record weighs something: an import of 1.3 million times
    `{}`, 4 MB, took six minutes.
    """
    batch: list[Raw] = []
    weight = 0
    for found in records:
        if isinstance(found, Reading):
            if batch:
                yield Part(tuple(batch), weight)
            yield found
            return
        more = weight_sent(found.raw, form) + _ANSWERED
        if batch and weight + more > LIGHT:
            yield Part(tuple(batch), weight)
            batch, weight = [], 0
        batch.append(found)
        weight += more
    if batch:
        yield Part(tuple(batch), weight)


def _try(part: Part, work: Callable[[Part], Taken]) -> Taken | Problem:
    """Work on a part. Raises Problem if several records are refused."""
    try:
        return work(part)
    except Problem as problem:
        if len(part.records) > 1:
            raise
        return problem


def work_queue() -> WorkQueue:
    """The queue of this request's client."""
    ours, environ = service(), request.environ
    charge = environ.get(CHARGE, _charge)
    client = (environ[OWNER], environ[CLIENT])
    return WorkQueue(ours.checkers, ours.store, client, ours.settings.max_weight, charge)


def ask(job: Job[T]) -> T:
    """Run a job for this request's client. Raises Problem as `WorkQueue.ask` does."""
    return work_queue().ask(job)


def _charge(_: int) -> None:
    """Count nothing: this client has no rate."""
