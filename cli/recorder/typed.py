"""Reads a typed line of play: a move, its mark, its comments."""

import re
from dataclasses import dataclass

_TEXT = r"(?:[^}\\]|\\\}?+)*"
"""The text of a comment. Its braces have one reading alone: with two, 60 of them took for ever."""

_LINE = re.compile(
    r"(?P<move>[^{]*?)(?:\s+(?P<mark>!!|\?\?|!\?|\?!|!|\?))?\s*"
    rf"(?P<comments>(?:\{{{_TEXT}(?:\}}\s*|\Z))*)"
)
_COMMENT = re.compile(rf"\{{({_TEXT})")

AFTER_COMMENT = "after a comment only comments follow; a mark stands before: `MOVE ! {comment}`"
"""Why a line is refused that cannot be read."""


@dataclass(frozen=True)
class TypedLine:
    """A line of play as it was typed: perhaps only a move, or only comments."""

    move: str
    mark: str | None
    comments: tuple[str, ...]


def parse_line(text: str) -> TypedLine | None:
    r"""The parts of a line; None if something follows a comment that is no comment.

    As in a file, `\}` is a brace within a comment. The last comment may lack its closing brace.

    >>> parse_line("rl ! {both open} {at last")
    TypedLine(move='rl', mark='!', comments=('both open', 'at last'))
    >>> parse_line("rl {what a pity} !")
    """
    match = _LINE.fullmatch(text)
    if match is None:
        return None
    comments = [
        comment.replace(r"\}", "}").strip() for comment in _COMMENT.findall(match["comments"])
    ]
    return TypedLine(match["move"].strip(), match["mark"], tuple(comments))
