"""Where the values of a JSON document stand in its text. Asked only once something is wrong."""

import re
from collections.abc import Iterator
from dataclasses import replace
from json import JSONDecoder
from typing import NamedTuple

from notation.diagnostics import Place
from notation.grammar import MAX_LINE

_BLANK = re.compile(r"[ \t\r\n]*")
_SKIP = JSONDecoder(parse_int=str, parse_float=str).raw_decode
"""Reads any value and finds its end; numbers stay text, however long they are."""


class Span(NamedTuple):
    """From where to where a value stands, and where its key begins: offsets in the text."""

    key: int
    start: int
    end: int


def find(text: str, pointer: str) -> Span:
    """The value at a JSON pointer in well-formed text; of a key there twice, the last one.

    Where there is none, the nearest one around it.
    """
    start = _after_blanks(text, 0)
    span = Span(start, start, _SKIP(text, start)[1])
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        inner = [found for name, found in _members(text, span.start) if name == key]
        if not inner:
            break
        span = inner[-1]
    return span


def marked(place: Place, text: str, start: int, end: int) -> Place:
    """The place from one offset to another of a text that begins on the place's line, or line 1.

    It ends where its line does; of a line that is too long for a diagnostic, the text is left out.
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
    """The keys or indexes of an object or list that begins here, and where their values stand."""
    is_object = text[at] == "{"
    if not is_object and text[at] != "[":
        return
    at, index = _after_blanks(text, at + 1), 0
    while text[at] not in "}]":
        key, name = at, str(index)
        if is_object:
            name, at = _SKIP(text, at)
            at = _after_blanks(text, _after_blanks(text, at) + len(":"))
        end = _SKIP(text, at)[1]
        yield name, Span(key, at, end)
        at = _after_blanks(text, end)
        if text[at] == ",":
            at = _after_blanks(text, at + 1)
        index += 1


def _after_blanks(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at
