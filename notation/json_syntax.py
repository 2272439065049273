"""Parses one JSON document into plain values, strictly. Knows nothing of records.

It refuses malformed JSON, NaN, lone surrogates, encodings other than UTF-8, duplicate keys and
endless nesting. msgspec judges the syntax; the standard library then finds duplicate keys.
"""

import json
import re
from collections import Counter
from itertools import accumulate
from typing import Any

import msgspec

from notation.diagnostics import Place
from notation.encoding import BOM, decode
from notation.fault import Fault
from notation.grammar import MAX_JSON_DEPTH
from notation.json_places import marked
from notation.places import JsonSource
from notation.record import Where
from notation.wording import quote

TOO_LARGE = 1 << 60
"""Replaces every whole number with too many digits, since no rule of the format allows one."""

_MOST_DIGITS = 17
_PLACED_LATE = (
    "trailing characters",
    "invalid escape character in string",
    "invalid character in unicode escape",
)
"""The errors that msgspec places one byte too late."""
_BYTE = re.compile(r"(.*) \(byte (\d+)\)")
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_NO_NUMBER = re.compile(rb"NaN|Infinity")
_TOKENS = re.compile(rb'"(?>[^"\\]|\\.)*+"|[0-9]{640,}')
_BARE_WORDS = re.compile(rb'"(?>[^"\\]|\\.)*+"?|true|false|null|[tfn]')
_WORDS = {word[:1]: word for word in (b"true", b"false", b"null")}
_SURROGATE_ESCAPE = len(rb"\ud800\udc00")
_STRING = re.compile(rb'"(?>[^"\\]|\\.)*+"?', re.DOTALL)
_MARKED_STRING = re.compile(rb'"[^"]*+"?')
_UNMARKED = bytes(set(range(256)) - set(b'"[]{}'))
_STEP = [(byte in b"[{") - (byte in b"]}") for byte in range(256)]
_DECODER = msgspec.json.Decoder(float_hook=str)


def parse(raw: bytes, source: JsonSource) -> Any:  # noqa: ANN401 - any JSON value
    """The value that the bytes spell. Raises Fault, with its line and column.

    Whole numbers beyond 17 digits come as TOO_LARGE.
    """
    first_line = source.line or 1
    text = decode(raw, source.file, first_line)
    raw = raw.removeprefix(BOM)
    try:
        _DECODER.decode(raw)
    except RecursionError:
        raise _too_deep(source) from None
    except msgspec.DecodeError as error:
        at, message, advice = _explain(raw, error)
        if nesting(raw[:at]) > MAX_JSON_DEPTH:
            raise _too_deep(source) from None
        start = len(raw[:at].decode(errors="replace"))
        place = marked(Place(file=source.file, line=first_line), text, start, start + 1)
        raise Fault("cgn.json-syntax", message, advice, place=place) from None
    if nesting(raw) > MAX_JSON_DEPTH:
        raise _too_deep(source)
    return _unique(text, source.holding(raw))


def nesting(raw: bytes) -> int:
    """How deep objects and lists lie within one another in JSON, or in the beginning of some.

    Counted here, because how deep the parsers go depends on Python's version and its stack.

    >>> nesting(b'{"a": [[1, "]"], {}]}'), nesting(b"[[["), nesting(b'"')
    (3, 3, 0)
    """
    if b"\\" in raw:
        raw = _STRING.sub(b"", raw)
    # Most strings hold no mark and are two quotes by now: taking these out first saves two thirds.
    marks = _MARKED_STRING.sub(b"", raw.translate(None, _UNMARKED).replace(b'""', b""))
    return max(accumulate(map(_STEP.__getitem__, marks)), default=0)


def _too_deep(source: JsonSource) -> Fault:
    message = "this is nested deeper than a record can be"
    return Fault("cgn.too-deep", message, place=source.whole())


def _unique(text: str, source: JsonSource) -> Any:  # noqa: ANN401 - any JSON value
    """The value of well-formed text. Raises Fault if an object has a key twice."""
    doubled: list[tuple[dict[str, Any], str]] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            counts = Counter(key for key, _ in pairs)
            doubled.append((members, next(key for key, count in counts.items() if count > 1)))
        return members

    value = json.loads(text, object_pairs_hook=collect, parse_int=_whole)
    for found, key in doubled:
        if (where := _steps_to(found, value)) is not None:
            message = f"the key {quote(key)} appears a second time"
            place = source.at((*where, key), key=True)
            raise Fault("cgn.duplicate-key", message, "leave one of the two out", place=place)
    return value


def _whole(digits: str) -> float:
    """The number. `-0`, which the format does not count as whole, becomes a fraction."""
    if digits == "-0":
        return -0.0
    return int(digits) if len(digits) <= _MOST_DIGITS else TOO_LARGE


def _steps_to(wanted: object, value: object) -> Where | None:
    """The steps to exactly this object within the value."""
    waiting: list[tuple[Where, object]] = [((), value)]
    while waiting:
        where, inside = waiting.pop()
        if inside is wanted:
            return where
        if isinstance(inside, dict):
            waiting += [((*where, key), inner) for key, inner in inside.items()]
        elif isinstance(inside, list):
            waiting += [((*where, index), inner) for index, inner in enumerate(inside)]
    return None


def _explain(raw: bytes, error: msgspec.DecodeError) -> tuple[int, str, str | None]:
    """The wrong byte, the message, and the advice."""
    match = _BYTE.fullmatch(str(error))
    if match is None:
        return _explain_end(raw, error)
    complaint = match[1].removeprefix("JSON is malformed: ")
    at = int(match[2]) - (complaint in _PLACED_LATE)
    if complaint == "trailing characters":
        advice = "put several records into a file named .cgn.jsonl, one record a line"
        return at, "something follows the end of the object", advice
    if "surrogate" in complaint:
        half = _SURROGATE.search(raw, max(at - _SURROGATE_ESCAPE, 0))
        return half.start() if half else at, *_HALF
    if number := _NO_NUMBER.match(raw, at):
        return at, f"JSON has no {number[0].decode()}", "leave the key out"
    return _misspelled(raw, at) or at, f"this is not JSON: {complaint}", None


def _misspelled(raw: bytes, end: int) -> int | None:
    """Where the first `true`, `false` or `null` before this byte goes wrong; None if none does.

    msgspec places it as if the word were complete.
    """
    for token in _BARE_WORDS.finditer(raw, 0, end):
        if word := _WORDS.get(token[0]):
            start = token.start()
            written = raw[start : start + len(word)].ljust(len(word), b"\0")
            return next(start + i for i in range(len(word)) if written[i] != word[i])
    return None


_HALF = (
    "this is half a character: a surrogate without its other half",
    "write the character itself, as UTF-8",
)


def _explain_end(raw: bytes, error: msgspec.DecodeError) -> tuple[int, str, str | None]:
    """The same for the errors that msgspec gives no place."""
    if isinstance(error, msgspec.ValidationError):
        numbers = (token.start() for token in _TOKENS.finditer(raw) if token[0][:1] != b'"')
        return next(numbers, 0), "this number has too many digits", None
    end = len(raw.rstrip())
    at = _misspelled(raw, end)
    if at is not None and at < end:
        return at, "this is not JSON: invalid character", None
    if half := _SURROGATE.search(raw, max(end - _SURROGATE_ESCAPE, 0)):
        return half.start(), *_HALF
    return end, "the text ends before the object is complete", "was the file cut off?"
