"""Finds all mistakes of form in a record of text: they are independent of each other.

The record is read again and again. After each mistake, the faulty line is mended, or replaced by a
correct line without meaning, so that the next mistake shows. Only for records that cannot be read.
"""

import re

from msgspec.structs import replace

from notation.diagnostics import Diagnostic
from notation.edits import Edit, edited
from notation.encoding import BOM
from notation.grammar import NAME, NUMBER
from notation.header import REQUIRED
from notation.record import SEATS
from notation.split_records import Chunk
from notation.text_reader import RawText, read_chunk

MOST = 100
"""The most mistakes reported of a record: each costs a reading of it."""

_NEVER = ("cgn.encoding", "cgn.line-too-long", "cgn.record-too-long", "cgn.too-many-tags")
"""The codes of mistakes that hide all others."""

_TAG = re.compile(rf"[ \t]*\[({NAME})", re.ASCII)
_PLY = re.compile(rf"([ \t(]*)({NUMBER})\.", re.ASCII)
_FIRST = '[CGN "1"]'


def faults_of_form(raw: RawText) -> list[Diagnostic]:
    """The mistakes of form in a record, in the order of reading; none if it can be read."""
    first = raw.reading().problem
    if first is None or first.code in _NEVER:
        return [] if first is None else [first]
    draft = _Draft(raw.raw.removeprefix(BOM).decode().replace("\r\n", "\n"))
    found: list[Diagnostic] = []
    while len(found) < MOST:
        chunk = Chunk(1, draft.text.encode())
        problem = read_chunk(chunk, raw.file, raw.number, mends=True).problem
        if problem is None:
            break
        found.append(draft.placed(problem, raw.line - 1))
        if not draft.pass_over(problem):
            break
    return found


class _Draft:
    """The text of a record, changed wherever a mistake was passed over.

    `_origins` has, for each line of the draft, the number of the line in `_lines` that it replaces.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.split("\n")
        self._origins = list(range(1, len(self._lines) + 1))

    def placed(self, problem: Diagnostic, above: int) -> Diagnostic:
        """A mistake of the draft, at its line in the file; `above` lines precede the record."""
        place = problem.place
        line = self._origins[(place.line or 1) - 1]
        written = self._lines[line - 1]
        shift = max(written.find(place.text), 0)
        start, end = ((column or 1) + shift for column in (place.column, place.end))
        there = replace(place, line=line + above, column=start, end=end, text=written)
        return replace(problem.at(there), edits=())

    def pass_over(self, problem: Diagnostic) -> bool:
        """Change the line of a mistake so that it has none. Returns whether that was possible."""
        before = self.text
        if problem.edits:
            self._make(problem.edits[-1])
        else:
            at = (problem.place.line or 1) - 1
            lines = self.text.split("\n")
            lines[at : at + 1] = new = self._instead(lines[at], problem)
            self._origins[at : at + 1] = [self._origins[at]] * len(new)
            self.text = "\n".join(lines)
        return self.text != before

    def _make(self, edit: Edit) -> None:
        """Make an edit; the origin of an added line is the line where the edit begins."""
        more = edit.text.count("\n") - (edit.end.line - edit.start.line)
        if more:
            origin = self._origins[edit.start.line - 1]
            added = edit.text.count("\n") + 1
            self._origins[edit.start.line - 1 : edit.end.line] = [origin] * added
        self.text = edited(self.text, edit)

    def _instead(self, line: str, problem: Diagnostic) -> list[str]:
        """Lines without a mistake that replace this one."""
        if ply := _PLY.match(line):
            closing = line[len(line.rstrip(" \t)")) :]
            return [f"{ply[1]}{ply[2]}. A: x{closing}"]
        tag = _TAG.match(line)
        if problem.code in ("cgn.missing-tag", "cgn.seats"):
            return [line, *self._missing()]
        if tag is not None and tag[1] in (*REQUIRED, *SEATS) and problem.code == "cgn.tag-syntax":
            return [f'[{tag[1]} "1"]']
        return [_FIRST if problem.place.line == 1 else ""]

    def _missing(self) -> list[str]:
        """Lines for the required tags, and for the seats, that the draft lacks."""
        names = {tag[1] for line in self.text.split("\n") if (tag := _TAG.match(line))}
        last = max([name for name in names if name in SEATS] + ["B"])
        needed = (*REQUIRED, *SEATS[: SEATS.index(last) + 1])
        return [f'[{name} "1"]' for name in needed if name not in names]
