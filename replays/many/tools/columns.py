"""The columns of a table of records: what each holds, and how closely records are looked at."""

import re
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from notation.end_line import UNFINISHED, ending
from notation.nearest import did_you_mean
from notation.record import SEATS, UNKNOWN_CARD, Ply, Record, walk
from notation.summary import Summary
from replays.digests import record_digest
from replays.many.tools.look import Depth, Seen

Value: TypeAlias = str | int | float | None

BETWEEN = "; "
"""Separates names, options, moves and comments in one column."""

_NAMED = re.compile(r"(tag|option)_([A-Za-z][A-Za-z0-9_\-]*)")


class Column(Struct, frozen=True):
    """A column of a table: its kind in SQL, what it holds, the depth it needs, its value."""

    kind: str
    what: str
    depth: Depth
    value: Callable[[Seen], Value]


class UnknownColumn(Exception):
    """There is no column of this name; `advice` names the nearest."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
        self.advice = did_you_mean(name, COLUMNS) or f"the columns are {', '.join(COLUMNS)}"


def column(name: str) -> Column:
    """The column of this name; `tag_NAME` and `option_NAME` are columns too.

    Raises UnknownColumn.
    """
    if name in COLUMNS:
        return COLUMNS[name]
    match = _NAMED.fullmatch(name)
    if match is None:
        raise UnknownColumn(name)
    return _sketched("TEXT", name, partial(_named, match[1], match[2]))


def chosen(patterns: Iterable[str]) -> tuple[str, ...]:
    """The names of the columns that these names and patterns (`score_*`) mean.

    Raises UnknownColumn.

    >>> chosen(["game", "score_[AB]", "game", "tag_Club"])
    ('game', 'score_A', 'score_B', 'tag_Club')
    """
    found: list[str] = []
    for pattern in patterns:
        names = [name for name in COLUMNS if fnmatchcase(name, pattern)]
        if not names:
            column(pattern)
        found += names or [pattern]
    return tuple(dict.fromkeys(found))


def depth_of(names: Iterable[str]) -> Depth:
    """How much of a record has to be read for these columns."""
    return max((column(name).depth for name in names), default=Depth.HEADER)


def values(seen: Seen, columns: Sequence[Column]) -> list[Value]:
    """The values of a record in these columns."""
    return [one.value(seen) for one in columns]


def _sketched(
    kind: str, what: str, value: Callable[[Summary], Value], depth: Depth = Depth.HEADER
) -> Column:
    """A column taken from a sketch; None for a record that cannot be read."""
    return Column(
        kind, what, depth, lambda seen: None if seen.sketch is None else value(seen.sketch)
    )


def _of_header(kind: str, what: str, value: Callable[[Record], Value]) -> Column:
    return _sketched(kind, what, lambda sketch: value(sketch.record))


def _of_record(kind: str, what: str, value: Callable[[Record], Value]) -> Column:
    return Column(
        kind, what, Depth.RECORD, lambda seen: None if seen.record is None else value(seen.record)
    )


def _named(what: str, name: str, sketch: Summary) -> Value:
    home = sketch.record.tags if what == "tag" else sketch.record.options
    return home.get(name)


def _player(index: int, record: Record) -> Value:
    return record.seats[index] if index < len(record.seats) else None


def _score(index: int, record: Record) -> Value:
    result = record.result
    return result.scores[index] if result is not None and index < len(result.scores) else None


def _scores(record: Record) -> Value:
    if record.result is None:
        return None
    return " ".join([UNKNOWN_CARD if s is None else str(s) for s in record.result.scores])


def _winners(record: Record) -> Value:
    return "+".join(record.result.winners) if record.result is not None else ""


def _winner_names(record: Record) -> Value:
    winners = record.result.winners if record.result is not None else ()
    return BETWEEN.join([record.player(seat) for seat in winners])


def _options(record: Record) -> Value:
    return BETWEEN.join([f"{name}={record.options[name]}" for name in sorted(record.options)])


def _marks(record: Record) -> Value:
    return " ".join([e.mark for _, e in walk(record.plies) if isinstance(e, Ply) and e.mark])


def _comments(record: Record) -> Value:
    said = list(record.comments)
    for _, entry in walk(record.plies):
        said += entry.comments if isinstance(entry, Ply) else ()
    return BETWEEN.join(said)


def _seconds(record: Record) -> Value:
    times = [entry.at for entry in record.plies if isinstance(entry, Ply) and entry.at is not None]
    return times[-1] if times else None


def _variations(record: Record) -> Value:
    return sum(len(e.variations) for _, e in walk(record.plies) if isinstance(e, Ply))


def _verdict(seen: Seen) -> Value:
    return None if seen.report is None else seen.report.verdict


def _code(seen: Seen) -> Value:
    problem = None if seen.report is None else seen.report.problem
    return None if problem is None else problem.code


def _game_digest(seen: Seen) -> Value:
    return None if seen.report is None else seen.report.game_digest


COLUMNS: dict[str, Column] = {
    "file": Column("TEXT", "the file", Depth.HEADER, lambda seen: seen.raw.file),
    "record": Column("INTEGER", "its number there", Depth.HEADER, lambda seen: seen.raw.number),
    "line": Column("INTEGER", "the line it begins at", Depth.HEADER, lambda seen: seen.raw.line),
    "game": _of_header("TEXT", "the game", lambda record: record.game),
    "rules": _of_header("TEXT", "the version of its rules", lambda record: record.rules),
    "deck": _of_header("TEXT", "the deck that it names", lambda record: record.deck),
    "seats": _of_header("INTEGER", "how many players", lambda record: len(record.seats)),
    "options": _of_header("TEXT", "the options: `rounds=2; …`", _options),
    "players": _of_header("TEXT", "their names: `Ana; Bo`", lambda r: BETWEEN.join(r.seats)),
    "scores": _of_header("TEXT", "the scores: `39 41`", _scores),
    "winners": _of_header("TEXT", "the seats that won: `B`, `A+C`", _winners),
    "winner_names": _of_header("TEXT", "the players who won", _winner_names),
    "result": _of_header(
        "TEXT", f"`finished`, how it ended early (`resigned`, …), or `{UNFINISHED}`", ending
    ),
    "date": _of_header("TEXT", "the tag Date", lambda record: record.tags.get("Date")),
    "event": _of_header("TEXT", "the tag Event", lambda record: record.tags.get("Event")),
    "seed": _of_header("TEXT", "the seed", lambda record: record.seed),
    "plies": _sketched("INTEGER", "plies of the main line", lambda s: len(s.moves), Depth.MOVES),
    "moves": _sketched(
        "TEXT",
        "its moves, without seats: `draw left right; cross 3 3`",
        lambda sketch: BETWEEN.join([move for _, move in sketch.moves]),
        Depth.MOVES,
    ),
    "marks": _of_record("TEXT", "the marks, in order: `! ?!`", _marks),
    "comments": _of_record("TEXT", "the comments, in order", _comments),
    "variations": _of_record("INTEGER", "how many variations", _variations),
    "seconds": _of_record("REAL", "the time of the last ply that has one", _seconds),
    "digest": _of_record("TEXT", "the digest of the record", record_digest),
    "verdict": Column("TEXT", "the verdict of `cgn validate`", Depth.RULES, _verdict),
    "code": Column("TEXT", "the code of its first error", Depth.RULES, _code),
    "game_digest": Column("TEXT", "the digest of the game", Depth.RULES, _game_digest),
    **{
        f"player_{seat}": _of_header("TEXT", f"who sits at {seat}", partial(_player, index))
        for index, seat in enumerate(SEATS)
    },
    **{
        f"score_{seat}": _of_header("INTEGER", f"the score of {seat}", partial(_score, index))
        for index, seat in enumerate(SEATS)
    },
}
"""Every column that has a fixed name."""

USUAL = (
    *("file", "record", "game", "options", "seats", "players", "scores", "winners"),
    *("winner_names", "result", "plies", "date", "event"),
)
"""The default columns of a table."""
