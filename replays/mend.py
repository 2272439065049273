"""Mends a record of text by every edit that is certain."""

from msgspec import Struct

from engines.registry import OWN_DECKS, Decks
from notation.edits import Edit, edited
from notation.split_records import Chunk
from notation.text_reader import RawText, read_chunk
from replays.validate import Report, validate

MOST = 1_000
"""The most edits of one record: more than a game has plies."""

_READ, _PLAYED, _ENDED, _RIGHT = range(4)
"""How far the check of a record comes: it fails at reading, at a ply, at the end line, or never."""


class Mended(Struct, frozen=True):
    """A record after its edits.

    Attributes:
        raw: the new bytes.
        edits: the edits that were made, in order, each at its place at that moment.
        report: the report on the new bytes.
    """

    raw: bytes
    edits: tuple[Edit, ...]
    report: Report


class _State(Struct, frozen=True):
    """A record while it is mended: its text as in the file, and the report on it."""

    text: str
    report: Report

    @property
    def reached(self) -> tuple[int, int, int]:
        """How far the check comes: the stage, and the place of the mistake."""
        problem = self.report.problem
        if problem is None:
            return _RIGHT, 0, 0
        stage = _PLAYED if self.report.game is not None else _READ
        if stage == _PLAYED and problem.ply is None and self.report.plies:
            stage = _ENDED
        return stage, problem.place.line or 0, problem.place.column or 0


def mend(raw: RawText, decks: Decks = OWN_DECKS) -> Mended:
    """Make every edit of a record that is certain, one after another, until none is left.

    An edit is not made if the record then fails at the same or an earlier place, and plies get
    other numbers only if it is right in the end. Every other byte stays. `decks` are
    the users' decks that the record may name.
    """
    made: list[Edit] = []
    state = _checked(raw, raw.raw.decode("utf-8", "surrogateescape"), decks)
    safe: tuple[int, _State] | None = None
    while len(made) < MOST and (found := _next(raw, state, decks)) is not None:
        if safe is None and _renumbers(state):
            safe = len(made), state
        made.append(found[0].down(raw.line - 1))
        state = found[1]
    if safe is not None and state.report.problem is not None:
        state = safe[1]
        del made[safe[0] :]
    return Mended(state.text.encode("utf-8", "surrogateescape"), tuple(made), state.report)


def _next(raw: RawText, state: _State, decks: Decks) -> tuple[Edit, _State] | None:
    """The first certain edit after which the check comes farther, and the record after it."""
    report = state.report
    found = report.warnings if report.problem is None else (report.problem,)
    for edit in (edit for diagnostic in found for edit in diagnostic.edits if edit.certain):
        new = _checked(raw, edited(state.text, edit), decks)
        if new.reached > state.reached or (report.problem is None and new.report.problem is None):
            return edit, new
    return None


def _renumbers(state: _State) -> bool:
    """Whether the next edit changes numbers of plies.

    If a ply was left out, the gap in the numbers is the only trace of it.
    """
    problem = state.report.problem
    return problem is not None and problem.code == "cgn.ply-number"


def _checked(raw: RawText, text: str, decks: Decks) -> _State:
    """A text of the record and the report on it, in which lines count from the record's first."""
    chunk = Chunk(1, text.encode("utf-8", "surrogateescape"), raw.chunk.overlong)
    reading = read_chunk(chunk, raw.file, raw.number, mends=True)
    return _State(text, validate(reading, decks))
