"""Strict JSON: bytes to plain values, or the exact reason why not. Knows no record."""

import json
import re
from typing import Any, NoReturn

import msgspec

_MOST = 1 << 53
_BYTE = re.compile(r"\(byte (\d+)\)")


class BadJson(Exception):  # noqa: N818 - it names the state of the text, as Illegal does
    """Bytes that are no strict JSON. `byte` is the offset of the fault, where it is known."""

    def __init__(
        self, code: str, message: str, advice: str | None = None, byte: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.advice = advice
        self.byte = byte


def decode(raw: bytes) -> Any:  # noqa: ANN401 - JSON is of any type
    """The plain value that the bytes spell.

    Raises BadJson for what is not UTF-8, not JSON, nested too deeply, or has a key twice.
    """
    try:
        raw.decode()
        msgspec.json.decode(raw)
        return json.loads(raw, object_pairs_hook=_object, parse_int=_integer)
    except UnicodeDecodeError as error:
        raise BadJson(
            "cgn.encoding",
            f"byte 0x{raw[error.start]:02x} is not UTF-8",
            "save the file as UTF-8",
            error.start,
        ) from None
    except RecursionError:
        raise BadJson(
            "cgn.too-deep", "this JSON is nested too deeply", "is this a record?"
        ) from None
    except (msgspec.DecodeError, ValueError) as error:
        _refuse(str(error), len(raw))


def _refuse(message: str, size: int) -> NoReturn:
    found = _BYTE.search(message)
    byte = int(found[1]) if found else None
    if "truncated" in message:
        byte, reason = size, "it ends too early"
    else:
        reason = _BYTE.sub("", message).removeprefix("JSON is malformed: ").strip()
    raise BadJson("cgn.json-syntax", f"this is no JSON: {reason}", None, byte)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadJson(
                    "cgn.duplicate-key",
                    f'the key "{key}" stands twice in one object',
                    "leave one of the two out",
                )
            seen.add(key)
    return found


def _integer(text: str) -> int:
    if len(text) > len(str(_MOST)) + 1 or abs(int(text)) > _MOST:
        raise BadJson("cgn.json-value", f"{text[:20]} is beyond 2^53", "no count is that large")
    return int(text)
