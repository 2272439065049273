"""A pasted log: its game, and its mistake."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from engines.registry import Decks
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.outcome import Reading, as_reading
from notation.read import raw_of_form, sniffed
from notation.record import Ply, Record
from notation.text_writer import write_text
from pages.drawing import replay_page, strip
from pages.environment import render
from pages.reels import reels
from pages.sheet import NOT_KNOWN, Legal, legal_of
from pages.stretch import film
from pages.wording import day
from replays.legs import variations
from replays.validate import Report, validate
from replays.view.playhead import Playhead

_AROUND = 3
"""Lines shown before a wrong one, and after it."""


class Line(NamedTuple):
    """A line of a log; `marked` is its wrong part, between the parts before and after it."""

    number: int
    before: str
    marked: str
    after: str

    @property
    def is_wrong(self) -> bool:
        """Whether this is the line with the mistake."""
        return bool(self.marked)


class Mistake(Struct, frozen=True):
    """A mistake in a log.

    Attributes:
        diagnostic: what is wrong, with the edits that would mend it.
        lines: the lines around it; none if it has no place in the log.
        legal: the legal moves there, if they are known.
    """

    diagnostic: Diagnostic
    lines: tuple[Line, ...]
    legal: Legal = NOT_KNOWN


def mistake(diagnostic: Diagnostic, log: str, legal: Legal = NOT_KNOWN) -> Mistake:
    """The mistake in a log, for a page; `legal` are the moves that were legal there."""
    lines = log.replace("\r\n", "\n").removesuffix("\n").split("\n")
    number = diagnostic.place.line
    around = () if number is None else tuple(_around(lines, number, diagnostic))
    return Mistake(diagnostic, around, legal)


def digest_of(log: str) -> str:
    """The digest by which an edit knows the log that it is of, as a browser sends that again."""
    return sha256(log.replace("\r\n", "\n").encode()).hexdigest()[:16]


def _around(lines: Sequence[str], number: int, diagnostic: Diagnostic) -> Iterable[Line]:
    first, last = max(number - _AROUND, 1), min(number + _AROUND, len(lines))
    for at in range(first, last + 1):
        text = lines[at - 1]
        if at != number:
            yield Line(at, text, "", "")
            continue
        start = (diagnostic.place.column or 1) - 1
        end = max((diagnostic.place.end or 0) - 1, start + 1)
        yield Line(at, text[:start], text[start:end] or " ", text[end:])


_MOST_DRAWN = 40
"""How many variations a log may have if its page is to show them."""


class KeptUntil(Struct, frozen=True):
    """Until when a log is kept.

    Attributes:
        time: in seconds since the epoch.
        erases: where the browser that pasted it can have it erased; empty for others.
        origin: the scheme and host of the service.
    """

    time: int
    erases: str
    origin: str

    @property
    def when(self) -> str:
        """The time in words.

        >>> KeptUntil(1_795_132_800, "", "").when
        '20 November 2026, 00:00 UTC'
        """
        moment = datetime.fromtimestamp(self.time, UTC)
        return f"{day(moment.date().isoformat())}, {moment:%H:%M} UTC"


class Pasted(Struct, frozen=True):
    """A log: its text, which record of how many is shown, by its number, and at which ply.

    `keeps` says whether it may be kept for a day, `kept` until when it is.
    """

    log: str
    record: int
    records: int
    ply: int
    keeps: bool = False
    kept: KeptUntil | None = None

    @property
    def digest(self) -> str:
        """That of its text, as `digest_of` has it."""
        return digest_of(self.log)


def pasted(
    raw: bytes, record: int, ply: int, *, keeps: bool, kept: KeptUntil | None = None
) -> tuple[Reading, Pasted]:
    """The record of a log by its number from 1, or the nearest one, read; and what is shown."""
    form, stream = sniffed(BytesIO(raw))
    found = list(raw_of_form(stream, "", form))
    number = min(max(record, 1), len(found))
    text = raw.decode("utf-8", "replace")
    shown = Pasted(text, number, len(found), ply, keeps=keeps, kept=kept)
    return as_reading(found[number - 1], mends=True), shown


def pasted_page(root: str, pasted: Pasted, reading: Reading, decks: Decks) -> str:
    """The page of a record of a log: at its last good position if something is wrong with it.

    If nothing is, it is shown at the ply that is asked for, as far as it has so many.
    """
    report = validate(reading, decks)
    facts = {"pasted": pasted, "report": report}
    replay = _begun(reading.record, decks)
    if replay is None:
        found = _found(report, None, pasted.log)
        return render("unreadable.html", root=root, mistake=found, **facts)
    branches = not report.problem and _are_few(replay.record)
    drawn = reels(replay, decks, root=root, branches=branches)
    game = drawn[0]
    return replay_page(
        game.scene,
        game.frames[_shown(pasted, report, replay)],
        game.frames,
        "pasted.html",
        film=film(drawn),
        lines=map(strip, drawn[1:]),
        mistake=_found(report, replay, pasted.log),
        good=address_of(_good(replay, report)),
        **facts,
    )


def verdict_part(log: str, reading: Reading, decks: Decks) -> str:
    """What is said of a record of a log, as a part of a page."""
    report = validate(reading, decks)
    replay = _begun(reading.record, decks)
    if replay is not None:
        replay.seek(report.plies)
    return render("verdict.html", report=report, mistake=_found(report, replay, log))


def _found(report: Report, replay: Playhead | None, log: str) -> Mistake | None:
    """The mistake of a record that was played to its last good ply; None if there is none."""
    if report.problem is None:
        return None
    if replay is None:
        return mistake(report.problem, log)
    return _mistake(report.problem, report, replay, log)


def _shown(pasted: Pasted, report: Report, replay: Playhead) -> int:
    """The ply to show of a record that is played to its end."""
    if report.problem:
        return min(report.plies, replay.ply)
    return min(max(pasted.ply, 0), replay.ply)


def _begun(record: Record | None, decks: Decks) -> Playhead | None:
    """A record at its start; None if it cannot even be begun."""
    if record is None:
        return None
    try:
        return Playhead(record, decks)
    except Fault:
        return None


def _are_few(record: Record) -> bool:
    """Whether a record has so few variations that all of them can be drawn."""
    return next(islice(variations(record), _MOST_DRAWN, None), None) is None


def _mistake(problem: Diagnostic, report: Report, replay: Playhead, log: str) -> Mistake:
    """The mistake of a record, on a table at the end of the valid part of its main line."""
    if report.plies != replay.ply:
        return mistake(problem, log)
    return mistake(problem, log, legal_of(replay.table, None))


def _good(replay: Playhead, report: Report) -> Record:
    """A record up to its last good ply."""
    if report.problem is None:
        return replay.record
    plies, left = [], replay.ply
    for entry in replay.record.plies:
        left -= isinstance(entry, Ply)
        if left < 0:
            break
        plies.append(entry)
    return replace(replay.record, plies=tuple(plies), result=None, termination=None)


def address_of(record: Record) -> str:
    """A record as the address of a file with it."""
    return f"data:text/vnd.cgn;charset=utf-8,{quote(write_text(record))}"
