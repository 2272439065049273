"""The mapping of a log: the meaning of each column, and the move for each action as a template."""

import re
from collections.abc import Iterable, Mapping
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from notation.nearest import did_you_mean
from notation.record import SEATS
from notation.typed_json import convert_to
from notation.wording import quote

SEAT, ACTION, REVEALS = "seat", "action", "reveals"
MARK, COMMENT, TIME = "mark", "comment", "time"
PARTS = (SEAT, ACTION, REVEALS, MARK, COMMENT, TIME)
"""The columns that are parts of a ply; all others are for templates."""

ANY = "*"
"""The action that stands for all actions without a template."""

NOBODY = ""
"""The meaning of a name in [seats] that is no player's."""

NO_WINNER = "*"
"""The meaning of a name in [seats] that stands in the column of the winner if nobody won."""

Unit = Literal["s", "ms", "time-of-day", "unix", "unix-ms"]

FIELD = re.compile(r"\{([^{}:]+)(?::([a-z]+|0[0-9]))?\}")
"""A field of a template, which a cell replaces: `{cards}`, `{cards:sum}`, `{number:02}`."""

_BRACES = re.compile(r"\{[^{}]*\}")
_COLUMN_NAME = re.compile(r"[a-z][a-z0-9_]*")
_FORMS = {"header": ("date",), "moves": ("words", "sum", "seats", "scores"), "card": ()}
"""The forms that a field may have in each kind of template, besides digits such as `02`."""

T = TypeVar("T")


class BadMapping(Exception):
    """A file that is not a mapping. `message` says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Column(Struct, frozen=True, forbid_unknown_fields=True):
    """How a column is read: its name in the log, the unit of its times, the template of its cards.

    The fields of `card` are those of the objects in the column; without a column, other columns.
    """

    column: str = ""
    unit: Unit | None = None
    card: str = ""


class LogMapping(Struct, frozen=True, forbid_unknown_fields=True):
    """The mapping of a log. docs/mapping.md explains it.

    `header` has the header's values by name, `columns` the column or field of each part of a ply,
    `moves` the move for each action, `seats` and `cards` the meanings of words. `separator`
    stands between the items of one column. `game` is the column that names a row's game. In JSON,
    `games` points to the list of games, `records` within a game to its rows. `pattern` has the
    patterns of the lines of a text.
    """

    header: dict[str, str]
    moves: dict[str, str]
    columns: dict[str, str | Column] = {}
    seats: dict[str, str] = {}
    cards: dict[str, str] = {}
    separator: str = ","
    game: str | None = None
    games: str | None = None
    records: str | None = None
    pattern: str | list[str] = []

    def column(self, name: str) -> Column:
        """How one of our columns is read. Raises KeyError if there is no such column."""
        found = self.columns[name]
        return Column(found) if isinstance(found, str) else found

    @property
    def in_log(self) -> list[str]:
        """The names in the log of all columns that are read, each once."""
        names = [self.column(name).column for name in self.columns]
        return list(dict.fromkeys([*filter(None, names), *filter(None, [self.game])]))

    @property
    def patterns(self) -> list[re.Pattern[str]]:
        """The patterns of a text's lines. Raises re.error if one is malformed."""
        texts = [self.pattern] if isinstance(self.pattern, str) else self.pattern
        return [re.compile(text) for text in texts]


def read_mapping(raw: bytes) -> LogMapping:
    """The mapping in a TOML file. Raises BadMapping if it is malformed.

    The named groups of patterns are columns, even if `columns` has none of their names.
    """
    try:
        mapping = convert_to(LogMapping, msgspec.toml.decode(raw))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadMapping(str(error)) from None
    if not mapping.separator:
        raise BadMapping("separator is empty: name the sign between the items of a column")
    mapping = _with_groups(mapping)
    _check_columns(mapping)
    _check_shape(mapping)
    _check_seats(mapping)
    for name, template in mapping.header.items():
        _check_template(f"[header] {name}", template, "header", mapping.columns)
    for action, template in mapping.moves.items():
        _check_template(f"[moves] {action}", template, "moves", mapping.columns)
    return mapping


def _with_groups(mapping: LogMapping) -> LogMapping:
    """The mapping with a column for each named group of its patterns."""
    try:
        groups = [group for pattern in mapping.patterns for group in pattern.groupindex]
    except (re.error, OverflowError) as error:
        raise BadMapping(f"pattern: {error}; docs/mapping.md has examples") from None
    if mapping.pattern:
        for name in mapping.in_log:
            if name not in groups:
                advice = did_you_mean(name, groups) or f"the groups are {', '.join(groups)}"
                raise BadMapping(
                    f"no pattern has a group `{name}`, written `(?P<{name}>…)`; {advice}"
                )
    own = {group: group for group in groups if _COLUMN_NAME.fullmatch(group)}
    return replace(mapping, columns={**own, **mapping.columns})


def _check_columns(mapping: LogMapping) -> None:
    if ACTION not in mapping.columns and set(mapping.moves) != {ANY}:
        raise BadMapping(
            "[columns] has no `action`: name the column that says what was done, or say in "
            '[moves] with "*" what every row stands for'
        )
    for name in mapping.columns:
        column = mapping.column(name)
        if not _COLUMN_NAME.fullmatch(name):
            advice = "write small letters, digits and _, to use it in [moves]"
            raise BadMapping(f"[columns] {name}: this is no name for a column; {advice}")
        if not column.column and not column.card:
            raise BadMapping(f'[columns] {name}: name a column, as in `{name} = "Name in the log"`')
        if column.unit is not None and name != TIME:
            raise BadMapping(f"[columns] {name}: only `time` has a unit")
        if column.card:
            plain = [other for other in mapping.columns if mapping.column(other).column]
            fields = None if column.column else plain
            _check_template(f"[columns] {name}", column.card, "card", fields)


def _check_shape(mapping: LogMapping) -> None:
    """Raise BadMapping if what says where rows and games are contradicts itself."""
    for name in ("games", "records"):
        pointer = getattr(mapping, name)
        if pointer is not None and not (pointer == "" or pointer.startswith("/")):
            raise BadMapping(
                f'{name} = "{pointer}": write a JSON pointer, such as "/{pointer}"; '
                "to name the column that tells games apart, write `game`"
            )
    if mapping.games is not None and mapping.records is None:
        raise BadMapping('games: say with `records` where the rows of a game are, as in "/events"')
    if mapping.pattern and mapping.records is not None:
        raise BadMapping("pattern is for lines of text, and records for JSON: leave one out")
    if mapping.game == "":
        raise BadMapping("game is empty: name the column that tells games apart")


def _check_seats(mapping: LogMapping) -> None:
    for name, seat in mapping.seats.items():
        if seat not in (*SEATS, NOBODY, NO_WINNER):
            raise BadMapping(
                f"[seats] {name}: {quote(seat)} is no seat; write a letter from A to {SEATS[-1]}, "
                '"" for rows to skip, or "*" for nobody who won'
            )


def _check_template(at: str, template: str, kind: str, columns: Iterable[str] | None) -> None:
    """Raise BadMapping if a template has a field that is none of these columns, or a wrong form."""
    for braces in _BRACES.findall(template):
        field = FIELD.fullmatch(braces)
        if field is None or (columns is not None and field[1] not in columns):
            known = ", ".join(f"{{{column}}}" for column in columns or ())
            raise BadMapping(f"{at}: unknown `{braces}`; [columns] has {known}")
        if field[2] is not None and field[2] not in _FORMS[kind] and not field[2].isdigit():
            known = ", ".join(f"`{{{field[1]}:{form}}}`" for form in (*_FORMS[kind], "02"))
            raise BadMapping(f"{at}: unknown `{braces}`; there is {known}")


def word_of(text: str, known: Mapping[str, T]) -> T | None:
    """The meaning of a word, in any case if its own case is not listed.

    >>> word_of("DRAW", {"draw": 1, "Draw 2": 2}), word_of("x", {})
    (1, None)
    """
    if text in known:
        return known[text]
    folded = (value for name, value in known.items() if name.casefold() == text.casefold())
    return next(folded, None)
