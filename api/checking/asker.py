"""Has checkers do the work of a request, and answers with a problem if they cannot."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from threading import Lock
from typing import Any, BinaryIO

from flask import request

from api.checking import jobs
from api.checking.checker_process import TooLong
from api.checking.checkers import Busy, Checkers, Client, Died
from api.checking.jobs import Checked, Needed, Part
from api.checking.weights import ANSWERED
from api.policy.rates import CHARGE, CLIENT, OWNER
from api.problem_types import TOO_COSTLY
from api.problems import RETRY, Problem
from api.service import service
from api.shapes import Limit
from notation.extent import Extent
from notation.ranges import Piece, pieces
from notation.read import Form
from notation.weight import LIGHT, weight
from notation.weight import TOO_COSTLY as CODE
from replays.many.job import totals_of
from replays.store.sql.store import Store

_LARGE = 1 << 16
_TURN = Lock()


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks checkers on behalf of a client, who may cause so much work at once.

    `client` is the owner of a table and then its seat, or an owner or an address twice: seats take
    turns within the turns of their owner.
    """

    checkers: Checkers
    store: Store
    client: Client
    most: int
    charge: Callable[[int], None]

    def ask(self, cost: int, job: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - what the job returns
        """What a job of this weight returns, with the users' decks that it turns out to need.

        Raises Problem if it is too much (413), or cannot be done now (503).
        """
        self.allow(cost)
        decks: dict[str, bytes | None] = {}
        while True:
            try:
                future = self.checkers.submit(self.client, cost, job, *arguments, decks)
                self.charge(cost)  # whatever comes of it
                return future.result()
            except Needed as needed:
                for name in needed.args:
                    kept = self.store.decks.get(name)
                    decks[name] = None if kept is None else kept.raw
            except Busy:
                raise Problem(
                    503,
                    "too many records are waiting to be checked; send the request again",
                    RETRY,
                ) from None
            except Died:
                detail = "the process that checked it died; send the request again"
                raise Problem(503, detail, RETRY) from None
            except TooLong:
                raise self._too_costly() from None

    def allow(self, cost: int) -> None:
        """Raise Problem (413) if work of this weight is too much for one request."""
        if cost > self.most:
            raise self._too_costly()

    def each_part(
        self, form: Form, stream: BinaryIO, work: Callable[[Part], Any]
    ) -> Iterator[tuple[int, Any]]:
        """The records of a body, part by part: how many came before, and what `work` returns.

        Instead of its result stands the Problem of a record that could not be worked on, or,
        at the end, the Diagnostic of what is wrong with the body as a whole. Raises Problem if
        several records could not be worked on.
        """
        totals = totals_of("", form)
        for piece in light_pieces(stream, form):
            if not piece.raw:
                break
            before = totals.records
            part = Part(piece.raw, form, piece.weight, before, totals.lines)
            result, extent = _try(piece, part, work)
            yield before, result
            extent.lines = piece.lines
            last = totals.add(extent)
            if last is not None:
                yield totals.records, last.problem
                return
        last = totals.finish()
        if last is not None:
            yield 0, last.problem

    def take_in(self, part: Part, holder: str, *, again: bool) -> Checked:
        """The records of a part, checked for a store; `again` if it may have them already.

        Raises Problem as `ask` does.
        """
        known = self.store.known(self.ask(part.weight, jobs.names, part), holder) if again else {}
        checked: Checked = self.ask(part.weight, jobs.take_in, part, known)
        return checked

    def _too_costly(self) -> Problem:
        detail = f"{CODE}: it would take too long to work on this in one request"
        return Problem(TOO_COSTLY, detail, limit=Limit("max_weight", self.most), code=CODE)


def light_pieces(stream: BinaryIO, form: Form) -> Iterator[Piece]:
    """A body cut between records into pieces that are light, except for a heavy record alone.

    Each record weighs something: an import of 1.3 million times `{}`, 4 MB, took six minutes.
    """

    def weighed(raw: bytes) -> int:
        return weight_sent(raw, form) + ANSWERED

    return pieces(stream, form, LIGHT, weighed)


def _try(piece: Piece, part: Part, work: Callable[[Part], Any]) -> tuple[Any, Extent]:
    """What comes of a part. Raises Problem if several of its records could not be worked on."""
    try:
        result = work(part)
    except Problem as problem:
        if piece.records > 1:
            raise
        return problem, Extent(records=1, first=1)
    return result, result.extent


def weight_sent(raw: bytes, form: Form) -> int:
    """The weight of records that were sent. Threads that hold large ones take turns.

    Weighing does not let go of the interpreter: many at once would hold up all other requests.
    """
    with _TURN if len(raw) > _LARGE else nullcontext():
        return weight(raw, form)


def asker() -> Asker:
    """Who asks checkers on behalf of this request's client."""
    ours, environ = service(), request.environ
    charge = environ.get(CHARGE, _charge)
    client = (environ[OWNER], environ[CLIENT])
    return Asker(ours.checkers, ours.store, client, ours.settings.max_weight, charge)


def _charge(_: int) -> None:
    """Count nothing: this client may ask as often as they like."""
