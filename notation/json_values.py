"""Checks plain JSON values one by one. Knows nothing of records.

A Fault says where within the value it lies; each level adds its step on the way out.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from re import Pattern
from typing import Any, TypeVar

from notation.fault import Fault
from notation.grammar import CONTROL_CHARACTER
from notation.nearest import did_you_mean
from notation.wording import quote

T = TypeVar("T")

_KINDS = {
    dict: "an object",
    list: "a list",
    str: "a string",
    int: "a whole number",
    float: "a number with a fraction",
    bool: "true or false",
    type(None): "null",
}


@contextmanager
def below(*steps: str | int) -> Iterator[None]:
    """Put these steps in front of the place of a Fault raised inside."""
    try:
        yield
    except Fault as fault:
        fault.under(*steps)
        raise


def as_object(
    value: object, known: Sequence[str] = (), needed: Sequence[str] = ()
) -> dict[str, Any]:
    """The value, if it is an object with all needed keys and no unknown one.

    Without `known`, it may have any keys. Raises Fault if it has not, as all functions here do.
    """
    if not isinstance(value, dict):
        raise wrong_type(value, "an object")
    for key in value if known else ():
        if key not in known:
            advice = did_you_mean(key, known) or f"the keys here are {', '.join(known)}"
            raise Fault("cgn.unknown-key", f"unknown key {quote(key)}", advice, (key,))
    for key in needed:
        if key not in value:
            advice = f"the keys needed here are {', '.join(needed)}"
            raise Fault("cgn.missing-key", f"the key `{key}` is missing", advice)
    return value


def as_list(value: object) -> list[Any]:
    """The value, if it is a list."""
    if not isinstance(value, list):
        raise wrong_type(value, "a list")
    return value


def as_text(value: object) -> str:
    """The value, if it is a string without control characters other than line feeds."""
    if not isinstance(value, str):
        raise wrong_type(value, "a string")
    match = CONTROL_CHARACTER.search(value.replace("\n", " "))
    if match is not None:
        raise Fault(
            "cgn.control-character",
            f"the control character U+{ord(match[0]):04X} is not allowed here",
            "take it out",
        )
    return value


def each(value: object, read: Callable[[object], T]) -> tuple[T, ...]:
    """The results of `read` for each item of the value, if it is a list."""
    values = []
    for index, item in enumerate(as_list(value)):
        try:
            values.append(read(item))
        except Fault as fault:
            fault.under(index)
            raise
    return tuple(values)


def as_texts(value: object) -> tuple[str, ...]:
    """The value, if it is a list of strings that `as_text` takes."""
    return each(value, as_text)


def as_word(value: object, pattern: Pattern[str], name: str, advice: str | None = None) -> str:
    """The value, if it is a string that this pattern matches as a whole; `name` says what it is."""
    if not isinstance(value, str):
        raise wrong_type(value, "a string")
    if pattern.fullmatch(value) is None:
        raise Fault("cgn.json-value", f"{quote(value)} is not {name}", advice)
    return value


def as_whole(value: object, most: int) -> int:
    """The value, if it is a whole number between -most and most."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(value, "a whole number")
    if abs(value) > most:
        advice = f"it must be between -{most} and {most}"
        raise Fault("cgn.json-value", "this number is out of range", advice)
    return value


def as_true(value: object) -> bool:
    """The value, if it is true."""
    if value is not True:
        raise Fault("cgn.json-value", "must be true", "leave the key out otherwise")
    return value


def wrong_type(value: object, expected: str) -> Fault:
    """The error for a value of another type than expected."""
    kind = _KINDS.get(type(value), "something else")
    return Fault("cgn.json-type", f"expected {expected}, found {kind}", _advice(value, expected))


def _advice(value: object, expected: str) -> str:
    if value is None:
        return "leave the key out: `null` is not used"
    if isinstance(value, str) and "number" in expected:
        return "write the number without quotation marks"
    if isinstance(value, int | float) and not isinstance(value, bool) and expected == "a string":
        return "put it in quotation marks"
    if isinstance(value, list) and expected == "an object":
        return "put several records into a file named .cgn.jsonl, one record a line"
    return f"write {expected}"
