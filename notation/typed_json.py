"""Makes typed values of JSON and of plain values, in one place because of threads.

msgspec analyses a type at its first use. Two threads that do so at once crash the process: in
Python 3.12 and 3.13, 2 to 10 of 16 services died of it. So a lock guards the first use.
"""

from threading import Lock
from typing import Any, TypeVar

import msgspec
from msgspec.json import Decoder

T = TypeVar("T")

_LOCK = Lock()


_DECODERS: dict[Any, Decoder[Any]] = {}


def decoder(kind: type[T]) -> Decoder[T]:
    """The decoder of a type, made once."""
    with _LOCK:
        if kind not in _DECODERS:
            _DECODERS[kind] = Decoder(kind)
        return _DECODERS[kind]


def decode_as(kind: type[T], raw: bytes) -> T:
    """The value that JSON spells. Raises msgspec.DecodeError if it is not of this type.

    >>> decode_as(list[int], b"[3, 4]")
    [3, 4]
    """
    return decoder(kind).decode(raw)


def convert_to(kind: type[T], value: object, *, of_attributes: bool = False) -> T:
    """A plain value, such as TOML has, as a value of a type. Raises msgspec.ValidationError.

    With `of_attributes`, the value is any object that has the attributes of a struct; then texts
    are read as numbers where the type has these.

    >>> convert_to(tuple[int, ...], [3, 4])
    (3, 4)
    """
    decoder(kind)
    attributes: dict[str, Any] = {"from_attributes": True, "strict": False} if of_attributes else {}
    converted: T = msgspec.convert(value, kind, **attributes)
    return converted
