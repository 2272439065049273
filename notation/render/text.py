"""A diagnostic for people: the source line, carets under the fault, and what helps."""

from collections.abc import Callable
from typing import TypeAlias

from notation.diagnostics import Diagnostic, Place
from notation.render.excerpt import excerpt
from notation.render.visible import visible
from notation.render.words import explained, has_source, heading, label_facts, pointed, spot

_NARROWEST = 3
_BOLD, _RED, _YELLOW, _CYAN = "1", "1;31", "1;33", "36"

_Paint: TypeAlias = Callable[[str, str], str]

_Mark: TypeAlias = tuple[Place, str, str, str]
"""A place, the sign that underlines it, what to say there, and its colour."""


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
    """What can be underlined, in the order of the lines."""
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
