"""The part of a source line that is shown, and where the carets go under it."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate

from notation.render.visible import visible, width

_WIDEST = 100
_LEAD = 40
_TAB = " " * 4


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text to show, the columns before its first caret, and the number of carets."""

    text: str
    before: int
    carets: int


def excerpt(line: str, column: int, end: int) -> Excerpt:
    r"""The line from `column` up to `end` (code points, from 1) with its surroundings.

    A tab takes four columns; a line wider than 100 is cut on both sides, with `…` there.

    >>> excerpt("1. A: \u5361 x", 9, 10)
    Excerpt(text='1. A: 卡 x', before=9, carets=1)
    """
    shown = [_TAB if char == "\t" else visible(char) for char in line]
    edges = [0, *accumulate(map(width, shown))]
    start = min(column - 1, len(shown))
    while 0 < start < len(shown) and edges[start] == edges[start + 1]:
        start -= 1
    stop = min(max(end - 1, start), len(shown))
    first, last = _window(edges, edges[start])
    opening = "…" if first > 0 else ""
    closing = "…" if last < len(shown) else ""
    return Excerpt(
        text=opening + "".join(shown[first:last]) + closing,
        before=len(opening) + edges[start] - edges[first],
        carets=max(min(edges[stop], edges[last]) - edges[start], 1),
    )


def _window(edges: list[int], caret: int) -> tuple[int, int]:
    """From which character to which the line is shown, where the first caret has this column."""
    if edges[-1] <= _WIDEST:
        return 0, len(edges) - 1
    begin = min(max(caret - _LEAD, 0), edges[-1] - _WIDEST)
    # Characters without width at that column belong to the one cut off before them.
    first = bisect_right(edges, edges[bisect_left(edges, begin)]) - 1 if begin else 0
    return first, bisect_right(edges, begin + _WIDEST) - 1
