"""The mapping of a log: the meaning of each column, and the move for each action as a template."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from msgspec import Struct

from notation.diagnostics import Place
from notation.typed_json import convert_to
from replays.logs.rows import Row

SEAT, ACTION, REVEALS = "seat", "action", "reveals"
MARK, COMMENT, TIME = "mark", "comment", "time"
PARTS = (SEAT, ACTION, REVEALS, MARK, COMMENT, TIME)
"""The columns that are parts of a ply; all others are for moves."""

ANY = "*"
"""The action that stands for all actions without a template."""

T = TypeVar("T")


class BadMapping(Exception):
    """A file that is not a mapping. `message` says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class LogMapping(Struct, frozen=True, forbid_unknown_fields=True):
    """The mapping of a log. docs/mapping.md explains it.

    `header` has the header's values by name, `columns` the column or field of each part of a ply,
    `moves` the move for each action, `seats` and `cards` the meanings of words. `separator`
    stands between the items of one column.
    """

    header: dict[str, str]
    columns: dict[str, str]
    moves: dict[str, str]
    seats: dict[str, str] = {}
    cards: dict[str, str] = {}
    separator: str = ","


def read_mapping(raw: bytes) -> LogMapping:
    """The mapping in a TOML file. Raises BadMapping if it is malformed."""
    try:
        mapping = convert_to(LogMapping, msgspec.toml.decode(raw))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadMapping(str(error)) from None
    if not mapping.separator:
        raise BadMapping("separator is empty: name the sign between the items of a column")
    if ACTION not in mapping.columns:
        raise BadMapping("[columns] has no `action`: name the column that says what was done")
    return mapping


def word_of(text: str, known: Mapping[str, T]) -> T | None:
    """The meaning of a word, in any case if its own case is not listed.

    >>> word_of("DRAW", {"draw": 1, "Draw 2": 2}), word_of("x", {})
    (1, None)
    """
    if text in known:
        return known[text]
    folded = (value for name, value in known.items() if name.casefold() == text.casefold())
    return next(folded, None)


def items(value: object, mapping: LogMapping) -> Iterator[str]:
    """The items of a column, a card's name replaced by its code, each sum with its `+`."""
    if isinstance(value, list):
        for item in value:
            parts = item if isinstance(item, list) else [item]
            yield "+".join([_code(_text(part), mapping) for part in parts])
    else:
        for text in _text(value).split(mapping.separator):
            if text.strip():
                yield _code(text.strip(), mapping)


def _code(text: str, mapping: LogMapping) -> str:
    code = word_of(text, mapping.cards)
    if code is not None:
        return code
    parts = [part.strip() for part in text.split("+")]
    return "+".join([word_of(part, mapping.cards) or part for part in parts])


def _text(value: object) -> str:
    return "" if value is None else str(value)


FIELD = re.compile(r"\{([a-z]+)(?::(words|sum))?\}")
"""A field of a template, which a cell replaces: `{cards}`, `{cards:sum}`."""

_JOINTS = {None: ",", "words": " ", "sum": "+"}


@dataclass(frozen=True)
class FilledTemplate:
    """A line of play made of a template, with the places of the cells that gave its parts."""

    text: str
    parts: tuple[tuple[int, int, Place], ...]

    def place(self, start: int, end: int | None, default: Place) -> Place:
        """The place of the cell that gave this part of the text; `default` if none did."""
        stop = len(self.text) if end is None else end
        inside = [place for first, last, place in self.parts if first < stop and start < last]
        return inside[0] if inside and end is not None else default


def fill(template: str, row: Row, mapping: LogMapping) -> FilledTemplate:
    """Fill in a template. A word is left out if it has fields, and their cells are all empty."""
    text, parts = "", list[tuple[int, int, Place]]()
    for word in template.split():
        written, inner, empty = "", list[tuple[int, int, Place]](), True
        at = 0
        for match in FIELD.finditer(word):
            written += word[at : match.start()]
            at = match.end()
            cell = row.cells.get(mapping.columns[match[1]])
            value = _JOINTS[match[2]].join(items(cell.value, mapping)) if cell else ""
            if cell is not None and value:
                inner.append((len(written), len(written) + len(value), cell.place))
                empty = False
            written += value
        written += word[at:]
        if at and empty:
            continue
        gap = len(text) + bool(text)
        parts += [(start + gap, end + gap, place) for start, end, place in inner]
        text = f"{text} {written}".lstrip()
    return FilledTemplate(text, tuple(parts))
