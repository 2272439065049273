"""Edits of a text that mend a mistake."""

import re
from collections.abc import Iterator
from re import Match
from typing import Annotated, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from notation.grammar import NUMBER
from notation.json_shape import doc

_BOM = "\ufeff"


class TextSpot(Struct, frozen=True, order=True):
    """A place between two characters of a file: its line, and the column after it.

    Both count from 1, columns in code points, as in `Place`. A byte order mark does not count.
    """

    line: Annotated[int, Meta(ge=1)]
    column: Annotated[int, Meta(ge=1)]


class Edit(Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """Replaces the text between two spots by another."""

    start: Annotated[TextSpot, doc("Where the text to replace begins.")]
    end: Annotated[TextSpot, doc("Where it ends; the same spot if nothing is taken out.")]
    text: Annotated[
        str, doc("What to write. Its lines end with LF, whatever those of the file end with.")
    ]
    title: Annotated[str, doc("What the edit does, for a menu.", "Write `draw`")]
    meant: Annotated[bool, doc("Whether this is probably what the writer meant.")] = True
    certain: Annotated[
        bool,
        doc("Whether it is what the writer meant, unless the record is still wrong afterwards."),
    ] = False

    def down(self, lines: int) -> Self:
        """The same edit of a longer text, which has `lines` more lines above this one."""
        start, end = self.start, self.end
        return replace(
            self,
            start=TextSpot(start.line + lines, start.column),
            end=TextSpot(end.line + lines, end.column),
        )


def writing(text: str) -> str:
    """The title of an edit that writes a text."""
    return f"Write `{text}`"


def in_line(start: int, end: int, text: str, title: str = "", *, certain: bool = False) -> Edit:
    """An edit of a single line, from one of its characters to before another, from 0."""
    spots = TextSpot(1, start + 1), TextSpot(1, end + 1)
    return Edit(*spots, text, title or writing(text), certain=certain)


def between(old: str, new: str, title: str, *, meant: bool = True, certain: bool = False) -> Edit:
    r"""The smallest edit that turns the old text into the new one.

    >>> edit = between("8. A: pass\n8. B: pass", "8. A: pass\n9. B: pass", "")
    >>> edit.start, edit.end, edit.text
    (TextSpot(line=2, column=1), TextSpot(line=2, column=2), '9')
    """
    head = _shared(old, new)
    most = min(len(old), len(new)) - head
    tail = _shared(old[: -most - 1 : -1], new[: -most - 1 : -1])
    start, end = _spot(old, head), _spot(old, len(old) - tail)
    text = new[head : len(new) - tail]
    return Edit(start, end, text, title, meant, certain)


def _shared(one: str, other: str) -> int:
    """How many characters two texts have in common at the beginning."""
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _spot(text: str, offset: int) -> TextSpot:
    return TextSpot(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def edited(text: str, edit: Edit) -> str:
    r"""A text with an edit made, with the line ends that it has there.

    >>> edited("8. A: pass\r\n", Edit(TextSpot(1, 11), TextSpot(1, 11), "\n= A 1 0", ""))
    '8. A: pass\r\n= A 1 0\r\n'
    """
    start, end = (_offset(text, spot) for spot in (edit.start, edit.end))
    stop = text.find("\n", start)
    above = text.rfind("\n", 0, start)
    ends = stop if stop >= 0 else above
    new = edit.text.replace("\n", "\r\n") if text[ends - 1 : ends] == "\r" else edit.text
    return text[:start] + new + text[end:]


def _offset(text: str, spot: TextSpot) -> int:
    """The index of the character at a spot, or of the line's end if the line is shorter.

    The end of the text if it has fewer lines.
    """
    start = 0
    for _ in range(min(spot.line - 1, text.count("\n") + 1)):
        start = text.find("\n", start) + 1 or len(text)
    start += text.startswith(_BOM, start)
    stop = text.find("\n", start)
    stop = len(text) if stop < 0 else stop - (text[stop - 1] == "\r")
    return min(start + spot.column - 1, stop)


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
