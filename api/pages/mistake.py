"""What a page says of a record that is wrong: the lines around the mistake, and what fits there."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from notation.diagnostics import Diagnostic

_AROUND = 3
"""Lines shown before a wrong one, and after it."""

_SUGGESTED = re.compile(r"did you mean `([^`]+)`\?")
_PLY = re.compile(r"(\s*(?:[0-9]+\.\s*)?[A-Z]:\s*)(.*?)(?=\s*(?:->|[!?]|\{|\(|@|\^|$))")


class Line(NamedTuple):
    """A line of a log; `marked` is what is wrong with it, between what stands around it."""

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
        legal: the legal moves there by their verbs, without these; None if nobody knows them.
        is_sample: whether there are more legal moves than these.
    """

    diagnostic: Diagnostic
    lines: tuple[Line, ...]
    suggestion: str | None = None
    mended: str | None = None
    legal: dict[str, list[str]] | None = None
    is_sample: bool = False


def mistake(
    diagnostic: Diagnostic, log: str, legal: Sequence[str] | None = None, *, is_sample: bool = False
) -> Mistake:
    """What there is to say of a mistake in a log; `legal` are the moves that were legal there."""
    lines = log.splitlines()
    number = diagnostic.place.line
    found = _SUGGESTED.search(diagnostic.help or "")
    suggestion = found[1] if found and found[1] in diagnostic.nearest else None
    mended = suggestion and number and _with_move(lines, number, suggestion)
    return Mistake(
        diagnostic,
        () if number is None else tuple(_around(lines, number, diagnostic)),
        suggestion,
        mended or None,
        None if legal is None else _by_verb(legal),
        is_sample,
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


def _with_move(lines: Sequence[str], number: int, move: str) -> str | None:
    """The log with this move on a line; None if the line has no ply as people write it."""
    text = lines[number - 1] if number <= len(lines) else ""
    found = _PLY.match(text)
    if found is None:
        return None
    mended = f"{found[1]}{move}{text[found.end() :]}"
    return "\n".join([*lines[: number - 1], mended, *lines[number:]]) + "\n"


def _by_verb(moves: Iterable[str]) -> dict[str, list[str]]:
    """Moves by their verbs, in the order in which they come.

    >>> _by_verb(["draw left", "draw right", "pass"])
    {'draw': ['left', 'right'], 'pass': ['']}
    """
    verbs: dict[str, list[str]] = {}
    for move in moves:
        verb, _, rest = move.partition(" ")
        verbs.setdefault(verb, []).append(rest)
    return verbs
