"""The shapes of a move's arguments, by which a game declares its moves.

A shape reads the text of one argument, writes its value, and has a pattern for the JSON Schema
and a name for the docs. No shape knows a game; a game says which numbers or words it takes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from re import ASCII, Match, sub
from re import compile as compile_
from typing import Any, Protocol

from notation.fault import Fault
from notation.grammar import CODE, portable
from notation.memo import Memo
from notation.nearest import did_you_mean
from notation.record import UNKNOWN_CARD
from notation.wording import quote

_PAIR = 2
"""The `most` of a pair; the usage of longer lists shows one item and `…`."""

_FEW = 12
"""The most words that an advice lists: it is one line."""

_NUMBER = compile_("0|[1-9][0-9]{0,8}", ASCII).fullmatch

_MOST_WORDS = 1_024
"""Words remembered for an argument, twice what a deck has; a game has up to 80 arguments."""


def literal(text: str) -> str:
    r"""A regular expression for exactly this text, in Python and in ECMA 262 with its flag u.

    >>> literal("roast-beef"), literal("+")
    ('roast-beef', '\\+')
    """
    return sub(r"[\\^$.*+?()\[\]{}|]", r"\\\g<0>", text)


def _is_not(text: str, name: str) -> str:
    """The message for text that is no argument of the shape with this name."""
    article = "an" if name[0] in "AEIOU" else "a"
    return f"{quote(text)} is not {article} {name.lower()}"


def _refused(text: str, message: str, advice: str | None = None) -> Fault:
    """The fault for all of an argument's text."""
    if text == UNKNOWN_CARD:
        message = "`_`, a card that the writer did not see, cannot stand here in a move"
        return Fault("cgn.unknown-card", message, "name what was played", end=len(text))
    return Fault("cgn.argument", message, advice, end=len(text))


class Shape(Protocol):
    """How one argument is read and written."""

    def read(self, text: str) -> Any:  # noqa: ANN401 - each shape has values of its own type
        """The value that the text spells. Raises Fault if it spells none."""

    def write(self, value: Any) -> str:  # noqa: ANN401 - as above
        """The one spelling of the value."""

    @property
    def pattern(self) -> str:
        """A regular expression (ECMA 262 and Python alike) for every spelling."""

    @property
    def name(self) -> str:
        """The shape in capitals, for usage lines: `CARD`, `PILE`."""


def words_of(shape: Shape, key: str | None = None) -> Memo[Any]:
    """The values of the words of an argument, behind `key=` if it has a key.

    A word that does not fit raises Fault. A new move of The Jam took 5.3 microseconds to read, and
    takes half of that with this: it is new, but its words are not.

    >>> words = words_of(Number(1, 9), "from")
    >>> words["from=7"], list(words)
    (7, ['from=7'])
    """
    skip = len(key) + 1 if key else 0
    return Memo(lambda word: shape.read(word[skip:]), _MOST_WORDS)


@dataclass(frozen=True)
class Number:
    """A whole number from `low` to `high`, without leading zeros."""

    low: int
    high: int
    name: str = "NUMBER"

    def read(self, text: str) -> int:
        """The number. Raises Fault outside the bounds, and for leading zeros."""
        if _NUMBER(text) and self.low <= int(text) <= self.high:
            return int(text)
        raise _refused(text, f"{_is_not(text, self.name)} from {self.low} to {self.high}")

    def write(self, value: int) -> str:
        """The number in digits."""
        return str(value)

    @property
    def pattern(self) -> str:
        """Every number between the bounds."""
        return f"(?:{'|'.join(map(str, range(self.low, self.high + 1)))})"


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]
    name: str = "WORD"

    def read(self, text: str) -> str:
        """The word. Raises Fault if it is not one of them."""
        if text in self.words:
            return text
        advice = did_you_mean(text, self.words) or self._advice
        raise _refused(text, _is_not(text, self.name), advice)

    @property
    def _advice(self) -> str | None:
        """The words, unless there are too many for a line."""
        if len(self.words) > _FEW:
            return None
        return f"write {'one of ' if len(self.words) > 1 else ''}{', '.join(self.words)}"

    def write(self, value: str) -> str:
        """The word itself."""
        return value

    @property
    def pattern(self) -> str:
        """Every word."""
        return f"(?:{'|'.join(literal(word) for word in self.words)})"


@dataclass(frozen=True)
class Code:
    """The code of a card. Only the form is checked, since the table knows the deck.

    `like` is the pattern; in a game that passes cards face down, it also takes `_`.
    """

    name: str = "CARD"
    like: str = portable(CODE)

    @cached_property
    def _matches(self) -> Callable[[str], Match[str] | None]:
        return compile_(self.like, ASCII).fullmatch

    def read(self, text: str) -> str:
        """The code. Raises Fault if it does not look like one."""
        if self._matches(text) is None:
            raise _refused(text, _is_not(text, self.name))
        return text

    def write(self, value: str) -> str:
        """The code itself."""
        return value

    @property
    def pattern(self) -> str:
        """Everything that looks like a code."""
        return self.like


@dataclass(frozen=True)
class Joined:
    """Several arguments of one shape, joined by `,` for a list, by `+` for a combination."""

    item: Shape
    separator: str = ","
    most: int | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            more = self.item.name if self.most == _PAIR else "…"
            object.__setattr__(self, "name", f"{self.item.name}{self.separator}{more}")

    @cached_property
    def _words(self) -> Memo[Any]:
        return words_of(self.item)

    def read(self, text: str) -> tuple[Any, ...]:
        """The parts, in the order written. Raises Fault for the first bad one."""
        parts = text.split(self.separator)
        if self.most is not None and len(parts) > self.most:
            message = f"{quote(text)} joins {len(parts)} where at most {self.most} are allowed"
            raise _refused(text, message)
        values: list[Any] = []
        try:
            for part in parts:
                values.append(self._words[part])  # noqa: PERF401 - the fault needs their number
        except Fault as fault:
            read = parts[: len(values)]
            fault.shift(sum(map(len, read)) + len(read) * len(self.separator))
            raise
        return tuple(values)

    def write(self, value: tuple[Any, ...]) -> str:
        """The parts joined, in their order."""
        return self.separator.join([self.item.write(part) for part in value])

    @property
    def pattern(self) -> str:
        """One part, and more joined to it."""
        most = "" if self.most is None else str(self.most - 1)
        repeat = f"{{0,{most}}}" if most else "*"
        return f"{self.item.pattern}(?:{literal(self.separator)}{self.item.pattern}){repeat}"
