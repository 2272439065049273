"""The mapping of a log: what each column holds, and which move each action stands for."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

from notation.typed_json import convert_to

SEAT, ACTION, REVEALS = "seat", "action", "reveals"
MARK, COMMENT, TIME = "mark", "comment", "time"
PARTS = (SEAT, ACTION, REVEALS, MARK, COMMENT, TIME)
"""The columns that are parts of a ply; all others are for moves."""

ANY = "*"
"""The action that stands for all that are not named."""

T = TypeVar("T")


class BadMapping(Exception):
    """A file that is not a mapping. `message` says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class LogMapping(Struct, frozen=True, forbid_unknown_fields=True):
    """How a log is read. docs/mapping.md explains it.

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
