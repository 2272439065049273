"""A diagnostic for people: the source line, carets under the fault, and what helps."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from notation.diagnostics import Diagnostic, Place
from notation.render.visible import visible, width
from notation.render.words import explained, has_source, heading, label_facts, pointed, spot

_WIDEST = 100
"""The widest line that is shown whole, in columns."""

_LEAD = 40
"""Columns shown before the first caret of a line that is cut."""

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
    """The first character shown and the one after the last; the first caret is in this column."""
    if edges[-1] <= _WIDEST:
        return 0, len(edges) - 1
    begin = min(max(caret - _LEAD, 0), edges[-1] - _WIDEST)
    # Characters without width at that column belong to the one cut off before them.
    first = bisect_right(edges, edges[bisect_left(edges, begin)]) - 1 if begin else 0
    return first, bisect_right(edges, begin + _WIDEST) - 1


_NARROWEST = 3
"""The least columns of the gutter with the line numbers."""

_BOLD, _RED, _YELLOW, _CYAN = "1", "1;31", "1;33", "36"

_Paint: TypeAlias = Callable[[str, str], str]

_Mark: TypeAlias = tuple[Place, str, str, str]
"""A place, the sign that underlines it, the label, and the colour."""


def render_text(diagnostic: Diagnostic, *, color: bool = False, more: bool = True) -> str:
    """The diagnostic over several lines, without a line end after the last.

    If a place has no source line, its label is given in words. `color` adds
    ANSI codes and changes nothing else. The last line says where to read `more`.
    """
    paint = _ansi if color else _plain
    tone = _YELLOW if diagnostic.severity == "warning" else _RED
    kind = paint(f"{diagnostic.severity}[{diagnostic.code}]", tone)
    lines = [kind + paint(f": {heading(diagnostic)}", _BOLD)]
    gutter = _gutter(diagnostic)
    if where := _where(diagnostic):
        lines.append(f"{' ' * (gutter - 1)}{paint('-->', _CYAN)} {where}")
    drawing = _drawing(_marks(diagnostic, tone), gutter, paint)
    facts = label_facts(diagnostic, drawn=True) + explained(diagnostic)
    if more:
        facts.append(("more", f"cgn explain {diagnostic.code}"))
    lines += drawing
    if drawing and facts:
        lines.append(" " * gutter + paint("|", _CYAN))
    sign = " " * gutter + paint("=", _CYAN)
    lines += [f"{sign} {paint(f'{name}:', _BOLD)} {fact}" for name, fact in facts]
    return "\n".join(lines)


def _gutter(diagnostic: Diagnostic) -> int:
    """The columns of the longest line number, and never fewer than three."""
    also = diagnostic.also.place if diagnostic.also else Place()
    return max(_NARROWEST, *(len(str(place.line or "")) for place in (diagnostic.place, also)))


def _where(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    record = "" if diagnostic.record is None else f"record {diagnostic.record}"
    inside = ", ".join(filter(None, (visible(diagnostic.game or ""), record)))
    if place == Place() and not inside:
        return ""
    rest = " ".join(filter(None, (pointed(place), f"({inside})" if inside else "")))
    return f"{spot(place)}  {rest}".rstrip()


def _marks(diagnostic: Diagnostic, tone: str) -> list[_Mark]:
    """The marks in lines that can be shown, by line."""
    marks = [(diagnostic.place, "^", diagnostic.label, tone)]
    if diagnostic.also is not None:
        marks.append((diagnostic.also.place, "-", diagnostic.also.message, _CYAN))
    shown = [mark for mark in marks if has_source(mark[0])]
    return sorted(shown, key=lambda mark: mark[0].line or 0)


def _drawing(marks: list[_Mark], gutter: int, paint: _Paint) -> list[str]:
    """The source lines with their underlining; `...` where lines between them are left out."""
    bar = paint("|", _CYAN)
    blank = f"{' ' * (gutter + 1)}{bar}"
    lines = [blank] if marks else []
    above = None
    for place, sign, label, tone in marks:
        line, column = place.line or 1, place.column or 1
        if above is not None and line > above + 1:
            lines.append("...")
        above = line
        part = excerpt(place.text, column, place.end or column + 1)
        lines.append(f"{paint(f'{line:>{gutter}}', _CYAN)} {bar} {part.text}")
        under = f"{sign * part.carets} {visible(label)}".rstrip()
        lines.append(f"{blank} {' ' * part.before}{paint(under, tone)}")
    return lines


def _ansi(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _plain(text: str, code: str) -> str:
    del code
    return text
