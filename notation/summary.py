"""Finds header, end line and moves of a record without making a `Record`. Knows no game.

Only records written in the usual way are summarized; all others are left to the reader, which also
explains faults. A summary of a record that the reader accepts has the same values. A record that
the reader refuses may have a summary nevertheless.
"""

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from notation.end_line import check_result
from notation.fault import Fault
from notation.grammar import END_LINE, MAX_JSON, MAX_JSON_DEPTH
from notation.header import Header
from notation.json_syntax import nesting
from notation.outcome import Raw
from notation.plain_lines import plain_line
from notation.record import SEATS, Entry, Ply, Record, Result, Shuffle
from notation.text_reader import RawText, result_of, usual_header

_PLAY = re.compile(r"^[ \t(]*[0-9~]", re.MULTILINE)

Move: TypeAlias = tuple[str, str]
"""A seat and its move."""


class Summary(Struct):
    """The header, the end line and the moves of a record.

    `record` has neither plies nor comments. If moves were asked for, `moves` and `shuffles` are
    those of the main line, each shuffle after the number of plies before it.
    """

    record: Record
    moves: Sequence[Move] = ()
    shuffles: Sequence[tuple[int, str, tuple[str, ...]]] = ()


def summarize(record: Record) -> Summary:
    """Summarize a record that was read."""
    return _summary(record, record.plies)


def _summary(record: Record, line: Sequence[Entry]) -> Summary:
    moves: list[Move] = []
    shuffles = []
    for entry in line:
        if isinstance(entry, Ply):
            moves.append((entry.seat, entry.move))
        else:
            shuffles.append((len(moves), entry.pile, entry.order))
    return Summary(record, moves, shuffles)


def summarize_raw(raw: Raw, *, moves: bool) -> Summary | None:
    """Summarize the bytes of a record, with its moves or not; None if only the reader can."""
    try:
        if isinstance(raw, RawText):
            return _summarize_text(raw, moves=moves)
        return _summarize_json(raw.raw, moves=moves)
    except (LookupError, ValueError, RecursionError, Fault):  # the reader knows what is wrong
        return None


def _summarize_text(raw: RawText, *, moves: bool) -> Summary | None:
    text = raw.raw.decode()
    usual = None if raw.chunk.overlong or "\r" in text else usual_header(text)
    if usual is None or text.find("\n[", usual[1]) >= 0:
        return None
    header, at = usual
    stop = text.rfind("\n=") + 1
    record = _record(header, _result(text, stop) if stop else None)
    first = _PLAY.search(text, at, stop or len(text)) if moves else None
    if first is None:
        return Summary(record)
    line = plain_line(text[first.start() : stop or len(text)].rstrip("\n").split("\n"))
    return None if line is None else _summary(record, line)


def _record(header: Header, result: Result | None) -> Record:
    """The record of a header without plies. Raises Fault if a part of it is faulty."""
    header.check()
    if result is not None:
        check_result(result.winners, result.scores, len(header.seats))
    return header.record((), (), result)


def _result(text: str, at: int) -> Result:
    """The result in the end line that begins here. Raises ValueError if it is none."""
    stop = text.find("\n", at)
    match = END_LINE.fullmatch(text, at, len(text) if stop < 0 else stop)
    if match is None:
        raise ValueError("left to the reader")
    return result_of(match)


class _Header(Struct, rename={"seed_hash": "seedHash"}):
    """The keys of a record in JSON, except `plies` and `comments`."""

    cgn: int
    game: str
    rules: str | int
    seats: list[str]
    deck: str | None = None
    options: dict[str, str] = {}
    seed: str | None = None
    seed_hash: str | None = None
    termination: str | None = None
    tags: dict[str, str] = {}
    result: Result | None = None


class _Entry(Struct):
    seat: str = ""
    move: str = ""
    shuffle: str = ""
    order: list[str] = []


class _HeaderAndPlies(_Header):
    plies: list[_Entry] = []


_HEADER, _WITH_PLIES = msgspec.json.Decoder(_Header), msgspec.json.Decoder(_HeaderAndPlies)


def _summarize_json(raw: bytes, *, moves: bool) -> Summary | None:
    if len(raw) > MAX_JSON or nesting(raw) > MAX_JSON_DEPTH:
        return None
    found: Any = (_WITH_PLIES if moves else _HEADER).decode(raw)
    header = Header()
    lines = {
        "CGN": str(found.cgn),
        "Game": found.game,
        "Rules": str(found.rules),
        "Deck": found.deck,
        "Seed": found.seed,
        "SeedHash": found.seed_hash,
        "Termination": found.termination,
        **dict(zip(SEATS, found.seats, strict=False)),
        **found.options,
        **found.tags,
    }
    for name, value in lines.items():
        if value is not None:
            header.add(name, value)
    line = [
        Shuffle(entry.shuffle, tuple(entry.order)) if entry.shuffle else Ply(entry.seat, entry.move)
        for entry in (found.plies if moves else ())
    ]
    return _summary(_record(header, found.result), line)
