"""A game in progress at a service: sitting down, playing, watching."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from http import HTTPStatus
from random import random
from secrets import token_hex
from time import monotonic, sleep
from types import MappingProxyType
from typing import TypeVar

import msgspec
from msgspec import Struct

from client.answers import Film, MoveList, ViewedFrame
from client.connection import Connection, Patience, Question, Reply
from client.protocol import MEDIA_TYPES, Rejected, UnexpectedAnswer, decoded
from client.table_answers import (
    SeatGiven,
    TableChoices,
    TableEvents,
    TableFilm,
    TableLegal,
    TableMoves,
    TableState,
)
from notation.read import Form
from replays.bots.seen_record import SeenRecord
from replays.local.table import Observation

T = TypeVar("T")
R = TypeVar("R")

TABLES = "/v1/tables"
"""The path of a service's tables."""

_MAX_AGE = re.compile(r"max-age=([0-9]+)")
_WAIT = 25
"""Seconds that the service may wait with an answer: proxies end a silent connection after 60."""

_JITTER = 5
"""A pause is up to a fifth longer."""

_VERSION = ("Table-Version", "Table-Plies")


class OwnSeat(Struct, frozen=True):
    """The secrets of a player who sat down: the token that plays, and the nonce for the deal."""

    token: str
    nonce: str


class TableRecord(Struct, frozen=True):
    """A record of a table, at a version and a number of plies."""

    raw: bytes
    version: int
    plies: int


class LiveTable:
    """A game in progress, as the token of its client sees it.

    `state` is its last known state; `refresh`, `watch` and every call that changes the table update
    it. A lost call is sent again, and nothing happens twice. If somebody else changed the table
    first, a call that changes it raises Rejected (412), and `state` is then the new one.
    """

    def __init__(
        self, connection: Connection, patience: Callable[[], Patience], table: str
    ) -> None:
        self._connection = connection
        self._patience = patience
        self._path = f"{TABLES}/{table}"
        self.id = table
        self.invitations: Mapping[str, str] = {}
        self.state = self.refresh()

    @property
    def url(self) -> str:
        """The address of the service."""
        return self._connection.url

    def refresh(self) -> TableState:
        """The state of the table now."""
        self.state = self._read("", TableState)
        return self.state

    def legal(self) -> TableLegal:
        """The legal moves, with the version and the number of plies at which they are legal.

        Its `legal` is None if another seat is to act, or if hidden cards decide the moves.
        """
        return self._read("/legal", TableLegal)

    def choices(self, taps: Sequence[str] = (), answers: str | None = None) -> TableChoices:
        """What the seat that is asked may do, as things to tap: cards, places, seats, words.

        Of kinds of moves of which not all are listed, `made` has those that these taps make. Where
        nobody knows who can answer the last ply, `instead` has the others that may, and `nobody`:
        ask again with one of them in `answers`.
        """
        query = {"taps": ",".join(taps), "answers": answers or ""}
        return self._read("/choices", TableChoices, {k: v for k, v in query.items() if v})

    def frames(self, since: int | None = None) -> TableFilm | Film:
        """The positions, or only the new ones since a version.

        Once the game has a replay, all positions of the replay.
        """
        return self._stretch("/frames", TableFilm, Film, since)

    def moves(self, since: int | None = None) -> TableMoves | MoveList:
        """The moves in words, or only the new ones since a version, and what is due.

        Once the game has a replay, all moves of the replay.
        """
        return self._stretch("/moves", TableMoves, MoveList, since)

    def events(self, since: int | None = None) -> TableEvents:
        """The events at the table, or only the new ones since a version."""
        return self._read("/events", TableEvents, _after(since))

    def record(self, form: Form = Form.TEXT, *, memory: bool = False) -> TableRecord:
        """The record as this client sees it, as text or as JSON on one line, with its version.

        With `memory`, and in the view of a seat, it has every card that the seat has seen since.
        Once the game has a replay, it is the record of that.
        """
        form = Form.TEXT if form is Form.TEXT else Form.JSON
        query = {"memory": "1"} if memory else {}
        reply = self._get("/record", query, accept=MEDIA_TYPES[form])
        version, plies = [reply.headers.get(name, "") for name in _VERSION]
        if not version and self.refresh().replay is not None:
            return TableRecord(reply.body or b"", self.state.version, self.state.plies)
        if not version.isdecimal() or not plies.isdecimal():
            raise UnexpectedAnswer(self._connection.url, f"no {' and '.join(_VERSION)} came")
        return TableRecord(reply.body or b"", int(version), int(plies))

    def observe(self) -> Observation:
        """What the seat of this client knows now, as a bot is told it (docs/bots.md).

        Legal moves are there only if the seat is asked. Raises ValueError once the game has ended;
        Rejected (409) before the deal, and (422) if this client has no seat.
        """
        while True:
            if self.refresh().finished:
                raise ValueError("the game has ended: its replay shows all")
            record, legal = self.record(memory=True), self.legal()
            frame = self._read(f"/frames/{record.plies}", ViewedFrame)
            if self.refresh().version == record.version == legal.version:  # or a ply came between
                return _observation(self.state.view, frame, legal, record)

    def watch(self) -> Iterator[TableState]:
        """The state of the table after each change, until the game has ended.

        The service is asked to answer with the next change. Where it answers at once that there is
        none, because too many wait, this pauses as long as it says, and up to a fifth longer.
        """
        shown = 0
        while True:
            if self.state.version != shown:
                shown = self.state.version
                yield self.state
                continue
            if self.state.finished:
                return
            asked = monotonic()
            known = {"If-None-Match": f'"v{shown}", "v{shown}-gz"'}  # as it is, or packed
            reply = self._get("", {"wait": str(_WAIT)}, headers=known)
            if reply.body is not None:
                self.state = decoded(reply.body, TableState, self._connection.url)
            if self.state.version == shown and monotonic() - asked < _WAIT / 2:
                sleep(_pause(reply.headers))

    def play(self, seat: str, move: str, **more: object) -> TableState:
        """Play a ply; `more` are its other fields, such as `reveals`, `comments` and `at`."""
        return self._change("plies", {"seat": seat, "move": move, **more})

    def take_back(self, to: int) -> TableState:
        """Keep only the first `to` plies. For the owner of a table that was not dealt."""
        return self._change("takebacks", {"to": to})

    def end(self, termination: str | None = None, **more: object) -> TableState:
        """End the game before its rules do; `more` are `winners`, and `scores` of real cards."""
        body = {} if termination is None else {"termination": termination}
        return self._change("end", {**body, **more})

    def send_seed(self, seed: str) -> TableState:
        """Send the seed of a sealed game that has ended."""
        return self._change("seed", {"seed": seed})

    def give_token(self, seat: str) -> str:
        """A new token for a seat, or a new invitation for one of a table to be dealt."""
        answer = decoded(self._post("tokens", {"seat": seat}), SeatGiven, self._connection.url)
        return answer.token or answer.invitation or ""

    def sit(
        self, seat: str, invitation: str, token: str | None = None, nonce: str | None = None
    ) -> OwnSeat:
        """Sit down at a table to be dealt, with a token and a nonce, by default new ones.

        Keep both: a client with the token plays, and `send_nonce` sends the nonce. To keep the seat
        even if the program stops during the call, make both before (32 random hex digits each,
        `secrets.token_hex(16)`), save them, and repeat the call.
        """
        own = OwnSeat(token or token_hex(16), nonce or token_hex(16))
        digests = {"token": _digest(own.token), "commit": _digest(own.nonce)}
        self._post(f"seats/{seat}", {"invitation": invitation, **digests})
        return own

    def send_nonce(self, nonce: str) -> TableState:
        """Send a seat's part of the deal; waits until all seats are taken."""
        for state in self.watch():
            if all(seat.taken for seat in state.seats):
                break
        self._post("nonce", {"nonce": nonce})
        return self.refresh()

    def _change(self, path: str, body: Mapping[str, object]) -> TableState:
        """Change the table, unless its version is no longer the last known one."""
        version = {"If-Match": f'"v{self.state.version}"'}
        try:
            raw = self._post(path, body, version)
        except Rejected as rejected:
            if rejected.status == HTTPStatus.PRECONDITION_FAILED:
                self.refresh()
            raise
        self.state = decoded(raw, TableState, self._connection.url)
        return self.state

    def _post(
        self, path: str, body: Mapping[str, object], headers: Mapping[str, str] | None = None
    ) -> bytes:
        kind = {"Content-Type": "application/json", **(headers or {})}
        data = msgspec.json.encode(body)
        question = Question("POST", f"{self._path}/{path}", headers=kind, body=data)
        return self._patience().persist(lambda: self._connection.answer(question))

    def _get(
        self,
        path: str,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        accept: str | None = None,
    ) -> Reply:
        question = Question("GET", self._path + path, query or {}, headers or {}, accept=accept)
        return self._patience().persist(lambda: self._connection.reply(question))

    def _stretch(
        self, path: str, of_table: type[T], of_replay: type[R], since: int | None
    ) -> T | R:
        """Frames or moves of the table or, once it has ended, of its replay."""
        reply = self._get(path, _after(since))
        kind = of_table if _VERSION[0] in reply.headers else of_replay
        return decoded(reply.body or b"", kind, self._connection.url)

    def _read(self, path: str, kind: type[T], query: Mapping[str, str] = MappingProxyType({})) -> T:
        return decoded(self._get(path, query).body or b"", kind, self._connection.url)


def _observation(
    seat: str, frame: ViewedFrame, legal: TableLegal, record: TableRecord
) -> Observation:
    """What a seat knows, by what the service says of one version."""
    seen = SeenRecord(seat, record.raw.decode(), record.plies)
    return Observation(
        seat,
        seen.record().game,
        due=frame.due,
        legal=legal.legal or (),
        lists_all=legal.lists_all is not False,
        zones={zone.key: tuple([card.code for card in zone.cards]) for zone in frame.zones},
        scores=frame.scores,
        seen=seen,
    )


def _after(since: int | None) -> dict[str, str]:
    """The query for what came after a version."""
    return {} if since is None else {"since": str(since)}


def _pause(headers: Mapping[str, str]) -> float:
    """The seconds that an answer says to wait (by default 1), and up to a fifth longer."""
    age = _MAX_AGE.search(headers.get("Cache-Control", ""))
    said = headers.get("Poll-After") or (age[1] if age else "1")
    seconds = float(said) if said.isdecimal() else 1.0
    return seconds * (1 + random() / _JITTER)  # noqa: S311 - nothing is to be kept secret


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
