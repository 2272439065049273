"""Parses one JSON document into plain values, strictly. Knows nothing of records.

It refuses malformed JSON, NaN, lone surrogates, encodings other than UTF-8, duplicate keys and
endless nesting. The standard library finds where a text stops being JSON. The messages are written
here, so that they are the same under every Python.
"""

import re
from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from json import JSONDecodeError, JSONDecoder
from typing import Any, NoReturn

from notation.diagnostics import Place
from notation.encoding import BOM, UTF_16, decode, is_wide
from notation.fault import Fault
from notation.grammar import MAX_JSON_DEPTH
from notation.json_places import after_blanks, marked
from notation.places import JsonSource
from notation.record import Where
from notation.wording import quote

TOO_LARGE = 1 << 60
"""Replaces every whole number with too many digits, since no rule of the format allows one."""

_MOST_DIGITS = 17
"""The longest whole number that is read, its sign included: scores have at most 15 digits."""

_BLANKS = " \t\r\n"
_UNMARKED = bytes(set(range(256)) - set(b'"[]{}'))
_STEP = [(byte in b"[{") - (byte in b"]}") for byte in range(256)]
_RAW_STRING = re.compile(rb'"(?>[^"\\]|\\.)*+"?', re.DOTALL)
_MARKED_STRING = re.compile(rb'"[^"]*+"?')
_STRING = re.compile(r'"(?>[^"\\]|\\.)*+"', re.DOTALL)
_BRACKET = re.compile(rf"{_STRING.pattern}|([\[{{])|([\]}}])", re.DOTALL)
_CONSTANT = re.compile(rf"{_STRING.pattern}|(NaN|Infinity)", re.DOTALL)
_HEX = "[0-9a-fA-F]"
_HIGH = rf"\\u[dD][89abAB]{_HEX}{{2}}"
_PAIR = rf"{_HIGH}(?:\\u[dD][c-fC-F]{_HEX}{{2}}|\\(?:u{_HEX}{{0,3}})?$)"
_HALF = re.compile(rf"{_PAIR}|(\\u[dD][89a-fA-F]{_HEX}{{2}})|\\.", re.DOTALL)
"""Escapes; the group is half a character. A text may end within the other half."""
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(rf"\\u{_HEX}{{0,4}}|\\")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:(?<=[0-9])[eE][+-]?[0-9]*)?")
_CLOSING = {"[": "]", "{": "}"}
_TRAILING_COMMA = {"[": "trailing comma in array", "{": "trailing comma in object"}
_WORDS = {word[0]: word for word in ("true", "false", "null")}


class _Misfit(Exception):
    """The offset of the first misfit in a text, with a message and perhaps an advice."""

    def __init__(self, at: int, message: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.at, self.message, self.advice = at, message, advice


def parse(raw: bytes, source: JsonSource, parse_int: Callable[[str], Any] | None = None) -> Any:  # noqa: ANN401 - any JSON value
    """The value that the bytes spell. Raises Fault, with its line and column.

    Whole numbers beyond 17 digits come as TOO_LARGE, unless `parse_int` says what comes of digits.
    """
    first_line = source.line or 1
    text = decode(raw, source.file, first_line)
    raw = raw.removeprefix(BOM)
    # No decoder may go deeper: how deep it can go depends on Python's version and its stack.
    is_too_deep = nesting(raw) > MAX_JSON_DEPTH
    shallow = text[: _where_too_deep(text)] if is_too_deep else text
    doubled: list[tuple[dict[str, Any], str]] = []
    try:
        value = _value(shallow, _decoder(shallow, doubled, parse_int or _whole))
    except _Misfit as misfit:
        if is_too_deep and misfit.at >= len(shallow.rstrip(_BLANKS)):
            message = "this is nested deeper than a record can be"
            raise Fault("cgn.too-deep", message, place=source.whole()) from None
        place = Place(file=source.file, line=first_line)
        place = marked(place, text, misfit.at, misfit.at + 1)
        advice = misfit.advice or (UTF_16 if is_wide(raw) else None)
        raise Fault("cgn.json-syntax", misfit.message, advice, place=place) from None
    _check_unique(value, doubled, source.holding(raw))
    return value


def nesting(raw: bytes) -> int:
    """The depth of nested objects and lists in JSON, or in the beginning of some.

    >>> nesting(b'{"a": [[1, "]"], {}]}'), nesting(b"[[["), nesting(b'"')
    (3, 3, 0)
    """
    if b"\\" in raw:
        raw = _RAW_STRING.sub(b"", raw)
    # Most strings hold no mark and are two quotes by now: taking these out first saves two thirds.
    marks = _MARKED_STRING.sub(b"", raw.translate(None, _UNMARKED).replace(b'""', b""))
    return max(accumulate(map(_STEP.__getitem__, marks)), default=0)


def _where_too_deep(text: str) -> int:
    """The offset of the first object or list that is nested too deep."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += (match[1] is not None) - (match[2] is not None)
        if depth > MAX_JSON_DEPTH:
            return match.start()
    return len(text)


def _value(text: str, decoder: JSONDecoder) -> Any:  # noqa: ANN401
    """The value of a text. Raises _Misfit."""
    try:
        value, end = decoder.raw_decode(text, after_blanks(text, 0))
    except JSONDecodeError as error:
        misfit = _misfit(text, error.pos)
    except _Misfit as found:
        misfit = found
    else:
        end = after_blanks(text, end)
        _check_halves(text[:end])
        if end == len(text):
            return value
        advice = "put several records into a file named .cgn.jsonl, one record a line"
        raise _Misfit(end, "something follows the end of the object", advice)
    _check_halves(text[: misfit.at])
    raise misfit


def _decoder(
    text: str, doubled: list[tuple[dict[str, Any], str]], parse_int: Callable[[str], Any]
) -> JSONDecoder:
    """A decoder for this text. It adds the objects that have a key twice, with the key."""

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            counts = Counter(key for key, _ in pairs)
            doubled.append((members, next(key for key, count in counts.items() if count > 1)))
        return members

    def refuse(_name: str) -> NoReturn:
        match = next(match for match in _CONSTANT.finditer(text) if match[1])
        raise _Misfit(match.start(1), f"JSON has no {match[1]}", "leave the key out")

    return JSONDecoder(object_pairs_hook=collect, parse_int=parse_int, parse_constant=refuse)


def _whole(digits: str) -> float:
    """The number. `-0`, which the format does not count as whole, becomes a fraction."""
    if digits == "-0":
        return -0.0
    return int(digits) if len(digits) <= _MOST_DIGITS else TOO_LARGE


def _check_halves(text: str) -> None:
    """Raise _Misfit for the first escape of half a character in a text that is JSON so far."""
    if not _SURROGATE.search(text):  # 43,000 escapes of other characters took 17 ms below
        return
    half = next((match.start() for match in _HALF.finditer(text) if match[1]), None)
    if half is not None:
        message = "this is half a character: a surrogate without its other half"
        raise _Misfit(half, message, "write the character itself, as UTF-8")


def _misfit(text: str, at: int) -> _Misfit:
    """The misfit in a text, near the offset that the decoder gives.

    The decoder gives the beginning of a word, a number or a string. The misfit is at the first
    character that does not fit.
    """
    before = _STRING.sub("s", text[:at]).rstrip(_BLANKS)
    bracket = _open_bracket(before)
    if '"' in before:
        at, complaint = _in_string(text, at)
    elif before[-1:] not in ("", *"[{,:"):
        at, complaint = _after_value(text, at, before, bracket)
    elif text.startswith('"', at) and not _STRING.match(text, at):
        at, complaint = len(text), ""
    elif bracket and before[-1] == "," and text.startswith(_CLOSING[bracket], at):
        complaint = _TRAILING_COMMA[bracket]
    elif bracket == "{" and before[-1] != ":":
        complaint = "object keys must be strings"
    else:
        at, complaint = _no_value(text, at), "invalid character"
    end = len(text.rstrip(_BLANKS))
    if at >= end:
        return _Misfit(end, "the text ends before the object is complete", "was the file cut off?")
    return _Misfit(at, f"this is not JSON: {complaint}")


def _open_bracket(before: str) -> str:
    """The innermost bracket that is still open at the end of a text without strings, if any."""
    closed = 0
    for sign in reversed(before):
        if sign in "]}":
            closed += 1
        elif sign in "[{":
            if not closed:
                return sign
            closed -= 1
    return ""


def _in_string(text: str, at: int) -> tuple[int, str]:
    """The offset and complaint within a string: of a control character, or of an escape."""
    if text[at] < " ":
        return at, "invalid character"
    escape = _ESCAPE.match(text, at) or _ESCAPE.match(text, at - 1)
    if escape is None or len(escape[0]) == 1:
        return at + 1, "invalid escape character in string"
    return escape.end(), "invalid character in unicode escape"


def _after_value(text: str, at: int, before: str, bracket: str) -> tuple[int, str]:
    """The offset and complaint after a value or key; a number may only seem to be complete."""
    if bracket == "{" and before[:-1].rstrip(_BLANKS)[-1:] in ("{", ","):
        return at, "expected ':'"
    closing = after_blanks(text, at + 1)
    if text.startswith(",", at) and text.startswith(_CLOSING[bracket], closing):
        # From Python 3.13 on, the decoder gives the place of the comma.
        return closing, _TRAILING_COMMA[bracket]
    number = _NUMBER.match(text, len(text[:at].rstrip("+-.0123456789eE")))
    if number is not None and number.end() >= at > number.start():
        ends_early = not number[0][-1].isdigit() or text[number.end() : number.end() + 1].isdigit()
        if ends_early:
            return number.end(), "invalid number"
    return at, f"expected ',' or '{_CLOSING[bracket]}'"


def _no_value(text: str, at: int) -> int:
    """The offset of the first character from here on that is part of no value."""
    word = _WORDS.get(text[at : at + 1], "-")
    return at + next((i for i, sign in enumerate(word) if not text.startswith(sign, at + i)), 1)


def _check_unique(
    value: object, doubled: list[tuple[dict[str, Any], str]], source: JsonSource
) -> None:
    """Raise Fault for the first object in the value that has a key twice."""
    for holder, key in doubled:
        if (where := _steps_to(holder, value)) is not None:
            message = f"the key {quote(key)} appears a second time"
            place = source.at((*where, key), key=True)
            raise Fault("cgn.duplicate-key", message, "leave one of the two out", place=place)


def _steps_to(part: object, value: object) -> Where | None:
    """The steps to exactly this object within the value; None if it is no part of it."""
    waiting: list[tuple[Where, object]] = [((), value)]
    while waiting:
        where, inside = waiting.pop()
        if inside is part:
            return where
        if isinstance(inside, dict):
            waiting += [((*where, key), inner) for key, inner in inside.items()]
        elif isinstance(inside, list):
            waiting += [((*where, index), inner) for index, inner in enumerate(inside)]
    return None
