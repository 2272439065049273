"""Compares answers with the facts that the suite expects."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

OPTIONAL = frozenset(("cgn.near-tag", "cgn.date", "cgn.from", "cgn.same-name"))
"""Warnings that a program may leave out, since it chooses their limits."""

_OTHER_NAMES = {"rules": str}

Answer: TypeAlias = Mapping[str, Any]
"""The answer of a program about one record: a line of JSON."""


class Fact(NamedTuple):
    """An answer has one of the `allowed` values under `key`; None stands for a missing key.

    If there are `refused` values, any other text is allowed, too. `claims` are what a program
    cannot claim without it, such as `reader`.
    """

    key: str
    allowed: tuple[Any, ...]
    claims: tuple[str, ...]
    refused: frozenset[str] = frozenset()

    def holds(self, answered: object) -> bool:
        """Whether the fact allows this value."""
        settled = _SETTLED.get(self.key, _as_it_is)
        if any(settled(answered) == settled(value) for value in self.allowed):
            return True
        return bool(self.refused) and isinstance(answered, str) and answered not in self.refused


class ExpectedAnswer(NamedTuple):
    """The facts that an answer must have, and the suite's description of the record."""

    facts: tuple[Fact, ...]
    why: str = ""


class Difference(NamedTuple):
    """A difference in an answer: the record's number, the path to the value, and both values.

    `claims` are what a program with this difference cannot claim. `answer` is the whole answer;
    None if the number of answers is wrong.
    """

    record: int
    key: str
    expected: str
    found: str
    claims: tuple[str, ...]
    why: str = ""
    answer: str | None = None


def differences(
    expected: Sequence[ExpectedAnswer], answers: Sequence[Answer]
) -> Iterator[Difference]:
    """The differences of answers from the expected ones, in the order of the records."""
    for number, (wanted, answer) in enumerate(zip(expected, answers, strict=False), 1):
        for fact in wanted.facts:
            answered = answer.get(fact.key)
            if not fact.holds(answered):
                key, one, other = _narrowed(fact.key, fact.allowed[0], answered)
                shown = f"{one}{_others(fact)}"
                yield Difference(number, key, shown, other, fact.claims, wanted.why, _json(answer))
    if len(expected) != len(answers):
        number = min(len(expected), len(answers)) + 1
        yield missing(expected, number, _lines(len(answers)))


def missing(expected: Sequence[ExpectedAnswer], number: int, found: str) -> Difference:
    """The difference of a program that answers only up to a record, or even after the last one."""
    why = expected[number - 1].why if number <= len(expected) else ""
    return Difference(number, "", _lines(len(expected)), found, claims_of(expected), why)


def claims_of(expected: Sequence[ExpectedAnswer]) -> tuple[str, ...]:
    """All that a program cannot claim without these answers."""
    every = (claim for one in expected for fact in one.facts for claim in fact.claims)
    return tuple(dict.fromkeys(every))


def _narrowed(key: str, expected: object, answered: object) -> tuple[str, str, str]:
    """The path to the first part in which two values differ, and that part of both."""
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
    """The codes of warnings without the optional ones; a missing key equals no warnings."""
    if value is None:
        return []
    if not isinstance(value, list):
        return value
    return [code for code in value if code not in OPTIONAL]


def _record(value: object) -> object:
    """A record of JSON without empty lists and objects, which equal a missing key."""
    if isinstance(value, dict):
        parts = {key: _record(part) for key, part in value.items()}
        return {
            key: _OTHER_NAMES.get(key, _as_it_is)(part)
            for key, part in parts.items()
            if part not in ([], {})
        }
    return [_record(part) for part in value] if isinstance(value, list) else value


_SETTLED: Mapping[str, Callable[[object], object]] = {"warnings": _warnings, "json": _record}
"""The function that settles a value before it is compared, by key."""
