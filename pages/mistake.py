"""What a page shows of a broken record: the lines around the mistake, and the moves that fit."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from notation.diagnostics import Diagnostic
from notation.edits import edited
from pages.sheet import NOT_KNOWN, Legal

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
        diagnostic: what is wrong.
        lines: the lines around it; none if it has no place in the log.
        suggestion: the move that was probably meant, if there is one.
        mended: the log with that move.
        legal: the legal moves there, if they are known.
    """

    diagnostic: Diagnostic
    lines: tuple[Line, ...]
    suggestion: str | None = None
    mended: str | None = None
    legal: Legal = NOT_KNOWN


def mistake(diagnostic: Diagnostic, log: str, legal: Legal = NOT_KNOWN) -> Mistake:
    """The mistake in a log, for a page; `legal` are the moves that were legal there."""
    lines = log.replace("\r\n", "\n").removesuffix("\n").split("\n")
    number = diagnostic.place.line
    moves = (edit for edit in diagnostic.edits if edit.meant and edit.text in diagnostic.nearest)
    meant = next(moves, None)
    return Mistake(
        diagnostic,
        () if number is None else tuple(_around(lines, number, diagnostic)),
        meant.text if meant else None,
        edited(log, meant) if meant else None,
        legal,
    )


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
