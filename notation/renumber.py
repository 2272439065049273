"""Numbers the plies of a record anew, line by line, even if other things are wrong with it."""

import re
from collections.abc import Iterator
from re import Match

from notation.grammar import NUMBER

_LINE = re.compile(rf"^([ \t(]*)(?:({NUMBER})\.|~)(.*)$", re.ASCII | re.MULTILINE)
"""A line that begins like a line of play, whether it can be read or not."""

_OPENING, _NUMBER, _REST = 1, 2, 3


def renumbered(text: str) -> str:
    r"""One record with its plies numbered from 1. A variation begins with the number it replaces.

    Only the numbers of lines that begin like a line of play change.

    >>> print(renumbered("1. A: pass\n3. B: pass\n  ( 9. B: draw )\n4. A: pass"))
    1. A: pass
    2. B: pass
      ( 2. B: draw )
    3. A: pass
    """
    parts, done = [], 0
    for match, number in _numbers(text):
        start, end = match.span(_NUMBER)
        parts += [text[done:start], str(number)]
        done = end
    return "".join([*parts, text[done:]])


def _numbers(text: str) -> Iterator[tuple[Match[str], int]]:
    """Every line that begins like a ply, with the number that it should have."""
    following = [1]
    for match in _LINE.finditer(text):
        for _ in range(match[_OPENING].count("(")):
            following.append(max(following[-1] - 1, 1))
        if match[_NUMBER] is not None:
            yield match, following[-1]
            following[-1] += 1
        rest = match[_REST]
        closing = rest[len(rest.rstrip(" \t)")) :]
        del following[max(len(following) - closing.count(")"), 1) :]
