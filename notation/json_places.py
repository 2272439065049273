"""Locates values in the text of a JSON document. Used only once something is wrong."""

import re
from collections.abc import Iterator
from json import JSONDecoder
from typing import NamedTuple

from msgspec.structs import replace

from notation.diagnostics import Place
from notation.grammar import MAX_LINE
from notation.record import Where

_BLANK = re.compile(r"[ \t\r\n]*")
_SKIP = JSONDecoder(parse_int=str, parse_float=str).raw_decode
"""Reads any value and finds its end. Numbers stay text, since they may be very long."""


class Span(NamedTuple):
    """Offsets in the text: where a value's key begins, and where the value begins and ends."""

    key: int
    start: int
    end: int


def pointer(where: Where) -> str:
    """The steps as a JSON pointer.

    >>> pointer(("plies", 3, "move")), pointer(("tags", "a/b~c"))
    ('/plies/3/move', '/tags/a~1b~0c')
    """
    return "".join([f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in where])


def find(text: str, where: Where) -> Span:
    """The value at the end of these steps in well-formed text; of a doubled key, the last one.

    If the steps lead nowhere, the innermost value on the way.
    """
    start = after_blanks(text, 0)
    span = Span(start, start, _SKIP(text, start)[1])
    for step in where:
        inner = [place for name, place in _members(text, span.start) if name == str(step)]
        if not inner:
            break
        span = inner[-1]
    return span


def marked(place: Place, text: str, start: int, end: int) -> Place:
    """The place from one offset to another in a text that begins on the place's line, or line 1.

    It ends with its line at the latest. The text of an overlong line is left out.
    """
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin:].split("\n", 1)[0].rstrip("\r")
    column = start - begin + 1
    return replace(
        place,
        line=(place.line or 1) + text.count("\n", 0, start),
        column=column,
        end=max(min(end - begin, len(line)) + 1, column + 1),
        text=line if len(line.encode()) < MAX_LINE else "",
    )


def _members(text: str, at: int) -> Iterator[tuple[str, Span]]:
    """The keys or indexes of the object or list that begins here, with their spans."""
    is_object = text[at] == "{"
    if not is_object and text[at] != "[":
        return
    at, index = after_blanks(text, at + 1), 0
    while text[at] not in "}]":
        key, name = at, str(index)
        if is_object:
            name, at = _SKIP(text, at)
            at = after_blanks(text, after_blanks(text, at) + len(":"))
        end = _SKIP(text, at)[1]
        yield name, Span(key, at, end)
        at = after_blanks(text, end)
        if text[at] == ",":
            at = after_blanks(text, at + 1)
        index += 1


def after_blanks(text: str, at: int) -> int:
    """The offset of the first character from here on that is not blank."""
    match = _BLANK.match(text, at)
    return match.end() if match else at
