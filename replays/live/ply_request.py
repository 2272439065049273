"""Reads the plies that are sent to a match, in their sender's record."""

from collections.abc import Callable, Sequence
from functools import cached_property
from io import BytesIO
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.json_record import to_record
from notation.json_syntax import parse
from notation.places import JsonSource, Source
from notation.read import Form
from notation.record import FORMAT_VERSION, Entry, Ply, Record
from notation.text_reader import read_text
from notation.write import write
from replays.sender import sender_source
from replays.view.views import ALL, OWNER

MAX_SENT = 200
"""Plies that are sent at once."""


class PlyRequest(Struct, frozen=True):
    """What somebody sends to a match: plies in JSON or as lines of text, and their view.

    `at` is the time by the match's clock, if it has one. `value` is the JSON value of the bytes, if
    somebody has parsed them already.
    """

    raw: bytes
    form: Form
    view: str
    at: float | None = None
    value: Any = None


class Refusal(Exception):
    """A refusal, with its reason; with a diagnostic if it is about a record."""

    def __init__(self, message: str, problem: Diagnostic | None = None) -> None:
        super().__init__(message, problem)
        self.message = message
        self.problem = problem


class ParsedPlies:
    """Plies that were sent to a match, in their sender's record.

    Making that record costs more than playing the plies, so `own` makes it only when it is needed:
    to place a fault, or to read lines of text, which count plies. Raises Refusal if no plies were
    sent, or others than may be.
    """

    def __init__(self, request: PlyRequest, record: Record, own: Callable[[], Record]) -> None:
        self._record, self._own = record, own
        self._text: Source | None = None
        if request.form is Form.TEXT:
            entries, self._text = lines_of(request.raw, self._own_record)
        else:
            entries = entries_in(request, record)
        self.plies = tuple([_allowed(entry, request) for entry in entries])
        check_number(self.plies, request)

    @property
    def source(self) -> Source:
        """The source of the sender's record with these plies, asked by places of the whole one."""
        return sender_source(self._record, self._own_record, self.plies, self._text)

    @cached_property
    def _own_record(self) -> Record:
        return replace(self._own(), result=None)


def check_number(plies: Sequence[Ply], request: PlyRequest) -> None:
    """Raise Refusal if there are no plies, or more than their sender may send at once."""
    if not plies:
        raise Refusal("no ply was sent")
    if len(plies) > 1 and request.view not in (ALL, OWNER):
        raise Refusal("a seat sends one ply at a time")
    if len(plies) > MAX_SENT:
        raise Refusal(f"at most {MAX_SENT} plies are sent at once")


def lines_of(raw: bytes, own: Record) -> tuple[tuple[Entry, ...], Source]:
    """The entries in lines of text that follow a record, and the source of it with them."""
    readings = list(read_text(BytesIO(write(own, Form.TEXT).encode() + raw)))
    reading, count = readings[0], len(own.plies)
    if reading.problem is not None:
        raise _refused(reading.problem)
    record = reading.record
    others = record is None or replace(record, plies=record.plies[:count]) != own
    if record is None or others or len(readings) > 1:
        raise Refusal("expected only lines of plies in this body of text")
    return record.plies[count:], reading.source


def entries_in(request: PlyRequest, record: Record) -> tuple[Entry, ...]:
    """The entries of a JSON value, a ply or a list of them, for a record with this header."""
    body = JsonSource("", 1)
    steps = 1
    try:
        value = parse(request.raw, body) if request.value is None else request.value
        body = body.holding(request.raw)
        steps += not isinstance(value, list)
        plies = value if isinstance(value, list) else [value]
        bare = {"game": record.game, "rules": record.rules, "seats": list(record.seats)}
        return to_record({"cgn": int(FORMAT_VERSION), **bare, "plies": plies}).plies
    except Fault as fault:
        fault.where = fault.where[steps:]
        raise _refused(body.diagnostic(fault)) from None


def _allowed(entry: Entry, request: PlyRequest) -> Ply:
    """The ply, with the server's time. Raises Refusal if it is not allowed."""
    if not isinstance(entry, Ply):
        raise Refusal("the seed of this table gives its shuffles: leave them out")
    if entry.reveals and request.view != ALL:
        raise Refusal("leave the reveals out: the answer shows them")
    return at_time(entry, request)


def at_time(entry: Ply, request: PlyRequest) -> Ply:
    """The ply, at the time of the clock. Raises Refusal if no match takes such a one."""
    if entry.variations or entry.irregular:
        raise Refusal("leave out variations and the mark `^`")
    if request.at is None:
        return entry
    if entry.at is not None:
        raise Refusal("this table has a clock: send the ply without `at`")
    return replace(entry, at=request.at)


def _refused(problem: Diagnostic) -> Refusal:
    return Refusal(f"{problem.code}: {problem.message}", problem)
