"""Cursors: where a list goes on, as an opaque text that can stand in a URL."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from re import ASCII, fullmatch

from api.problems import Problem
from replays.store.data import MAX_NUMBER

_INSIDE = r"([a-z]+):(0|[1-9][0-9]{0,18})"


def write_cursor(order: str, number: int) -> str:
    """The cursor behind the entry of this number, in a list of this order.

    >>> write_cursor("newest", 41)
    'bmV3ZXN0OjQx'
    """
    return urlsafe_b64encode(f"{order}:{number}".encode()).decode().rstrip("=")


def read_cursor(text: str | None, order: str) -> int | None:
    """The number that a cursor stands for; None for None.

    Raises Problem (400) where it is none that a list of this order gave.
    """
    if text is None:
        return None
    try:
        inside = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
    except (Error, ValueError):
        inside = ""
    match = fullmatch(_INSIDE, inside, ASCII)
    if match is None or match[1] != order or write_cursor(order, int(match[2])) != text:
        detail = "after: this is no cursor of this list; take it from `next` or Link as it is"
        raise Problem(400, detail, errors=[{"parameter": "after", "message": "no such cursor"}])
    number = int(match[2])
    return min(number, MAX_NUMBER)
