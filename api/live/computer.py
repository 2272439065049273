"""Seats of the computer: what it does at the tables of this service, and when.

Every event wakes the computer of its table, if that has one, at the host that wrote the event. What
is lost with a process is found by looking for tables at which a computer is asked. If two hosts
answer at once, the version decides.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from hmac import digest
from secrets import SystemRandom
from threading import Condition, Thread
from time import monotonic
from typing import NamedTuple

from flask import Flask
from msgspec.json import encode

from api.checking.work_queue import WorkQueue
from api.live import jobs
from api.live.deal import change_with_nonce
from api.live.end import ended_early
from api.live.record import asked_at
from api.live.upkeep import change_of, contradiction_of, ended_with, held_back
from api.problems import Problem
from api.service import EXTENSION, Service
from notation.read import Form
from notation.record import SEATS
from replays.live.deal import promise_of
from replays.live.kinds import Kind
from replays.live.ply_request import PlyRequest
from replays.local.built_in import STRONG, no_strong_player
from replays.store.live_model import Act, Match, OtherVersion, Seated
from replays.store.model import OverQuota, StoreError

COMPUTERS = "cgn.computers"
"""Under which name an app keeps its Computers."""

_EARLIEST, _LATEST = 0.7, 1.9
"""Seconds after which a computer answers, whatever it thought: so its time tells nothing.

Playing the ply takes up to 0.1 s more on a busy machine, and 2 s is the most that people wait.
"""

_THINKS = 0.7
"""Seconds before its answer at which it begins to think; a strong player needs up to 0.2 of them.

On a busy machine, that takes twice as long.
"""

_SWEEP = 2.0
"""Seconds between two looks for tables at which a computer was forgotten."""

_FORGOTTEN, _RECENT = 4, 10 * 60
"""Seconds between the last event of such a table and a look.

At least so many, so that who wrote it can answer. And no look goes further back than so many before
the last one that succeeded: clocks of hosts differ by less.
"""

_PAUSE = 60
"""Seconds until the computer tries again what is costly, or cannot succeed soon."""

_MOST_FAILURES = 3
_BUSY = (429, 503)
_RANDOM = SystemRandom()
_LOG = logging.getLogger("cgn")


PLAYERS = ("sensible", STRONG)
"""The built-in players that take seats; not all games have the last."""

_MOST_OF_A_GUEST = 1
"""Seats of the computer at a guest's table."""


def check_seats(
    computer: Mapping[str, str], game: str, kind: Kind, players: Sequence[str], *, by_guest: bool
) -> None:
    """Raise Problem (422) unless the computer can have these seats of a new match."""
    if not computer:
        return
    if kind.has_own_records:
        raise Problem(422, "the computer plays only where the cards are dealt here")
    strangers = sorted(computer.keys() - set(SEATS[: len(players)]))
    if strangers:
        raise Problem(422, f"there is no seat {strangers[0]} for the computer")
    if STRONG in computer.values() and (reason := no_strong_player(game)):
        raise Problem(422, reason)
    if len(computer) == len(players):
        raise Problem(422, "the computer can have all seats but one")
    if by_guest and len(computer) > _MOST_OF_A_GUEST:
        raise Problem(422, "at a guest's table the computer can have one seat")


class Waiting(NamedTuple):
    """A version of a table at which a computer may be asked.

    It says when the computer answers, its move, once it has one, and how often it failed.
    """

    version: int
    answers: float
    seat: str = ""
    move: str = ""
    failures: int = 0

    @property
    def due(self) -> float:
        """When something is to be done."""
        return self.answers if self.move else self.answers - _THINKS


class Computers:
    """The computers at the tables of one process. `run_due` does what is due; `start` keeps at it.

    `clock` counts seconds; `delay` is how long an answer takes.
    """

    def __init__(
        self,
        app: Flask,
        clock: Callable[[], float] = monotonic,
        delay: Callable[[], float] = lambda: _RANDOM.uniform(_EARLIEST, _LATEST),
    ) -> None:
        self._app, self._clock, self._delay = app, clock, delay
        self._waiting: dict[str, Waiting] = {}
        self._changed = Condition()
        self._swept: float | None = None
        self._looked = 0

    def wake(self, table: str, version: int) -> None:
        """Have the computer of a table answer an event, unless it was told of that or a later one.

        `version` is the one that the event made.
        """
        with self._changed:
            waiting = self._waiting.get(table)
            if waiting is None or waiting.version < version:
                self._waiting[table] = self._later(version)
                self._changed.notify()

    def start(self) -> None:
        """Do what is due from now on, in a thread that ends with the process."""
        Thread(target=self._serve, daemon=True, name="computers").start()

    def _serve(self) -> None:
        while True:
            with self._changed:
                self._changed.wait(max(self._next() - self._clock(), 0))
            try:
                self.run_due()
            except StoreError:
                _LOG.warning("the store cannot be reached; the computers try again")
            except Exception:  # noqa: BLE001 - without this thread, no computer answers any more
                _LOG.exception("the computers failed, and go on")

    def _next(self) -> float:
        """When something is due next."""
        sweep = self._clock() if self._swept is None else self._swept + _SWEEP
        return min([sweep, *[one.due for one in self._waiting.values()]])

    def run_due(self) -> None:
        """Do what is due by now: look for forgotten tables, think, answer."""
        with self._app.app_context():
            ours: Service = self._app.extensions[EXTENSION]
            if self._swept is None or self._swept + _SWEEP <= self._clock():
                self._look(ours)
            with self._changed:
                all_waiting = list(self._waiting.items())
            for table, waiting in all_waiting:
                if waiting.due <= self._clock():
                    self._step(ours, table, waiting)

    def _look(self, ours: Service) -> None:
        """Wake the computers that are asked, and that nobody has woken."""
        self._swept, now = self._clock(), ours.clock()
        since = max(self._looked - _RECENT, 0)
        for match in ours.store.matches.with_computer(since, now - _FORGOTTEN):
            if match.id not in self._waiting and _is_asked(ours, match):
                self.wake(match.id, match.version)
        self._looked = now

    def _step(self, ours: Service, table: str, waiting: Waiting) -> None:
        """Think or answer at a table, and note what comes next there."""
        try:
            match = ours.store.matches.get(table)
            going_on = None if match is None else self._acted(ours, match, waiting)
        except OtherVersion:  # whoever was faster has woken it, here or at another host
            going_on = None
        except OverQuota:  # there is no room for the replay
            going_on = waiting._replace(answers=self._clock() + _PAUSE)
        except StoreError:
            going_on = self._later(waiting.version, waiting.failures)
        except Exception as error:  # noqa: BLE001 - whatever keeps a player from its move
            is_busy = isinstance(error, Problem) and error.status in _BUSY
            going_on = (
                self._later(waiting.version, waiting.failures)
                if is_busy
                else self._failed(ours, table, waiting, error)
            )
        with self._changed:
            if self._waiting.get(table) == waiting:
                del self._waiting[table]
                if going_on is not None:
                    self._waiting[table] = going_on

    def _acted(self, ours: Service, match: Match, waiting: Waiting) -> Waiting | None:
        """Think, or answer if that was done. Returns what comes next there, if anything does.

        After it failed three times, it resigns. It leaves another event to the host that wrote it.
        """
        if match.version != waiting.version:
            return None
        if not match.is_dealt:
            return self._send_nonces(ours, match)
        seat = asked_seat(match)
        if seat is None:
            return None
        if waiting.failures >= _MOST_FAILURES:
            resign(ours, match, seat)
            ours.metrics.add_computer("resigned")
            return self._later(match.version + 1)
        if waiting.move:
            play(ours, match, waiting.seat, waiting.move)
            ours.metrics.add_computer("played")
            return self._later(match.version + 1)
        parts = ours.store.matches.record_parts(match)
        random = _RANDOM.getrandbits(64)
        move = queue_of(ours, match).ask(jobs.think(parts, seat, match.computer[seat], random))
        return waiting._replace(seat=seat, move=move)

    def _send_nonces(self, ours: Service, match: Match) -> Waiting | None:
        """Send what a computer owes to the deal, once all sit."""
        owing = owed(ours, match)
        if owing is None:
            return None
        change = change_with_nonce(match, owing, nonce_of(match, owing), queue_of(ours, match).ask)
        ours.store.matches.change(match, change)
        return self._later(match.version + 1)

    def _later(self, version: int, failures: int = 0) -> Waiting:
        """An answer to a version of a table, after the usual time."""
        return Waiting(version, self._clock() + self._delay(), failures=failures)

    def _failed(self, ours: Service, table: str, waiting: Waiting, error: Exception) -> Waiting:
        """Try again later, after the third time by resigning; if that fails, later still."""
        failures = waiting.failures + 1
        ours.metrics.add_computer("failed")
        _LOG.warning("the computer at table %s failed: %r", table, error)
        if failures == _MOST_FAILURES:
            return Waiting(waiting.version, self._clock(), failures=failures)
        if failures > _MOST_FAILURES:
            return Waiting(waiting.version, self._clock() + _PAUSE, failures=failures)
        return self._later(waiting.version, failures)


def asked_seat(match: Match) -> str | None:
    """The seat of the computer that is asked for a ply, if one is."""
    if not match.is_running or not match.is_dealt:
        return None
    for seat in match.computer:
        asked = asked_at(match, seat)
        if asked is not None and asked.due is not None and asked.due.seats == (seat,):
            return seat
    return None


def owed(ours: Service, match: Match) -> str | None:
    """The seat of the computer whose nonce the deal waits for, once all sit."""
    seats = ours.store.matches.seats(match)
    if not match.is_running or match.is_dealt or len(seats) < len(match.players):
        return None
    return next((one.seat for one in seats if one.seat in match.computer and not one.nonce), None)


def _is_asked(ours: Service, match: Match) -> bool:
    return (asked_seat(match) or owed(ours, match)) is not None


def nonce_of(match: Match, seat: str) -> str:
    """The nonce of a computer at a dealt table, which follows from the service's secret."""
    return _nonce(match.secret or "", seat)


def _nonce(secret: str, seat: str) -> str:
    return digest(secret.encode(), f"nonce {seat}".encode(), "sha256").hex()[:32]


def seated(secret: str, computer: Mapping[str, str]) -> list[Seated]:
    """The seats that computers take when a table with this secret is made.

    The token of such a seat is nobody's: only its digest is made.
    """
    tokens = {seat: sha256(f"{secret} token {seat}".encode()).hexdigest() for seat in computer}
    return [Seated(seat, tokens[seat], promise_of(_nonce(secret, seat))) for seat in computer]


def queue_of(ours: Service, match: Match) -> WorkQueue:
    """The queue for work at a match, which its owner pays for."""
    client = (match.owner, match.owner)
    return WorkQueue(ours.checkers, ours.store, client, ours.settings.max_weight, lambda _: None)


def play(ours: Service, match: Match, seat: str, move: str) -> None:
    """Play a ply of a computer. Raises Problem if it cannot, OtherVersion if another came first."""
    at = float(ours.clock() - match.created) if match.clock else None
    sent = PlyRequest(encode({"seat": seat, "move": move}), Form.JSON, seat, at)
    parts = ours.store.matches.record_parts(match)
    done = queue_of(ours, match).ask(jobs.play(parts, sent, 1, ours.settings.max_weight))
    ended = None if done.closed is None else held_back(match, ended_with(done.closed))
    more = {"sent": done.sent, "asked": encode(done.asked), "ended": ended}
    change = change_of(match, Act.PLIES, contradiction_of(done.closed), **more)
    ours.store.matches.change(match, change)


def resign(ours: Service, match: Match, seat: str) -> None:
    """Resign for a computer. Raises as `play` does."""
    parts, ask = ours.store.matches.record_parts(match), queue_of(ours, match).ask
    leaving, ended = ask(jobs.resign(parts, seat, None)), None
    if leaving.ending is not None:
        ended = held_back(match, ended_early(match, leaving.ending, leaving.gone, ask))
    change = change_of(match, Act.RESIGNED, {"seat": seat}, gone=leaving.gone, ended=ended)
    ours.store.matches.change(match, change)
