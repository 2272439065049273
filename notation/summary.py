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
from notation.grammar import (
    BLANK,
    END_LINE,
    MAX_JSON,
    MAX_JSON_DEPTH,
    MAX_TAGS,
    NAME,
    PLAY_LINE,
    VALUE,
    unescape,
)
from notation.json_syntax import nesting
from notation.outcome import Raw
from notation.record import FORMAT_VERSION, SEATS, TERMINATIONS, Ply, Record, Result, Shuffle
from notation.text_reader import RawText, result_of
from notation.variation_tree import is_one_line

_LEAST_SEATS = 2
_TAG = re.compile(rf"^\[({NAME}){BLANK}+({VALUE})\]{BLANK}*$", re.ASCII | re.MULTILINE)
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
    moves: list[Move] = []
    shuffles = []
    for entry in record.plies:
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
    end = text.find("\n\n")
    if raw.chunk.overlong or end < 0 or "\r" in text or text.find("\n[", end) >= 0:
        return None
    lines = _TAG.findall(text, 0, end)
    header = {name: value[1:-1] for name, value in lines}
    if not len(lines) == len(header) == text.count("\n", 0, end) + 1:
        return None
    if text.find("\\", 0, end) >= 0:
        header = {name: unescape(value) for name, value in header.items()}
    stop = text.rfind("\n=") + 1
    result = _result(text, stop) if stop else None
    summary = Summary(_record(header, result))
    if moves and not _add_moves(summary, text, end, stop or len(text.rstrip("\n"))):
        return None
    return summary


def _record(header: dict[str, str], result: Result | None) -> Record:
    """The record of header lines. Raises ValueError or LookupError unless they are usual ones."""
    if header.pop("CGN") != FORMAT_VERSION or len(header) > MAX_TAGS:
        raise ValueError("left to the reader")
    game, rules = header.pop("Game"), header.pop("Rules")
    deck, seed = header.pop("Deck", None), header.pop("Seed", None)
    seed_hash, termination = header.pop("SeedHash", None), header.pop("Termination", None)
    letters = [name for name in header if len(name) == 1 and name in SEATS]
    seats = tuple([header.pop(seat) for seat in SEATS[: len(letters)]])
    options = {name: value for name, value in header.items() if name.lower() == name}
    for name in options:
        del header[name]
    if len(seats) < _LEAST_SEATS or not all(name[0].isupper() for name in header):
        raise ValueError("left to the reader")
    if termination is not None and termination not in TERMINATIONS:
        raise ValueError("left to the reader")
    if result is not None:
        check_result(result.winners, result.scores, len(seats))
    return Record(
        game=game,
        rules=rules,
        deck=deck,
        seats=seats,
        options=options,
        seed=seed,
        seed_hash=seed_hash,
        termination=termination,
        tags=header,
        plies=(),
        result=result,
    )


def _result(text: str, at: int) -> Result:
    """The result in the end line that begins here. Raises ValueError if it is none."""
    stop = text.find("\n", at)
    match = END_LINE.fullmatch(text, at, len(text) if stop < 0 else stop)
    if match is None:
        raise ValueError("left to the reader")
    return result_of(match)


def _add_moves(summary: Summary, text: str, at: int, stop: int) -> bool:
    """Add the moves between these offsets. Returns whether they are one line without variations."""
    first = _PLAY.search(text, at, stop)
    if first is None:
        return True
    rows = PLAY_LINE.findall(text, first.start(), stop)
    lines = text.count("\n", first.start(), stop) + (text[stop - 1] != "\n")
    if len(rows) != lines or not is_one_line(rows):
        return False
    summary.moves = [(row[2], _spaced(row[3])) for row in rows if row[2]]
    if len(summary.moves) < lines:
        count, shuffles = 0, []
        for row in rows:
            if row[2]:
                count += 1
            else:
                shuffles.append((count, row[9], tuple(row[10].split())))
        summary.shuffles = shuffles
    return True


def _spaced(move: str) -> str:
    return " ".join(move.split()) if "  " in move or "\t" in move else move


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
    header = {
        "CGN": str(found.cgn),
        "Game": found.game,
        "Rules": str(found.rules),
        **dict(zip(SEATS, found.seats, strict=False)),
        **found.options,
        **found.tags,
    }
    optional = {
        "Deck": found.deck,
        "Seed": found.seed,
        "SeedHash": found.seed_hash,
        "Termination": found.termination,
    }
    header |= {name: value for name, value in optional.items() if value is not None}
    summary = Summary(_record(header, found.result))
    if moves:
        entries = [
            Shuffle(entry.shuffle, tuple(entry.order))
            if entry.shuffle
            else Ply(entry.seat, entry.move)
            for entry in found.plies
        ]
        played = summarize(msgspec.structs.replace(summary.record, plies=tuple(entries)))
        summary.moves, summary.shuffles = played.moves, played.shuffles
    return summary
