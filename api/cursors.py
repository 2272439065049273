"""Cursors: where a list goes on, as a text that means nothing to whoever has it."""

from re import ASCII, fullmatch

_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_LENGTH = 13
_BITS = 5

CURSOR = "[0-7][0-9a-v]{12}"
"""How a cursor looks. Every text that looks so is one: 63 bits."""


def write_cursor(number: int) -> str:
    """The cursor behind the entry of this number.

    >>> write_cursor(41)
    '0000000000019'
    """
    shifts = range(_BITS * (_LENGTH - 1), -1, -_BITS)
    return "".join(_DIGITS[number >> shift & (1 << _BITS) - 1] for shift in shifts)


def read_cursor(text: str | None) -> int | None:
    """The number that a cursor stands for; None for None. Raises ValueError where it is none.

    >>> read_cursor("0000000000019")
    41
    """
    if text is None:
        return None
    if fullmatch(CURSOR, text, ASCII) is None:
        raise ValueError(f"this is no cursor: {text}")
    return int(text, 1 << _BITS)
