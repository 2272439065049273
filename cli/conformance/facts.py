"""What the suite expects of one answer, and the first difference in an answer."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

OPTIONAL = frozenset(("cgn.near-tag", "cgn.date", "cgn.same-name"))
"""The warnings whose limits each program may choose."""

_OTHER_NAMES = {"rules": str}

Answer: TypeAlias = Mapping[str, Any]
"""What a program says of one record: a line of JSON."""


class Fact(NamedTuple):
    """Under `key`, an answer has one of the `allowed` values; None stands for no such key.

    With `refused`, it may also have any value that is not one of these.
    """

    key: str
    allowed: tuple[Any, ...]
    refused: frozenset[str] = frozenset()

    def holds(self, answered: object) -> bool:
        """Whether the answer may have this value."""
        settled = _SETTLED.get(self.key, _as_it_is)
        if any(settled(answered) == settled(value) for value in self.allowed):
            return True
        return bool(self.refused) and isinstance(answered, str) and answered not in self.refused


class Expected(NamedTuple):
    """The expected facts of one answer, and the suite's description of its record.

    It is `readable` if its form is right, whatever its game is.
    """

    facts: tuple[Fact, ...]
    why: str = ""
    readable: bool = True


class Difference(NamedTuple):
    """Where an answer differs: the record's number, the way to the value, and both values.

    `answer` is the whole answer; None if the number of answers is wrong.
    """

    record: int
    key: str
    expected: str
    found: str
    why: str = ""
    answer: str | None = None


def first_difference(expected: Sequence[Expected], answers: Sequence[Answer]) -> Difference | None:
    """The first difference between what is expected and what a program answered."""
    for number, (wanted, answer) in enumerate(zip(expected, answers, strict=False), 1):
        for fact in wanted.facts:
            answered = answer.get(fact.key)
            if not fact.holds(answered):
                key, one, other = _narrowed(fact.key, fact.allowed[0], answered)
                shown = f"{one}{_others(fact)}"
                return Difference(number, key, shown, other, wanted.why, _json(answer))
    if len(expected) == len(answers):
        return None
    number = min(len(expected), len(answers)) + 1
    why = expected[number - 1].why if number <= len(expected) else ""
    return Difference(number, "", _lines(len(expected)), _lines(len(answers)), why)


def _narrowed(key: str, expected: object, answered: object) -> tuple[str, str, str]:
    """The way to the first part of two values that differs, and this part of both."""
    if isinstance(expected, dict) and isinstance(answered, dict):
        for name in {**expected, **answered}:
            if expected.get(name) != answered.get(name):
                return _narrowed(f"{key}/{name}", expected.get(name), answered.get(name))
    if isinstance(expected, list) and isinstance(answered, list):
        for index in range(max(len(expected), len(answered))):
            one, other = _item(expected, index), _item(answered, index)
            if one != other:
                return _narrowed(f"{key}/{index}", one, other)
    if isinstance(expected, str) and isinstance(answered, str) and "\n" in expected:
        lines, others = expected.split("\n"), answered.split("\n")
        for index in range(max(len(lines), len(others))):
            if _item(lines, index) != _item(others, index):
                place = f"{key}, line {index + 1}"
                return place, _json(_item(lines, index)), _json(_item(others, index))
    return key, _json(expected), _json(answered)


def _item(values: Sequence[object], index: int) -> object:
    return values[index] if index < len(values) else None


def _others(fact: Fact) -> str:
    if fact.refused:
        return ", or a code of the games"
    return "".join(f", or {_json(value)}" for value in fact.allowed[1:])


def _json(value: object) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _as_it_is(value: object) -> object:
    return value


def _warnings(value: object) -> object:
    """The codes of warnings without the optional ones; none is the same as no key."""
    if value is None:
        return []
    if not isinstance(value, list):
        return value
    return [code for code in value if code not in OPTIONAL]


def _record(value: object) -> object:
    """A record of JSON without empty lists and objects, which are the same as no key."""
    if isinstance(value, dict):
        parts = {key: _record(part) for key, part in value.items()}
        return {
            key: _OTHER_NAMES.get(key, _as_it_is)(part)
            for key, part in parts.items()
            if part not in ([], {})
        }
    return [_record(part) for part in value] if isinstance(value, list) else value


_SETTLED: Mapping[str, Callable[[object], object]] = {"warnings": _warnings, "json": _record}
"""What is compared instead of a value itself, by its key."""
